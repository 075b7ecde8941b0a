// Checks an AsyncAPI document. Usage: node asyncapi.js FILE

import { readFileSync } from "node:fs";
import { Parser } from "@asyncapi/parser";

const [file] = process.argv.slice(2);
const problems = (await new Parser().validate(readFileSync(file, "utf8"))).filter(({ severity }) => severity === 0);
for (const { path, message } of problems) console.error(`${file}: ${path.join("/")}: ${message}`);
process.exit(problems.length === 0 ? 0 : 1);

// Completes the package: the module with its hash, and the types of the API. Needs `clients/build-module`, and the development tools of
// `tests/browser` (`npm --prefix tests/browser ci`).

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));

const module = readFileSync(path("../../target/module/funhouse.wasm"));
writeFileSync(path("funhouse.wasm"), module);
// In the format of sha256sum, so that `sha256sum --check` verifies it.
writeFileSync(path("funhouse.wasm.sha256"), `${createHash("sha256").update(module).digest("hex")}  funhouse.wasm\n`);

// Without examples, the types are a third as large.
mkdirSync(path("types"), { recursive: true });
const document = JSON.parse(readFileSync(path("../../openapi/openapi.json"), "utf8"), (name, value) => {
    const isExample = name === "example" || (name === "examples" && Array.isArray(value));
    return isExample ? undefined : value;
});
writeFileSync(path("types/openapi.json"), JSON.stringify(document));
const generator = path("../../tests/browser/node_modules/.bin/openapi-typescript");
execFileSync(generator, [path("types/openapi.json"), "--default-non-nullable=false", "--output", path("types/openapi.d.ts")], { stdio: "inherit" });
rmSync(path("types/openapi.json"));

// A reporter for `node --test` that writes the failed tests, one a line: the file and the name, separated by a tab.

import { relative } from "node:path";

/** @param {AsyncIterable<{ type: string, data: any }>} source */
export default async function* failures(source) {
    for await (const { type, data } of source) {
        if (type === "test:fail" && data.nesting === 0) yield `${relative(process.cwd(), data.file ?? "")}\t${data.name}\n`;
    }
}

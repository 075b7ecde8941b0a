// A reporter for `node --test` that writes the failed tests, one a line: the file, a tab, and the name. A file that failed as a whole,
// as when it cannot be loaded, has no name.

import { relative } from "node:path";

/** @param {AsyncIterable<{ type: string, data: any }>} source */
export default async function* failures(source) {
    for await (const { type, data } of source) {
        if (type !== "test:fail" || data.nesting > 0) continue;
        const file = data.file ?? data.name;
        yield `${relative(process.cwd(), file)}\t${data.name === file ? "" : data.name}\n`;
    }
}

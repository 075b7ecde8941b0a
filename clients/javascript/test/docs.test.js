// The JavaScript examples of `docs/embedding.md` run, and print what the page says.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ROOT, serve } from "./support.js";

test("examples of the page print what it says", { timeout: 120_000 }, async () => {
    const page = await readFile(new URL("docs/embedding.md", ROOT), "utf8");
    const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => ({ language, text }));
    // Output follows the example that prints it.
    const examples = blocks.filter(({ language }) => language === "javascript").map(({ text }) => text).join("");
    const output = blocks.filter(({ language }, at) => language === "text" && blocks[at - 1]?.language === "javascript").map(({ text }) => text).join("");
    const service = await serve();
    const folder = await mkdtemp(join(tmpdir(), "funhouse-"));
    try {
        const program = examples
            .replace(/"(funhouse(?:\/[a-z-]+)?)"/g, (_, entry) => JSON.stringify(import.meta.resolve(entry)))
            .replaceAll("http://127.0.0.1:8080", service.base);
        await writeFile(join(folder, "examples.mjs"), program);
        const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "examples.mjs")], { cwd: fileURLToPath(ROOT) });
        assert.equal(stdout, output);
    } finally {
        await service.stop();
        await rm(folder, { recursive: true });
    }
});

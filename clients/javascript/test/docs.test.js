// The JavaScript examples of `docs/embedding.md` run, and print what the page says.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
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
    const service = await serve("--apps", "open");
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

test("examples have no type errors under --strict, without the library DOM", { timeout: 120_000 }, async () => {
    // Within the package, so that its name resolves to it.
    const folder = await mkdtemp(fileURLToPath(new URL("types-", import.meta.url)));
    try {
        for (const path of ["docs/embedding.md", "clients/javascript/README.md"]) {
            const page = await readFile(new URL(path, ROOT), "utf8");
            const examples = [...page.matchAll(/^```javascript\n(.*?)^```$/gms)].map(([, text]) => text ?? "");
            // Those without the package need the types of Node.js.
            const checked = examples.filter((text) => !text.includes('from "node:')).join("");
            assert.match(checked, /from "funhouse/);
            await mkdir(join(folder, path.split("/")[0] ?? ""));
            await writeFile(join(folder, `${path.split("/")[0]}/examples.js`), checked);
        }
        // They are JavaScript, whose parameters have no types.
        await writeFile(join(folder, "console.d.ts"), "declare const console: { log(...values: unknown[]): void };\n");
        const compilerOptions = { allowJs: true, checkJs: true, target: "ES2022", module: "NodeNext", lib: ["ES2022"], types: [], strict: true, noImplicitAny: false, noEmit: true };
        await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*/*.js", "*.d.ts"] }));
        const compiler = fileURLToPath(new URL("tests/browser/node_modules/typescript/bin/tsc", ROOT));
        await assert.doesNotReject(promisify(execFile)(process.execPath, [compiler, "--project", folder]).catch(({ stdout }) => Promise.reject(new Error(stdout))));
    } finally {
        await rm(folder, { recursive: true });
    }
});

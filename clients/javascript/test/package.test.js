// The package as it is published: what it contains, and what its entries export.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { compiledText } from "../src/packaged.js";
import { MODULE, module } from "./support.js";

const FOLDER = new URL("../", import.meta.url);
/** Maximum size of the tarball, in bytes. */
const MAX_TARBALL = 2_500_000;

const { exports: entries, ...manifest } = JSON.parse(await readFile(new URL("package.json", FOLDER), "utf8"));
const { stdout } = await promisify(execFile)("npm", ["pack", "--dry-run", "--json"], { cwd: fileURLToPath(FOLDER) });
/** npm 12 lists the packages by name. */
const [packed] = /** @type {any[]} */ (Object.values(JSON.parse(stdout)));
/** @type {string[]} */
const files = packed.files.map((/** @type {{ path: string }} */ { path }) => path);
const ids = JSON.parse((await module()).text("games")).games.map((/** @type {{ id: string }} */ { id }) => id);

test("tarball has the sources, the licenses, and no more", (t) => {
    t.diagnostic(`${packed.size} bytes, ${packed.unpackedSize} unpacked, ${files.length} files`);
    assert.ok(packed.size <= MAX_TARBALL, `${packed.size} bytes`);
    assert.deepEqual(files.filter((file) => !file.startsWith("src/")).sort(), ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "package.json"]);
    assert.deepEqual(files.filter((file) => !/\.(d\.ts|js|wasm|wasm\.sha256)$/.test(file) && file.startsWith("src/")), []);
});

test("manifest names license, no dependency, and no address that does not exist", () => {
    assert.equal(manifest.license, "MIT OR Apache-2.0");
    assert.doesNotMatch(JSON.stringify(manifest), /\.example\b/);
    assert.equal(manifest.dependencies, undefined);
});

test("every entry is in the tarball, and there is one for each game", () => {
    const targets = Object.entries(entries).flatMap(([entry, target]) => {
        const paths = typeof target === "string" ? [target] : /** @type {string[]} */ (Object.values(target));
        return entry === "./*" ? paths.flatMap((path) => ids.map((/** @type {string} */ id) => path.replace("*", id))) : paths;
    });
    assert.ok(targets.length > 3 * ids.length);
    for (const path of targets) assert.ok(files.includes(path.replace("./", "")), path);
});

test("modules that an entry without the text loads import no packages", async () => {
    // A page can import them from any address.
    for (const file of files.filter((path) => /^src\/.*\.js$/.test(path) && path !== "src/bytes.js")) {
        const text = await readFile(new URL(file, FOLDER), "utf8");
        for (const [, path] of text.matchAll(/(?:from|import\() ?"(.+?)"/g)) assert.match(path ?? "", /^\.\.?\//, file);
    }
});

test("entry of a game has that game", async () => {
    for (const id of ["slide-jam", ids.at(-1)]) {
        const entry = await import(`funhouse/${id}`);
        assert.equal((await entry.game()).id, id);
        assert.equal((await entry.game(await readFile(MODULE))).info().id, id);
    }
    assert.deepEqual(Object.keys(await import("funhouse/slide-jam")), Object.keys(await import("funhouse")));
});

test("text of the module has its bytes", async () => {
    const [{ default: text }, expected] = await Promise.all([import("../src/bytes.js"), WebAssembly.compile(await readFile(MODULE))]);
    assert.deepEqual(WebAssembly.Module.exports(await compiledText(text)), WebAssembly.Module.exports(expected));
    const { gunzipSync } = await import("node:zlib");
    assert.ok(gunzipSync(Buffer.from(text, "base64")).equals(await readFile(MODULE)));
});

test("program without the file uses the text, or reports what to do", async () => {
    const lost = `
        const from = (path) => new URL(path, ${JSON.stringify(FOLDER.href)}).href;
        process.getBuiltinModule = () => ({ readFile: () => Promise.reject(new Error("gone")), fileURLToPath: String });
        const { game } = await import(from(process.argv[1]));
        console.log((await game("slide-jam").catch((error) => error)).id ?? "failed");
        await game("slide-jam").catch((error) => console.log(error.message, error.cause.message));`;
    const run = async (/** @type {string} */ entry) => promisify(execFile)(process.execPath, ["--input-type=module", "--eval", lost, entry]);
    const replaced = await run("src/fallback.js");
    assert.equal(replaced.stdout, "slide-jam\n");
    const address = new URL("src/funhouse.wasm", FOLDER).href;
    assert.ok(replaced.stderr.includes(`from ${address}, and is replaced by the larger text: copy funhouse.wasm there`), replaced.stderr);
    assert.match(replaced.stderr, /funhouse\/inline.*gone/);
    const failed = await run("src/funhouse.js");
    assert.match(failed.stdout, /^failed\nthe module could not be loaded from \S+funhouse\.wasm: copy .* gone\n$/);
    assert.deepEqual(await run("src/inline.js"), { stdout: "slide-jam\n", stderr: "" });
    const both = `await import(${JSON.stringify(new URL("src/inline.js", FOLDER).href)}); ${lost.replaceAll('game("slide-jam")', "game()")}`;
    const one = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", both, "src/games/slide-jam.js"]);
    assert.equal(one.stdout, "slide-jam\n", "the entry of a game uses the text of the other entry");
});

// The imports between the modules of the pages. Every module belongs to a folder, and folders have an order, innermost first.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const WEB = fileURLToPath(new URL("../../web/", import.meta.url));
/** The folders, innermost first. A module imports from folders before its own, or from its own. `.` has the scripts of the pages. */
const FOLDERS = ["docs", "texts", "shared", "api", "lessons/games", "lessons", "tutorials/games", "account", "saved", "game", "statistics", "leaderboards", "solitaire", "tables", "hotseat", "tutorials", "daily", "contests", "catalogue", "profile", "."];

/** The texts. The script `appearance.js` preloads those of the current language. */
const LANGUAGE = /^texts\/..\.js$/;
/** Modules that are loaded only when they are needed. */
const LATER = /^(more|other|contest)-screens\.js$|\/games\//;

/** The modules by their paths, each with those that it imports. */
async function readImports() {
    const files = (await readdir(WEB, { recursive: true })).filter((file) => file.endsWith(".js"));
    return new Map(await Promise.all(files.map(async (file) => {
        const source = await readFile(join(WEB, file), "utf8");
        const found = source.matchAll(/^(?:im|ex)port .* from "(\..*)";$|(?<!\{)\bimport\("(\..*?)"\)/gm);
        const imports = [...found].map(([, fixed, dynamic]) => relative(WEB, join(WEB, dirname(file), fixed ?? dynamic)));
        return /** @type {const} */ ([file, imports.filter((path) => path.endsWith(".js"))]);
    })));
}

test("imports point to inner folders", async () => {
    for (const [file, imports] of await readImports()) {
        const place = FOLDERS.indexOf(dirname(file));
        assert.ok(place >= 0, `${file} is in a folder with a place in the order`);
        for (const path of imports) assert.ok(FOLDERS.indexOf(dirname(path)) <= place, `${file} imports ${path}`);
    }
});

test("pages preload exactly the modules that they always load", async () => {
    const imports = await readImports();
    for (const name of ["index", "play"]) {
        const loaded = new Set([`${name}.js`]);
        for (const file of loaded) for (const path of imports.get(file) ?? []) if (!LATER.test(path)) loaded.add(path);
        const page = await readFile(join(WEB, `${name}.html`), "utf8");
        const preloaded = [...page.matchAll(/<link rel="modulepreload" href="\/play\/(.*?)">/g)].map(([, path]) => path);
        assert.deepEqual(preloaded, [...loaded].filter((path) => path !== `${name}.js` && !LANGUAGE.test(path)).sort());
    }
});

test("imports form no circle", async () => {
    const left = await readImports();
    for (let before = -1; before !== left.size;) {
        before = left.size;
        for (const [file, imports] of left) if (!imports.some((path) => left.has(path))) left.delete(file);
    }
    assert.deepEqual([...left.keys()], []);
});

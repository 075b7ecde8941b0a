// Bundles `web/` for releases: one script for each page and for each lesson, minified. `npm --prefix deploy/pages run build` writes `target/pages`, and a build
// of the program with `FUNHOUSE_PAGES=target/pages` embeds it in place of `web/`.

import { appendFile, cp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const SOURCES = fileURLToPath(new URL("../../web/", import.meta.url));
const OUTPUT = fileURLToPath(new URL("../../target/pages/", import.meta.url));
/** The scripts that pages load. They import all others. */
const SCRIPTS = ["appearance.js", "index.js", "play.js"];

// The documents have one small script each, and are embedded as they are.
const files = (await readdir(SOURCES, { recursive: true })).filter((file) => !file.startsWith("docs"));
/** Leaves each lesson in a file of its own, since a page shows only one. The path is relative to the script of the page. */
const lessons = {
    name: "lessons",
    /** @param {import("esbuild").PluginBuild} plugin */
    setup: (plugin) => plugin.onResolve({ filter: /^\.\/games\// }, ({ path }) => ({ path: path.replace("./", "./lessons/"), external: true })),
};
await rm(OUTPUT, { recursive: true, force: true });
await build({
    entryPoints: [...SCRIPTS, ...files.filter((file) => /^lessons.games.+\.js$|\.css$/.test(file))].map((file) => join(SOURCES, file)),
    outbase: SOURCES,
    outdir: OUTPUT,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2023",
    logLevel: "warning",
    plugins: [lessons],
});
// All pages load both style sheets, so one file has both.
await appendFile(join(OUTPUT, "style.css"), await readFile(join(OUTPUT, "game/game.css")));
await rm(join(OUTPUT, "game"), { recursive: true });
for (const file of files.filter((name) => name.endsWith(".svg"))) await cp(join(SOURCES, file), join(OUTPUT, file));
for (const file of files.filter((name) => name.endsWith(".html"))) {
    const html = await readFile(join(SOURCES, file), "utf8");
    // The bundles contain the modules that a page of the sources preloads.
    await writeFile(join(OUTPUT, file), html.replace(/<link (rel="modulepreload"|.*game\/game\.css).*>\n/g, ""));
}

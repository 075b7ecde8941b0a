// Bundles `web/` for releases: one script for each page, minified. `npm --prefix deploy/pages run build` writes `target/pages`, and a build
// of the program with `FUNHOUSE_PAGES=target/pages` embeds it in place of `web/`.

import { cp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const SOURCES = fileURLToPath(new URL("../../web/", import.meta.url));
const OUTPUT = fileURLToPath(new URL("../../target/pages/", import.meta.url));
/** The scripts that pages load. They import all others. */
const SCRIPTS = ["appearance.js", "index.js", "play.js"];

// The documents have one small script each, and are embedded as they are.
const files = (await readdir(SOURCES, { recursive: true })).filter((file) => !file.startsWith("docs"));
await rm(OUTPUT, { recursive: true, force: true });
await build({
    entryPoints: [...SCRIPTS, ...files.filter((file) => file.endsWith(".css"))].map((file) => join(SOURCES, file)),
    outbase: SOURCES,
    outdir: OUTPUT,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2023",
    logLevel: "warning",
});
for (const file of files.filter((name) => name.endsWith(".svg"))) await cp(join(SOURCES, file), join(OUTPUT, file));
for (const file of files.filter((name) => name.endsWith(".html"))) {
    const html = await readFile(join(SOURCES, file), "utf8");
    // The bundles contain the modules that a page of the sources preloads.
    await writeFile(join(OUTPUT, file), html.replace(/<link rel="modulepreload".*>\n/g, ""));
}

// Bundles `web/` for releases, minified: one script for each page, language, lesson and tutorial. That of `/play` is split, because a solitaire
// does not need the other screens. `npm --prefix deploy/pages run build` writes `target/pages`, and a build of the program with
// `FUNHOUSE_PAGES=target/pages` embeds it in place of `web/`.
//
// If `clients/build-module` has built the WebAssembly module, the pages use it, can be installed, and work without a network.

import { existsSync } from "node:fs";
import { appendFile, cp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { build } from "esbuild";

const SOURCES = fileURLToPath(new URL("../../web/", import.meta.url));
const OUTPUT = fileURLToPath(new URL("../../target/pages/", import.meta.url));
const HERE = fileURLToPath(new URL("./", import.meta.url));
const MODULE = fileURLToPath(new URL("../../target/module/funhouse.wasm", import.meta.url));
const PACKAGE = fileURLToPath(new URL("../../clients/javascript/src/", import.meta.url));
/** What the head of a page has for the module, and to be installed. */
const OFFLINE = `<meta name="module-worker" content="/play/module-worker.js">
<link rel="manifest" href="/play/manifest.webmanifest">
<link rel="apple-touch-icon" href="/play/icon-192.png">
`;
/** How scripts and styles are bundled. */
const BUNDLE = /** @type {const} */ ({ outdir: OUTPUT, bundle: true, minify: true, format: "esm", target: "es2023", logLevel: "warning" });
/** The pages that use the module. */
const PAGES = ["index.html", "play.html"];
/** The scripts that pages load, except the one that is split. They import all others. */
const SCRIPTS = ["appearance.js", "index.js", "translated.js"];
/** The script that is split. */
const SPLIT = "play.js";

const hasModule = existsSync(MODULE);
// The documents have one small script each, and are embedded as they are.
const files = (await readdir(SOURCES, { recursive: true })).filter((file) => !file.startsWith("docs"));
const LANGUAGE = /^texts\/..\.js$/;
/**
 * Whether a module is one of several of which a page loads only some. Each of these is a separate file.
 *
 * @param {string} file its path, relative to the sources
 */
const isPart = (file) => LANGUAGE.test(file) || /^(lessons|tutorials)\/games\/.+\.js$/.test(file);
/** Leaves imports of these modules in place. The path is relative to the script of the page. */
const parts = {
    name: "parts",
    /** @param {import("esbuild").PluginBuild} plugin */
    setup: (plugin) => plugin.onResolve({ filter: /^\.\// }, ({ path, resolveDir, kind }) => {
        const part = relative(SOURCES, join(resolveDir, path));
        return kind === "dynamic-import" && isPart(part) ? { path: `./${part}`, external: true } : undefined;
    }),
};
await rm(OUTPUT, { recursive: true, force: true });
await build({
    ...BUNDLE,
    entryPoints: [...SCRIPTS, ...files.filter((file) => isPart(file) || file.endsWith(".css"))].map((file) => join(SOURCES, file)),
    outbase: SOURCES,
    plugins: [parts],
});
const { metafile: { outputs } } = await build({ ...BUNDLE, entryPoints: [join(SOURCES, SPLIT)], splitting: true, metafile: true, absWorkingDir: OUTPUT, plugins: [parts] });
/** What the page of the split script always loads. */
const preloads = (outputs[SPLIT]?.imports ?? []).filter(({ kind, external }) => kind === "import-statement" && !external).map(({ path }) => `<link rel="modulepreload" href="/play/${path}">\n`).join("");
// All pages load both style sheets, so one file has both.
await appendFile(join(OUTPUT, "style.css"), await readFile(join(OUTPUT, "game/game.css")));
await rm(join(OUTPUT, "game"), { recursive: true });
for (const file of files.filter((name) => name.endsWith(".svg"))) await cp(join(SOURCES, file), join(OUTPUT, file));
for (const file of files.filter((name) => name.endsWith(".html"))) {
    const html = await readFile(join(SOURCES, file), "utf8");
    // The bundles contain the modules that a page of the sources preloads.
    const bundled = html.replace(/<link (rel="modulepreload"|.*game\/game\.css).*>\n/g, "");
    const head = [file === "play.html" ? preloads : "", hasModule && PAGES.includes(file) ? OFFLINE : ""].join("");
    await writeFile(join(OUTPUT, file), bundled.replace("</head>", `${head}</head>`));
}
if (hasModule) {
    await build({ ...BUNDLE, entryPoints: ["module-worker.js", "service-worker.js"].map((file) => join(HERE, file)) });
    await cp(join(HERE, "manifest.webmanifest"), join(OUTPUT, "manifest.webmanifest"));
    // The scripts of the npm package that need no bundler, for pages of other sites. It also writes the hash of the module into them.
    await import("../../clients/javascript/build/build.js");
    const isServed = (/** @type {string} */ path) => !/\.d\.ts$|\.sha256$|\b(bytes|inline|fallback)(\.js)?$/.test(path);
    await cp(PACKAGE, join(OUTPUT, "module"), { recursive: true, filter: isServed });
    await compress("module/funhouse.wasm");
} else {
    console.log(`${MODULE} does not exist: these pages call the service for every move, and need a network.`);
}
for (const file of ["index.js", "style.css", ...Object.keys(outputs), ...files.filter((file) => LANGUAGE.test(file))]) await compress(file);

/**
 * Compresses a file better than the program does when it serves it.
 *
 * @param {string} file
 */
async function compress(file) {
    const path = join(OUTPUT, file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
    await writeFile(`${path}.br`, brotliCompressSync(await readFile(path), { params }));
    await rm(path);
}

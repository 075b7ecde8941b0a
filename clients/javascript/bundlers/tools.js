// The tools: how each builds the programs, and where the results run. `text` marks those that do not carry the package's file, so that the
// program uses the text.

import { cp, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { linkPackage, page, printed, run, served, shown, shownScript, withServer } from "./harness.js";

/** @typedef {{ result: string, isReplaced: boolean }} Result */
/** @typedef {(folder: string) => Promise<Result>} Act */
/** @typedef {{ name: string, act: Act, text?: boolean }} Case */
/** @typedef {{ folder?: string, cases: Case[] }} Tool */

const bin = (/** @type {string} */ name) => `node_modules/.bin/${name}`;
const WASM = "node_modules/funhouse/src/funhouse.wasm";

/** @param {string[]} args */
const esbuild = (...args) => (/** @type {string} */ folder) => run(folder, bin("esbuild"), "--bundle", "--log-level=error", ...args);

/** @type {Tool} */
const node = {
    cases: [
        { name: "program", act: (folder) => printed(folder, process.execPath, "print.js") },
        { name: "program with the text", act: (folder) => printed(folder, process.execPath, "print-inline.js") },
    ],
};

/** @type {Tool} */
const static_files = {
    cases: [
        { name: "page", act: (folder) => staticPage(folder, "page.js") },
        { name: "worker", act: (folder) => staticPage(folder, "page-of-worker.js") },
    ],
};

/**
 * A page without a bundler, whose modules are files of the package at an address.
 *
 * @param {string} folder
 * @param {string} script
 */
async function staticPage(folder, script) {
    const root = join(folder, "out");
    await cp(join(folder, "node_modules/funhouse/src"), join(root, "module"), { recursive: true });
    for (const file of ["page.js", "page-of-worker.js", "worker.js", "play.js"]) {
        const text = await readFile(join(folder, file), "utf8");
        await writeFile(join(root, file), text.replace('"funhouse"', '"./module/funhouse.js"').replace(/"funhouse\/(.+)"/, '"./module/games/$1.js"'));
    }
    return shownScript(root, script);
}

/** @type {Tool} */
const esbuild_tool = {
    folder: "esbuild",
    cases: [
        { name: "page", text: true, act: async (folder) => {
            await esbuild("page.js", "--format=esm", "--outdir=out")(folder);
            return shownScript(join(folder, "out"), "page.js");
        } },
        { name: "page with the copied file", act: async (folder) => {
            await esbuild("page.js", "--format=esm", "--splitting", "--outdir=dist")(folder);
            await cp(join(folder, WASM), join(folder, "dist/funhouse.wasm"));
            return shownScript(join(folder, "dist"), "page.js");
        } },
        { name: "script of one file", act: async (folder) => {
            await esbuild("inline.js", "--format=iife", "--log-override:empty-import-meta=silent", "--outfile=out/inline.js")(folder);
            return shownScript(join(folder, "out"), "inline.js");
        } },
        { name: "program", text: true, act: async (folder) => {
            await esbuild("print.js", "--platform=node", "--format=esm", "--outfile=out/print.mjs")(folder);
            return printed(folder, process.execPath, "out/print.mjs");
        } },
        { name: "CommonJS program", act: async (folder) => {
            await esbuild("print-inline.js", "--platform=node", "--format=cjs", "--log-override:empty-import-meta=silent", "--outfile=out/print.cjs")(folder);
            return printed(folder, process.execPath, "out/print.cjs");
        } },
    ],
};

/** @type {Tool} */
const webpack = {
    folder: "webpack",
    cases: [
        { name: "page", act: async (folder) => {
            await webpacked(folder, { entry: "./page.js", target: "web", output: { filename: "page.js" } });
            return shownScript(join(folder, "dist"), "page.js");
        } },
        { name: "worker", act: async (folder) => {
            await webpacked(folder, { entry: "./page-of-worker.js", target: "web", output: { filename: "page.js" } });
            return shownScript(join(folder, "dist"), "page.js");
        } },
        { name: "program", act: async (folder) => {
            await webpacked(folder, { entry: "./print.js", target: "node20", output: { filename: "print.mjs", module: true }, experiments: { outputModule: true } });
            return printed(folder, process.execPath, "dist/print.mjs");
        } },
        { name: "CommonJS program", act: async (folder) => {
            await webpacked(folder, { entry: "./print.js", target: "node20", output: { filename: "print.cjs" } });
            return printed(folder, process.execPath, "dist/print.cjs");
        } },
    ],
};

/**
 * @param {string} folder
 * @param {{ output: object, [option: string]: any }} options
 */
async function webpacked(folder, options) {
    const { default: webpack } = await import(createRequire(join(folder, "package.json")).resolve("webpack"));
    const stats = await new Promise((resolve, reject) => {
        webpack({ mode: "production", context: folder, ...options, output: { path: join(folder, "dist"), ...options.output } }, (/** @type {any} */ error, /** @type {any} */ stats) => (error ? reject(error) : resolve(stats)));
    });
    if (stats.hasErrors()) throw new Error(stats.toString("errors-only"));
}

/** @type {Tool} */
const rollup = {
    folder: "rollup",
    cases: [
        { name: "page with the copied file", act: async (folder) => {
            await run(folder, bin("rollup"), "--silent", "--plugin", "node-resolve={browser:true}", "--dir", "dist", "page.js");
            await cp(join(folder, WASM), join(folder, "dist/funhouse.wasm"));
            return shownScript(join(folder, "dist"), "page.js");
        } },
        { name: "page of one file", act: async (folder) => {
            await run(folder, bin("rollup"), "--silent", "--plugin", "node-resolve={browser:true}", "--file", "out/inline.js", "inline.js");
            return shownScript(join(folder, "out"), "inline.js");
        } },
        { name: "program with the copied file", act: async (folder) => {
            await run(folder, bin("rollup"), "--silent", "--plugin", "node-resolve", "--dir", "out", "print.js");
            await cp(join(folder, WASM), join(folder, "out/funhouse.wasm"));
            return printed(folder, process.execPath, "out/print.js");
        } },
        { name: "CommonJS program", act: async (folder) => {
            await run(folder, bin("rollup"), "--silent", "--plugin", "node-resolve", "--format", "cjs", "--file", "out/print.cjs", "print-inline.js");
            return printed(folder, process.execPath, "out/print.cjs");
        } },
    ],
};

/**
 * @param {string} folder
 * @param {boolean} movesScripts whether the development server moves the scripts of packages, but not the files next to them
 * @returns {Tool}
 */
function vite(folder, movesScripts) {
    const prepare = async (/** @type {string} */ place, /** @type {string} */ script) => {
        await writeFile(join(place, "index.html"), page(`/${script}`));
        return place;
    };
    const build = async (/** @type {string} */ place, /** @type {string} */ script) => {
        await run(await prepare(place, script), bin("vite"), "build", "--logLevel", "error");
        return served(join(place, "dist"), (base) => shown(`${base}/index.html`));
    };
    const develop = async (/** @type {string} */ place, /** @type {string[]} */ ...args) =>
        withServer(await prepare(place, "page.js"), [bin("vite"), "--host", "127.0.0.1", "--port", "0", "--force", ...args], shown);
    return {
        folder,
        cases: [
            { name: "build", act: (place) => build(place, "page.js") },
            { name: "build of a worker", act: (place) => build(place, "page-of-worker.js") },
            { name: "development server", text: movesScripts, act: (place) => develop(place) },
            { name: "development server that leaves the package in place", act: async (place) => {
                await writeFile(join(place, "in-place.config.js"), 'export default { optimizeDeps: { exclude: ["funhouse"] } };');
                return develop(place, "--config", "in-place.config.js");
            } },
            { name: "development server with a linked folder", text: true, act: async (place) => {
                await linkPackage(place);
                return develop(place);
            } },
            { name: "development server that may serve a linked folder", act: async (place) => {
                const linked = await linkPackage(place);
                await writeFile(join(place, "allowed.config.js"), `export default { server: { fs: { allow: [".", ${JSON.stringify(linked)}] } } };`);
                return develop(place, "--config", "allowed.config.js");
            } },
        ],
    };
}

/**
 * A client component and a server component.
 *
 * @param {string} folder
 * @param {string} bundler
 * @param {object} config
 */
async function nextBuilt(folder, bundler, config = {}) {
    await nextPrepared(folder, config);
    await run(folder, bin("next"), "build", `--${bundler}`);
    return withServer(folder, [bin("next"), "start", ...NEXT_ADDRESS], shown);
}

const NEXT_ADDRESS = ["--hostname", "127.0.0.1", "--port", "0"];

/**
 * @param {string} folder
 * @param {object} config
 */
async function nextPrepared(folder, config) {
    await cp(join(folder, "next/app"), join(folder, "app"), { recursive: true });
    await cp(join(folder, "play.js"), join(folder, "app/play.js"));
    await writeFile(join(folder, "next.config.mjs"), `export default ${JSON.stringify(config)};`);
}

/** The server does not find the file, unless the package is left in place. @type {Tool} */
const next = {
    folder: "next",
    cases: [
        { name: "Turbopack", text: true, act: (folder) => nextBuilt(folder, "turbopack") },
        { name: "webpack", text: true, act: (folder) => nextBuilt(folder, "webpack") },
        { name: "Turbopack that leaves the package in place", act: (folder) => nextBuilt(folder, "turbopack", { serverExternalPackages: ["funhouse"] }) },
        { name: "development server", text: true, act: async (folder) => {
            await nextPrepared(folder, {});
            return withServer(folder, [bin("next"), "dev", ...NEXT_ADDRESS], shown);
        } },
    ],
};

/** @type {Tool} */
const deno = { folder: "deno", cases: [{ name: "program", act: (folder) => printed(folder, bin("deno"), "run", "--allow-all", "print.js") }] };

/** @type {Tool} */
const bun = {
    folder: "bun",
    cases: [
        { name: "program", act: (folder) => printed(folder, bin("bun"), "print.js") },
        { name: "page", text: true, act: async (folder) => {
            await run(folder, bin("bun"), "build", "page.js", "--outdir", "out");
            return shownScript(join(folder, "out"), "page.js");
        } },
        { name: "page with the copied file", act: async (folder) => {
            await run(folder, bin("bun"), "build", "page.js", "--splitting", "--outdir", "dist");
            await cp(join(folder, WASM), join(folder, "dist/funhouse.wasm"));
            return shownScript(join(folder, "dist"), "page.js");
        } },
    ],
};

/** @type {Tool} */
const miniflare = {
    folder: "miniflare",
    cases: [{ name: "worker of Cloudflare", act: async (folder) => {
        await esbuild("cloudflare.js", "--format=esm", "--conditions=workerd,worker,browser", "--external:*.wasm", "--outfile=out/worker.js")(folder);
        const script = (await readFile(join(folder, "out/worker.js"), "utf8")).replace("funhouse/funhouse.wasm", "./funhouse.wasm");
        const { Miniflare } = await import(createRequire(join(folder, "package.json")).resolve("miniflare"));
        const worker = new Miniflare({
            compatibilityDate: "2026-01-01",
            modules: [
                { type: "ESModule", path: "worker.js", contents: script },
                { type: "CompiledWasm", path: "funhouse.wasm", contents: await readFile(join(folder, WASM)) },
            ],
        });
        try {
            const response = await worker.dispatchFetch("http://localhost/");
            return { result: await response.text(), isReplaced: script.length > 500_000 };
        } finally {
            await worker.dispose();
        }
    } }],
};

/** @type {Map<string, Tool>} */
export const TOOLS = new Map([
    ["node", node],
    ["static", static_files],
    ["esbuild", esbuild_tool],
    ["webpack", webpack],
    ["rollup", rollup],
    ["vite-5", vite("vite-5", true)],
    ["vite-7", vite("vite-7", true)],
    ["vite-8", vite("vite-8", false)],
    ["next", next],
    ["deno", deno],
    ["bun", bun],
    ["miniflare", miniflare],
]);

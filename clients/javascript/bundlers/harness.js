// What the tools need to build a program, and to run it in Node.js or in a browser.

import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import http from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

// The browser tests have it.
const { chromium } = createRequire(new URL("../../../tests/browser/package.json", import.meta.url))("playwright-core");

const HERE = fileURLToPath(new URL("./", import.meta.url));
const PACKAGE = fileURLToPath(new URL("../", import.meta.url));
const TARGET = fileURLToPath(new URL("../../../target/bundlers/", import.meta.url));
const SHELL = "/usr/bin/chromium-headless-shell";
const CHROMIUM = process.env.CHROMIUM ?? (existsSync(SHELL) ? SHELL : "/usr/bin/chromium");
/** Timeout of a page, and of a server's start. */
const PATIENCE = 60_000;
const MEDIA_TYPES = new Map([[".html", "text/html"], [".js", "text/javascript"], [".mjs", "text/javascript"], [".wasm", "application/wasm"]]);
/** The part of the warning of a package that has not found its file. */
const REPLACED = "is replaced by the larger text";

/**
 * Runs a command to its end, and returns what it printed.
 *
 * @param {string} folder
 * @param {string} command
 * @param {string[]} args
 */
export async function run(folder, command, ...args) {
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" };
    const { stdout, stderr } = await promisify(execFile)(command, args, { cwd: folder, env, maxBuffer: 1 << 26, timeout: 240_000 });
    return { stdout, stderr };
}

/** Packs the package as it would be published, and returns the path of the tarball. */
export async function pack() {
    await mkdir(TARGET, { recursive: true });
    const { stdout } = await run(PACKAGE, "npm", "pack", "--json", "--pack-destination", TARGET);
    const listing = JSON.parse(stdout);
    return join(TARGET, (Array.isArray(listing) ? listing[0] : Object.values(listing)[0]).filename);
}

/**
 * A folder with a tool, the package and the programs.
 *
 * @param {string} name
 * @param {string | undefined} tool the folder with its `package.json`
 * @param {string} tarball
 */
export async function workplace(name, tool, tarball) {
    const folder = join(TARGET, name);
    const modules = join(folder, "node_modules");
    await mkdir(folder, { recursive: true });
    if (tool === undefined) await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    else {
        const lock = await readFile(join(HERE, tool, "package-lock.json"), "utf8");
        const installed = await readFile(join(folder, "package-lock.json"), "utf8").catch(() => "");
        for (const file of ["package.json", "package-lock.json"]) await cp(join(HERE, tool, file), join(folder, file));
        if (lock !== installed || !existsSync(modules)) await run(folder, "npm", "ci", "--no-audit", "--no-fund", "--loglevel=error");
    }
    await rm(join(modules, "funhouse"), { recursive: true, force: true });
    await mkdir(join(modules, "funhouse"), { recursive: true });
    await run(folder, "tar", "xzf", tarball, "-C", join(modules, "funhouse"), "--strip-components=1");
    for (const output of ["dist", "out", ".next", "app"]) await rm(join(folder, output), { recursive: true, force: true });
    await cp(join(HERE, "programs"), folder, { recursive: true });
    return folder;
}

/**
 * Puts a link to the package's folder in place of the installed package, as `npm install FOLDER` does, and returns the folder.
 *
 * @param {string} folder
 */
export async function linkPackage(folder) {
    await rm(join(folder, "node_modules/funhouse"), { recursive: true, force: true });
    await symlink(PACKAGE, join(folder, "node_modules/funhouse"));
    return PACKAGE;
}

/**
 * What a program prints, and whether it found its file.
 *
 * @param {string} folder
 * @param {string} command
 * @param {string[]} args
 */
export async function printed(folder, command, ...args) {
    const { stdout, stderr } = await run(folder, command, ...args);
    return { result: stdout.trim(), isReplaced: stderr.includes(REPLACED) };
}

/** @type {any} */
let browser;

/**
 * The result of a page, and whether it found the package's file.
 *
 * @param {string} address
 */
export async function shown(address) {
    browser ??= await chromium.launch({ executablePath: CHROMIUM, args: ["--headless", "--no-sandbox", "--disable-gpu"] });
    const page = await browser.newPage();
    /** @type {string[]} */
    const lines = [];
    page.on("console", (/** @type {{ text: () => string }} */ message) => lines.push(message.text()));
    page.on("pageerror", (/** @type {Error} */ error) => lines.push(String(error)));
    try {
        await page.goto(address);
        // A development server may load the page again after it has prepared packages.
        await page.waitForFunction(() => "result" in globalThis, undefined, { timeout: PATIENCE });
        const result = await page.evaluate(() => /** @type {any} */ (globalThis).result);
        return { result: String(result), isReplaced: lines.some((line) => line.includes(REPLACED)) };
    } catch (error) {
        throw new Error(`${address}: ${error}\n${lines.join("\n")}`);
    } finally {
        await page.close();
    }
}

export async function closeBrowser() {
    await browser?.close();
}

/**
 * Serves a folder while a function runs.
 *
 * @template T
 * @param {string} root
 * @param {(base: string) => Promise<T>} use
 */
export async function served(root, use) {
    const server = http.createServer(async (request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url ?? "", "http://host").pathname));
        const body = await readFile(join(root, path)).catch(() => undefined);
        if (body === undefined) return response.writeHead(404).end();
        return response.writeHead(200, { "Content-Type": MEDIA_TYPES.get(extname(path)) ?? "text/plain" }).end(body);
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    try {
        return await use(`http://127.0.0.1:${port}`);
    } finally {
        server.closeAllConnections();
        server.close();
    }
}

/**
 * The result of a script in a folder, in a page of its own.
 *
 * @param {string} root
 * @param {string} script
 */
export async function shownScript(root, script) {
    await writeFile(join(root, "page.html"), page(script));
    return served(root, (base) => shown(`${base}/page.html`));
}

/** @param {string} script */
export const page = (script) => `<!doctype html><link rel="icon" href="data:,"><body></body><script type="module" src="${script}"></script>`;

/**
 * Runs a server while a function uses it.
 *
 * @template T
 * @param {string} folder
 * @param {string[]} command
 * @param {(base: string) => Promise<T>} use
 */
export async function withServer(folder, [program = "", ...args], use) {
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NO_COLOR: "1" };
    const server = spawn(program, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    let output = "";
    try {
        const base = await new Promise((resolve, reject) => {
            const late = setTimeout(() => reject(new Error(`no server after ${PATIENCE} ms: ${output}`)), PATIENCE);
            const read = (/** @type {Buffer} */ data) => {
                const address = /http:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec((output += data));
                if (address === null) return;
                clearTimeout(late);
                resolve(address[0].replace("localhost", "127.0.0.1"));
            };
            server.stdout.on("data", read);
            server.stderr.on("data", read);
            server.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
        });
        const result = await use(base);
        return { ...result, isReplaced: /** @type {any} */ (result).isReplaced || output.includes(REPLACED) };
    } finally {
        // The tools start processes of their own.
        if (server.pid !== undefined) try { process.kill(-server.pid); } catch { /* It has ended. */ }
    }
}

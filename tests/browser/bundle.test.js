// What a page costs when the program embeds the bundles of `deploy/pages`: the number of requests, and bytes. A program that embeds the
// sources, as `cargo build` makes it, loads one file per module: these tests only run with FUNHOUSE_PAGES, the variable of the build.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { pack } from "../../web/shared/link.js";
import { atRest, launch, open, runOf, seated, serve, solitaires, tableAfter } from "./harness.js";

const MAX_REQUESTS = 15;
const MAX_BYTES = 120_000;

const bundled = { skip: !process.env.FUNHOUSE_PAGES };
const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/**
 * Opens an address in a browser without a cache, and counts what it loads until nothing more comes.
 *
 * @param {string} what
 * @param {string} address
 * @param {string} shown appears when the page is complete
 * @param {Record<string, unknown>} [stored] what the browser stores before
 */
async function light(what, address, shown, stored = {}) {
    const { page, close } = await open(browser, server.base);
    await page.addInitScript((stored) => {
        for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, JSON.stringify(value));
    }, stored);
    const client = await page.context().newCDPSession(page);
    await client.send("Network.enable");
    /** @type {Map<string, { url: string, bytes: number }>} */
    const requests = new Map();
    client.on("Network.requestWillBeSent", ({ requestId, request: { url, postData } }) => {
        // Positions after possible moves and the module, which are loaded in advance once the page is complete.
        const ahead = postData?.includes("until_illegal") || url.endsWith("/module-worker.js");
        if (url.startsWith("http") && !ahead) requests.set(requestId, { url: url.replace(server.base, ""), bytes: 0 });
    });
    client.on("Network.requestServedFromCache", ({ requestId }) => { requests.delete(requestId); });
    client.on("Network.responseReceived", ({ requestId, response }) => { if (response.fromDiskCache) requests.delete(requestId); });
    client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
        const request = requests.get(requestId);
        if (request) request.bytes = encodedDataLength;
    });
    await page.goto(address);
    await page.locator(shown).waitFor();
    await page.waitForLoadState("networkidle");
    await atRest(page);
    const sent = [...requests.values()];
    const bytes = sent.reduce((sum, each) => sum + each.bytes, 0);
    const summary = `${what}: ${sent.length} requests, ${bytes} bytes`;
    const list = sent.map((each) => `${each.bytes} ${each.url}`).join("\n");
    assert.ok(sent.length < MAX_REQUESTS && bytes < MAX_BYTES, `${summary}\n${list}`);
    assert.equal(sent.some(({ url }) => url.includes("/tutorials/")), address.includes("/tutorials/"), list);
    await close();
    return summary;
}

test("games page preloads what its script imports", bundled, async () => {
    /** @param {string} path */
    const read = async (path) => (await fetch(server.base + path)).text();
    const page = await read("/play");
    const resolved = (/** @type {string | undefined} */ path) => new URL(path ?? "", `${server.base}/play`).pathname;
    const address = resolved(/<script type="module" src="([^"]+)">/.exec(page)?.[1]);
    const imports = (await read(address)).matchAll(/(?:import|from)"([^"]+)"/g);
    const imported = [...imports].map(([, path]) => new URL(path ?? "", new URL(address, server.base)).pathname);
    const preloaded = [...page.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, path]) => resolved(path));
    assert.ok(imported.length > 0, "it shares modules with the screens that are loaded later");
    assert.deepEqual(preloaded.sort(), imported.sort());
});

test("front page loads few and small files", bundled, async (t) => {
    t.diagnostic(await light("the front page", "/", "#below.ready"));
});

test("page of each solitaire loads few and small files", bundled, async (t) => {
    for (const { id } of await solitaires(server.base)) {
        const run = await runOf(id, "bundle-1");
        const address = `/play#/at/${await pack({ ...run, moves: /** @type {any} */ (run.moves.slice(0, 3)) })}`;
        t.diagnostic(await light(id, address, ".board svg"));
    }
});

test("page of a tutorial loads few and small files", bundled, async (t) => {
    t.diagnostic(await light("the tutorial of slide-jam", "/play#/tutorials/slide-jam", ".tutorial[data-step] .board svg"));
});

test("page of each game for several seats loads few and small files", bundled, async (t) => {
    for (const game of await seated(server.base)) {
        const table = await tableAfter(server.base, game, "bundle-1", 3);
        // Otherwise robots play while the page loads.
        if (table.to_act.length > 1) continue;
        t.diagnostic(await light(game.id, "/play#/together/saved", ".hotseat .board svg", { "funhouse.together.saved": table }));
    }
});

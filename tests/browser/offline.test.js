// The pages with the WebAssembly module: games on this device without the service, without a network, and across versions. Only a program
// with bundled pages has the module: these tests only run with FUNHOUSE_PAGES, the variable of the build.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { ask, deal, launch, linkOf, open, runOf, seated, serve, solitaires, until } from "./harness.js";
import { choose, point } from "./moves.js";

/** @typedef {import("playwright-core").Page} Page */

const bundled = { skip: !process.env.FUNHOUSE_PAGES };
const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/**
 * A module that fails at every call: `wat2wasm` of
 * (module (memory (export "memory") 1)
 *   (func (export "funhouse_abi") (result i32) (i32.const 1))
 *   (func (export "funhouse_alloc") (param i32) (result i32) (i32.const 0))
 *   (func (export "funhouse_call") (param i32 i32 i32) (result i32) (unreachable))
 *   (func (export "funhouse_free") (param i32)))
 */
const TRAPS = Buffer.from("AGFzbQEAAAABFQRgAAF/YAF/AX9gA39/fwF/YAF/AAMFBAABAgMFAwEAAQdKBQZtZW1vcnkCAAxmdW5ob3VzZV9hYmkAAA5mdW5ob3VzZV9hbGxvYwABDWZ1bmhvdXNlX2NhbGwAAg1mdW5ob3VzZV9mcmVlAAMKEwQEAEEBCwQAQQALAwAACwMAAQs=", "base64");

/** The calls with which a game is played. Hints still come from the service. */
const PLAYING = /\/v1\/games\/.*\/(deal|moves|play|view|plan|picture)$/;

/**
 * Waits until the browser has stored the pages. Before that, it loads the module.
 *
 * @param {Page} page
 */
async function stored(page) {
    await page.evaluate(async () => {
        const { active } = await navigator.serviceWorker.ready;
        if (active?.state === "activating") await new Promise((resolve) => active.addEventListener("statechange", resolve, { once: true }));
    });
}

/**
 * The requests of the API that a page sends from now on.
 *
 * @param {Page} page
 */
function apiCalls(page) {
    /** @type {string[]} */
    const calls = [];
    page.on("request", (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith("/v1/")) calls.push(`${request.method()} ${pathname}`);
    });
    return calls;
}

/**
 * Plays the rest of a run.
 *
 * @param {Page} page
 * @param {import("./harness.js").Run} run
 * @param {number} from
 */
async function playRest(page, { moves }, from) {
    for (const [i, move] of moves.entries()) {
        if (i < from) continue;
        await point(page, move);
        await page.locator(".count", { hasText: new RegExp(`^${i + 1} move`) }).waitFor();
    }
}

/**
 * Plays turns of seat 1 against robots, in a game of which it is not the end.
 *
 * @param {Page} page
 * @param {number} turns
 */
async function playTurns(page, turns) {
    const turn = page.locator('.hotseat[data-shows="seat 1"]');
    const status = () => turn.evaluate((element) => JSON.stringify({ .../** @type {HTMLElement} */ (element).dataset }));
    for (let n = 0; n < turns; n++) {
        const before = await status();
        await choose(page, n);
        await until("the next turn", async () => (await status()) !== before);
    }
}

test("local games are played in the browser", bundled, async () => {
    const run = await runOf("trampo-land", "offline-1");
    const { page, close } = await open(browser, server.base);
    await deal(page, run.game, run.seed);
    await stored(page);
    const calls = apiCalls(page);
    await playRest(page, run, 0);
    assert.deepEqual(calls.filter((call) => PLAYING.test(call)), []);
    await page.locator(".final", { hasText: String(run.score) }).waitFor();
    await page.goto("/play#/new/pontifuse");
    await page.getByRole("button", { name: "Deal", exact: true }).waitFor();
    calls.length = 0;
    await page.getByRole("button", { name: "Deal", exact: true }).click();
    await playTurns(page, 2);
    assert.deepEqual(calls.filter((call) => PLAYING.test(call)), []);
    await close();
});

test("tutorials work without a network", bundled, async () => {
    const { page, close } = await open(browser, server.base, { refuses: true });
    await page.goto("/play#/start/trampo-land");
    await page.locator(".board svg").waitFor();
    await stored(page);
    await server.kill();
    for (const game of ["trampo-land", "pontifuse"]) {
        await page.goto(`/play#/tutorials/${game}`);
        const step = (/** @type {number} */ number) => page.locator(`.tutorial[data-step="${number}"]`).waitFor();
        await step(1);
        await page.getByRole("button", { name: "Continue", exact: true }).click();
        await step(2);
        await page.getByRole("button", { name: "Show me" }).click();
        await step(3);
    }
    await close();
    await server.restart();
});

test("answers of the module are those of the service", bundled, async () => {
    const { page, close } = await open(browser, server.base, { refuses: true });
    await page.goto("/play#/rules/catwalk");
    const games = [...(await solitaires(server.base)).map(({ id }) => ({ id, seats: {} })), ...(await seated(server.base)).map(({ id, seats }) => ({ id, seats: { seats: seats.least } }))];
    /** @type {[string, string, object | undefined][]} targets of the module and paths of the service */
    const requests = [["games", "/v1/games", undefined]];
    for (const { id, seats } of games) {
        const dealt = { ...seats, seed: "same-1", with_legal_moves: true, with_picture: true };
        const { state } = await ask(server.base, `${id}/deal`, { ...seats, seed: "same-1" });
        requests.push([`${id}/info`, `/v1/games/${id}`, undefined]);
        for (const [call, request] of Object.entries({ deal: dealt, moves: { state }, play: { state, move: { type: "nothing" } }, picture: { state }, view: { state: {} } })) {
            requests.push([`${id}/${call}`, `/v1/games/${id}/${call}`, request]);
        }
    }
    const different = await page.evaluate(async (requests) => {
        const script = document.querySelector('meta[name="module-worker"]')?.getAttribute("content") ?? "";
        const worker = new Worker(script, { type: "module" });
        const next = () => new Promise((resolve) => worker.addEventListener("message", ({ data }) => resolve(data), { once: true }));
        if ((await next()) !== "ready") return ["not ready"];
        const different = [];
        for (const [target, path, request] of requests) {
            const headers = { "Content-Type": "application/json", ...(target.endsWith("/picture") && { Accept: "image/svg+xml" }) };
            const response = await fetch(path, request && { method: "POST", headers, body: JSON.stringify(request) });
            worker.postMessage({ number: 1, target, request });
            const { answer } = await next();
            if (answer.status !== response.status || answer.body !== (await response.text())) different.push(target);
        }
        return different;
    }, requests);
    assert.deepEqual(different, []);
    await close();
});

for (const [what, answer] of /** @type {const} */ ([["cannot be loaded", { status: 404, body: "" }], ["traps", { status: 200, contentType: "application/wasm", body: TRAPS }]])) {
    test(`the service plays if the module ${what}`, bundled, async () => {
        const run = await runOf("slide-jam", "offline-2");
        const { page, close } = await open(browser, server.base, { refuses: true });
        await page.route("**/funhouse.wasm", (route) => route.fulfill(answer));
        const replaced = page.waitForResponse(/funhouse\.wasm$/);
        await deal(page, run.game, run.seed);
        await replaced;
        const calls = apiCalls(page);
        await playRest(page, { ...run, moves: run.moves.slice(0, 2) }, 0);
        assert.ok(calls.includes(`POST /v1/games/${run.game}/play`), calls.join());
        await close();
    });
}

test("without a network, games on this device are played to their end", bundled, async () => {
    const run = await runOf("slide-jam", "offline-3");
    const { page, close } = await open(browser, server.base, { refuses: true });
    await page.goto("/");
    await stored(page);
    await server.kill();

    await page.goto("/");
    await page.locator("#below.ready .game").first().waitFor();
    await page.getByText("It needs a connection to the server.").waitFor();
    await deal(page, run.game, run.seed);
    await playRest(page, { ...run, moves: run.moves.slice(0, 3) }, 0);
    const link = await linkOf(page);
    await page.reload();
    await page.locator(".count", { hasText: "3 moves" }).waitFor();
    await playRest(page, run, 3);
    await page.locator(".final", { hasText: String(run.score) }).waitFor();
    assert.notEqual(await linkOf(page), link);

    await page.goto("/play#/start/trampo-land");
    await page.locator(".count", { hasText: "0 moves" }).waitFor();
    await page.goto("/play#/start/queensland");
    await playTurns(page, 3);
    await page.goto("/play#/rules/queensland");
    await page.getByRole("heading", { name: "Full rules" }).waitFor();
    assert.ok((await page.locator(".prose").innerText()).length > 1000);

    for (const screen of ["tables", "daily", "boards", "tables/0123456789abcdef", "runs/1"]) {
        await page.goto(`/play#/${screen}`);
        await page.getByRole("heading", { name: "This needs a connection" }).waitFor();
        await page.getByRole("link", { name: "To the games" }).waitFor();
    }
    await page.goto("/docs/guide");
    await page.getByRole("heading", { name: "This needs a connection" }).waitFor();
    // A device that has a network again does not mean that the service can be reached.
    const tried = await page.evaluate(async () => {
        window.dispatchEvent(new Event("online"));
        return fetch(location.href, { method: "HEAD" }).then(() => "answers", () => "is offline");
    });
    assert.equal(tried, "is offline");
    await server.restart();
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await page.getByRole("heading", { name: "Quick start" }).waitFor();
    await close();
});

test("the browser stores no answers of the API", bundled, async () => {
    const { page, close } = await open(browser, server.base);
    await page.goto("/play#/tables");
    await page.getByRole("heading", { name: "Tables", exact: true }).waitFor();
    await stored(page);
    await page.goto("/play#/daily");
    await page.locator(".day-game").first().waitFor();
    const paths = await page.evaluate(async () => {
        const caches = await window.caches.keys();
        const requests = await Promise.all(caches.map(async (name) => (await window.caches.open(name)).keys()));
        return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    assert.ok(paths.includes("/play") && paths.some((path) => path.endsWith("/funhouse.wasm")));
    assert.deepEqual(paths.filter((path) => path !== "/" && path !== "/play" && !/^\/play\/[0-9a-f]{16}\//.test(path)), []);
    await close();
});

test("the page can be installed", bundled, async () => {
    const { page, close } = await open(browser, server.base);
    await page.goto("/");
    await stored(page);
    const client = await page.context().newCDPSession(page);
    const { data, errors } = await client.send("Page.getAppManifest");
    assert.deepEqual(errors, []);
    assert.equal(JSON.parse(data ?? "").name, "funhouse");
    const { installabilityErrors } = await client.send("Page.getInstallabilityErrors");
    // The tests' browser contexts are private windows, in which nothing can be installed.
    assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"), []);
    await close();
});

/**
 * A service whose pages can get another version: a proxy that replaces the folder of their files.
 *
 * @returns {Promise<{ base: string, update: () => void, end: () => void }>}
 */
async function serveVersions() {
    const folder = /\/play\/([0-9a-f]{16})\//.exec(await (await fetch(`${server.base}/play`)).text())?.[1] ?? "";
    let current = folder;
    const proxy = createServer(async (request, response) => {
        const { url = "", method, headers } = request;
        const [, build] = /^\/play\/([0-9a-f]{16})\//.exec(url) ?? [];
        if (build && build !== current) return response.writeHead(307, { Location: url.replace(build, current), "Cache-Control": "no-cache" }).end();
        const sent = Buffer.concat(await request.toArray());
        const passed = { accept: headers.accept ?? "*/*", ...(sent.length > 0 && { "content-type": "application/json" }) };
        const answer = await fetch(server.base + url.replace(current, folder), { method, headers: passed, body: sent.length > 0 ? sent : undefined });
        const body = Buffer.from(await answer.arrayBuffer());
        const passedOn = ["content-type", "cache-control", "content-security-policy"].flatMap((name) => [[name, answer.headers.get(name) ?? ""]]);
        const isText = /html|javascript/.test(answer.headers.get("content-type") ?? "");
        response.writeHead(answer.status, Object.fromEntries(passedOn)).end(isText ? body.toString().replaceAll(folder, current) : body);
    });
    await new Promise((resolve) => { proxy.listen(0, "127.0.0.1", () => resolve(undefined)); });
    const { port } = /** @type {import("node:net").AddressInfo} */ (proxy.address());
    const update = () => { current = "00112233445566ff"; };
    const end = () => {
        proxy.close();
        proxy.closeAllConnections();
    };
    after(end);
    return { base: `http://127.0.0.1:${port}`, update, end };
}

test("a new version replaces the old one when no tab uses it", bundled, async () => {
    const versions = await serveVersions();
    const { page, close } = await open(browser, versions.base, { refuses: true });
    /** The versions that the browser has stored, and that of the page. @param {Page} page */
    const state = (page) => page.evaluate(async () => [(await caches.keys()).length, document.querySelector("link[rel=stylesheet]")?.getAttribute("href")?.split("/")[2]]);
    await page.goto("/play#/start/slide-jam");
    await page.waitForSelector(".board svg");
    await stored(page);
    const [, first] = await state(page);
    assert.equal((await state(page))[0], 1);

    versions.update();
    const context = page.context();
    const other = await context.newPage();
    await other.goto("/play#/start/catwalk");
    await other.waitForSelector(".board svg");
    await until("the new version", () => other.evaluate(async () => !!(await navigator.serviceWorker.getRegistration())?.waiting));
    assert.deepEqual(await state(other), [2, "00112233445566ff"]);
    // The open tab still gets the files of its own version.
    const answer = await page.evaluate(async () => {
        const response = await fetch(new URL("lessons/games/pontifuse.js", /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=stylesheet]")).href));
        return [response.status, response.redirected];
    });
    assert.deepEqual(answer, [200, false]);
    await page.goto("/play#/new/pontifuse");
    await page.getByRole("heading", { name: "Pontifuse" }).waitFor();
    assert.equal((await state(page))[1], first);

    await other.close();
    await page.close();
    let next = await context.newPage();
    await until("the end of the old version", async () => {
        await next.close();
        next = await context.newPage();
        await next.goto("/play#/");
        return next.evaluate(async () => (await caches.keys()).length === 1 && navigator.serviceWorker.controller?.state === "activated");
    });
    versions.end();
    await next.goto("/play#/start/slide-jam");
    await next.waitForSelector(".board svg");
    assert.deepEqual(await state(next), [1, "00112233445566ff"]);
    await close();
});

test("a table is checked in the browser, and on request by the server", bundled, async () => {
    const { page, close } = await open(browser, server.base);
    const headers = { "Content-Type": "application/json", "Idempotency-Key": "offline-check-ann" };
    const { player, token } = await (await fetch(`${server.base}/v1/players`, { method: "POST", headers, body: JSON.stringify({ name: "Checker Ann" }) })).json();
    await page.goto("/play#/rules/catwalk");
    await page.evaluate((player) => localStorage.setItem("funhouse.player", JSON.stringify(player)), { ...player, token });
    const init = { method: "POST", headers: { ...headers, Authorization: `Bearer ${token}`, "Idempotency-Key": "offline-check-table" }, body: JSON.stringify({ game: "pontifuse", seats: ["you", "robot"] }) };
    const { id } = await (await fetch(`${server.base}/v1/tables`, init)).json();
    await page.goto(`/play#/tables/${id}`);
    await page.locator('.at-table[data-turn="true"]').waitFor();
    await choose(page, 0);
    await page.locator('.at-table[data-turn="true"]:not([data-moves="0"])').waitFor();
    await page.getByRole("button", { name: "Give up" }).click();
    await page.getByRole("button", { name: "Give up now" }).click();
    await page.locator('.at-table[data-status="over"]').waitFor();
    const calls = apiCalls(page);
    await page.getByRole("button", { name: "Check this game" }).click();
    await page.getByText("Replayed in this browser").waitFor();
    assert.equal(await page.locator(".checked .holds").count(), 3, await page.locator(".checked").innerText());
    assert.deepEqual(calls, [`GET /v1/tables/${id}/run`]);
    const { rules_digest: digest } = await (await fetch(`${server.base}/v1/games`)).json();
    assert.equal(await page.locator(".checked > p code").innerText(), digest);
    await page.getByRole("button", { name: "Check on the server" }).click();
    await page.getByText("Replayed by the server").waitFor();
    assert.equal(await page.locator(".checked .holds").count(), 3);
    assert.ok(calls.includes("POST /v1/games/pontifuse/replay"));
    await close();
});

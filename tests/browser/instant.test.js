// The number of round trips per move, and input while a move is being sent.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { deal, launch, movesPlayed, open, runOf, serve } from "./harness.js";

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/** Taps that go round the hole of a fresh Easy Slider, which is e5: each slides a tile. */
const ROUND = ["e4", "d4", "d5", "e5"];

/**
 * The calls of a game that the page makes from now on.
 *
 * @param {import("playwright-core").Page} page
 */
function calls(page) {
    /** @type {{ call: string, body: any }[]} */
    const asked = [];
    page.on("request", (request) => {
        const call = /\/v1\/games\/[a-z-]+\/([a-z]+)$/.exec(request.url())?.[1];
        if (call) asked.push({ call, body: request.postDataJSON() });
    });
    return asked;
}

/**
 * Delays the responses of `play` until they are released.
 *
 * @param {import("playwright-core").Page} page
 */
async function hold(page) {
    let release = () => {};
    const free = new Promise((resolve) => (release = () => resolve(undefined)));
    await page.route("**/play", async (route) => {
        if (route.request().method() !== "POST") return route.continue();
        await free;
        await route.continue().catch(() => {});
    });
    return release;
}

it("a move costs one round trip", async () => {
    const run = await runOf("slide-jam", "instant-1");
    const { page, close } = await open(browser, server.base);
    // A lesson loads its own pictures at any time.
    await page.addInitScript(() => localStorage.setItem("funhouse.taught.slide-jam", "true"));
    await deal(page, run.game, run.seed);
    const asked = calls(page);
    // A move from the list is chosen with one tap, so nothing is loaded in advance.
    await page.locator(".all-moves > summary").click();
    for (const n of [1, 2, 3]) {
        await page.locator(".move").first().click();
        await page.locator(".count", { hasText: `${n} move` }).waitFor();
    }
    assert.deepEqual(asked.map(({ call }) => call), ["play", "play", "play"]);
    await close();
});

it("the last tap of a move is loaded in advance", async () => {
    const run = await runOf("slide-jam", "instant-1");
    const { page, close } = await open(browser, server.base);
    await page.addInitScript(() => localStorage.setItem("funhouse.taught.slide-jam", "true"));
    await deal(page, run.game, run.seed);
    const asked = calls(page);
    const { cells, stack, slide } = run.moves[0];
    for (const cell of /** @type {string[]} */ (cells)) await page.locator(`[data-key="place ${cell}"]`).click();
    assert.equal(asked.length, 0, "nothing is tried while there are many");
    await page.locator(`.frame[data-key="place ${stack}"]`).click();
    const tried = await page.locator(".way").count();
    await page.waitForFunction((tried) => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/play")).length === tried, tried);
    const release = await hold(page);
    await page.locator(`[data-key="slide-${slide}"]`).click();
    await page.locator(".count", { hasText: "1 move" }).waitFor();
    assert.equal(asked.length, tried, "each way to slide was tried once, and nothing was asked when it was chosen");
    release();
    await close();
});

it("a tried move costs no round trip", async () => {
    const { page, close } = await open(browser, server.base);
    await deal(page, "easy-slider", "instant-1");
    await page.locator(".frame.lead").waitFor();
    const release = await hold(page);
    await page.locator('[data-key="place e4"]').click();
    await page.locator(".count", { hasText: "1 move" }).waitFor();
    release();
    await close();
});

it("queued taps are sent together", async () => {
    const { page, close } = await open(browser, server.base);
    // Tries are delayed too.
    const release = await hold(page);
    await deal(page, "easy-slider", "instant-1");
    await page.locator(".frame.can").first().waitFor();
    const asked = calls(page);
    const taps = [...ROUND, ...ROUND, ...ROUND, ...ROUND];
    for (const place of taps) await page.locator(`[data-key="place ${place}"]`).click();
    assert.equal(await movesPlayed(page), 0);
    assert.ok((await page.locator(".frame.pending").count()) > 0, "what is awaited is shown");
    release();
    await page.locator(".count", { hasText: `${taps.length} moves` }).waitFor();
    const sent = asked.filter(({ call, body }) => call === "play" && body.moves);
    assert.equal(sent.length, 1, "one call for all that waited");
    assert.deepEqual(sent[0].body.moves, taps.slice(1).map((cell) => ({ type: "slide", cell })));
    await page.keyboard.press("u");
    await page.getByText(`Move ${taps.length - 1} of ${taps.length}`).waitFor();
    await close();
});

it("plays queued taps up to an illegal one", async () => {
    const { page, close } = await open(browser, server.base);
    await deal(page, "easy-slider", "instant-1");
    await page.locator(".frame.lead").waitFor();
    const release = await hold(page);
    // The second is on its way when those after it are tapped, which are sent together.
    for (const place of ["e4", "d4", "d5", "a1", "e5"]) await page.locator(`[data-key="place ${place}"]`).click();
    release();
    await page.locator(".count", { hasText: "4 moves" }).waitFor();
    await page.locator('[data-key="place a1"]').click();
    await page.getByRole("alert").locator("p").waitFor();
    await close();
});

it("queued taps wait for a position if needed", async () => {
    const run = await runOf("trampo-land", "keys-1");
    const two = run.moves.slice(0, 2);
    const { page, close } = await open(browser, server.base);
    await deal(page, run.game, run.seed);
    const release = await hold(page);
    for (const { from, to } of two) {
        for (const place of [from, to]) await page.locator(`[data-key="place ${place}"]`).click();
    }
    release();
    await page.locator(".count", { hasText: "2 moves" }).waitFor();
    await close();
});

it("arrow keys slide tiles at any speed", async () => {
    const { page, close } = await open(browser, server.base);
    await deal(page, "easy-slider", "instant-1");
    await page.locator(".frame.lead").waitFor();
    const release = await hold(page);
    for (let i = 0; i < 3; i += 1) for (const way of ["Down", "Right", "Up", "Left"]) await page.keyboard.press(`Arrow${way}`);
    release();
    await page.locator(".count", { hasText: "12 moves" }).waitFor();
    await close();
});

it("handles a burst of taps", async () => {
    const { page, close } = await open(browser, server.base);
    await deal(page, "slide-jam", "readme");
    const picked = await page.evaluate(() => {
        for (const place of ["c4", "d3"]) {
            const frame = /** @type {Element} */ (document.querySelector(`[data-key="place ${place}"]`));
            frame.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
            window.dispatchEvent(new PointerEvent("pointerup"));
        }
        return document.querySelectorAll(".picked-chip").length;
    });
    // A third tile that is certain is picked too.
    assert.ok(picked >= 2, `${picked} are picked`);
    await close();
});

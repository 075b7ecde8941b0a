// Measures the time from the last tap to the new board, at several network delays. This is no test: run `node latency.js`. It prints median
// and maximum in milliseconds. On a busy machine, compare each figure with the control of its row: a call of the service without a board. A
// program with bundled pages plays in the WebAssembly module, which no delay of the network affects.

import { pack } from "../../web/shared/link.js";
import { launch, open, runOf, serve } from "./harness.js";

const DELAYS = [0, 50, 150];
const MOVES = 12;

const server = await serve();
const browser = await launch();

/**
 * Taps frames and presses chips in the page, and times from the last of them until the count of moves changes.
 *
 * @param {import("playwright-core").Page} page
 * @param {string[]} keys
 * @param {number} pause milliseconds between taps
 */
function timed(page, keys, pause) {
    return page.evaluate(async ([keys, pause]) => {
        const count = /** @type {Element} */ (document.querySelector(".count"));
        const changed = new Promise((resolve) => {
            const observer = new MutationObserver(() => {
                observer.disconnect();
                resolve(performance.now());
            });
            observer.observe(count, { childList: true, characterData: true, subtree: true });
        });
        let start = 0;
        for (const [i, key] of keys.entries()) {
            if (i > 0 && pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
            const target = document.querySelector(`[data-key="${key}"]`);
            if (!target) return NaN;
            const { x, y, width, height } = target.getBoundingClientRect();
            const at = { bubbles: true, clientX: x + width / 2, clientY: y + height / 2 };
            start = performance.now();
            if (!target.matches(".frame")) {
                /** @type {HTMLElement} */ (target).click();
                continue;
            }
            target.dispatchEvent(new PointerEvent("pointerdown", at));
            window.dispatchEvent(new PointerEvent("pointerup", at));
        }
        return /** @type {Promise<number>} */ (changed).then((end) => end - start);
    }, /** @type {const} */ ([keys, pause]));
}

/**
 * Times a bare call of the service in the page.
 *
 * @param {import("playwright-core").Page} page
 * @returns {Promise<number>}
 */
function bare(page) {
    return page.evaluate(async () => {
        const start = performance.now();
        await (await fetch("/v1/games/slide-jam/deal", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" })).json();
        return performance.now() - start;
    });
}

/** @param {number[]} times */
function median(times) {
    return Math.round(times.toSorted((a, b) => a - b)[times.length >> 1]);
}

/** @param {import("./harness.js").Move} move */
function keysOf({ type, ...fields }) {
    if (type === "pop") return [.../** @type {string[]} */ (fields.cells).map((cell) => `place ${cell}`), `place ${fields.stack}`, `slide-${fields.slide}`];
    if (type === "bounce" || type === "walk") return [`place ${fields.from}`, `place ${fields.to}`];
    return [`place ${fields.cell}`];
}

/**
 * Waits until the module answers, if the program has it: the service worker is registered afterwards.
 *
 * @param {import("playwright-core").Page} page
 */
function moduleLoaded(page) {
    return page.evaluate(async () => {
        if (document.querySelector('meta[name="module-worker"]')) await navigator.serviceWorker.ready;
    });
}

for (const delay of DELAYS) {
    for (const [game, wait] of /** @type {[string, number][]} */ ([["slide-jam", 0], ["slide-jam", 400], ["trampo-land", 0], ["trampo-land", 400], ["easy-slider", 0], ["easy-slider", 400]])) {
        const run = await runOf(game, "latency-1");
        const { page, close } = await open(browser, server.base, { reducedMotion: "no-preference" });
        await page.goto(`/play#/at/${await pack({ ...run, moves: [] })}`);
        await page.waitForSelector(".board .frame.can");
        await moduleLoaded(page);
        await page.route("**/v1/games/**", async (route) => {
            await new Promise((resolve) => setTimeout(resolve, delay));
            await route.continue().catch(() => {});
        });
        /** @type {number[]} */
        const times = [];
        /** @type {number[]} how long the service takes by itself */
        const calls = [];
        page.on("requestfinished", (request) => {
            const { requestStart, responseEnd } = request.timing();
            if (request.url().endsWith("/play")) calls.push(responseEnd - requestStart);
        });
        /** @type {number[]} */
        const controls = [];
        for (const move of run.moves.slice(0, MOVES)) {
            controls.push(await bare(page));
            await page.waitForTimeout(wait);
            const keys = keysOf(move);
            if (keys.every((key) => !key.includes("undefined"))) times.push(await timed(page, keys, wait));
        }
        const sorted = times.filter(Number.isFinite).sort((a, b) => a - b);
        const [greatest] = sorted.slice(-1).map(Math.round);
        console.log(`${game}, ${delay} ms of delay${wait ? `, taps ${wait} ms apart` : ""}: ${median(times.filter(Number.isFinite))}, at most ${greatest} (bound ${1.3 * delay + 50}; play alone ${median(calls)}, control ${median(controls)})`);
        await page.unrouteAll({ behavior: "ignoreErrors" });
        await close().catch((error) => console.log(error.message));
    }
    const { page, close } = await open(browser, server.base);
    const run = await runOf("easy-slider", "latency-1");
    await page.goto(`/play#/at/${await pack({ ...run, moves: [] })}`);
    await page.waitForSelector(".board .frame.can");
    await moduleLoaded(page);
    await page.route("**/v1/games/**", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, delay));
        await route.continue().catch(() => {});
    });
    const start = Date.now();
    const moves = run.moves.slice(0, 40);
    for (const [i, move] of moves.entries()) {
        await page.waitForTimeout(Math.max(0, start + i * 125 - Date.now()));
        await page.evaluate((key) => {
            const target = document.querySelector(`[data-key="${key}"]`);
            if (!target) return;
            const { x, y, width, height } = target.getBoundingClientRect();
            const at = { bubbles: true, clientX: x + width / 2, clientY: y + height / 2 };
            target.dispatchEvent(new PointerEvent("pointerdown", at));
            window.dispatchEvent(new PointerEvent("pointerup", at));
        }, keysOf(move)[0]);
    }
    const tapped = Date.now() - start;
    await page.locator(".count", { hasText: `${moves.length} moves` }).waitFor({ timeout: 8000 }).catch(() => {});
    console.log(`easy-slider at 8 taps a second, ${delay} ms of delay: ${moves.length} taps in ${tapped} ms: ${await page.locator(".count").innerText()}, ${Date.now() - start - tapped} ms after the last`);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await close().catch((error) => console.log(error.message));
}
await browser.close();
await server.stop();

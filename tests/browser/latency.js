// Measures how long a move takes on the page, from the last tap to the new board, at several delays of the network. Run it
// by hand: `node latency.js`. It prints milliseconds, the median and the greatest; it is no test.

import { pack } from "../../web/link.js";
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
 */
function timed(page, keys) {
    return page.evaluate(async (keys) => {
        const count = /** @type {Element} */ (document.querySelector(".count"));
        const changed = new Promise((resolve) => {
            const observer = new MutationObserver(() => {
                observer.disconnect();
                resolve(performance.now());
            });
            observer.observe(count, { childList: true, characterData: true, subtree: true });
        });
        let start = 0;
        for (const key of keys) {
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
    }, keys);
}

/** @param {import("./harness.js").Move} move */
function keysOf({ type, ...fields }) {
    if (type === "pop") return [.../** @type {string[]} */ (fields.cells).map((cell) => `place ${cell}`), `stack-${fields.stack}`, `slide-${fields.slide}`];
    if (type === "bounce" || type === "walk") return [`place ${fields.from}`, `place ${fields.to}`];
    return [`place ${fields.cell}`];
}

for (const delay of DELAYS) {
    for (const [game, wait] of /** @type {[string, number][]} */ ([["slide-jam", 0], ["trampo-land", 0], ["easy-slider", 0], ["easy-slider", 700]])) {
        const run = await runOf(game, "latency-1");
        const { page, close } = await open(browser, server.base, { reducedMotion: "no-preference" });
        await page.goto(`/play#/at/${await pack({ ...run, moves: [] })}`);
        await page.waitForSelector(".board .frame.can");
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
        for (const move of run.moves.slice(0, MOVES)) {
            await page.waitForTimeout(wait);
            const keys = keysOf(move);
            if (keys.every((key) => !key.includes("undefined"))) times.push(await timed(page, keys));
        }
        const sorted = times.filter(Number.isFinite).sort((a, b) => a - b);
        const service = calls.sort((a, b) => a - b)[calls.length >> 1];
        const [median, greatest, alone] = [sorted[sorted.length >> 1], sorted[sorted.length - 1], service].map(Math.round);
        console.log(`${game}, ${delay} ms of delay${wait ? `, ${wait} ms apart` : ""}: ${median}, at most ${greatest} (bound ${1.3 * delay + 50}; the service alone ${alone})`);
        await page.unrouteAll({ behavior: "ignoreErrors" });
        await close().catch((error) => console.log(error.message));
    }
    const { page, close } = await open(browser, server.base);
    const run = await runOf("easy-slider", "latency-1");
    await page.goto(`/play#/at/${await pack({ ...run, moves: [] })}`);
    await page.waitForSelector(".board .frame.can");
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
    console.log(`easy-slider at 8 taps a second, ${delay} ms of delay: ${moves.length} taps in ${tapped} ms made ${await page.locator(".count").innerText()}, ${Date.now() - start - tapped} ms after the last`);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await close().catch((error) => console.log(error.message));
}
await browser.close();
await server.stop();

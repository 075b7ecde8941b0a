// Layout shifts while a page loads, and the rate at which the address is written.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { pack } from "../../web/shared/link.js";
import { atRest, launch, linkOf, open, runOf, serve, tableOf } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/** The greatest layout shift that a page may have while it loads. Web Vitals call up to 0.1 good. */
const MAX_SHIFT = 0.05;

/** Adds up layout shifts. Runs in the page before anything else. */
function watchShifts() {
    const seen = { sum: 0, what: /** @type {string[]} */ ([]) };
    Object.assign(window, { shifts: seen });
    new PerformanceObserver((list) => {
        for (const entry of /** @type {any[]} */ (list.getEntries())) {
            if (entry.hadRecentInput) continue;
            seen.sum += entry.value;
            seen.what.push(...entry.sources.map((/** @type {any} */ { node, previousRect, currentRect }) =>
                `${entry.value.toFixed(3)} ${node?.nodeName}.${node?.className?.baseVal ?? node?.className} ${JSON.stringify(previousRect)} ${JSON.stringify(currentRect)}`));
        }
    }).observe({ type: "layout-shift", buffered: true });
}

/**
 * Checks that nothing moved since the page was opened.
 *
 * @param {Page} page
 * @param {string} what
 */
async function steady(page, what) {
    await page.waitForLoadState("networkidle");
    await atRest(page);
    const { sum, what: moved } = await page.evaluate(() => /** @type {any} */ (window).shifts);
    assert.ok(sum < MAX_SHIFT, `${what} shifts by ${sum.toFixed(3)}:\n${moved.join("\n")}`);
}

for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }, { width: 320, height: 568 }]) {
    /** @returns {ReturnType<typeof open>} */
    const opened = async () => {
        const phone = viewport.width < 500;
        const both = await open(browser, server.base, { viewport, hasTouch: phone, isMobile: phone });
        await both.page.addInitScript(watchShifts);
        // What is asked for comes late, as it does over a network.
        await both.page.route("**/v1/**", async (route) => {
            await new Promise((resolve) => { setTimeout(resolve, 150); });
            await route.continue().catch(() => {});
        });
        return both;
    };

    it(`the front page does not shift, at ${viewport.width} pixels`, async () => {
        const { page, close } = await opened();
        await page.goto("/");
        await page.getByRole("button", { name: "Play today's ranked game" }).waitFor();
        await page.locator("#games .game").first().waitFor();
        await steady(page, "the front page");
        await close();
    });

    it(`a game does not shift, at ${viewport.width} pixels`, async () => {
        const { page, close } = await opened();
        for (const game of ["epic-funhouse", "catwalk"]) {
            const run = await runOf(game, "steady-1");
            await page.goto("about:blank");
            await page.goto(`/play#/at/${await pack({ ...run, moves: /** @type {any} */ (run.moves.slice(0, 2)) })}`);
            await page.locator(".board svg").waitFor();
            await page.locator(".goal", { hasText: "." }).waitFor();
            await steady(page, game);
        }
        await page.unrouteAll({ behavior: "ignoreErrors" });
        await close();
    });

    it(`a tutorial does not shift, at ${viewport.width} pixels`, async () => {
        const { page, close } = await opened();
        await page.goto("/play#/tutorials/slide-jam");
        for (const [i, name] of ["Continue", "Show me", "Show me"].entries()) {
            await page.locator(`.tutorial[data-step="${i + 1}"]`).waitFor();
            await steady(page, `step ${i + 1} of a tutorial`);
            await page.getByRole("button", { name, exact: true }).click();
        }
        await page.locator('.tutorial[data-step="4"]').waitFor();
        await steady(page, "the last step");
        await page.unrouteAll({ behavior: "ignoreErrors" });
        await close();
    });

    it(`a game for several seats does not shift, at ${viewport.width} pixels`, async () => {
        const { page, close } = await opened();
        await tableOf(page, server.base, "darwinian-poker", 3, "steady-1");
        await page.goto("about:blank");
        await page.goto("/play#/together/saved");
        await page.locator(".hotseat[data-shows] .board svg").waitFor();
        await steady(page, "a game for several");
        await close();
    });

    it(`a table does not shift, at ${viewport.width} pixels`, async () => {
        const { page, close } = await opened();
        await page.goto("/play#/tables?game=darwinian-poker");
        await page.locator("#table-seat-2").selectOption("robot");
        await page.getByRole("button", { name: "Make this table" }).click();
        await page.getByLabel("Your name").fill(`Steady ${viewport.width}`);
        await page.getByRole("button", { name: "Use this name" }).click();
        await page.locator('.at-table[data-turn="true"]').waitFor();
        // On a phone the moves in words are folded away.
        const opener = page.locator(".chooser .opener");
        if (await opener.isVisible()) await opener.click();
        await page.locator("details.all-moves > summary").click();
        await page.locator("details.all-moves button.move").first().click();
        await page.locator('.at-table[data-turn="true"]:not([data-moves="0"])').waitFor();
        const table = page.url();
        await page.goto("about:blank");
        await page.goto(table);
        await page.locator(".at-table .board svg").waitFor();
        // A stream of events is open, so the network is never idle: it brings what happened.
        await page.locator(".log li", { hasNotText: "No moves yet." }).first().waitFor();
        await atRest(page);
        const { sum, what } = await page.evaluate(() => /** @type {any} */ (window).shifts);
        assert.ok(sum < MAX_SHIFT, `a table shifts by ${sum.toFixed(3)}:\n${what.join("\n")}`);
        await page.unrouteAll({ behavior: "ignoreErrors" });
        await close();
    });
}

it("writes the address at most once per second", async () => {
    const run = await runOf("slide-jam", "steady-1");
    const { page, close } = await open(browser, server.base);
    await page.addInitScript(() => {
        const writes = /** @type {number[]} */ ([]);
        Object.assign(window, { writes });
        const replace = history.replaceState;
        history.replaceState = function (...given) {
            if (given[2] !== undefined) writes.push(performance.now());
            return replace.apply(this, given);
        };
    });
    await page.goto(`/play#/at/${await pack(/** @type {any} */ (run))}`);
    await page.locator(".count", { hasText: `${run.moves.length} moves` }).waitFor();
    // Back and forth, faster than anyone plays.
    for (let n = 0; n < 30; n += 1) {
        await page.keyboard.press("u");
        await page.getByText(`Move ${run.moves.length - 1} of ${run.moves.length}`).waitFor();
        await page.keyboard.press("r");
        await page.locator(".count", { hasText: `${run.moves.length} moves` }).waitFor();
    }
    await page.keyboard.press("u");
    await page.getByText(`Move ${run.moves.length - 1} of ${run.moves.length}`).waitFor();
    await linkOf(page);
    const writes = /** @type {number[]} */ (await page.evaluate(() => /** @type {any} */ (window).writes));
    const between = writes.slice(1).map((time, i) => time - writes[i]);
    assert.ok(between.length > 0 && between.every((time) => time > 950), JSON.stringify(between));
    await close();
});

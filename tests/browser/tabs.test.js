// Tabs of one browser that show the same game follow each other.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { point } from "./moves.js";
import { deal, launch, open, runOf, serve, tableOf } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/**
 * Another tab that shows a page.
 *
 * @param {Page} page
 * @param {string} address
 */
async function tab(page, address) {
    const other = await page.context().newPage();
    await other.goto(address);
    return other;
}

/**
 * Waits for a number of moves on a page.
 *
 * @param {Page} page
 * @param {number} count
 */
function shows(page, count) {
    return page.locator(".count", { hasText: new RegExp(`^${count} moves?$`) }).waitFor();
}

it("two tabs follow each other in one solitaire", async () => {
    const { page, close } = await open(browser, server.base);
    const run = await runOf("slide-jam", "tabs-1");
    await deal(page, "slide-jam", "tabs-1");
    await point(page, run.moves[0]);
    const other = await tab(page, "/play#/");
    await other.locator(".go-on a").click();
    await shows(other, 1);
    for (const move of run.moves.slice(1, 3)) await point(other, move);
    await shows(page, 3);
    assert.equal(await page.locator(".board svg > title").textContent(), await other.locator(".board svg > title").textContent());
    await point(page, run.moves[3]);
    await shows(other, 4);
    await other.keyboard.press("u");
    await page.getByText("Move 3 of 4").waitFor();
    await page.keyboard.press("r");
    await shows(other, 4);
    await page.goto("/play#/");
    await page.locator(".game").first().waitFor();
    assert.equal(await page.locator(".go-on a").count(), 1);
    await close();
});

it("two tabs follow each other against robots", async () => {
    const { page, close } = await open(browser, server.base);
    await tableOf(page, server.base, "queensland", 2, "tabs-2");
    const other = await tab(page, "/play#/together/saved");
    const state = (/** @type {Page} */ tab) => tab.locator(".hotseat").evaluate((element) => ({ .../** @type {HTMLElement} */ (element).dataset }));
    await other.locator('.hotseat[data-shows="seat 1"]').waitFor();
    for (const [from, to] of [[page, other], [other, page], [other, page]]) {
        const before = Number((await state(from)).made);
        const all = from.locator("details.all-moves");
        await all.evaluate((details) => { /** @type {HTMLDetailsElement} */ (details).open = true; });
        await all.locator("button.move").first().click();
        await from.waitForFunction((before) => {
            const { made, shows } = /** @type {HTMLElement} */ (document.querySelector(".hotseat")).dataset;
            return Number(made) > before && shows === "seat 1" && !document.querySelector("[aria-busy]") && !/** @type {HTMLElement | null} */ (document.querySelector(".chooser"))?.hidden;
        }, before);
        const { made } = await state(from);
        await to.locator(`.hotseat[data-made="${made}"][data-shows="seat 1"]`).waitFor();
        assert.equal(await to.locator(".board svg > desc").textContent(), await from.locator(".board svg > desc").textContent());
    }
    await close();
});

it("a following tab hides the next person's view", async () => {
    const { page, close } = await open(browser, server.base);
    await page.goto("/play#/new/darwinian-poker");
    await page.getByLabel("Player 2", { exact: true }).selectOption("person");
    await page.getByRole("button", { name: "Deal", exact: true }).click();
    const here = (/** @type {Page} */ tab, /** @type {number} */ seat) => tab.getByRole("button", { name: `Player ${seat} is here` });
    await here(page, 1).waitFor();
    const other = await tab(page, page.url());
    await here(other, 1).click();
    await other.locator('.hotseat[data-shows="seat 1"] .board svg').waitFor();
    await here(page, 1).click();
    const all = page.locator("details.all-moves");
    await all.evaluate((details) => { /** @type {HTMLDetailsElement} */ (details).open = true; });
    await all.locator("button.move").first().click();
    await page.locator('.hotseat[data-shows="pass 2"]').waitFor();
    await here(other, 2).waitFor();
    assert.equal(await other.locator(".board svg").count(), 0);
    await close();
});

// The number of undone moves of a run.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { point } from "./moves.js";
import { deal, launch, linkOf, open, runOf, serve } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/**
 * Waits for the number of moves on the page.
 *
 * @param {Page} page
 * @param {string | RegExp} words
 */
function at(page, words) {
    return page.locator(".count", { hasText: words }).waitFor();
}

it("counts undone moves through reloads and submission", async () => {
    const run = await runOf("slide-jam", "taken-back");
    const all = run.moves.length;
    const { page, close } = await open(browser, server.base);
    await deal(page, run.game, run.seed);
    for (const move of run.moves.slice(0, 3)) await point(page, move);
    await page.keyboard.press("u");
    await at(page, "Move 2 of 3");
    await page.keyboard.press("r");
    await at(page, /^3 moves$/);
    await page.reload();
    await at(page, /^3 moves$/);
    await page.keyboard.press("u");
    await page.keyboard.press("u");
    await at(page, "Move 1 of 3");
    await page.goto("/play#/");
    await page.locator(".go-on a").click();
    await at(page, "Move 1 of 3");
    for (const move of run.moves.slice(1)) await point(page, move);
    await at(page, `${all} moves`);
    await page.getByText("3 undos used; your score will show it.").waitFor();
    await page.keyboard.press("u");
    await at(page, `Move ${all - 1} of ${all}`);
    await page.keyboard.press("r");
    await page.getByText("4 undos used").waitFor();
    await page.getByLabel("Your name").fill("Uma");
    await page.getByRole("button", { name: "Save score" }).click();
    await page.locator(".end").getByText("Score verified and saved.").waitFor();
    const stored = await (await page.request.get("/v1/runs/1")).json();
    assert.equal(stored.taken_back, 4);
    await page.getByRole("link", { name: "See the leaderboard" }).click();
    await page.locator("tr.marked", { hasText: "4 undos" }).waitFor();
    await page.getByRole("link", { name: "Watch run 1" }).click();
    await page.getByText("Reported by the player: 4 undos, no hints.").waitFor();
    await page.getByRole("link", { name: "Profile" }).click();
    await page.locator("[aria-labelledby=latest] tr", { hasText: "4 undos" }).waitFor();
    await close();
});

it("a run from a link has no undo count", async () => {
    const run = await runOf("slide-jam", "by-link");
    const { page, close } = await open(browser, server.base);
    await deal(page, run.game, run.seed);
    await point(page, run.moves[0]);
    const link = await linkOf(page);
    const other = await open(browser, server.base);
    await other.page.goto(link);
    await at(other.page, /^1 move$/);
    for (const move of run.moves.slice(1)) await point(other.page, move);
    await other.page.getByText("Your score will not show how many undos were used").waitFor();
    await other.page.getByLabel("Your name").fill("Lina");
    await other.page.getByRole("button", { name: "Save score" }).click();
    await other.page.locator(".end").getByText("Score verified and saved").waitFor();
    const { entries } = await (await other.page.request.get("/v1/leaderboards/slide-jam?class=chosen&seed=by-link")).json();
    assert.deepEqual(entries.map((/** @type {{ taken_back?: number }} */ { taken_back: takenBack }) => takenBack), [undefined]);
    await other.close();
    await close();
});

// The games that are saved in the browser.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { point } from "./moves.js";
import { accessible, deal, fits, launch, linkOf, movesPlayed, onOneDay, open, runOf, serve } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/**
 * Deals a game and makes the first moves of a run of it.
 *
 * @param {Page} page
 * @param {string} game
 * @param {string} seed
 * @param {number} [count] all by default
 */
async function begin(page, game, seed, count) {
    const run = await runOf(game, seed);
    await deal(page, game, seed);
    for (const move of run.moves.slice(0, count)) await point(page, move);
    return run;
}

/**
 * The captions of the games to go on with.
 *
 * @param {Page} page
 */
async function listed(page) {
    await page.goto("/play#/");
    await page.locator(".game").first().waitFor();
    return page.locator(".go-on a").allInnerTexts();
}

it("every started game can be continued, with redo", async () => {
    const { page, close } = await open(browser, server.base, { viewport: { width: 375, height: 667 } });
    await begin(page, "slide-jam", "first", 2);
    await page.keyboard.press("u");
    await page.getByText("Move 1 of 2").waitFor();
    await begin(page, "slide-jam", "second", 2);
    const third = await begin(page, "slide-jam", "third");
    const lines = await listed(page);
    assert.equal(lines.length, 3);
    assert.match(lines[0], new RegExp(`Slide Jam\\s+Finished with ${third.score} points?, score not saved`));
    assert.match(lines[1], /Slide Jam\s+2 moves/);
    assert.match(lines[2], /Slide Jam\s+1 move/);
    await fits(page, "the list of games");
    await accessible(page, "the list of games");

    await page.locator(".go-on a").nth(2).click();
    await page.getByText("Move 1 of 2").waitFor();
    assert.equal(await page.locator(".seed").textContent(), "first");
    await page.keyboard.press("r");
    await page.locator(".count", { hasText: /^2 moves$/ }).waitFor();
    await page.reload();
    await page.locator(".count", { hasText: /^2 moves$/ }).waitFor();
    assert.equal((await listed(page)).length, 3, "a game that is gone on with is not saved twice");

    await page.goto("/");
    await page.locator(".go-on a").first().click();
    assert.equal(await page.locator(".seed").textContent(), "first");
    await close();
});

it("a reload right after a move keeps the move", async () => {
    const { page, close } = await open(browser, server.base);
    // The link of the deal is packed; packing any later address never ends.
    await page.addInitScript(() => {
        const { CompressionStream: Packing } = window;
        let packed = 0;
        const never = { transform: () => new Promise(() => {}) };
        const slow = function () { return packed++ === 0 ? new Packing("deflate-raw") : new TransformStream(never); };
        Object.assign(window, { CompressionStream: slow });
    });
    await begin(page, "slide-jam", "reloaded", 2);
    await page.locator(".count", { hasText: /^2 moves$/ }).waitFor();
    await page.keyboard.press("u");
    await page.getByText("Move 1 of 2").waitFor();
    await page.reload();
    await page.getByText("Move 1 of 2").waitFor();
    await page.keyboard.press("r");
    await page.locator(".count", { hasText: /^2 moves$/ }).waitFor();
    assert.equal((await listed(page)).length, 1);
    await close();
});

it("undo restores a deleted game", async () => {
    const { page, close } = await open(browser, server.base);
    await begin(page, "slide-jam", "deleted", 1);
    await listed(page);
    await page.getByRole("button", { name: "Delete Slide Jam" }).click();
    assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("funhouse.game."))), []);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(".go-on a").click();
    await page.locator(".count", { hasText: /^1 move$/ }).waitFor();
    await close();
});

it("diverging pages save two games", async () => {
    const { page, close } = await open(browser, server.base);
    await page.addInitScript(() => window.addEventListener("storage", (event) => event.stopImmediatePropagation(), true));
    const run = await begin(page, "slide-jam", "two-pages", 1);
    const other = await page.context().newPage();
    await listed(other);
    await other.locator(".go-on a").click();
    await other.locator(".count", { hasText: /^1 move$/ }).waitFor();
    for (const move of run.moves.slice(1, 4)) await point(other, move);
    await point(page, run.moves[1]);
    const lines = await listed(page);
    assert.equal(lines.length, 2);
    assert.match(lines[0], /2 moves/);
    assert.match(lines[1], /4 moves/);
    await close();
});

it("a full storage deletes the oldest game, with notice", async () => {
    const { page, close } = await open(browser, server.base);
    const run = await begin(page, "slide-jam", "full", 1);
    await page.evaluate(() => {
        const [key] = Object.keys(localStorage).filter((key) => key.startsWith("funhouse.game."));
        const game = JSON.parse(/** @type {string} */ (localStorage.getItem(key)));
        // Three older games, the oldest last, and then no room for one character more.
        for (const age of [1, 2, 3]) {
            const id = `old-${age}`;
            localStorage.setItem(`funhouse.game.${id}`, JSON.stringify({ ...game, id, at: 10 + age, changed: age === 3 ? 1 : game.changed - age, run: { ...game.run, seed: id } }));
        }
        for (let size = 1 << 22; size > 0;) {
            try {
                localStorage.setItem("filler", (localStorage.getItem("filler") ?? "") + "x".repeat(size));
            } catch {
                size >>= 1;
            }
        }
    });
    await point(page, run.moves[1]);
    await page.getByText("This browser's store is full: Slide Jam, 13 moves").waitFor();
    const lines = await listed(page);
    assert.deepEqual(lines.map((line) => /\d+ moves?/.exec(line)?.[0]), ["2 moves", "11 moves", "12 moves"]);
    await close();
});

it("shows a notice if the browser saves nothing", async () => {
    const { page, close } = await open(browser, server.base);
    await page.addInitScript(() => {
        Storage.prototype.setItem = () => { throw new DOMException("refused", "QuotaExceededError"); };
    });
    await begin(page, "slide-jam", "nothing", 1);
    await page.getByText("This browser does not save your games.").waitFor();
    await close();
});

it("migrates games of older versions", async () => {
    const { page, close } = await open(browser, server.base);
    await begin(page, "slide-jam", "before", 2);
    await linkOf(page);
    await page.evaluate(() => {
        const link = location.hash;
        localStorage.clear();
        localStorage.setItem("funhouse.left", JSON.stringify([{ game: "slide-jam", link, caption: "2 moves, score 48" }]));
    });
    await page.goto("about:blank");
    const lines = await listed(page);
    assert.match(lines[0], /Slide Jam\s+2 moves, score 48/);
    assert.equal(await page.evaluate(() => localStorage.getItem("funhouse.left")), null);
    await page.locator(".go-on a").click();
    await page.locator(".count", { hasText: /^2 moves$/ }).waitFor();
    await close();
});

it("the daily game can be continued and shows its score", async () => {
    await onOneDay();
    const { page, close } = await open(browser, server.base);
    const daily = async () => {
        await page.goto("/play#/");
        await page.goto("/play#/daily");
        await page.getByRole("link", { name: "Slide Jam, the practice leaderboard" }).waitFor();
        return page.locator(".game", { hasText: "Slide Jam" }).last();
    };
    await daily();
    await page.getByRole("button", { name: "Play today's practice Slide Jam" }).click();
    await page.waitForSelector(".board svg");
    const run = await runOf("slide-jam", (await page.locator(".seed").textContent()) ?? "");
    await point(page, run.moves[0]);
    await (await daily()).getByText("Begun: 1 move").waitFor();
    await page.getByRole("link", { name: "Continue today's practice Slide Jam" }).click();
    await page.locator(".count", { hasText: /^1 move$/ }).waitFor();
    for (const move of run.moves.slice(1)) await point(page, move);
    assert.equal(await movesPlayed(page), run.moves.length);
    await (await daily()).getByText(`Played: ${run.score}, score not saved`).waitFor();
    await page.getByRole("link", { name: "Save the score of today's practice Slide Jam" }).click();
    await page.getByLabel("Your name").fill("Dora");
    await page.getByRole("button", { name: "Save score" }).click();
    await page.locator(".end").getByText("Score verified and saved").waitFor();
    await page.reload();
    await page.locator(".final").waitFor();
    assert.deepEqual(await listed(page), [], "a submitted game is no longer listed");
    await (await daily()).getByText(`Played: ${run.score}`).waitFor();
    await accessible(page, "a daily game that was played");
    await page.getByRole("link", { name: "Your run of Slide Jam" }).click();
    await page.getByText(`Move 0 of ${run.moves.length}`).waitFor();
    await close();
});

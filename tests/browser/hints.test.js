// Hints, the study mode and the best play, in solitaires with an analysis.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { point } from "./moves.js";
import { accessible, ask, deal, fits, fitsAndIsAccessible, launch, open, runOf, serve, until } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const SOLVED = ["slide-jam", "magic-mirror", "roll-out-the-barrels", "trampo-land", "easy-slider"];
/** The games with chance to come or hidden pieces. */
const ESTIMATED = ["catwalk", "whack-a-dummy", "magic-bag", "epic-funhouse"];

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/** @param {Page} page */
const hint = (page) => page.getByRole("button", { name: "Hint", exact: true });
/** @param {Page} page */
const card = (page) => page.locator(".hint-card");

/** The number of moves that the page shows. @param {Page} page */
async function moveCount(page) {
    return Number.parseInt(await page.locator(".count").innerText(), 10);
}

/** Asks for the move of a hint, and plays it. @param {Page} page */
async function playHint(page) {
    const before = await moveCount(page);
    await hint(page).click();
    await card(page).waitFor();
    await hint(page).click();
    await card(page).locator(".primary").click();
    await until("the move", async () => (await moveCount(page)) === before + 1);
}

/**
 * Whether two elements overlap.
 *
 * @param {Page} page
 * @param {string} one
 * @param {string} other
 */
async function overlap(page, one, other) {
    const [a, b] = await Promise.all([one, other].map((selector) => page.locator(selector).boundingBox()));
    assert.ok(a && b);
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** @param {Page} page @param {string} name */
async function save(page, name) {
    await page.getByLabel("Your name").fill(name);
    await page.getByRole("button", { name: "Save score" }).click();
    await page.locator(".end").getByText("Score verified and saved.").waitFor();
}

for (const game of [...SOLVED, ...ESTIMATED]) {
    it(`${game}: a hint lights where to look, then offers the move`, async () => {
        const { page, close } = await open(browser, server.base);
        await deal(page, game, "hint-1");
        const { state } = await ask(server.base, `${game}/deal`, { seed: "hint-1" });
        const analysis = await ask(server.base, `${game}/analysis`, { state });
        await page.keyboard.press("h");
        await card(page).getByText(analysis.hint.text).waitFor();
        assert.equal(await card(page).locator(".primary").count(), 0, "the move is not shown yet");
        const lit = await page.locator(".frame.lit").count();
        if (lit > 0) {
            const label = await page.locator(".frame.lit").first().getAttribute("aria-label");
            await card(page).getByText(`Look at ${label}.`).waitFor();
        } else {
            await card(page).getByText("among the choices").waitFor();
        }
        await hint(page).click();
        await card(page).locator(".primary").waitFor();
        assert.ok((await page.locator(".frame.lit").count()) >= lit);
        assert.equal(await overlap(page, ".hint-card", ".board svg"), false, "the board is visible");
        await fitsAndIsAccessible(page, `${game} with a hint`);
        await page.setViewportSize({ width: 390, height: 844 });
        assert.equal(await overlap(page, ".hint-card", ".board svg"), false, "the board is visible on a phone");
        await card(page).locator(".primary").click();
        await until("the move", async () => (await moveCount(page)) === 1);
        assert.equal(await page.locator(".frame.lit").count(), 0);
        assert.equal(await card(page).count(), 0);
        await close();
    });
}

it("a game played by hints reaches the best total, and its run says so", async () => {
    const { page, close } = await open(browser, server.base);
    await deal(page, "magic-mirror", "hint-2");
    const { state } = await ask(server.base, "magic-mirror/deal", { seed: "hint-2" });
    const { bounds, line } = await ask(server.base, "magic-mirror/analysis", { state });
    for (const _ of line) await playHint(page);
    await page.locator(".best-of-deal", { hasText: "The best possible" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Watch that play" }).count(), 0);
    assert.equal(await hint(page).isDisabled(), true);
    await page.getByText("Your score will show that you used hints.").waitFor();
    await save(page, "Hilda");
    const { runs: [run] } = await (await page.request.get(`/v1/players/1/runs`)).json();
    assert.deepEqual([run.assisted, run.score], [true, bounds.at_most]);
    await page.getByRole("link", { name: "See the leaderboard" }).click();
    await page.locator("tr.marked", { hasText: "no undos, hints used" }).waitFor();
    await page.getByRole("link", { name: `Watch run ${run.id}` }).click();
    await page.getByText("Reported by the player: no undos, hints used.").waitFor();
    await close();
});

it("a reload does not forget that hints were used", async () => {
    const { page, close } = await open(browser, server.base);
    await deal(page, "trampo-land", "hint-3");
    await playHint(page);
    await page.reload();
    await page.locator(".count", { hasText: /^1 move$/ }).waitFor();
    const run = await runOf("trampo-land", "hint-3");
    await page.keyboard.press("u");
    await page.locator(".count", { hasText: "Move 0 of 1" }).waitFor();
    for (const move of run.moves) await point(page, move);
    await page.getByText("Your score will show that you used hints.").waitFor();
    await close();
});

it("the study mode shows mean totals where chance is to come, the best first", async () => {
    const { page, close } = await open(browser, server.base);
    await deal(page, "whack-a-dummy", "hint-5");
    await playHint(page);
    const { state } = await ask(server.base, "whack-a-dummy/deal", { seed: "hint-5" });
    const { hint: entry } = await ask(server.base, "whack-a-dummy/analysis", { state });
    const { state: entered } = await ask(server.base, "whack-a-dummy/play", { state, moves: [entry.move] });
    const { moves, expected } = await ask(server.base, "whack-a-dummy/analysis", { state: entered, with_moves: true });
    await page.locator("summary", { hasText: "Study" }).click();
    await page.locator(".valued").first().waitFor();
    await page.getByText(`on average, over ${expected.futures} possible futures`).waitFor();
    await page.getByText("lower is better").waitFor();
    const one = (/** @type {number} */ thousandths) => (thousandths / 1000).toFixed(1);
    const text = (/** @type {any} */ { expected: { mean, standard_error: error } }) => `${one(mean)} ± ${one(error)}`;
    const ordered = moves.toSorted((/** @type {any} */ a, /** @type {any} */ b) => a.expected.mean - b.expected.mean);
    assert.deepEqual(await page.locator(".valued .value").allInnerTexts(), ordered.map(text));
    await fitsAndIsAccessible(page, "the study mode with mean totals");
    await close();
});

it("the study mode shows the value of each legal move", async () => {
    const { page, close } = await open(browser, server.base);
    await deal(page, "trampo-land", "hint-4");
    const { state } = await ask(server.base, "trampo-land/deal", { seed: "hint-4" });
    const { moves } = await ask(server.base, "trampo-land/analysis", { state, with_moves: true });
    await page.locator("summary", { hasText: "Study" }).click();
    await page.locator(".valued").first().waitFor();
    const shown = (await page.locator(".valued .value").allInnerTexts()).sort();
    const text = (/** @type {any} */ { bounds: { at_least: least, at_most: most } }) => (least === most ? `${most}` : `${least} to ${most}`);
    assert.deepEqual(shown, moves.map(text).sort());
    await fitsAndIsAccessible(page, "the study mode");
    const [first] = await page.locator(".valued").allInnerTexts();
    await page.locator(".valued").first().click();
    await page.locator(".count", { hasText: /^1 move$/ }).waitFor();
    await until("other values", async () => (await page.locator(".valued").allInnerTexts())[0] !== first);
    await close();
});

it("the best play can be watched at the end", async () => {
    const { page, close } = await open(browser, server.base, { speed: "slow" });
    // The built-in player does not find the best total of this deal.
    const run = await runOf("trampo-land", "shots");
    await deal(page, run.game, run.seed);
    for (const move of run.moves) await point(page, move);
    await page.locator(".best-of-deal", { hasText: /^The best was \d+ points?: no play of this deal ends below that\. This is proven\./ }).waitFor();
    await page.getByText("No hints used.").waitFor();
    await accessible(page, "the best total");
    const final = await page.locator(".board svg > title").textContent();
    await page.getByRole("button", { name: "Watch that play" }).click();
    await page.locator(".step", { hasText: /^Move 1 of \d+: / }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Undo" }).isDisabled(), true);
    await page.keyboard.press("u");
    await accessible(page, "the best play");
    await page.locator(".step").waitFor();
    await page.keyboard.press("s");
    await page.locator(".playback:empty").waitFor({ state: "attached" });
    await until("the own position", async () => (await page.locator(".board svg > title").textContent()) === final);
    assert.equal(await moveCount(page), run.moves.length);
    await page.getByText("No hints used.").waitFor();
    await page.keyboard.press("u");
    await page.locator(".count", { hasText: "of" }).waitFor();
    await point(page, run.moves[run.moves.length - 1]);
    await page.getByText("Your score will show that you used hints.").waitFor();
    await close();
});

it("a game with chance to come shows no best play at its end", async () => {
    const { page, close } = await open(browser, server.base);
    await deal(page, "whack-a-dummy", "hint-6");
    for (const move of [{ type: "enter", cell: "b3" }, { type: "give_up" }]) await point(page, move);
    await page.getByRole("button", { name: "Save score" }).waitFor();
    assert.equal(await hint(page).isDisabled(), true);
    assert.equal(await page.locator(".best-of-deal").count(), 0);
    await close();
});

it("ranked games say why they have no hints", async () => {
    const { page, close } = await open(browser, server.base, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await page.goto("/play#/new/slide-jam");
    await page.getByRole("button", { name: /ranked/i }).first().click();
    await page.getByLabel("Your name").fill("Rika");
    await page.getByRole("button", { name: "Use this name" }).click();
    await page.locator(".at-table[data-status='playing'] .board svg").waitFor();
    assert.equal(await hint(page).isDisabled(), true);
    await page.getByText("Ranked games have no hints").waitFor();
    await fits(page, "a ranked game");
    await accessible(page, "a ranked game");
    await page.keyboard.press("h");
    assert.equal(await card(page).count(), 0);
    await close();
});

// The statistics of finished games and submitted runs, on the player's screen and on the setup screen.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { dayNumber } from "../../web/statistics/summary.js";
import { point } from "./moves.js";
import { accessible, deal, fits, launch, onOneDay, open, runOf, serve } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/**
 * Plays a Slide Jam to its end.
 *
 * @param {Page} page
 * @param {string} seed
 */
async function finish(page, seed) {
    const run = await runOf("slide-jam", seed);
    await deal(page, run.game, run.seed);
    for (const move of run.moves) await point(page, move);
    await page.locator(".final").waitFor();
    return run.score;
}

/**
 * The player's screen with its statistics.
 *
 * @param {Page} page
 */
async function you(page) {
    await page.goto("/play#/");
    await page.locator(".game").first().waitFor();
    await page.goto("/play#/you");
    await page.getByRole("heading", { name: "Statistics" }).waitFor();
    return page.locator(".statistics");
}

/**
 * What a card says, by its terms.
 *
 * @param {import("playwright-core").Locator} card
 * @returns {Promise<Record<string, string>>}
 */
async function cardTerms(card) {
    await card.first().waitFor();
    return card.evaluate((card) => Object.fromEntries([...card.querySelectorAll(".parts div")].map((part) => [...part.children].map((each) => each.textContent))));
}

it("a finished game counts once, and once as a run", async () => {
    const { page, close } = await open(browser, server.base, { viewport: { width: 375, height: 667 } });
    const first = await finish(page, "counted-1");
    await page.keyboard.press("u");
    await page.locator(".final").waitFor({ state: "detached" });
    await page.keyboard.press("r");
    await page.locator(".final").waitFor();
    await page.reload();
    await page.locator(".final").waitFor();
    const second = await finish(page, "counted-2");
    const card = (await you(page)).getByRole("article", { name: "Slide Jam" });
    const perfect = [first, second].filter((score) => score === 0).length;
    const mean = Math.round(5 * (first + second)) / 10;
    assert.deepEqual(await cardTerms(card), { Finished: "2", Best: `${Math.min(first, second)}`, Mean: `${mean}`, Perfect: `${perfect}` });
    await card.getByText(`Last: ${second}, ${first}`, { exact: true }).waitFor();
    await page.getByText("Finish a daily game on its day, and on the next, for a streak.").waitFor();
    await fits(page, "statistics");
    await accessible(page, "statistics without an account");

    await page.goto("/play#/new/slide-jam");
    await page.getByText(`Finished here 2 times · best ${Math.min(first, second)} · mean ${mean} · perfect ${perfect}.`).waitFor();
    await page.goto("/play#/new/catwalk");
    await page.getByRole("heading", { name: "Catwalk" }).waitFor();
    assert.equal(await page.locator(".own-stats").isVisible(), false, "nothing is said of a game that was never finished");

    await page.goto("/play#/");
    await page.locator(".go-on a", { hasText: "Finished" }).first().click();
    await page.getByLabel("Your name").fill("Stella");
    await page.getByRole("button", { name: "Save score" }).click();
    await page.locator(".end").getByText("Score verified and saved").waitFor();
    const section = await you(page);
    assert.deepEqual((await cardTerms(section.getByRole("article").first())).Finished, "2", "submitting does not count as finishing again");
    await section.getByRole("heading", { name: "Scores saved as Stella" }).waitFor();
    const run = await cardTerms(section.getByRole("article").nth(1));
    assert.deepEqual([run.Finished, run.Best], ["1", `${second}`]);
    await accessible(page, "statistics of a player");
    await close();
});

it("daily games form a streak by the service's day", async () => {
    await onOneDay();
    const { page, close } = await open(browser, server.base);
    const day = await (await page.request.get("/v1/daily")).json();
    const today = dayNumber(day.date);
    await page.goto("/play#/");
    // What three days in a row, long ago, and the last two days would have left.
    await page.evaluate(([today]) => {
        const result = { id: "before", score: 8, won: false, time: 1, day: today - 1 };
        const stats = { finished: 5, scored: 5, sum: 40, won: 0, least: 8, greatest: 8, last: [result], days: [[today - 30, 3], [today - 2, 2]] };
        localStorage.setItem("funhouse.stats.slide-jam", JSON.stringify(stats));
    }, [today]);
    await (await you(page)).getByText("Daily games on 2 days in a row: finish one before midnight (UTC) to go on; the longest streak is 3 days.").waitFor();
    await finish(page, day.games["slide-jam"].seed);
    const section = await you(page);
    await section.getByText("Daily games on 3 days in a row, today's included; the longest streak is 3 days.").waitFor();
    const days = section.locator(".calendar time");
    assert.ok(await days.filter({ hasText: ": finished" }).count() >= 3, "the calendar has the days of the streak");
    assert.match(await days.last().innerText(), /: finished$/);
    assert.equal((await cardTerms(section.getByRole("article"))).Daily, "3 days in a row, at best 3");
    await page.goto("/play#/new/slide-jam");
    await page.getByText("daily 3 days in a row, at best 3.").waitFor();

    // Another browser of the player's knows the day from the run.
    await page.goto("/play#/");
    await page.locator(".go-on a").first().click();
    await page.getByLabel("Your name").fill("Dara");
    await page.getByRole("button", { name: "Save score" }).click();
    await page.locator(".end").getByText("Score verified and saved").waitFor();
    const token = await page.evaluate(() => localStorage.getItem("funhouse.player"));
    const other = await open(browser, server.base);
    await other.page.goto("/play#/");
    await other.page.evaluate((token) => localStorage.setItem("funhouse.player", token ?? ""), token);
    await (await you(other.page)).getByText("Daily games on 1 day in a row, today's included; the longest streak is 1 day.").waitFor();
    await other.close();
    await close();
});

it("other options count separately and form no streak", async () => {
    await onOneDay();
    const { page, close } = await open(browser, server.base);
    const game = "roll-out-the-barrels";
    const { seed } = (await (await page.request.get("/v1/daily")).json()).games[game];
    const info = await (await page.request.get(`/v1/games/${game}`)).json();
    const die = info.options.find((/** @type {{ name: string }} */ { name }) => name === "die").values;
    for (const value of [die[1], die[0]]) {
        const dealt = await (await page.request.post(`/v1/games/${game}/deal`, { data: { seed, options: { die: value }, with_legal_moves: true } })).json();
        await deal(page, game, seed, { die: value });
        for (const move of [dealt.legal_moves.moves[0], { type: "give_up" }]) await point(page, move);
        await page.locator(".final").waitFor();
        const cards = (await you(page)).getByRole("article", { name: "Roll Out the Barrels" });
        const unusual = await cardTerms(cards.filter({ hasText: "Die: " }));
        assert.deepEqual([unusual.Finished, unusual.Daily], ["1", undefined]);
        if (value === die[1]) assert.equal(await cards.count(), 1);
        else assert.equal((await cardTerms(cards.filter({ hasNotText: "Die: " }))).Daily, "1 day in a row, at best 1");
    }
    await close();
});

it("two pages that end games simultaneously count both", async () => {
    const { page, close } = await open(browser, server.base);
    const other = await page.context().newPage();
    const pages = [page, other];
    const runs = await Promise.all(["at-once-1", "at-once-2"].map((seed) => runOf("slide-jam", seed)));
    for (const [i, run] of runs.entries()) {
        await deal(pages[i], run.game, run.seed);
        for (const move of run.moves.slice(0, -1)) await point(pages[i], move);
    }
    await Promise.all(runs.map((run, i) => point(pages[i], /** @type {import("./harness.js").Move} */ (run.moves.at(-1)))));
    await Promise.all(pages.map((each) => each.locator(".final").waitFor()));
    await page.waitForFunction(() => JSON.parse(localStorage.getItem("funhouse.stats.slide-jam") ?? "{}").finished === 2);
    await close();
});

it("a full storage drops notes and single results first", async () => {
    const { page, close } = await open(browser, server.base);
    const run = await runOf("slide-jam", "full-stats");
    await deal(page, run.game, run.seed);
    await point(page, run.moves[0]);
    const results = await page.evaluate(async () => {
        const [key] = Object.keys(localStorage).filter((key) => key.startsWith("funhouse.game."));
        const game = JSON.parse(/** @type {string} */ (localStorage.getItem(key)));
        localStorage.setItem("funhouse.game.noted", JSON.stringify({ ...game, id: "noted", stored: "1" }));
        const fill = () => {
            for (let size = 1 << 22; size > 0;) {
                try {
                    localStorage.setItem("filler", (localStorage.getItem("filler") ?? "") + "x".repeat(size));
                } catch {
                    size >>= 1;
                }
            }
        };
        const script = /** @type {HTMLScriptElement} */ (document.querySelector("script[type=module]"));
        const { noteResult } = await import(script.src.replace("play.js", "statistics/result-store.js"));
        const end = async (/** @type {string} */ id) => {
            const info = { id: "slide-jam", wins: "low", least_score: 0, options: [] };
            await noteResult(id, { score: { total: 3 } }, info, { ...game.run, options: {} });
            const { finished, last } = JSON.parse(localStorage.getItem("funhouse.stats.slide-jam") ?? "{}");
            const games = [key, "funhouse.game.noted"].map((each) => localStorage.getItem(each) !== null);
            return [finished, last?.length, ...games];
        };
        fill();
        const first = await end("first");
        const second = await end("second");
        fill();
        return [first, second, await end("third")];
    });
    assert.deepEqual(results, [[1, 1, true, false], [2, 2, true, false], [3, 1, true, false]]);
    await close();
});

it("statistics can be deleted and restored", async () => {
    const { page, close } = await open(browser, server.base);
    await finish(page, "forgotten");
    const section = await you(page);
    await section.getByRole("button", { name: "Forget these" }).click();
    await section.getByText("The statistics of this browser were deleted.").waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem("funhouse.stats.slide-jam")), null);
    await section.getByRole("button", { name: "Undo" }).click();
    assert.equal((await cardTerms(section.getByRole("article"))).Finished, "1");
    await (await you(page)).getByRole("button", { name: "Forget these" }).click();
    await (await you(page)).getByText("Statistics stay in this browser.").waitFor();
    await close();
});

// Pars, which the service computes in the background.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { parMark, reachText } from "../../web/leaderboards/par.js";
import { accessible, ask, fits, launch, open, runOf, serve, until } from "./harness.js";

it("whether a total reaches par depends on which scores win", () => {
    const par = { total: 5, at_least: 0, at_most: 9 };
    const marks = (/** @type {"low" | "high"} */ wins) => [4, 5, 6].map((total) => parMark(par, total, wins));
    const [better, reached] = ["better than par 5, found by the computer", "reaches par 5, found by the computer"];
    assert.deepEqual(marks("low"), [better, reached, ""]);
    assert.deepEqual(marks("high"), ["", reached, better]);
    assert.equal(parMark(undefined, 5, "low"), "");
    const sentences = (/** @type {"low" | "high"} */ wins) => [4, 5, 6].map((total) => reachText(par, total, wins));
    assert.deepEqual(sentences("low"), ["This run is better.", "This run reaches it.", ""]);
    assert.deepEqual(sentences("high"), ["", "This run reaches it.", "This run is better."]);
});

const server = await serve({ pars: true });
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

it("runs, leaderboards and practice games show par", async () => {
    const { page, close } = await open(browser, server.base);
    await page.goto("/play#/");
    const json = (/** @type {string} */ path) => page.request.get(path).then((answer) => answer.json());
    const signUp = async (/** @type {string} */ name) => (await (await page.request.post("/v1/players", { data: { name } })).json()).token;
    const [paula, rex] = [await signUp("Paula"), await signUp("Rex")];
    const submit = (/** @type {object} */ data, token = paula) => page.request.post("/v1/runs", { data, headers: { Authorization: `Bearer ${token}` } });
    // The built-in player does not reach the par of this deal.
    const run = await runOf("trampo-land", "shots");
    assert.equal((await submit(run)).status(), 201);
    // The service computes the pars of the daily games first. Each takes seconds, or a minute on a busy machine.
    for (const game of Object.keys((await json("/v1/daily")).games)) {
        await until(`the par of ${game}`, async () => (await json("/v1/daily")).games[game].par !== undefined);
    }
    await until("the par", async () => (await json("/v1/runs/1")).par !== undefined);
    const { par, run: best } = await json("/v1/runs/1/par");
    const { state } = await ask(server.base, "trampo-land/deal", { seed: "shots" });
    const { bounds } = await ask(server.base, "trampo-land/analysis", { state, effort: "deep" });
    assert.deepEqual(par, { ...bounds, total: bounds.at_most });
    assert.ok(par.at_least === par.at_most && run.score > par.total);
    assert.equal((await submit(best)).status(), 201);

    const words = `par ${par.total}, proven`;
    await page.goto("/play#/runs/1");
    await page.getByText(`This deal: ${words}.`, { exact: true }).waitFor();
    await page.goto("/play#/runs/2");
    await page.getByText(`This deal: ${words}. This run reaches it.`).waitFor();
    await accessible(page, "a run with par");
    await page.getByRole("link", { name: "Watch the par" }).click();
    await page.getByRole("heading", { name: `This deal: ${words}.` }).waitFor();
    await page.getByText(`Move 0 of ${best.moves.length}`).waitFor();
    await accessible(page, "the run that reaches par");
    await page.goto("/play#/boards/trampo-land?class=chosen");
    await page.locator("tbody tr", { hasText: `reaches ${words}` }).waitFor();
    await accessible(page, "a leaderboard with par");

    // The par of Epic Funhouse is that of the whole game, so boards of its rooms do not show it.
    assert.equal((await submit(await runOf("epic-funhouse", "shots"))).status(), 201);
    await until("the par", async () => (await json("/v1/runs/3")).par !== undefined);
    const { run: whole } = await json("/v1/runs/3/par");
    assert.equal((await submit(whole, rex)).status(), 201);
    await page.goto("/play#/boards/epic-funhouse?class=chosen");
    await page.locator("tbody tr", { hasText: "reaches par" }).waitFor();
    await page.goto("/play#/boards/epic-funhouse?class=chosen&room=slide-jam");
    const count = (/** @type {string} */ text) => page.locator("tbody tr", { hasText: text }).count();
    await until("the board of the room", async () => await count("Rex") > 0 && await count("reaches par") === 0);
    await page.goto("/play#/daily");
    const practice = page.locator("[aria-labelledby=practice] li", { hasText: "Magic Mirror" });
    await practice.getByText(/^Par \d+, proven\.$/).waitFor();
    assert.equal(await page.locator("[aria-labelledby=ranked]").getByText(/^Par \d+/).count(), 0, "that of a ranked game is secret");
    await page.setViewportSize({ width: 390, height: 844 });
    await fits(page, "the daily games");
    await accessible(page, "the daily games");
    await close();
});

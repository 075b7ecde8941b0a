// A whole Funhouse, played on the page, submitted, ranked and replayed; and the other screens.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, it } from "node:test";
import { point } from "./moves.js";
import { accessible, atRest, deal, fitsAndIsAccessible, launch, movesPlayed, onOneDay, open, runOf, sampled, serve } from "./harness.js";

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

it("a whole Funhouse is played, submitted and ranked", async () => {
    const run = await runOf("epic-funhouse", "whole-1");
    const { page, close } = await open(browser, server.base);
    await deal(page, run.game, run.seed);
    for (const move of run.moves) await point(page, move);
    assert.equal(await movesPlayed(page), run.moves.length);
    assert.match(await page.locator(".final").innerText(), new RegExp(`^${run.score}\\b`));
    assert.equal(await page.locator(".rooms .ended").count(), 6);
    await accessible(page, "the end of a game");

    await page.getByText("No undos used; your score will show it.").waitFor();
    await page.getByLabel("Your name").fill("Ada");
    await page.getByRole("button", { name: "Save score" }).click();
    const end = page.locator(".end");
    await end.getByText("Score verified and saved.").waitFor();
    await end.getByText(/^Rank 1 of 1 \(today, .*, all time, all runs, this seed\)\.$/).waitFor();
    await end.getByText("Room by room").click();
    await end.getByText(/^Trampo-Land: Rank 1 of 1 \(all time\)\.$/).waitFor();

    await page.getByRole("link", { name: "See the leaderboard" }).click();
    await page.getByText("On these leaderboards undo is allowed, and moves can be computed ahead.").waitFor();
    const line = page.locator("tr.marked");
    await line.waitFor();
    assert.match(await line.innerText(), new RegExp(`1\\s+Ada[^]*no undos, no hints\\s+${run.score}\\s+${run.moves.length}`));
    // Without a link to the run, the leaderboards open on it as well.
    await page.getByRole("link", { name: "Daily" }).first().click();
    await line.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Leaderboards" }).first().click();
    await line.waitFor();
    await page.getByLabel("Room", { exact: true }).selectOption("trampo-land");
    await page.getByText("Ada").waitFor();
    await page.getByLabel("Seeds").selectOption("drawn");
    await page.getByText("No scores yet.").waitFor();
    // A board is of a room, of a period or of all runs: the last choice counts.
    await page.getByLabel("Seeds").selectOption("chosen");
    const kinds = ["period", "date", "room", "seed", "show"];
    for (const [label, choice, kind] of [["Time", "day", "period"], ["Show", "runs", "show"], ["Time", "week", "period"], ["Room", "catwalk", "room"]]) {
        await page.getByLabel(label, { exact: true }).selectOption(choice);
        await page.getByText("Ada").waitFor();
        const asked = new URLSearchParams(page.url().split("?")[1]);
        assert.deepEqual([...asked].filter(([name]) => kinds.includes(name)), [[kind, choice]]);
    }
    await page.goBack();

    await page.getByRole("link", { name: "Watch run 1" }).click();
    await page.getByText(`Move 0 of ${run.moves.length}`).waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText(`Move 1 of ${run.moves.length}`).waitFor();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.getByText(`Move 3 of ${run.moves.length}`).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Last" }).click();
    await page.getByText(`Move ${run.moves.length} of ${run.moves.length}`).waitFor();
    assert.equal(await page.locator(".run-moves [aria-current]").count(), 1);
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByText(`Move ${run.moves.length - 1} of ${run.moves.length}`).waitFor();
    await page.getByRole("button", { name: "Play on from here" }).click();
    await page.locator(".count", { hasText: `${run.moves.length - 1} moves` }).waitFor();

    await page.getByRole("link", { name: "Profile" }).click();
    await page.getByRole("heading", { name: "Ada", exact: true }).waitFor();
    await close();
});

it("applies quick filter changes and ignores late responses", async () => {
    const { page, close } = await open(browser, server.base);
    /** Waits until a request for a board has ended: the page may give one up. @param {(query: URLSearchParams) => boolean} is */
    const ended = (is) => new Promise((resolve) => {
        for (const event of /** @type {const} */ (["requestfinished", "requestfailed"])) {
            page.on(/** @type {"requestfinished"} */ (event), (request) => {
                const url = new URL(request.url());
                if (url.pathname.includes("/v1/leaderboards/") && is(url.searchParams)) resolve(undefined);
            });
        }
    });
    const isFirst = (/** @type {URLSearchParams} */ query) => query.has("room") && query.get("class") !== "daily";
    const [first, second] = [ended(isFirst), ended((query) => query.has("room") && query.get("class") === "daily")];
    await page.route("**/v1/leaderboards/**", async (route) => {
        // The first choice is answered after the second.
        if (isFirst(new URL(route.request().url()).searchParams)) await second;
        await route.continue().catch(() => {});
    });
    await page.goto("/play#/boards/epic-funhouse");
    await page.getByLabel("Room", { exact: true }).selectOption("catwalk");
    await page.getByLabel("Seeds").selectOption("daily");
    await Promise.all([first, second]);
    await atRest(page);
    assert.equal(await page.getByLabel("Room", { exact: true }).inputValue(), "catwalk");
    assert.equal(await page.getByLabel("Seeds").inputValue(), "daily");
    assert.match(page.url(), /room=catwalk&class=daily/);
    await page.getByText("No scores yet.").waitFor();
    await close();
});

it("the daily game ranks on the day's board", async () => {
    await onOneDay();
    const { page, close } = await open(browser, server.base);
    await page.goto("/play#/you");
    await page.getByLabel("Your name").fill("Bob");
    await page.getByRole("button", { name: "Use this name" }).click();
    await page.getByRole("heading", { name: "Bob", exact: true }).waitFor();
    await page.getByRole("link", { name: "Daily" }).click();
    await page.getByRole("button", { name: "Play today's practice Slide Jam" }).click();
    await page.waitForSelector(".board svg");
    const seed = await page.locator(".seed").textContent();
    const run = await runOf("slide-jam", seed ?? "");
    for (const move of run.moves) await point(page, move);
    await page.getByRole("button", { name: "Save score as Bob" }).click();
    await page.locator(".end").getByText("Rank 1 of 1 (today").first().waitFor();
    await page.goto("/play#/boards/slide-jam?class=daily&period=day");
    await page.getByRole("link", { name: "Bob" }).waitFor();
    await close();
});

it("a player recovers, revokes a token and exports data", async () => {
    const { page, close } = await open(browser, server.base);
    await page.goto("/play#/you");
    await page.getByLabel("Your name").fill("Cleo");
    await page.getByRole("button", { name: "Use this name" }).click();
    const code = (await page.locator(".recovery-code").textContent()) ?? "";
    await accessible(page, "a player who has just signed up");
    await page.getByRole("button", { name: "I saved it" }).click();
    await page.locator(".recovery-code").waitFor({ state: "detached" });
    await page.getByText("Where you are signed in").click();
    await page.getByRole("button", { name: "Sign out of this browser" }).click();

    await page.getByText("Use recovery code").click();
    await page.getByLabel("Recovery code").fill(code.toLowerCase());
    await page.locator("form", { hasText: "Recovery code" }).getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Cleo", exact: true }).waitFor();
    assert.notEqual(await page.locator(".recovery-code").textContent(), code, "a code works once");
    await page.getByText("Where you are signed in").click();
    const revoke = page.getByRole("button", { name: /^Revoke Token/ });
    await revoke.click();
    await revoke.waitFor({ state: "detached" });
    await page.getByText("Where you are signed in").click();
    assert.equal(await revoke.count(), 0);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).click();
    const file = await (await saved).path();
    assert.equal(JSON.parse(await readFile(file, "utf8")).player.name, "Cleo");
    await close();
});

it("an invalid token signs out with a notice", async () => {
    for (const invalidate of /** @type {const} */ (["deleted", "unknown"])) {
        const { page, close } = await open(browser, server.base, { refuses: true });
        await page.goto("/play#/you");
        await page.getByLabel("Your name").fill(`Gone ${invalidate}`);
        await page.getByRole("button", { name: "Use this name" }).click();
        await page.getByRole("button", { name: "I saved it" }).waitFor();
        await page.evaluate(async (invalidate) => {
            const player = JSON.parse(localStorage.getItem("funhouse.player") ?? "");
            if (invalidate === "deleted") await fetch("/v1/players/me", { method: "DELETE", headers: { Authorization: `Bearer ${player.token}` } });
            else localStorage.setItem("funhouse.player", JSON.stringify({ ...player, token: "x".repeat(player.token.length) }));
        }, invalidate);
        await page.reload();
        await page.getByText("This browser was signed out").waitFor();
        await page.getByText("Use recovery code").waitFor();
        assert.equal(await page.evaluate(() => localStorage.getItem("funhouse.player")), null);
        await page.reload();
        await page.getByLabel("Your name").waitFor();
        assert.equal(await page.getByText("This browser was signed out").count(), 0, "once");
        await close();
    }
});

it("a taken name is refused, and another can be tried", async () => {
    const { page, close } = await open(browser, server.base, { refuses: true });
    await page.goto("/play#/you");
    await page.getByLabel("Your name").fill("Bob");
    await page.getByRole("button", { name: "Use this name" }).click();
    await page.getByRole("alert").getByText("The name equals or looks like a name").waitFor();
    await page.getByLabel("Your name").fill("Carol");
    await page.getByRole("button", { name: "Use this name" }).click();
    await page.getByRole("heading", { name: "Carol", exact: true }).waitFor();
    await page.getByText("Where you are signed in").click();
    await page.getByRole("button", { name: "Delete this player" }).click();
    await page.getByRole("button", { name: "Delete me" }).click();
    await page.getByRole("heading", { name: "Choose a name" }).waitFor();
    await close();
});

const SCREENS = [
    "/", "/play#/", "/play#/new/epic-funhouse", "/play#/new/slide-jam", "/play#/rules/catwalk", "/play#/boards", "/play#/boards/slide-jam?class=daily",
    "/play#/daily", "/play#/you", "/play#/you/1", "/play#/runs/1", "/play#/runs/999", "/play#/at/broken",
];

it("every screen is accessible and fits", async () => {
    // One of the runs is not there.
    const { page, close } = await open(browser, server.base, { refuses: true });
    for (const screen of SCREENS) {
        await page.goto("about:blank");
        await page.goto(screen);
        await page.waitForFunction(() => !document.querySelector("main .waiting"));
        await fitsAndIsAccessible(page, screen);
    }
    await close();
});

it("every game's table is accessible and fits", async () => {
    const { games } = await (await fetch(`${server.base}/v1/games`)).json();
    const { page, close } = await open(browser, server.base);
    for (const { id } of sampled(games, 0)) {
        await deal(page, id, "screens-1");
        await page.locator(".chooser :is(button, summary):visible").first().waitFor();
        await fitsAndIsAccessible(page, id, async () => {
            const opener = page.locator(".opener[aria-expanded=false]");
            if (await opener.isVisible()) await opener.click();
            const all = page.locator(".all-moves:not([open]) > summary").or(page.locator(".chooser .primary")).first();
            if (await all.isVisible()) await all.click();
        });
    }
    await close();
});

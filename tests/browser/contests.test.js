// Contests: a challenge is created, shared, entered and played, and its games are compared when the round is closed.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { fitsAndIsAccessible, launch, open, serve, until } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/** @type {Record<string, string>} */
const JSON_TYPE = { "Content-Type": "application/json" };
/** How long a round is open that a test waits for, in milliseconds. */
const OPEN = 15_000;

/**
 * Sends a request as a player.
 *
 * @param {string} token
 * @param {string} path
 * @param {unknown} [body] posted if given
 * @returns {Promise<any>}
 */
async function ask(token, path, body) {
    const headers = { ...JSON_TYPE, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
    const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    return (await fetch(`${server.base}${path}`, init)).json();
}

/**
 * A page with a new player.
 *
 * @param {string} name
 */
async function newPlayer(name) {
    const opened = await open(browser, server.base);
    /** @type {{ player: { id: string, name: string }, token: string }} */
    const { player, token } = await ask("", "/v1/players", { name });
    assert.ok(player, `no other test has a player ${name}`);
    await opened.page.goto("/play#/rules/catwalk");
    await opened.page.evaluate((player) => localStorage.setItem("funhouse.player", JSON.stringify(player)), { ...player, token });
    return { ...opened, token, player };
}

/**
 * Plays a table to its end, always with the first or with the last legal move.
 *
 * @param {string} token
 * @param {any} table
 * @param {0 | -1} which
 */
async function playOut(token, { id, game }, which) {
    for (;;) {
        const { status, moves: after, position } = await ask(token, `/v1/tables/${id}?with_legal_moves=true`);
        if (status === "over") return;
        const moves = [position.legal_moves.moves.at(which)];
        await ask(token, `/v1/tables/${id}/moves`, { game, after, moves });
    }
}

/**
 * Waits until a round of a contest has a status.
 *
 * @param {string} contest
 * @param {string} status
 */
async function waitForRound(contest, status) {
    await until(`the round to be ${status}`, async () => (await ask("", `/v1/contests/${contest}`)).rounds[0].status === status);
}

/** @param {number} milliseconds from now */
function later(milliseconds) {
    return new Date(Date.now() + milliseconds).toISOString();
}

it("challenge is created, shared, entered and played", { timeout: 300_000 }, async () => {
    const [ann, ben] = [await newPlayer("Ann"), await newPlayer("Ben")];
    await ann.page.goto("/play#/new/trampo-land");
    await ann.page.getByRole("link", { name: "Challenge friends" }).click();
    assert.equal(await ann.page.getByLabel("Game", { exact: true }).inputValue(), "trampo-land");
    await fitsAndIsAccessible(ann.page, "the form of a contest", async () => {
        for (const summary of await ann.page.locator("main details:not([open]) > summary").all()) if (await summary.isVisible()) await summary.click();
    });
    await ann.page.getByLabel("Name", { exact: true }).fill("Jump with me");
    await ann.page.getByLabel("Open for").selectOption({ label: "1 hour" });
    await ann.page.getByRole("button", { name: "Create it" }).click();
    await ann.page.waitForURL(/#\/contests\/[0-9a-f]{16}$/);
    await ann.page.getByText("You have entered.").waitFor();
    const link = await ann.page.getByLabel("The link for others").inputValue();
    const play = ann.page.getByRole("button", { name: "Play round 1" });
    await until("the round to open", async () => (await play.count()) > 0);
    await fitsAndIsAccessible(ann.page, "a contest with an open round");

    await ben.page.goto(link);
    await ben.page.getByRole("button", { name: "Enter" }).click();
    await ben.page.getByText("You have entered.").waitFor();
    await ben.page.getByRole("button", { name: "Play round 1" }).click();
    await ben.page.waitForURL(/#\/tables\/[0-9a-f]{16}$/);
    await ben.page.getByText(/^Contest, round 1, 0 moves/).waitFor();
    await ben.page.getByText("There is no undo and no hint in a contest").waitFor();
    const table = ben.page.url().split("/").at(-1) ?? "";
    await playOut(ben.token, { id: table, game: "trampo-land" }, 0);
    await ben.page.getByRole("heading", { name: "The game is over" }).waitFor();
    assert.equal(await ben.page.getByText("It counts in the contest when the round is closed.").count(), 1);
    await fitsAndIsAccessible(ben.page, "the end of a game of a contest");
    await ben.page.getByRole("link", { name: "To the contest" }).click();
    await ben.page.getByText(/^Your score: \d+$/).waitFor();

    // Others learn that he has finished, and nothing of his game.
    const entrant = ann.page.locator(".entrants li", { hasText: "Ben" });
    await until("the news that Ben has finished", async () => (await entrant.textContent())?.includes("finished") ?? false);
    await ann.page.goto(`/play#/tables/${table}`);
    await ann.page.getByRole("heading", { name: "Trampo-Land: round 1 of a contest" }).waitFor();
    assert.equal(await ann.page.locator(".board svg").count(), 0);
    assert.equal(await ann.page.getByRole("link", { name: "To the contest" }).count(), 1, "where she can play it");
    // Her own list has the contest.
    await ann.page.goto("/play#/contests");
    const own = ann.page.getByRole("region", { name: "Your contests" });
    await own.getByRole("link", { name: /^Jump with me/ }).click();
    await ann.page.getByRole("heading", { name: "Jump with me" }).waitFor();
    await Promise.all([ann.close(), ben.close()]);
});

it("games are compared when the round is closed", { timeout: 300_000 }, async () => {
    const [carl, dora] = [await newPlayer("Carl"), await newPlayer("Dora")];
    const order = { name: "Side by side", game: "slide-jam", entry: "open", closes_at: later(OPEN) };
    const { id } = await ask(carl.token, "/v1/contests", order);
    for (const { token } of [carl, dora]) await ask(token, `/v1/contests/${id}/entrants`, {});
    await waitForRound(id, "open");
    const both = /** @type {const} */ ([[carl, 0], [dora, -1]]);
    await Promise.all(both.map(async ([{ token }, which]) => playOut(token, await ask(token, `/v1/contests/${id}/rounds/1/table`, {}), which)));
    await carl.page.goto(`/play#/contests/${id}`);
    await carl.page.getByText("They appear when a round is closed.").waitFor();
    await waitForRound(id, "closed");
    const { standings } = await ask("", `/v1/contests/${id}/standings`);
    assert.equal(standings.length, 2);

    // The page hears of it by itself.
    await carl.page.getByRole("table", { name: "Standings" }).waitFor();
    const rows = carl.page.getByRole("table", { name: "Standings" }).getByRole("row");
    const names = (await rows.allTextContents()).slice(1).map((row) => standings.findIndex((/** @type {any} */ { name }) => row.includes(name)));
    assert.deepEqual(names, [0, 1]);
    await fitsAndIsAccessible(carl.page, "a closed contest", async () => {
        const fold = carl.page.locator("details.fold:not([open]) > summary");
        if ((await fold.count()) > 0) await fold.first().click();
    });

    // A build without the module cannot check the contest.
    assert.equal(await carl.page.getByRole("button", { name: "Check this contest" }).count(), 0);
    await carl.page.getByText("funhouse verify contest FILE").waitFor();

    await carl.page.getByRole("link", { name: "Compare games of round 1" }).click();
    const boards = carl.page.locator(".side-by-side .board svg");
    await until("two boards", async () => (await boards.count()) === 2);
    // On a phone, both boards and the controls are visible at once.
    const size = carl.page.viewportSize();
    await carl.page.setViewportSize({ width: 390, height: 844 });
    await boards.first().scrollIntoViewIfNeeded();
    for (const shown of [boards.first(), boards.last(), carl.page.getByRole("button", { name: "Next" })]) {
        const box = await shown.boundingBox();
        assert.ok(box && box.y >= 0 && box.y + box.height <= 844, `it is visible: ${JSON.stringify(box)}`);
    }
    if (size) await carl.page.setViewportSize(size);
    const pictures = () => carl.page.locator(".side-by-side .board svg > desc").allTextContents();
    const [one, other] = await pictures();
    assert.equal(one, other, "the same deal");
    await carl.page.getByRole("button", { name: "Last" }).click();
    await until("the ends of both games", async () => {
        const [left, right] = await carl.page.locator(".side-by-side h2 strong").allTextContents();
        return [left, right].sort().join() === standings.map((/** @type {any} */ { sum }) => String(sum)).sort().join();
    });
    const ends = await pictures();
    assert.notEqual(ends[0], one);
    await fitsAndIsAccessible(carl.page, "two games side by side");

    // Where a run left the best line, on demand.
    const worse = standings[1].rounds[0];
    await carl.page.goto(`/play#/runs/${worse.run}`);
    await carl.page.getByRole("button", { name: "Where did it leave the best line?" }).click();
    const verdict = carl.page.getByText(/^(Move \d+ left the best line: |It is as good as the best line)/);
    await verdict.waitFor();
    const move = /^Move (\d+) /.exec((await verdict.textContent()) ?? "")?.[1];
    assert.equal(await carl.page.getByRole("button", { name: "Show the move" }).count(), move === undefined ? 0 : 1);
    if (move !== undefined) {
        await carl.page.getByRole("button", { name: "Show the move" }).click();
        await until("the move", async () => (await carl.page.getByRole("slider").inputValue()) === move);
    }
    await fitsAndIsAccessible(carl.page, "a run of a contest");
    await Promise.all([carl.close(), dora.close()]);
});

it("organizer approves who enters", { timeout: 300_000 }, async () => {
    const [erik, faye] = [await newPlayer("Erik"), await newPlayer("Faye")];
    const { id } = await ask(erik.token, "/v1/contests", { name: "For some", game: "slide-jam", approval: true, closes_at: later(3_600_000) });
    await faye.page.goto(`/play#/contests/${id}`);
    await faye.page.getByRole("button", { name: "Ask to enter" }).click();
    await faye.page.getByText("You asked to enter.").waitFor();
    await erik.page.goto(`/play#/contests/${id}`);
    await erik.page.getByRole("button", { name: "Approve Faye" }).waitFor();
    await fitsAndIsAccessible(erik.page, "a contest with a request");
    await erik.page.getByRole("button", { name: "Approve Faye" }).click();
    await faye.page.getByText("You have entered.").waitFor();
    assert.equal(await erik.page.getByRole("button", { name: "Approve Faye" }).count(), 0);
    await Promise.all([erik.close(), faye.close()]);
});

it("entrant withdraws and organizer cancels before the first game", { timeout: 300_000 }, async () => {
    const [hans, iris] = [await newPlayer("Hans"), await newPlayer("Iris")];
    const { id } = await ask(hans.token, "/v1/contests", { name: "Not yet", game: "slide-jam", closes_at: later(3_600_000) });
    await iris.page.goto(`/play#/contests/${id}`);
    await iris.page.getByRole("button", { name: "Enter" }).click();
    await iris.page.getByRole("button", { name: "Withdraw" }).click();
    await iris.page.getByRole("button", { name: "Enter" }).waitFor();
    assert.equal((await ask("", `/v1/contests/${id}`)).entrants, 0);
    assert.equal(await iris.page.getByRole("button", { name: "Cancel the contest" }).count(), 0);
    await hans.page.goto(`/play#/contests/${id}`);
    await hans.page.getByRole("button", { name: "Cancel the contest" }).click();
    await fitsAndIsAccessible(hans.page, "a contest to cancel");
    await hans.page.getByRole("button", { name: "Yes, delete it" }).click();
    await hans.page.getByRole("heading", { name: "Contests", exact: true }).waitFor();
    assert.equal((await ask("", `/v1/contests/${id}`)).code, "unknown_contest");
    await Promise.all([hans.close(), iris.close()]);
});

it("notice of a round that opens leads to its contest", { timeout: 300_000 }, async () => {
    const gina = await newPlayer("Gina");
    await gina.page.goto("/play#/rules/slide-jam");
    await gina.page.reload();
    const { id } = await ask(gina.token, "/v1/contests", { name: "Soon", game: "slide-jam", opens_at: later(8_000), closes_at: later(3_600_000) });
    await ask(gina.token, `/v1/contests/${id}/entrants`, {});
    const notice = gina.page.locator(".news");
    await notice.getByText("Round 1 of Soon is open.").waitFor();
    await fitsAndIsAccessible(gina.page, "the notice of a round");
    await notice.getByRole("link", { name: "Open it" }).click();
    await gina.page.getByRole("heading", { name: "Soon" }).waitFor();
    await until("the notice to go", async () => (await notice.textContent()) === "");
    await gina.close();
});

it("rounds that open at once have one notice", { timeout: 300_000 }, async () => {
    const hana = await newPlayer("Hana");
    await hana.page.goto("/play#/rules/slide-jam");
    await hana.page.reload();
    const order = { name: "Twelve deals", game: "slide-jam", rounds: 12, opens_at: later(8_000), closes_at: later(3_600_000) };
    const { id } = await ask(hana.token, "/v1/contests", order);
    await ask(hana.token, `/v1/contests/${id}/entrants`, {});
    const notice = hana.page.locator(".news p");
    await notice.getByText("Rounds 1 to 12 of Twelve deals are open.").waitFor();
    assert.equal(await notice.count(), 1);
    await fitsAndIsAccessible(hana.page, "the notice of twelve rounds");
    await notice.getByRole("link", { name: "Open it" }).click();
    await hana.page.getByRole("button", { name: "Play round 12" }).waitFor();
    await fitsAndIsAccessible(hana.page, "a contest of twelve rounds");
    await hana.close();
});

it("contests that anyone may enter are shown a page at a time", { timeout: 300_000 }, async () => {
    const { page, close } = await open(browser, server.base);
    const lists = [{ contests: [openContest("First")], next: "a-cursor" }, { contests: [openContest("Second")] }];
    await page.route(/\/v1\/contests\?/, (route) => route.fulfill({ json: lists[route.request().url().includes("cursor=a-cursor") ? 1 : 0] }));
    await page.goto("/play#/contests");
    const region = page.getByRole("region", { name: "Open contests" });
    await region.getByRole("link", { name: /^First/ }).waitFor();
    await region.getByRole("button", { name: "More" }).click();
    await region.getByRole("link", { name: /^Second/ }).waitFor();
    assert.deepEqual([await region.getByRole("link").count(), await region.getByRole("button").count()], [2, 0]);
    await close();
});

it("page of a contest asks for news when a round closes", { timeout: 300_000 }, async () => {
    const { page, close } = await open(browser, server.base);
    await page.clock.install({ time: new Date() });
    let asked = 0;
    const rounds = [{ number: 1, status: "open", commitment: "00", opens_at: later(0), closes_at: later(5_000) }];
    await page.route(/\/v1\/contests\/0000000000000001$/, (route) => {
        asked += 1;
        return route.fulfill({ json: { ...openContest("Timed"), scoring: "total", entrants: 0, rounds } });
    });
    await page.route(/\/entrants\?/, (route) => route.fulfill({ json: { entrants: [] } }));
    await page.goto("/play#/contests/0000000000000001");
    await page.getByRole("heading", { name: "Timed" }).waitFor();
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500));
    const before = asked;
    // Less than the time after which it asks in any case. Then the clock of the page is paused again.
    await page.clock.runFor(11_000);
    await until("a request", async () => asked > before);
    await close();
});

it("standings by points say so, and a single game is not compared", { timeout: 300_000 }, async () => {
    const { page, close } = await open(browser, server.base);
    const rounds = [{ number: 1, status: "closed", commitment: "00", seed: "1", opens_at: later(-2000), closes_at: later(-1000) }];
    const standing = { place: 1, player: "1", name: "Jo", sum: 0, rounds: [{ round: 1, adds: 0, score: 9, run: "1" }] };
    await page.route(/\/v1\/contests\/0000000000000001$/, (route) => route.fulfill({ json: { ...openContest("By points"), scoring: "points", entrants: 1, rounds } }));
    await page.route(/\/entrants\?/, (route) => route.fulfill({ json: { entrants: [] } }));
    await page.route(/\/standings\?/, (route) => route.fulfill({ json: { rounds: [1], standings: [standing] } }));
    await page.goto("/play#/contests/0000000000000001");
    await page.getByRole("columnheader", { name: "Points" }).waitFor();
    assert.equal(await page.getByRole("link", { name: /^Compare games/ }).count(), 0);
    await close();
});

/**
 * An open contest, as far as the list shows it.
 *
 * @param {string} name
 */
function openContest(name) {
    return { id: "0000000000000001", name, game: "slide-jam", rounds: [{ number: 1, status: "open", closes_at: later(3_600_000) }] };
}

// The front page: what it offers, search and filters, and its size on phones. The screen "Play" has the same list.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { accessible, atRest, fits, fitsAndIsAccessible, launch, onOneDay, open, serve } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{ id: string, title: string, kind: string, added: string, seats: { least: number, most: number }, duration: { least: number, most: number } }} Game */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/** @type {{ games: Game[] }} */
const { games } = await (await fetch(`${server.base}/v1/games`)).json();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** The greatest distance of the footer from the top of the page on a phone, in pixels. */
const MAX_HEIGHT = 3000;
/** The greatest number of pictures that are loaded before anyone scrolls. */
const MAX_PICTURES = 6;

/** @param {Page} page */
async function listed(page) {
    return (await page.locator(".picks > .pick h3 a").allInnerTexts()).sort();
}

/**
 * Waits until the list has exactly some games.
 *
 * @param {Page} page
 * @param {string} what
 * @param {(game: Game) => boolean} fit
 */
async function lists(page, what, fit) {
    const expected = games.filter(fit);
    assert.ok(expected.length > 0 && expected.length < games.length, `${what} is a choice`);
    await page.getByRole("status").getByText(`${expected.length} of ${games.length} games`).waitFor();
    assert.deepEqual(await listed(page), expected.map(({ title }) => title).sort(), what);
}

it("the front page says what there is", async () => {
    const { page, close } = await open(browser, server.base);
    await page.goto("/");
    await page.getByRole("heading", { level: 1, name: `${games.length} board games, free to play` }).waitFor();
    const lead = await page.locator(".lead").innerText();
    for (const word of ["No account", "solo", "with friends", "against robots", "anyone can verify"]) assert.ok(lead.includes(word), word);
    const featured = games.find(({ id }) => id === "trampo-land");
    assert.equal(await page.locator("#featured").innerText(), `${featured?.title}, a solo puzzle of ${featured?.duration.least} to ${featured?.duration.most} minutes`);
    await close();
});

it("Play now opens a board with one click, and Back returns", async () => {
    const { page, close } = await open(browser, server.base);
    await page.goto("/");
    await page.getByRole("link", { name: "Play now" }).click();
    await page.locator(".board svg").waitFor();
    assert.match(page.url(), /#\/at\//);
    await page.goBack();
    await page.getByRole("link", { name: "Play now" }).waitFor();
    // The same for a game for several seats: robots have the others.
    await page.goto("/play#/start/pontifuse");
    await page.locator(".hotseat .board svg").waitFor();
    // A game on a real table has no robots, so who plays is chosen first.
    await page.goto("/play#/start/wild-bill");
    await page.getByLabel("Seats").waitFor();
    await close();
});

it("search narrows the list, and the address has the words", async () => {
    const { page, close } = await open(browser, server.base);
    for (const path of ["/", "/play#/"]) {
        await page.goto("about:blank");
        await page.goto(path);
        await page.getByRole("status").getByText(`${games.length} games`, { exact: true }).waitFor();
        await page.getByRole("searchbox", { name: "Search games" }).fill("castle herman");
        await page.getByRole("status").getByText(`1 of ${games.length} games`).waitFor();
        assert.deepEqual(await listed(page), ["Herman's Castle"]);
        await page.waitForURL(/\?q=castle\+herman$/);
        await page.reload();
        await page.getByRole("status").getByText(`1 of ${games.length} games`).waitFor();
        assert.equal(await page.getByRole("searchbox").inputValue(), "castle herman");
        await page.getByRole("searchbox").fill("no game has this");
        await page.getByText("No game matches.").waitFor();
        await accessible(page, `${path} without a match`);
        await page.getByRole("button", { name: "Clear filters" }).click();
        await page.getByRole("status").getByText(`${games.length} games`, { exact: true }).waitFor();
        assert.equal(await page.evaluate(() => document.activeElement?.id), "filter-q");
        await page.waitForURL((url) => !url.href.includes("q="));
    }
    await close();
});

it("filters by players, time, kind and new games can be linked", async () => {
    const { page, close } = await open(browser, server.base);
    await page.goto("/play#/");
    await page.getByLabel("Players").waitFor();
    for (const players of [1, 2, 7]) {
        await page.getByLabel("Players").selectOption(`${players}`);
        await lists(page, `${players} players`, ({ seats }) => seats.least <= players && players <= seats.most);
    }
    await page.getByLabel("Players").selectOption("2");
    await page.getByLabel("Time").selectOption("30");
    await lists(page, "2 players, 30 minutes", ({ seats, duration }) => seats.least <= 2 && seats.most >= 2 && duration.most <= 30);
    await page.waitForURL(/\?players=2&minutes=30$/);
    const link = page.url();
    await page.goto("about:blank");
    await page.goto(link);
    await lists(page, "the same by its link", ({ seats, duration }) => seats.least <= 2 && seats.most >= 2 && duration.most <= 30);
    for (const kind of ["solitaire", "seated", "referee"]) {
        await page.goto("about:blank");
        await page.goto(`/#?kind=${kind}`);
        await lists(page, kind, (game) => (game.kind === "race" ? "seated" : game.kind) === kind);
    }
    await page.getByLabel("Kind").selectOption("");
    await page.getByLabel("New games").check();
    await page.getByRole("status").getByText(`8 of ${games.length} games`).waitFor();
    const found = await listed(page);
    const oldest = games.filter(({ title }) => found.includes(title)).map(({ added }) => added).sort()[0];
    assert.ok(games.every(({ title, added }) => found.includes(title) || added <= oldest), found.join(", "));
    await page.goto("about:blank");
    await page.goto("/play#/?players=99&kind=none&other=1");
    await page.getByRole("status").getByText(`${games.length} games`, { exact: true }).waitFor();
    await close();
});

it("the list can be searched with the keyboard alone", async () => {
    const { page, close } = await open(browser, server.base);
    await page.goto("/play#/");
    await page.getByRole("searchbox").focus();
    await page.keyboard.type("pontifuse");
    await page.getByRole("status").getByText(`1 of ${games.length} games`).waitFor();
    // Players, time, kind, new games, the game.
    for (let n = 0; n < 5; n += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Pontifuse" }).waitFor();
    await page.goBack();
    await page.getByRole("status").getByText(`1 of ${games.length} games`).waitFor();
    assert.equal(await page.getByRole("searchbox").inputValue(), "pontifuse", "all of the words are in the address");
    await page.goto("/");
    const all = page.getByRole("button", { name: `Show all ${games.length} games` });
    await all.focus();
    await page.keyboard.press("Enter");
    await all.waitFor({ state: "hidden" });
    const focused = await page.evaluate(() => document.activeElement?.textContent);
    assert.equal(focused, await page.locator(".pick h3 a").nth(12).innerText(), "the first game that was hidden");
    await close();
});

it("the front page is short and fits on phones", async () => {
    const { page, close } = await open(browser, server.base, PHONE);
    await page.goto("/");
    await page.locator("#below.ready").waitFor();
    await atRest(page);
    const footer = await page.locator("footer").boundingBox();
    assert.ok(footer && footer.y > 1500 && footer.y < MAX_HEIGHT, `the footer is at ${footer?.y}`);
    for (const width of [320, 360, 390, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await atRest(page);
        await fits(page, `the front page at ${width}`);
    }
    await close();
});

it("the front page and the list of games are accessible in light and dark", async () => {
    const { page, close } = await open(browser, server.base);
    for (const path of ["/", "/play#/"]) {
        await page.goto(path);
        await page.locator(".pick").first().waitFor();
        await fitsAndIsAccessible(page, path);
    }
    await close();
});

it("pictures are loaded when they come near, and have their place before", async () => {
    const { page, close } = await open(browser, server.base);
    const asked = new Set();
    page.on("request", (request) => { if (request.url().includes("/look-")) asked.add(request.url()); });
    // No picture arrives.
    await page.route("**/look-*.svg", () => {});
    await page.goto("/", { waitUntil: "domcontentloaded" });
    await page.locator(".pick").first().waitFor();
    await atRest(page);
    assert.ok(asked.size > 0 && asked.size <= MAX_PICTURES, `${asked.size} pictures`);
    const before = await page.locator(".pick").first().boundingBox();
    await page.unroute("**/look-*.svg");
    await page.reload();
    await page.waitForFunction(() => /** @type {HTMLImageElement | null} */ (document.querySelector(".pick img"))?.naturalWidth);
    assert.deepEqual(await page.locator(".pick").first().boundingBox(), before);
    await close();
});

it("the card of the day has the time that is left, the streak and the best scores", async () => {
    await onOneDay();
    const day = await (await fetch(`${server.base}/v1/daily`)).json();
    const before = (/** @type {number} */ days) => new Date(Date.parse(day.date) - days * 86_400_000).toISOString().slice(0, 10);
    const { page, close } = await open(browser, server.base);
    await page.goto("/");
    const card = page.locator("#today");
    await card.getByText(/^(\d+ hours|\d+ minutes|\d+:\d\d) left\.$/).waitFor();
    assert.equal(await card.getByText("Best of today").count(), 0, "no one has played");
    /** @type {{ token: string, player: { id: string, name: string } }} */
    const { token, player } = await (await fetch(`${server.base}/v1/players`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name: "Streak" }) })).json();
    await page.evaluate((player) => localStorage.setItem("funhouse.player", JSON.stringify(player)), { ...player, token });
    const played = [1, 2, 3, 5].map((days) => ({ id: `t${days}`, game: "slide-jam", day: before(days), status: "over", ending: "finished", seats: [], moves: 9 }));
    const resigned = { ...played[0], id: "t4", day: before(4), ending: "resigned" };
    await page.route("**/v1/players/me/tables*", (route) => route.fulfill({ json: { tables: [...played, resigned] } }));
    const entry = { rank: 1, run: "1", player, score: 7, moves: 40, total: 7, received_at: `${day.date}T00:00:00.000Z` };
    await page.route("**/v1/leaderboards/epic-funhouse?*", async (route) => route.fulfill({ json: { ...await (await route.fetch()).json(), count: 1, entries: [entry] } }));
    await page.reload();
    await card.getByText("Your streak: 3 days.").waitFor();
    await card.locator(".podium", { hasText: "Streak 7" }).waitFor();
    await accessible(page, "the card of the day with scores");
    await close();
});

it("the front page has its links without scripts", async () => {
    const { page, close } = await open(browser, server.base, { javaScriptEnabled: false });
    await page.goto("/");
    for (const name of ["Play now", "Play today's ranked game", "Play with friends", "Leaderboards", "Build with the API"]) {
        assert.ok(await page.getByRole("main").getByRole("link", { name }).isVisible(), name);
    }
    await close();
});

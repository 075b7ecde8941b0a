// Tables: several browsers play one game, each sees only its own view, and ranked games are checked.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { accessible, atRest, fits, launch, onOneDay, open, serve, until } from "./harness.js";
import { choose } from "./moves.js";

/** @typedef {import("playwright-core").Page} Page */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/** @type {Record<string, string>} */
const JSON_TYPE = { "Content-Type": "application/json" };
let players = 0;

/**
 * A page with a new player.
 *
 * @param {string} name
 * @param {Parameters<typeof open>[2]} [options]
 */
async function newPlayer(name, options = {}) {
    const opened = await open(browser, server.base, options);
    players += 1;
    const init = { method: "POST", headers: { ...JSON_TYPE, "Idempotency-Key": `tables-${players}-${name.padEnd(12, "x")}` }, body: JSON.stringify({ name }) };
    /** @type {{ player: { id: string, name: string }, token: string }} */
    const { player, token } = await (await fetch(`${server.base}/v1/players`, init)).json();
    assert.ok(player, `no other test has a player ${name}`);
    await opened.page.goto("/play#/rules/catwalk");
    await opened.page.evaluate((player) => localStorage.setItem("funhouse.player", JSON.stringify(player)), { ...player, token });
    return { ...opened, token, player };
}

/**
 * Sends a request as a player.
 *
 * @param {string} token
 * @param {string} path
 * @param {unknown} [body] posted if given
 * @returns {Promise<any>}
 */
async function ask(token, path, body) {
    const headers = { ...JSON_TYPE, Authorization: `Bearer ${token}` };
    const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    return (await fetch(`${server.base}${path}`, init)).json();
}

/** @param {Page} page */
function tableOf(page) {
    return page.url().split("/").at(-1) ?? "";
}

/**
 * Creates a table on the page.
 *
 * @param {Page} page
 * @param {string} game
 * @param {string[]} others who has the other seats: "open" or "robot"
 * @param {{ pace?: string, listed?: boolean, approval?: boolean }} [how]
 */
async function make(page, game, others, { pace, listed, approval } = {}) {
    await page.goto(`/play#/tables?game=${game}`);
    const seats = page.getByLabel("Seats", { exact: true });
    await page.getByRole("button", { name: "Make this table" }).waitFor();
    if ((await seats.count()) > 0) await seats.selectOption(String(others.length + 1));
    for (const [i, who] of others.entries()) await page.locator(`#table-seat-${i + 2}`).selectOption(who);
    if (pace) await page.getByLabel("Time for a move").selectOption({ label: pace });
    if (listed) await page.getByLabel("List it here while it waits for players").check();
    if (approval) await page.getByLabel("I approve who sits down").check();
    await page.getByRole("button", { name: "Make this table" }).click();
    await page.waitForURL(/#\/tables\/[0-9a-f]{16}$/);
    await page.locator(".at-table[data-status]").waitFor();
}

/** The status of the table on a page. @param {Page} page */
function shown(page) {
    return page.locator(".at-table").evaluate((element) => ({ .../** @type {HTMLElement} */ (element).dataset }));
}

/**
 * Waits for a status of the table.
 *
 * @param {Page} page
 * @param {Record<string, string>} how
 */
async function waitForStatus(page, how) {
    const wanted = Object.entries(how).map(([name, value]) => `[data-${name}="${value}"]`).join("");
    await page.locator(`.at-table${wanted}`).waitFor();
}

/**
 * Waits until some page shows another position or turn.
 *
 * @param {Page[]} pages
 * @param {Record<string, string | undefined>[]} before
 */
async function changed(pages, before) {
    await until("news of the table", async () => !isDeepStrictEqual(await Promise.all(pages.map(shown)), before));
}

/**
 * Plays until the game is over, each move on the page of the player to move.
 *
 * @param {Page[]} pages
 * @param {(page: Page) => Promise<void>} [look] what is checked before each move
 */
async function playOut(pages, look) {
    for (let n = 0; n < 600;) {
        const states = await Promise.all(pages.map(shown));
        if (states.every(({ status }) => status === "over")) return;
        // All pages show one position: one that has yet to hear of a move would close its list of moves while it is used.
        const together = states.every(({ moves }) => moves === states[0].moves);
        const at = together ? states.findIndex(({ status, turn }) => status === "playing" && turn === "true") : -1;
        if (at < 0) {
            await changed(pages, states);
            continue;
        }
        n += 1;
        const page = pages[at];
        await look?.(page);
        const before = states[at].moves;
        await choose(page, n);
        await page.waitForFunction((before) => {
            const element = /** @type {HTMLElement | null} */ (document.querySelector(".at-table"));
            return element !== null && (element.dataset.moves !== before || element.dataset.status === "over") && !document.querySelector("[aria-busy]");
        }, before);
    }
    throw new Error("the game has no end");
}

/**
 * Replays a game that is over, and returns to its table.
 *
 * @param {Page} page
 */
async function watchAgain(page) {
    const picture = await page.locator(".board svg").getAttribute("aria-label");
    await page.getByRole("link", { name: "Watch it again" }).click();
    const slider = page.getByRole("slider", { name: "Move" });
    await slider.waitFor();
    const moves = Number(await slider.getAttribute("max"));
    assert.equal(await page.locator(".run-moves li").count(), moves);
    assert.equal(await page.locator(".run-moves li").first().innerText(), "You plant a seed face down.");
    assert.match(await page.locator(".board svg").getAttribute("aria-label") ?? "", /round 1/);
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await page.locator(".count", { hasText: `Move 1 of ${moves}` }).waitFor();
    await fits(page, "a table that is watched again");
    await accessible(page, "a table that is watched again");
    await page.getByRole("button", { name: "Last", exact: true }).click();
    await until("the last picture", async () => (await page.locator(".board svg").getAttribute("aria-label")) === picture);
    await page.getByRole("link", { name: "To the table" }).click();
    await page.locator(".end h2").waitFor();
}

it("two people play a table, check it and rematch", async () => {
    const ann = await newPlayer("Ann");
    const bob = await newPlayer("Bob");
    await make(ann.page, "darwinian-poker", ["open"], { pace: "5 minutes" });
    await ann.page.getByRole("heading", { name: "One seat is open" }).waitFor();
    assert.match(await ann.page.title(), /^1 of 2 seated: Darwinian Poker/);
    await accessible(ann.page, "a table that waits");
    const link = await ann.page.getByLabel("The link for others").inputValue();
    assert.equal(link, ann.page.url());
    await bob.page.goto(link);
    await bob.page.getByRole("button", { name: "Sit down" }).waitFor();
    await accessible(bob.page, "a table at which one may sit down");
    await bob.page.getByRole("button", { name: "Sit down" }).click();
    for (const { page } of [ann, bob]) await waitForStatus(page, { status: "playing", turn: "true" });
    for (const { page } of [ann, bob]) {
        assert.match(await page.title(), /^Your turn: Darwinian Poker/);
        await page.locator(".turn", { hasText: /Your turn · (4:\d\d|5:00) left/ }).waitFor();
    }
    await accessible(ann.page, "a table that is played");

    const id = tableOf(ann.page);
    /** The hand of a player, and what everyone sees, in the view of the player's seat. */
    const hand = async (/** @type {string} */ token) => {
        const { you, position: { view } } = await ask(token, `/v1/tables/${id}`);
        return { you, hand: /** @type {string[]} */ (view.table.hands[you - 1]), open: JSON.stringify({ ...view.table, hands: [] }) };
    };
    let looked = 0;
    await playOut([ann.page, bob.page], async (page) => {
        if (looked > 6) return;
        looked += 1;
        const [own, other] = page === ann.page ? [ann, bob] : [bob, ann];
        const [mine, theirs] = [await hand(own.token), await hand(other.token)];
        const whole = await page.evaluate(() => document.documentElement.outerHTML + JSON.stringify({ ...localStorage }));
        const visible = mine.open + (await page.locator(".log").allInnerTexts()).join();
        for (const card of mine.hand) assert.ok(whole.includes(`"${card}"`), `${card} of one's own hand is shown`);
        for (const card of theirs.hand) if (!visible.includes(card)) assert.ok(!whole.includes(`"${card}"`), `${card} of the other's hand is not in the page`);
    });
    assert.ok(looked > 3);
    for (const { page } of [ann, bob]) {
        assert.match(await page.title(), /^Over: Darwinian Poker/);
        await page.locator(".end h2").getByText(/^You (won|lost|share the first place)/).waitFor();
    }
    await accessible(ann.page, "a table that is over");

    await ann.page.getByRole("button", { name: "Check this game" }).click();
    const found = ann.page.locator(".checked li");
    await found.nth(2).waitFor();
    assert.equal(await ann.page.locator(".checked .holds").count(), 3, await ann.page.locator(".checked").innerText());
    await found.getByText("the commitment that this browser saved during the game").waitFor();
    await found.getByText("The result is what the table reports, to the end of the game.").waitFor();

    await watchAgain(ann.page);
    await ann.page.getByRole("button", { name: "Rematch" }).click();
    await ann.page.getByRole("heading", { name: "One seat is open" }).waitFor();
    assert.notEqual(tableOf(ann.page), id);
    await bob.page.getByRole("button", { name: "Join the rematch" }).click();
    for (const { page } of [ann, bob]) await waitForStatus(page, { status: "playing" });
    assert.equal(tableOf(ann.page), tableOf(bob.page));
    assert.deepEqual((await ask(ann.token, `/v1/tables/${tableOf(ann.page)}`)).pace, 300, "the terms are the same");
    await ann.page.goto("/play#/you");
    await ann.page.getByRole("region", { name: "At tables" }).getByRole("cell", { name: "Darwinian Poker" }).waitFor();
    await ann.close();
    await bob.close();
});

it("a check reports a seed that breaks the commitment", async () => {
    const { page, close } = await newPlayer("Cyn");
    await make(page, "pontifuse", ["robot"]);
    await page.evaluate((id) => localStorage.setItem("funhouse.commitments", JSON.stringify([[id, "0".repeat(64)]])), tableOf(page));
    await page.getByRole("button", { name: "Give up" }).click();
    await page.getByText("The game ends, and you finish last.").waitFor();
    await page.getByRole("button", { name: "Play on" }).click();
    await waitForStatus(page, { status: "playing" });
    await page.getByRole("button", { name: "Give up" }).click();
    await page.getByRole("button", { name: "Give up now" }).click();
    await waitForStatus(page, { status: "over" });
    await page.locator(".board text.turn").first().waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Check this game" }).click();
    await page.locator(".checked li").nth(2).waitFor();
    assert.equal(await page.locator(".checked .fails").count(), 1);
    await page.locator(".checked .fails").getByText("The seed hashes to something other").waitFor();
    await close();
});

it("keeps the result of a check when a rematch appears", async () => {
    const { page, token, close } = await newPlayer("Eli");
    await make(page, "pontifuse", ["robot"]);
    await page.getByRole("button", { name: "Give up" }).click();
    await page.getByRole("button", { name: "Give up now" }).click();
    await waitForStatus(page, { status: "over" });
    await page.getByRole("button", { name: "Check this game" }).click();
    const found = page.locator(".checked li");
    await found.nth(2).waitFor();
    const result = await page.locator(".checked").elementHandle();
    // The page asks for a rematch every few seconds.
    await page.waitForResponse((response) => response.url().includes(`/v1/tables/${tableOf(page)}`));
    await atRest(page);
    assert.equal(await found.count(), 3, "after a poll");
    await ask(token, `/v1/tables/${tableOf(page)}/rematch`, {});
    await page.getByRole("button", { name: "Join the rematch" }).waitFor();
    assert.equal(await found.count(), 3, "with the rematch");
    assert.ok(await result?.evaluate((element) => element.isConnected));
    await close();
});

it("the slower of two simultaneous moves can be repeated", async () => {
    const ann = await newPlayer("Ada", { refuses: true });
    const { page } = ann;
    await make(page, "putwoodys-castle", ["robot"]);
    await waitForStatus(page, { turn: "true" });
    const id = tableOf(page);
    const { moves } = await shown(page);
    const { position } = await ask(ann.token, `/v1/tables/${id}?with_legal_moves=true`);
    // The same player moves in another browser, right before the move of this one comes.
    await page.route("**/v1/tables/*/moves", async (route) => {
        const moved = await ask(ann.token, `/v1/tables/${id}/moves`, { game: "putwoodys-castle", after: Number(moves), moves: [position.legal_moves.moves.at(-1)] });
        assert.equal(moved.moves > Number(moves), true);
        await route.continue();
    }, { times: 1 });
    await choose(page, 3);
    await page.locator(".why-not").getByText("Another player moved first, so your move was not made.").waitFor();
    assert.ok(Number((await shown(page)).moves) > Number(moves), "what the other did is shown");
    await waitForStatus(page, { turn: "true" });
    const later = Number((await shown(page)).moves);
    await choose(page, 0);
    await page.waitForFunction((later) => Number(/** @type {HTMLElement} */ (document.querySelector(".at-table")).dataset.moves) > later, later);
    assert.equal(await page.locator(".why-not").innerText(), "");
    await ann.close();
});

it("shows no older position after a stale move", async () => {
    const ann = await newPlayer("Ines", { refuses: true });
    const bob = await newPlayer("Jens");
    const { page } = ann;
    await make(page, "putwoodys-castle", ["open"]);
    const id = tableOf(page);
    // Plays the last legal move of a player, and returns the number of moves after it.
    const play = async (/** @type {string} */ token) => {
        const { moves, position } = await ask(token, `/v1/tables/${id}?with_legal_moves=true`);
        return (await ask(token, `/v1/tables/${id}/moves`, { game: "putwoodys-castle", after: moves, moves: [position.legal_moves.moves.at(-1)] })).moves;
    };
    const { you, position } = await ask(bob.token, `/v1/tables/${id}/seats/2`, {});
    if (position.to_act.includes(you)) await play(bob.token);
    await waitForStatus(page, { status: "playing", turn: "true" });
    const before = Number((await shown(page)).moves);
    // Ines moves in another browser, and the page loads the table to show that. Before the response arrives, Jens moves, too.
    await page.route("**/v1/tables/*/moves", async (route) => {
        assert.equal(await play(ann.token), before + 1);
        await page.route(`**/v1/tables/${id}?**`, async (route) => {
            const response = await route.fetch();
            assert.equal((await response.json()).moves, before + 1);
            assert.equal(await play(bob.token), before + 2);
            // The news of Jens's move arrives. Nothing shows it before the board does.
            await page.waitForTimeout(1000);
            await route.fulfill({ response });
        }, { times: 1 });
        await route.continue();
    }, { times: 1 });
    await choose(page, 3);
    await page.locator(".why-not").getByText("Another player moved first, so your move was not made.").waitFor();
    assert.deepEqual(await shown(page).then(({ moves, turn }) => ({ moves, turn })), { moves: String(before + 2), turn: "true" });
    await ann.close();
    await bob.close();
});

it("shows no position from before the end after a stale move", async () => {
    const ann = await newPlayer("Ilse", { refuses: true });
    const bob = await newPlayer("Jost");
    const { page } = ann;
    await make(page, "putwoodys-castle", ["open"]);
    const id = tableOf(page);
    const play = async (/** @type {string} */ token) => {
        const { moves, position } = await ask(token, `/v1/tables/${id}?with_legal_moves=true`);
        await ask(token, `/v1/tables/${id}/moves`, { game: "putwoodys-castle", after: moves, moves: [position.legal_moves.moves.at(-1)] });
    };
    const { you, position } = await ask(bob.token, `/v1/tables/${id}/seats/2`, {});
    if (position.to_act.includes(you)) await play(bob.token);
    await waitForStatus(page, { status: "playing", turn: "true" });
    // Ilse moves in another browser. When the page has loaded the table to show that, Jost resigns, before the response arrives.
    await page.route("**/v1/tables/*/moves", async (route) => {
        await play(ann.token);
        await page.route(`**/v1/tables/${id}?**`, async (route) => {
            const response = await route.fetch();
            assert.equal((await response.json()).status, "playing");
            await ask(bob.token, `/v1/tables/${id}/resignation`, {});
            // The news of the end arrives. Nothing shows it before the board does.
            await page.waitForTimeout(1000);
            await route.fulfill({ response });
        }, { times: 1 });
        await route.continue();
    }, { times: 1 });
    await choose(page, 3);
    await page.locator(".why-not").getByText("Another player moved first, so your move was not made.").waitFor();
    await waitForStatus(page, { status: "over", turn: "false" });
    await page.locator("div.end h2").getByText("You won").waitFor();
    assert.match(await page.title(), /^Over/);
    await ann.close();
    await bob.close();
});

it("accepts all simultaneous choices", async () => {
    const ann = await newPlayer("Amy", { refuses: true });
    const bob = await newPlayer("Bea", { refuses: true });
    await make(ann.page, "darwinian-poker", ["open"]);
    const id = tableOf(ann.page);
    await bob.page.goto(`/play#/tables/${id}`);
    await bob.page.getByRole("button", { name: "Sit down" }).click();
    for (const { page } of [ann, bob]) await waitForStatus(page, { turn: "true", moves: "0" });
    // Neither hears of the other's choice before its own is sent.
    let stale = 0;
    for (const { page } of [ann, bob]) page.on("response", (response) => { stale += Number(response.status() === 412); });
    const waiting = /** @type {(() => void)[]} */ ([]);
    for (const { page } of [ann, bob]) {
        await page.route("**/v1/tables/*/moves", async (route) => {
            await new Promise((resolve) => { waiting.push(() => resolve(undefined)); });
            await route.continue();
        }, { times: 1 });
    }
    await choose(ann.page, 0);
    await choose(bob.page, 0);
    await until("both moves", () => waiting.length === 2);
    for (const go of waiting) go();
    for (const { page } of [ann, bob]) await page.waitForFunction(() => Number(/** @type {HTMLElement} */ (document.querySelector(".at-table")).dataset.moves) >= 2);
    assert.equal(stale, 0, "neither is too late");
    assert.deepEqual((await ask(ann.token, `/v1/tables/${id}`)).moves >= 2, true);
    for (const { page } of [ann, bob]) assert.equal(await page.locator(".why-not").innerText(), "");
    await ann.close();
    await bob.close();
});

it("reports and restores a lost connection", async () => {
    const lonely = await serve();
    const opened = await open(browser, lonely.base, { refuses: true });
    const { page } = opened;
    /** The number of moves of the robot that the log lists. @param {Page} page */
    const robots = (page) => page.evaluate(() => {
        const names = [...document.querySelectorAll(".standings th")].flatMap(({ textContent }) => /^(\w+) \(robot\)/.exec(textContent ?? "")?.[1] ?? []);
        return [...document.querySelectorAll(".log li")].filter(({ textContent }) => textContent?.startsWith(`${names[0]} `)).length;
    });
    await page.goto("/play#/tables?game=queensland");
    await page.getByRole("button", { name: "Make this table" }).waitFor();
    await page.locator("#table-seat-2").selectOption("robot");
    await page.getByRole("button", { name: "Make this table" }).click();
    await page.getByLabel("Your name").fill("Dan");
    await page.getByRole("button", { name: "Use this name" }).click();
    await page.locator('.at-table[data-turn="true"]').waitFor();
    await page.evaluate(() => { /** @type {any} */ (window).still = true; });
    for (let n = 0; n < 2; n += 1) {
        await lonely.kill();
        await page.getByText("Connection lost. Your game is safe. Reconnecting…").waitFor();
        await lonely.restart();
        await page.locator('.at-table[data-connected="true"]').waitFor();
        // The robot's moves come by the new stream. It may take a seat several moves until the other is to act.
        const from = await robots(page);
        for (let tries = 0; tries < 6 && (await robots(page)) === from; tries += 1) {
            await page.locator('.at-table[data-turn="true"]').waitFor();
            const { moves } = await shown(page);
            await choose(page, n);
            await page.waitForFunction((moves) => /** @type {HTMLElement} */ (document.querySelector(".at-table")).dataset.moves !== moves, moves);
            await page.locator('.at-table[data-turn="true"]').waitFor();
        }
        assert.notEqual(await robots(page), from);
    }
    // A move that is made while the service is down is sent again.
    const before = Number((await shown(page)).moves);
    await lonely.kill();
    await choose(page, 1);
    await lonely.restart();
    await page.waitForFunction((before) => Number(/** @type {HTMLElement} */ (document.querySelector(".at-table")).dataset.moves) > before, before);
    assert.equal(await page.evaluate(() => /** @type {any} */ (window).still), true, "the page was never reloaded");
    await opened.close();
    await lonely.stop();
});

it("news arrives without streams", async () => {
    /** @type {[name: string, block: (route: import("playwright-core").Route) => void][]} */
    const ways = [
        ["Eve", () => {}],
        ["Eva", (route) => route.fulfill({ status: 429, contentType: "application/problem+json", body: JSON.stringify({ type: "/v1/problems#too_many_listeners", title: "Too many listen", status: 429, detail: "too many", code: "too_many_listeners" }) })],
    ];
    for (const [name, block] of ways) {
        const ann = await newPlayer(name, { refuses: true });
        const bob = await newPlayer(`${name}two`);
        await ann.page.route("**/v1/tables/*/events?*", block);
        await make(ann.page, "pontifuse", ["open"]);
        await bob.page.goto(ann.page.url());
        await bob.page.getByRole("button", { name: "Sit down" }).click();
        await waitForStatus(ann.page, { status: "playing" });
        await ann.close();
        await bob.close();
    }
});

it("a stream is tried again after one that brought nothing", async () => {
    const ann = await newPlayer("Eda", { refuses: true });
    const bob = await newPlayer("Edatwo");
    await ann.page.clock.install();
    let streams = 0;
    // The first connection is too slow.
    await ann.page.route("**/v1/tables/*/events?*", (route) => ((streams += 1) > 1 ? route.continue() : undefined));
    await make(ann.page, "pontifuse", ["open"]);
    await until("a stream", () => streams === 1);
    const polled = ann.page.waitForRequest((request) => request.url().includes("wait="));
    await ann.page.clock.fastForward(9_000);
    await polled;
    await ann.page.clock.fastForward(40_000);
    await bob.page.goto(ann.page.url());
    await bob.page.getByRole("button", { name: "Sit down" }).click();
    await waitForStatus(ann.page, { status: "playing" });
    await until("another stream", () => streams > 1);
    await ann.close();
    await bob.close();
});

it("news arrives by a stream in browsers without AbortSignal.any", async () => {
    const ann = await newPlayer("Edo");
    const bob = await newPlayer("Edotwo");
    await ann.page.addInitScript(() => void Object.assign(AbortSignal, { any: undefined }));
    await ann.page.reload();
    const opened = ann.page.waitForResponse((response) => response.url().includes("/events?") && response.ok());
    await make(ann.page, "pontifuse", ["open"]);
    await opened;
    await bob.page.goto(ann.page.url());
    await bob.page.getByRole("button", { name: "Sit down" }).click();
    await waitForStatus(ann.page, { status: "playing" });
    await ann.close();
    await bob.close();
});

it("the robot moves when time is up", async () => {
    const { page, close, token } = await newPlayer("Ivo");
    const { id } = await ask(token, "/v1/tables", { game: "darwinian-poker", seats: ["you", "robot"], pace: 10 });
    await page.goto(`/play#/tables/${id}`);
    await page.locator(".turn", { hasText: /Your turn · 0:(0\d|10) left/ }).waitFor();
    await page.locator(".log").getByText("Time was up for you, and the robot moved.").first().waitFor();
    await close();
});

it("robots take open seats and the title shows turns", async () => {
    const { page, close } = await newPlayer("Fay");
    await make(page, "hermans-castle", ["open", "open"], { listed: true });
    await page.goto("/play#/tables");
    await page.getByRole("region", { name: "Open games" }).getByText("2 of 3 seats open · with Fay · 1 day a move").waitFor();
    await accessible(page, "the list of tables");
    await page.getByRole("region", { name: "Your tables" }).getByRole("link", { name: "Herman's Castle" }).click();
    await page.getByRole("button", { name: "Give them to robots" }).click();
    await waitForStatus(page, { status: "playing", turn: "true" });
    assert.equal(await page.locator(".standings").getByText(/robot/).count(), 2);
    await page.goto("/play#/");
    await page.getByRole("region", { name: "Your tables" }).getByText(/Your turn/).waitFor();
    await page.goto("/play#/tables");
    await page.getByText("No open games right now. Make a table and list it to find players.").waitFor();
    await close();
});

it("the maker approves, refuses and removes players", async () => {
    const maker = await newPlayer("Approving");
    const [first, second] = [await newPlayer("Asking", { refuses: true }), await newPlayer("Wishing")];
    await make(maker.page, "queensland", ["open", "open"], { approval: true });
    const table = tableOf(maker.page);
    for (const { page } of [first, second]) {
        await page.goto(`/play#/tables/${table}`);
        await page.getByRole("button", { name: "Ask for a seat" }).click();
        await page.getByText("You asked for a seat.").waitFor();
    }
    // A withdrawn request can be repeated.
    await second.page.getByRole("button", { name: "Withdraw" }).click();
    await second.page.getByRole("button", { name: "Ask for a seat" }).click();
    await accessible(maker.page, "requests for seats");
    await maker.page.getByRole("button", { name: "Approve Asking", exact: true }).click();
    await first.page.getByRole("button", { name: "Leave" }).waitFor();
    await maker.page.getByRole("button", { name: "Remove" }).click();
    await first.page.getByRole("button", { name: "Ask for a seat" }).click();
    await first.page.getByText("You cannot take a seat at this table").waitFor();
    await maker.page.getByRole("button", { name: "Refuse Wishing" }).click();
    await second.page.getByRole("button", { name: "Ask for a seat" }).waitFor();
    assert.equal(await maker.page.locator(".seat-requests").count(), 0);
    await Promise.all([maker, first, second].map(({ close }) => close()));
});

it("auto-decline answers windows for the player", async () => {
    const { page, close, token } = await newPlayer("Ola");
    await make(page, "caribbean-star", ["robot"]);
    const path = `/v1/tables/${tableOf(page)}`;
    const auto = page.getByLabel("Auto-decline");
    await auto.check();
    await until("the switch at the service", async () => (await ask(token, path)).auto_decline);
    await accessible(page, "a table with auto-decline");
    const isAsked = async () => {
        const { you, position } = await ask(token, path);
        return position.view.table.phase === "stop" && position.to_act.includes(you);
    };
    for (let n = 0; !(await isAsked()); n += 1) {
        await waitForStatus(page, { status: "playing", turn: "true" });
        const { moves } = await shown(page);
        await choose(page, n);
        await page.locator(`.at-table:not([data-moves="${moves}"])`).waitFor();
    }
    const { you, moves } = await ask(token, path);
    await until("an answer without a click", async () => {
        const { news } = await ask(token, `${path}?after=${moves}`);
        return news.some((/** @type {any} */ { seat, by }) => seat === you && by === "player");
    });
    await auto.uncheck();
    await until("the switch at the service", async () => !(await ask(token, path)).auto_decline);
    await close();
});

it("news of the table do not move the switch of auto-decline back", async () => {
    const { page, close, token } = await newPlayer("Ole");
    await make(page, "caribbean-star", ["robot"]);
    const path = `/v1/tables/${tableOf(page)}`;
    const auto = page.getByLabel("Auto-decline");
    let send = () => {};
    /** @type {Promise<void>} */
    const sent = new Promise((resolve) => { send = resolve; });
    await page.route("**/auto_decline", async (route) => {
        await sent;
        await route.continue();
    });
    await auto.check();
    await waitForStatus(page, { status: "playing", turn: "true" });
    const { moves, position } = await ask(token, `${path}?with_legal_moves=true`);
    await ask(token, `${path}/moves`, { game: "caribbean-star", after: moves, moves: [position.legal_moves.moves.at(-1)] });
    await page.locator(`.at-table:not([data-moves="${moves}"])`).waitFor();
    assert.ok(await auto.isChecked() && !(await ask(token, path)).auto_decline);
    send();
    await until("the switch at the service", async () => (await ask(token, path)).auto_decline);
    await close();
});

it("an onlooker sees the table live without hands", async () => {
    const ann = await newPlayer("Gil");
    await make(ann.page, "darwinian-poker", ["robot"]);
    const onlooker = await open(browser, server.base);
    await onlooker.page.goto(ann.page.url());
    await onlooker.page.locator(".board svg").waitFor();
    const id = tableOf(ann.page);
    const { you, position: { view } } = await ask(ann.token, `/v1/tables/${id}`);
    const whole = await onlooker.page.evaluate(() => document.documentElement.outerHTML);
    for (const card of view.table.hands[you - 1]) assert.ok(!whole.includes(`"${card}"`));
    assert.equal(await onlooker.page.getByRole("button", { name: "Give up" }).count(), 0);
    const before = Number((await shown(onlooker.page)).moves);
    await waitForStatus(ann.page, { turn: "true" });
    await choose(ann.page, 0);
    await onlooker.page.waitForFunction((before) => Number(/** @type {HTMLElement} */ (document.querySelector(".at-table")).dataset.moves) > before, before);
    await accessible(onlooker.page, "a table that is looked on");
    await ann.close();
    await onlooker.close();
});

it("a ranked solitaire has no undo and ranks", async () => {
    const { page, close } = await newPlayer("Hal", { refuses: true });
    await page.goto("/play#/new/trampo-land");
    await page.getByRole("button", { name: "Play ranked" }).click();
    await waitForStatus(page, { status: "playing" });
    await page.getByText("There is no undo at tables.").waitFor();
    assert.equal(await page.getByRole("button", { name: /Undo|Redo|Peek/ }).count(), 0);
    await accessible(page, "a ranked solitaire");
    await page.reload();
    await waitForStatus(page, { status: "playing", turn: "true" });
    await playOut([page]);
    const end = page.locator(".end");
    await end.getByText(/Score verified and saved/).waitFor();
    await end.getByText(/Rank 1 of 1/).first().waitFor();
    await page.getByRole("button", { name: "Check this game" }).click();
    await page.locator(".checked .holds").nth(2).waitFor();
    await accessible(page, "the end of a ranked solitaire");
    await end.getByRole("link", { name: "See the leaderboard" }).click();
    await page.getByRole("link", { name: "Hal" }).waitFor();
    assert.equal(await page.getByLabel("Seeds").inputValue(), "ranked");
    await page.getByText("no one knows the deal in advance").waitFor();
    await page.getByText("We can't rule out computer help.").waitFor();
    await page.getByText("Computer help possible.").waitFor();
    await close();
});

it("explains illegal taps at a ranked table", async () => {
    const { page, close } = await newPlayer("Ida", { refuses: true });
    await page.goto("/play#/new/easy-slider");
    await page.getByRole("button", { name: "Play ranked" }).click();
    await waitForStatus(page, { status: "playing", turn: "true" });
    const dead = page.locator(".frame:not(.can, .lead, .idle)").first();
    await dead.click({ force: true });
    await page.locator(".why-not p").first().waitFor();
    assert.equal((await shown(page)).moves, "0");
    await close();
});

it("averages list players with twenty ranked games", async () => {
    const { page, close, token } = await newPlayer("Jan");
    for (let n = 0; n < 20; n += 1) {
        const { id } = await ask(token, "/v1/tables", { game: "magic-bag" });
        await ask(token, `/v1/tables/${id}/resignation`, null);
    }
    await page.goto("/play#/boards/magic-bag");
    assert.equal(await page.getByLabel("Seeds").inputValue(), "ranked", "ranked boards are shown first");
    await page.getByLabel("Show").selectOption("averages");
    const line = page.getByRole("row", { name: /Jan/ });
    await line.waitFor();
    assert.match(await line.innerText(), /1\s+Jan\s+0 finished\s+0\s+20/);
    await page.getByText("an unfinished one counts 0, or its current score if that is worse").waitFor();
    await accessible(page, "averages");
    const months = page.getByLabel("Month");
    const shown = await months.inputValue();
    await months.selectOption({ index: 1 });
    await page.getByText(/No one has started 20 games in/).waitFor();
    await months.selectOption(shown);
    await line.waitFor();
    await page.goto("/play#/you");
    const own = page.getByRole("table", { name: "Averages of ranked games" }).getByRole("row", { name: /The Magic Bag/ });
    assert.match(await own.innerText(), new RegExp(`${shown}\\s+0\\s+20`));
    await accessible(page, "the player's averages");
    await close();
});

it("a second ranked game links to the open one", async () => {
    const { page, close, token } = await newPlayer("Joy", { refuses: true });
    const { id } = await ask(token, "/v1/tables", { game: "slide-jam" });
    await page.goto("/play#/new/slide-jam");
    await page.getByRole("button", { name: "Play ranked" }).click();
    await page.getByText("You have an open ranked game").waitFor();
    await accessible(page, "a game that is open");
    await page.getByRole("link", { name: "Continue that game" }).click();
    await waitForStatus(page, { status: "playing" });
    assert.equal(tableOf(page), id);
    await close();
});

it("the ranked daily game is played once and stays secret", async () => {
    await onOneDay();
    const { page, close } = await open(browser, server.base);
    await page.goto("/");
    await page.getByRole("button", { name: "Play today's ranked game" }).click();
    await page.getByLabel("Your name").fill("Kim");
    await page.getByRole("button", { name: "Use this name" }).click();
    await waitForStatus(page, { status: "playing", turn: "true" });
    const table = tableOf(page);
    await page.getByText(/Ranked daily, 0 moves/).waitFor();
    await choose(page, 0);
    await page.waitForFunction(() => /** @type {HTMLElement} */ (document.querySelector(".at-table")).dataset.moves === "1");
    await page.goto("/");
    await page.getByRole("link", { name: "Continue today's ranked game" }).click();
    await waitForStatus(page, { moves: "1" });
    assert.equal(tableOf(page), table);

    await page.goto("/play#/daily");
    await page.getByText("Begun: 1 move").waitFor();
    await page.getByText("A player with a second account can learn the day's game with it").waitFor();
    await accessible(page, "the daily games");
    await page.getByRole("button", { name: "Play today's ranked Trampo-Land" }).click();
    await waitForStatus(page, { status: "playing", turn: "true" });
    const ranked = page.url();
    await playOut([page]);
    await page.locator(".end").getByText(/Score verified and saved/).waitFor();
    await page.locator(".end").getByText("The seed is published when the day is over").waitFor();
    assert.equal(await page.getByRole("button", { name: "Check this game" }).count(), 0);
    await page.goto("/play#/daily");
    await page.getByRole("link", { name: "Your table of the ranked Trampo-Land" }).waitFor();
    await page.goto("/play#/boards/trampo-land?class=ranked_daily&period=day");
    await page.getByRole("link", { name: "Kim" }).waitFor();

    const other = await open(browser, server.base, { refuses: true });
    await other.page.goto(ranked);
    await other.page.getByText("Only its player can see it until the day is over").waitFor();
    assert.equal(await other.page.locator(".board").count(), 0);
    await close();
    await other.close();
});

it("tables fit on a phone", async () => {
    for (const width of [375, 320]) {
        const { page, close } = await newPlayer(`L${"W".repeat(29)}${width % 10}`, { viewport: { width, height: 667 }, hasTouch: true, isMobile: true });
        await make(page, "break-the-bank", ["robot", "open", "robot"]);
        await fits(page, `a table that waits, at ${width}`);
        await page.getByRole("button", { name: "Give it to a robot" }).click();
        await waitForStatus(page, { status: "playing", turn: "true" });
        await fits(page, `a table that is played, at ${width}`);
        const small = await page.evaluate(() => [...document.querySelectorAll("main button, main .tool, main summary, main input, main select")].flatMap((element) => {
            if (!element.checkVisibility()) return [];
            const { width, height } = element.getBoundingClientRect();
            return width < 40 || height < 39.5 ? [element.outerHTML.slice(0, 120)] : [];
        }));
        assert.deepEqual(small, []);
        await page.goto("/play#/tables");
        await page.getByRole("button", { name: "Make this table" }).waitFor();
        await fits(page, `the tables, at ${width}`);
        await close();
    }
});

it("ticks of seconds are offered only where all seats move in ticks", async () => {
    const { page, close } = await open(browser, server.base);
    const paces = () => page.locator("#pace option").allInnerTexts();
    await page.goto("/play#/tables?game=easy-slider-match");
    await page.locator("#pace").waitFor();
    const race = await paces();
    assert.equal(await page.locator("#pace").inputValue(), "86400");
    await page.getByText("Options", { exact: true }).click();
    await page.locator("input[name='mode'][value='slide']").check();
    assert.deepEqual((await paces()).slice(-race.length), race);
    assert.deepEqual((await paces()).slice(0, -race.length), ["2 seconds", "5 seconds", "10 seconds"]);
    await page.locator("#pace").selectOption("2");
    await page.locator("input[name='mode'][value='race']").check();
    assert.deepEqual(await paces(), race);
    assert.equal(await page.locator("#pace").inputValue(), "86400");
    await close();
});

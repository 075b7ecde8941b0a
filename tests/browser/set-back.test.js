// Tables that the service sets back because its database lost moves. The answers about the table are those that the service gave earlier, so
// that the test can return to an earlier move; everything else comes from the service.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { accessible, launch, open, serve, until } from "./harness.js";
import { choose } from "./moves.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Route} Route */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/**
 * Sends a request as a player, or as no one.
 *
 * @param {string} token
 * @param {string} path
 * @param {unknown} [body] posted if given
 * @returns {Promise<any>}
 */
async function ask(token, path, body) {
    /** @type {Record<string, string>} */
    const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
    const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    return (await fetch(`${server.base}${path}`, init)).json();
}

/** @typedef {{ status: number, json: any, contentType?: string }} Answer */

/** Answers requests about one table as the service does, of a table that the test can set back. */
class FakeTable {
    /** @param {any[]} snapshots the table with its `news`, after each number of moves */
    constructor(snapshots) {
        this.snapshots = snapshots;
        this.table = snapshots[snapshots.length - 1];
        /** Whether the database lost the whole table. */
        this.lost = false;
        /** Whether streams get nothing, as behind some proxies. */
        this.blocked = false;
        /** Whether the page hears of changes only from the answers to its own moves. */
        this.silent = false;
        /** The requests for news that were answered: ids of events, and queries. @type {string[]} */
        this.asked = [];
        /** The bodies of moves. @type {any[]} */
        this.moves = [];
        /** What happens when a move arrives, and the answer to it. @type {(() => Answer | Promise<Answer>)[]} */
        this.answers = [];
    }

    /** Shows an earlier table. @param {number} moves @param {object} [changes] @param {number} [setBacks] */
    setBack(moves, changes = {}, setBacks = (this.table.set_backs ?? 0) + 1) {
        this.table = { ...this.snapshots[moves], ...(setBacks > 0 && { set_backs: setBacks }), ...changes };
    }

    /** The last number of moves before another after which the player can move. @param {number} before */
    turnBefore(before) {
        const turn = this.snapshots.slice(0, before).findLastIndex(({ position }) => position.legal_moves?.moves.length > 0);
        assert.ok(turn > 0, "the player has turns");
        return turn;
    }

    /** Answers for a page from now on. @param {Page} page */
    async serve(page) {
        await page.route((url) => url.pathname.startsWith(`/v1/tables/${this.table.id}`), (route) => this.answer(route));
    }

    /** @param {Route} route */
    async answer(route) {
        const request = route.request();
        const { pathname, searchParams } = new URL(request.url());
        const call = pathname.split("/")[4];
        if (this.lost) return route.fulfill(refusal(404, "unknown_table"));
        if (call === "events") return this.blocked || this.silent ? undefined : this.stream(route, request.headers()["last-event-id"]);
        if (call === "moves") {
            this.moves.push(request.postDataJSON());
            return route.fulfill(await this.answers.shift()?.()).catch(() => {});
        }
        if (call) return route.continue();
        const { news, ...table } = this.table;
        const known = searchParams.get("after");
        if (known !== null && this.silent) return undefined;
        if (known === null) return route.fulfill({ json: table });
        this.asked.push(searchParams.has("wait") ? `wait ${known}` : known);
        // Waits for news if there are none, at most until the page has gone.
        for (let n = 0; searchParams.has("wait") && this.table.moves === Number(known) && !this.table.set_backs && n < 500; n += 1) await new Promise((resolve) => setTimeout(resolve, 50));
        const now = this.table;
        return route.fulfill({ json: { ...now, news: now.news.filter((/** @type {any} */ { number }) => number > Number(known)) } }).catch(() => {});
    }

    /**
     * Sends the events after one, and ends the stream. The page connects again.
     *
     * @param {Route} route
     * @param {string} last
     */
    stream(route, last) {
        const { news, ...table } = this.table;
        const setBacks = table.set_backs ?? 0;
        const id = (/** @type {number} */ moves) => (setBacks > 0 ? `${moves}-${setBacks}` : moves);
        const event = (/** @type {string} */ type, /** @type {number} */ moves, /** @type {unknown} */ data) => `event: ${type}\nid: ${id(moves)}\ndata: ${JSON.stringify(data)}\n\n`;
        const [moves, counted = 0] = last.split("-").map(Number);
        const isSetBack = counted !== setBacks || moves > table.moves;
        const missed = news.filter((/** @type {any} */ { number }) => isSetBack || number > moves);
        this.asked.push(last);
        return route.fulfill({ contentType: "text/event-stream", body: [
            "retry: 250\n\n",
            isSetBack ? event("set_back", 0, { set_backs: setBacks, moves: table.moves }) : "",
            ...missed.map((/** @type {any} */ each) => event("move", each.number, each)),
            event("table", table.moves, table),
        ].join("") }).catch(() => {});
    }
}

/** @param {number} status @param {string} code @param {object} [more] */
function refusal(status, code, more) {
    return { status, contentType: "application/problem+json", json: { type: `/v1/problems#${code}`, title: "Refused", status, detail: "refused", code, ...more } };
}

let players = 0;

/** A new player. @param {string} name @returns {Promise<{ player: { id: string, name: string }, token: string }>} */
function signUp(name) {
    players += 1;
    return ask("", "/v1/players", { name: `${name} ${players}` });
}

/**
 * The page of a player.
 *
 * @param {{ player: object, token: string }} who
 * @param {string} [speed] of the moves of others
 */
async function pageOf({ player, token }, speed = "instant") {
    const opened = await open(browser, server.base, { refuses: true, speed });
    await opened.page.goto("/play#/rules/catwalk");
    await opened.page.evaluate((player) => localStorage.setItem("funhouse.player", JSON.stringify(player)), { ...player, token });
    return opened;
}

/**
 * Plays first legal moves, and returns the table as the first player sees it after each number of moves.
 *
 * @param {string} id
 * @param {string[]} tokens
 * @param {number} count
 */
async function played(id, tokens, count) {
    const look = async () => ({ news: [], ...await ask(tokens[0], `/v1/tables/${id}?after=0&with_text=true&with_legal_moves=true`) });
    const snapshots = [await look()];
    while (snapshots.length <= count) {
        for (const token of tokens) {
            const { game, moves, position } = await ask(token, `/v1/tables/${id}?with_legal_moves=true`);
            const [move] = position.legal_moves.moves;
            if (!move || moves !== snapshots.length - 1) continue;
            const moved = await ask(token, `/v1/tables/${id}/moves`, { game, after: moves, moves: [move] });
            assert.equal(moved.moves, moves + 1);
            snapshots.push(await look());
            break;
        }
    }
    return snapshots;
}

/**
 * A game of Queensland between two people, with the page of the first of them.
 *
 * @param {number} count number of moves
 * @param {string} [speed] of the moves of others
 */
async function gameOfTwo(count, speed) {
    const [ann, ben] = [await signUp("Ann"), await signUp("Ben")];
    const { id } = await ask(ann.token, "/v1/tables", { game: "queensland", options: { games: "one" }, seats: ["you", "open"] });
    const waiting = await ask(ann.token, `/v1/tables/${id}`);
    await ask(ben.token, `/v1/tables/${id}/seats/2`, {});
    const table = new FakeTable(await played(id, [ann.token, ben.token], count));
    const opened = await pageOf(ann, speed);
    await table.serve(opened.page);
    return { ...opened, id, table, waiting, ann, ben };
}

/** Opens a table, and waits until it is shown and listens. @param {Page} page @param {FakeTable} table */
async function sit(page, table) {
    await page.goto(`/play#/tables/${table.table.id}`);
    await page.locator(`.at-table[data-moves="${table.table.moves}"]`).waitFor();
    await until("the first request for news", () => table.asked.length > 1);
    await page.evaluate(() => { /** @type {any} */ (window).still = true; });
}

/** The number of moves that the log lists. @param {Page} page */
const logged = (page) => page.locator(".log-turn li").count();
const LOST = "The service lost the last moves of this game. It continues from move";
const NO_RESULT = "This game ended without a result: the service lost its last moves after they had been seen. It counts for no ranking.";

it("a table that is set back shows what is left and can be played", async () => {
    const { page, close, table } = await gameOfTwo(6);
    const at = table.turnBefore(6);
    await sit(page, table);
    const entries = await logged(page);
    assert.ok(entries >= 6);
    table.setBack(at);
    await page.locator(`.at-table[data-moves="${at}"][data-turn="true"]`).waitFor();
    await page.locator(".notice", { hasText: `${LOST} ${at}.` }).waitFor();
    await until("the remaining moves in the log", async () => (await logged(page)) > 0);
    assert.equal(await logged(page), table.snapshots[at].news.flatMap((/** @type {any} */ { events }) => events).length, "each move once");
    await accessible(page, "a table that was set back");
    await until("streams that go on", () => table.asked.at(-1) === `${at}-1`);
    assert.ok(table.asked.includes("6") && table.asked.includes("0-1"), `the moves come again: ${table.asked}`);

    // The next move follows what is left.
    const next = { ...table.snapshots[at + 1], set_backs: 1 };
    table.answers.push(() => {
        table.table = next;
        return { status: 200, json: { ...next, news: next.news.slice(at) } };
    });
    await choose(page, 0);
    await page.locator(`.at-table[data-moves="${at + 1}"]`).waitFor();
    assert.equal(table.moves[0].after, at);
    assert.equal(await page.evaluate(() => /** @type {any} */ (window).still), true, "the page was never reloaded");
    assert.equal(await page.locator(".at-table").count(), 1);
    await close();
});

it("a table that lost moves and their count is set back", async () => {
    const { page, close, table } = await gameOfTwo(3);
    await sit(page, table);
    table.setBack(1, {}, 0);
    await page.locator('.at-table[data-moves="1"]').waitFor();
    await page.locator(".notice", { hasText: `${LOST} 1.` }).waitFor();
    await until("the remaining move in the log", async () => (await logged(page)) > 0);
    assert.equal(await logged(page), table.snapshots[1].news[0].events.length);
    await until("streams that go on", () => table.asked.at(-1) === "1");
    await close();
});

it("a table is set back by long polling", async () => {
    const { page, close, table } = await gameOfTwo(3);
    table.blocked = true;
    await page.goto(`/play#/tables/${table.table.id}`);
    // The page gives up waiting for the stream after 8 seconds.
    await until("a long poll", () => table.asked.includes("wait 3"));
    table.setBack(1);
    // The answer to the waiting request has fewer moves than the page knows.
    table.table.set_backs = undefined;
    await page.locator('.at-table[data-moves="1"]').waitFor();
    await page.locator(".notice", { hasText: `${LOST} 1.` }).waitFor();
    await until("a request for all moves", () => table.asked.slice(table.asked.lastIndexOf("wait 3")).includes("0"));
    await until("the remaining move in the log", async () => (await logged(page)) > 0);
    await close();
});

/** A game of six moves, shown at the last turn of the player. */
async function gameAtTurn() {
    const { page, close, table } = await gameOfTwo(6);
    const mine = table.turnBefore(6);
    table.table = table.snapshots[mine];
    await sit(page, table);
    return { page, close, table, mine };
}

it("a move for which too much was lost opens the table again", async () => {
    const { page, close, table } = await gameAtTurn();
    // The page hears of it by the answer to its move.
    table.answers.push(() => {
        table.silent = true;
        table.setBack(1);
        return refusal(422, "inconsistent", { moves: 1 });
    });
    await choose(page, 0);
    await page.locator('.at-table[data-moves="1"]').waitFor();
    await page.locator(".notice", { hasText: `${LOST} 1.` }).waitFor();
    assert.equal(table.moves.length, 1);
    await close();
});

it("a move at a table that was set back and went on opens it again", async () => {
    const { page, close, table, mine } = await gameAtTurn();
    table.answers.push(() => {
        table.silent = true;
        table.setBack(mine + 1);
        return { status: 200, json: table.table };
    });
    await choose(page, 0);
    await page.locator(".notice", { hasText: `${LOST} ${mine + 1}.` }).waitFor();
    await page.locator(`.at-table[data-moves="${mine + 1}"]`).waitFor();
    await close();
});

it("a move that is being sent when the table is set back is forgotten", async () => {
    const { page, close, table, mine } = await gameAtTurn();
    /** @type {(answer: Answer) => void} */
    let reply = () => {};
    table.answers.push(() => new Promise((resolve) => { reply = resolve; }));
    await choose(page, 0);
    await until("the move", () => table.moves.length > 0);
    table.setBack(1);
    await page.locator('.at-table[data-moves="1"]').waitFor();
    await until("streams that go on", () => table.asked.at(-1) === "1-1");
    reply({ status: 200, json: table.snapshots[mine + 1] });
    const asked = table.asked.length;
    await until("more news", () => table.asked.length > asked + 2);
    assert.equal(await page.locator(".at-table").getAttribute("data-moves"), "1");
    assert.equal(await logged(page), table.snapshots[1].news[0].events.length);
    await close();
});

it("moves that are being shown when the table is set back are forgotten", async () => {
    const { page, close, table } = await gameOfTwo(5, "slow");
    const last = table.table;
    table.table = table.snapshots[1];
    await sit(page, table);
    table.table = last;
    await page.locator(".playback .step").waitFor();
    table.setBack(1);
    await page.locator(".notice", { hasText: `${LOST} 1.` }).waitFor();
    assert.equal(await page.locator(".playback .step").count(), 0);
    await until("the remaining move in the log", async () => (await logged(page)) > 0);
    assert.equal(await logged(page), table.snapshots[1].news[0].events.length);
    assert.equal(await page.locator(".at-table").getAttribute("data-moves"), "1");
    await close();
});

it("a game that ends as set back has no result", async () => {
    const { page, close, table, ann, id } = await gameOfTwo(3);
    await sit(page, table);
    await ask(ann.token, `/v1/tables/${id}/resignation`, {});
    const over = await ask(ann.token, `/v1/tables/${id}?after=0&with_text=true`);
    const { places, ...ended } = over;
    table.snapshots[2] = { ...table.snapshots[2], status: "over", seed: ended.seed, ended_at: ended.ended_at };
    table.setBack(2, { ending: "set_back" });
    const end = page.locator("div.end");
    await end.getByRole("heading", { name: "No result" }).waitFor();
    await end.getByText(NO_RESULT).waitFor();
    assert.equal(await page.getByText(LOST).count(), 0, "it does not go on");
    for (const name of ["Rematch", "Watch it again", "Another table"]) assert.equal(await end.getByText(name, { exact: true }).count(), 1, name);
    assert.doesNotMatch(await end.innerText(), /rating|won|lost,|last place/i);
    await accessible(page, "a game without a result");

    await end.getByRole("button", { name: "Check this game" }).click();
    const found = end.locator(".checked");
    await found.locator(".holds", { hasText: /hashes to the commitment that this browser saved/ }).waitFor();
    await found.getByText("The check covers the moves that the service still has, not those that it lost.").waitFor();
    assert.equal(await found.locator(".fails").count(), 0);
    assert.doesNotMatch(await found.innerText(), /The result is/);
    await close();
});

it("a ranked game that ends as set back counts for nothing", async () => {
    const ann = await signUp("Ada");
    const { id } = await ask(ann.token, "/v1/tables", { game: "slide-jam" });
    const table = new FakeTable(await played(id, [ann.token], 2));
    const { page, close } = await pageOf(ann);
    await table.serve(page);
    await sit(page, table);
    const { seed } = await ask(ann.token, `/v1/tables/${id}/resignation`, {});
    table.setBack(1, { status: "over", ending: "set_back", seed, position: { ...table.snapshots[1].position, legal_moves: undefined } });
    const end = page.locator("div.end");
    await end.getByRole("heading", { name: "No result" }).waitFor();
    await end.getByText(NO_RESULT).waitFor();
    await end.getByRole("button", { name: "Play another ranked game" }).waitFor();
    assert.doesNotMatch(await end.innerText(), /average|unfinished|leaderboard/i);
    assert.equal(await page.locator(".at-table").getAttribute("data-turn"), "false");
    await accessible(page, "a ranked game without a result");
    await close();
});

it("an end that the database lost is forgotten", async () => {
    const { page, close, table } = await gameOfTwo(3);
    await sit(page, table);
    table.table = { ...table.table, status: "over", ending: "resigned", places: [1, 2], deadline: undefined };
    await page.locator("div.end h2").waitFor();
    table.setBack(3);
    await page.locator('.at-table[data-status="playing"]').waitFor();
    await page.locator(".notice", { hasText: `${LOST} 3.` }).waitFor();
    assert.equal(await page.locator("div.end h2").count(), 0);
    assert.doesNotMatch(await page.title(), /^Over/);
    await close();
});

it("a game whose beginning was lost waits for players again", async () => {
    const { page, close, table, waiting } = await gameOfTwo(2);
    await sit(page, table);
    table.snapshots.unshift({ ...waiting, news: [] });
    table.setBack(0);
    await page.getByRole("heading", { name: "One seat is open" }).waitFor();
    await page.getByText("The service lost the last changes of this table.").waitFor();
    assert.equal(await page.locator(".board").count(), 0);
    // It begins again.
    table.table = { ...table.snapshots[1], set_backs: 1 };
    await page.locator('.at-table[data-status="playing"] .board svg').waitFor();
    await close();
});

it("a lost table is reported", async () => {
    const { page, close, table } = await gameOfTwo(1);
    await sit(page, table);
    table.lost = true;
    await page.getByRole("alert").getByText("This table no longer exists: no one joined it in time, or the service lost it.").waitFor();
    await accessible(page, "a table that is lost");
    const asked = table.asked.length;
    await page.getByRole("link", { name: "Another table" }).click();
    await page.getByRole("heading", { name: "Make a table" }).waitFor();
    assert.equal(table.asked.length, asked);
    await close();
});

it("a page waits until the service can show a table that was set back", async () => {
    const { page, close, table } = await gameOfTwo(3);
    await sit(page, table);
    let failures = 0;
    await page.route((url) => url.pathname === `/v1/tables/${table.table.id}`, (route) => {
        failures += 1;
        // The page reads the status of the problem. The browser would log that of the response as an error.
        return route.fulfill({ ...refusal(503, "store_unavailable"), status: 400 });
    }, { times: 2 });
    table.setBack(1);
    await page.getByText("Connection lost. Your game is safe. Reconnecting…").waitFor();
    await page.locator('.at-table[data-moves="3"][inert]').waitFor();
    await page.locator('.at-table[data-moves="1"]:not([inert])').waitFor();
    assert.equal(failures, 2);
    await page.locator(".notice", { hasText: `${LOST} 1.` }).waitFor();
    await close();
});

it("a player in the background hears that it is their turn again", async () => {
    const { page, close, table } = await gameOfTwo(6);
    const others = table.snapshots.findLastIndex(({ position }) => !position.legal_moves?.moves.length);
    const back = table.turnBefore(others);
    table.table = table.snapshots[others];
    await page.addInitScript(() => {
        const shown = /** @type {string[]} */ ([]);
        class Recorded {
            static permission = "granted";
            /** @param {string} title */
            constructor(title) {
                shown.push(title);
            }
            close() {}
        }
        Object.assign(window, { Notification: Recorded, shown });
        localStorage.setItem("funhouse.settings", JSON.stringify({ speed: "instant", notify: true }));
    });
    await page.reload();
    await sit(page, table);
    await page.evaluate(() => Object.defineProperty(document, "hidden", { get: () => true, configurable: true }));
    // Not even the number of set-backs is left.
    table.setBack(back, {}, 0);
    await until("a notification", async () => (await page.evaluate(() => /** @type {any} */ (window).shown)).length > 0);
    assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).shown), ["It is your turn."]);
    await close();
});

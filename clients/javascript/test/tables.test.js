// Tables over HTTP: events, resumed connections, conflicts and lost responses.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connect, Problem } from "../src/funhouse.js";
import { serve } from "./support.js";

/** @type {Awaited<ReturnType<typeof serve>>} */
let service;
/** @type {import("../src/funhouse.js").Remote} */
let ann;
/** @type {import("../src/funhouse.js").Remote} */
let ben;

before(async () => {
    service = await serve();
    const remote = connect(service.base);
    ann = remote.as((await remote.signUp("Ann")).token);
    ben = remote.as((await remote.signUp("Ben")).token);
});

after(() => service.stop());

/** A game of Queensland that has begun, not listed, because who resigned at another table waits for listed ones: the table of each seat, from seat 1. */
async function begun() {
    const created = await ann.createTable(
        /** @type {any} */ ({ game: "queensland", options: { games: "one" }, seats: ["you", "open"], listed: false }),
    );
    const joined = await ben.table(created.id).join(2);
    const seats = [created, ben.table(created.id)];
    return joined.you === 1 ? seats.reverse() : seats;
}

/** @param {import("../src/funhouse.js").TableInfo} table */
const firstMove = (table) => (/** @type {any} */ (table.position).legal_moves.moves.slice(0, 1));

test("a player hears of turns at every table", { timeout: 60_000 }, async () => {
    const heard = ann.events();
    assert.equal((await heard.next()).value?.type, "reset");
    const [one] = await begun();
    const types = [];
    for await (const event of heard) {
        if (event.type !== "reset") assert.equal(event.data.table, one.id);
        types.push(event.type);
        if (event.type === "table_over") break;
        // Ben resigns once the game has begun.
        if (event.type === "table_started") await ben.table(one.id).resign();
    }
    assert.deepEqual(types.filter((type) => type !== "your_turn"), ["table_started", "table_over"]);
});

test("players with the same wish are paired", { timeout: 60_000 }, async () => {
    const wish = /** @type {const} */ ({ game: "queensland", rated: false, pace: 77 });
    const [one, two] = await Promise.all([ann.pair(wish), ben.pair(wish)]);
    assert.equal(one.id, two.id);
    await ben.table(one.id).resign();
    const stop = new AbortController();
    const waiting = ann.pair(wish, { signal: stop.signal });
    stop.abort();
    await assert.rejects(waiting);
});

test("an invited player hears of the table", { timeout: 60_000 }, async () => {
    const heard = ben.events();
    assert.equal((await heard.next()).value?.type, "reset");
    const table = await ann.createTable({ game: "queensland", seats: ["you", "open"] });
    await table.invite((await ben.player()).player.id);
    const event = (await heard.next()).value;
    assert.equal(event?.type, "invited");
    assert.equal(event.data.table, table.id);
    await heard.return();
});

test("players take turns, and hear each other's moves", { timeout: 60_000 }, async () => {
    const [one, two] = await begun();
    const stop = new AbortController();
    /** @type {string[]} */
    const heard = [];
    /** @type {(value?: unknown) => void} */
    let opened = () => {};
    const isOpen = new Promise((resolve) => (opened = resolve));
    const listening = (async () => {
        for await (const event of two.events({ signal: stop.signal, with_text: true })) {
            // The stream is open once the table has arrived.
            opened();
            if (event.type === "table") heard.push(`table ${event.id} ${event.data.status}`);
            if (event.type === "move") heard.push(`move ${event.id}`);
            if (event.type === "table" && event.data.status === "over") break;
        }
    })();
    await isOpen;
    await one.moveWith(firstMove);
    await two.moveWith(firstMove);
    const over = await two.resign();
    assert.equal(over.status, "over");
    await listening;
    assert.deepEqual(heard.filter((line) => line.startsWith("move")), ["move 1", "move 2"]);
    assert.match(heard.at(-1) ?? "", /^table 2 over$/);
    const run = await one.run();
    assert.equal(/** @type {any} */ (run).run.moves.length, 2);
});

test("players say phrases", { timeout: 60_000 }, async () => {
    const [one, two] = await begun();
    const stop = new AbortController();
    for await (const event of two.events({ signal: stop.signal })) {
        // The stream is open once the table has arrived.
        if (event.type === "table") await one.say("good_luck");
        if (event.type !== "phrase") continue;
        assert.deepEqual(event, { type: "phrase", id: undefined, data: { seat: 1, phrase: "good_luck" } });
        break;
    }
});

test("events resume after the last one when the connection is lost", { timeout: 60_000 }, async () => {
    const [one, two] = await begun();
    const cut = [new AbortController(), new AbortController()];
    let connections = 0;
    // Loses each of the first connections after a while.
    const losing = connect(service.base, {
        token: two.service.token,
        fetch: (input, init) => {
            const lost = cut[connections++];
            const signals = [init?.signal, lost?.signal].filter((signal) => signal !== undefined && signal !== null);
            return fetch(input, { ...init, signal: AbortSignal.any(signals) });
        },
    });
    const moves = [];
    for await (const event of losing.table(two.id).events()) {
        if (event.type === "move") moves.push(event.id);
        if (event.id === "0") {
            await one.moveWith(firstMove);
        } else if (event.type === "table" && event.id === "1") {
            cut[0].abort();
            await two.moveWith(firstMove);
        } else if (event.type === "table" && event.id === "2") {
            break;
        }
    }
    assert.deepEqual(moves, ["1", "2"], "each move once");
    assert.equal(connections, 2);
});

test("stale moves are a problem with the number of moves, and moveWith chooses again", { timeout: 60_000 }, async () => {
    const [one, two] = await begun();
    await one.moveWith(firstMove);
    const place = /** @type {any} */ ({ type: "place", seat: 2, cell: "d4" });
    const stale = two.move(/** @type {any} */ ({ game: "queensland", after: 0, moves: [place] }));
    await assert.rejects(stale, (error) => error instanceof Problem && error.code === "stale" && error.body.moves === 1);

    // While seat 2 thinks, the same player moves on another device.
    let choices = 0;
    const moved = await two.moveWith(async (table) => {
        choices++;
        if (choices > 1) return undefined;
        await connect(service.base, { token: two.service.token }).table(two.id).moveWith(firstMove);
        // Another move than that one, which would be taken for a repeated request.
        return /** @type {any} */ (table.position).legal_moves.moves.slice(1, 2);
    });
    assert.equal(choices, 2);
    assert.equal(moved.moves, 2);
});

test("moves whose response is lost are made once", { timeout: 60_000 }, async () => {
    const [one] = await begun();
    let posts = 0;
    const unreliable = connect(service.base, {
        token: one.service.token,
        fetch: async (input, init) => {
            const response = await fetch(input, init);
            if (init?.method !== "POST" || ++posts > 1) return response;
            await response.arrayBuffer();
            throw new TypeError("the connection was lost");
        },
    });
    const moved = await unreliable.table(one.id).moveWith(firstMove);
    assert.equal(posts, 2);
    assert.equal(moved.moves, 1);
});

test("listener without access gets the problem", async () => {
    const events = connect(service.base).table("0000000000000000").events();
    await assert.rejects(events.next(), (error) => error instanceof Problem && error.code === "unknown_table");
});

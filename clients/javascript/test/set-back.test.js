// Tables that the service set back, because its database lost moves: with a fake service that sends the bytes of the real one.

import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import { test } from "node:test";
import { connect, Problem } from "../src/funhouse.js";

/** @typedef {{ status?: number, type?: string, body: string | object }} Answer */
/** @typedef {{ method: string, path: string, lastId: string | undefined, body: any }} Request */

/**
 * Runs a test with a service that gives these answers in order, and returns the requests that it got. Texts are streams of events.
 *
 * @param {Answer["body"][]} answers
 * @param {(table: import("../src/funhouse.js").Table) => Promise<void>} act
 */
async function faked(answers, act) {
    /** @type {Request[]} */
    const requests = [];
    const left = [...answers];
    const server = http.createServer(async (request, response) => {
        let text = "";
        for await (const part of request) text += part;
        const lastId = /** @type {string | undefined} */ (request.headers["last-event-id"]);
        requests.push({ method: request.method ?? "", path: request.url ?? "", lastId, body: text && JSON.parse(text) });
        const answer = /** @type {any} */ (left.shift());
        if (answer === undefined) return response.destroy();
        if (typeof answer === "string") return response.writeHead(200, { "Content-Type": "text/event-stream" }).end(answer);
        const isProblem = answer.code !== undefined;
        response.writeHead(isProblem ? answer.status : 200, { "Content-Type": isProblem ? "application/problem+json" : "application/json" });
        response.end(JSON.stringify(answer));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    try {
        await act(connect(`http://127.0.0.1:${port}`, { token: "token" }).table("00000000000000ab"));
    } finally {
        server.closeAllConnections();
        server.close();
    }
    assert.equal(left.length, 0, "every answer was used");
    return requests;
}

/** The id of an event: opaque to clients. @param {number} moves @param {number} setBacks */
const id = (moves, setBacks) => (setBacks > 0 ? `${moves}-${setBacks}` : String(moves));
/** @param {number} number @param {number} [setBacks] */
const move = (number, setBacks = 0) =>
    `event: move\nid: ${id(number, setBacks)}\ndata: {"number":${number},"seat":1,"by":"player","at":"2026-11-29T12:00:00.000Z","events":[]}\n\n`;
/** @param {number} moves @param {number} [setBacks] @param {string} [status] */
const table = (moves, setBacks = 0, status = "playing") =>
    `event: table\nid: ${id(moves, setBacks)}\ndata: {"status":"${status}","moves":${moves}${setBacks > 0 ? `,"set_backs":${setBacks}` : ""}}\n\n`;
/** @param {number} moves @param {number} setBacks */
const setBack = (moves, setBacks) => `event: set_back\nid: 0-${setBacks}\ndata: {"set_backs":${setBacks},"moves":${moves}}\n\n`;

/** The moves that a client knows, which forgets them when it hears that the table was set back. */
class Knowledge {
    /** @type {number[]} */
    moves = [];
    /** @type {any} */
    table = undefined;
    setBacks = 0;

    /** @param {import("../src/funhouse.js").TableEvent} event */
    take(event) {
        if (event.type === "set_back") [this.moves, this.setBacks] = [[], event.data.set_backs];
        if (event.type === "move") this.moves.push(event.data.number);
        if (event.type === "table") this.table = event.data;
    }
}

/**
 * Listens until the game is over.
 *
 * @param {string[]} streams
 */
async function heard(streams) {
    const known = new Knowledge();
    const requests = await faked(streams, async (fake) => {
        for await (const event of fake.events({ lastId: "0" })) {
            known.take(event);
            if (event.type === "table" && event.data.status === "over") break;
        }
    });
    return { known, lastIds: requests.map(({ lastId }) => lastId) };
}

test("set_back in the middle of a stream is followed by all moves", { timeout: 60_000 }, async () => {
    const stream = ["retry: 250\n\n", move(1), move(2), move(3), table(3), setBack(2, 1), move(1, 1), move(2, 1), table(2, 1), ": \n\n", move(3, 1), table(3, 1, "over")];
    const { known } = await heard([stream.join("")]);
    assert.deepEqual(known.moves, [1, 2, 3], "each move once, in order");
    assert.deepEqual(known.table, { status: "over", moves: 3, set_backs: 1 });
    assert.equal(known.setBacks, 1);
});

test("a stream resumes after a set-back with the id that it got", { timeout: 60_000 }, async () => {
    const { known, lastIds } = await heard([
        // The service loses moves while the connection is lost, and the connection is lost among the moves that follow.
        move(1) + move(2) + table(2),
        setBack(13, 1) + Array.from({ length: 12 }, (_, n) => move(n + 1, 1)).join(""),
        move(13, 1) + table(13, 1),
        // Nothing was lost since.
        table(13, 1),
        setBack(1, 2) + move(1, 2).slice(0, -1),
        move(1, 2) + table(1, 2, "over"),
    ]);
    assert.deepEqual(lastIds, ["0", "2", "12-1", "13-1", "13-1", "0-2"]);
    assert.deepEqual(known.moves, [1]);
    assert.equal(known.setBacks, 2);
});

test("a set_back has its type and data", { timeout: 60_000 }, async () => {
    await faked([setBack(4, 1)], async (fake) => {
        const events = fake.events();
        assert.deepEqual((await events.next()).value, { type: "set_back", id: "0-1", data: { set_backs: 1, moves: 4 } });
        await events.return(undefined);
    });
});

/** @param {string} code @param {number} status @param {object} [more] */
const problem = (code, status, more) => ({ type: `/v1/problems#${code}`, title: code, status, detail: code, code, ...more });
/** @param {number} moves @param {number} [setBacks] */
const shown = (moves, setBacks) => ({ game: "queensland", moves, set_backs: setBacks, position: { legal_moves: { moves: [{ type: "place", cell: `a${moves}` }] } } });
const tooFew = problem("inconsistent", 422, { moves: 2, errors: [{ pointer: "/after", code: "inconsistent", detail: "must be at most 2" }] });
/** @param {any} table */
const firstMove = (table) => table.position.legal_moves.moves;

test("moveWith chooses again if the table was set back to fewer moves", { timeout: 60_000 }, async () => {
    const requests = await faked([shown(5), tooFew, shown(2, 1), shown(3, 1)], async (fake) => {
        assert.equal((await fake.moveWith(firstMove)).moves, 3);
    });
    const posts = requests.filter(({ method }) => method === "POST");
    assert.deepEqual(posts.map(({ body }) => [body.after, body.moves[0].cell]), [[5, "a5"], [2, "a2"]]);
});

test("moveWith gives up if the table stays behind", { timeout: 60_000 }, async () => {
    const answers = Array.from({ length: 16 }, () => [shown(5), tooFew]).flat();
    await faked(answers, (fake) => assert.rejects(fake.moveWith(firstMove), (error) => error instanceof Problem && error.body.moves === 2));
});

test("moveWith reports moves that contradict each other", { timeout: 60_000 }, async () => {
    await faked([shown(5), problem("inconsistent", 422)], (fake) => assert.rejects(fake.moveWith(firstMove), Problem));
});

test("the stream of a lost table ends with the problem", { timeout: 60_000 }, async () => {
    await faked([table(3), problem("unknown_table", 404)], async (fake) => {
        const events = fake.events();
        assert.equal((await events.next()).value?.type, "table");
        await assert.rejects(events.next(), (error) => error instanceof Problem && error.code === "unknown_table");
    });
});

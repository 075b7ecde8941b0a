// Requests and streams over a network that loses, delays and refuses them.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { connect, digest, HttpError, Problem } from "../src/funhouse.js";
import { faked, page, problem, stream } from "./fake-service.js";

/** Long enough for a busy machine to answer. */
const TIMEOUT = { timeout: 1000 };
const PHRASE = "good_luck";
const ID = "00000000000000ab";
const table = (/** @type {object} */ more = {}) => ({ body: { id: ID, game: "slide-jam", moves: 0, position: { legal_moves: { moves: [{ type: "pop" }] } }, ...more } });
const tableEvent = (/** @type {number} */ moves) => `event: table\nid: ${moves}\ndata: {"moves":${moves}}\n\n`;
const isTimeout = (/** @type {any} */ error) => error.name === "TimeoutError" && /no response within 1000 ms/.test(error.message);
/** The first legal move of any game. @param {any} shown */
const firstMove = (shown) => shown.position.legal_moves.moves;

test("request to a silent server times out", async () => {
    const requests = await faked(["silent"], (service) => assert.rejects(service.request("POST", "/v1/any", TIMEOUT), isTimeout));
    assert.ok(requests.length <= 1, "it can have an effect, so it is not sent again");
});

test("request whose response stops half-way times out", async () => {
    const half = { headers: { "Content-Type": "application/json" }, body: '{"games":', stays: true };
    await faked([half], (service) => assert.rejects(service.request("POST", "/v1/any"), isTimeout), TIMEOUT);
});

test("request times out if fetch ignores its signal", async () => {
    const service = connect("http://127.0.0.1:1", { ...TIMEOUT, fetch: () => new Promise(() => {}) });
    await assert.rejects(service.request("POST", "/v1/any"), isTimeout);
});

test("GET whose response is lost is sent again", async () => {
    const half = { headers: { "Content-Length": "100" }, body: '{"games":' };
    const requests = await faked(["lost", half, { body: { games: [] } }], async (service) => assert.deepEqual(await service.games(), []));
    assert.equal(requests.length, 3);
});

test("GET that times out is not sent again, so that the timeout is that of the call", async () => {
    const requests = await faked(["silent"], (service) => assert.rejects(service.games(), isTimeout), TIMEOUT);
    assert.ok(requests.length <= 1);
});

for (const status of [502, 503, 504]) {
    test(`status ${status} of a proxy is repeated only where that has no second effect`, async () => {
        const submitted = await faked([page(status), page(status), { body: { run: {} } }], async (service) => {
            assert.deepEqual(await service.submit(/** @type {any} */ ({ moves: [] })), { run: {} });
        });
        assert.equal(submitted.length, 3);
        const said = await faked([page(status)], (service) => assert.rejects(service.table(ID).say(PHRASE), isStatus(status)));
        assert.equal(said.length, 1);
    });
}

/** @param {number} status */
function isStatus(status) {
    return (/** @type {unknown} */ error) => error instanceof HttpError && !(error instanceof Problem) && error.status === status;
}

test("proxy that stays unreachable is an error after four attempts", async () => {
    const requests = await faked(Array.from({ length: 5 }, () => page(502)), (service) => assert.rejects(service.list(), isStatus(502)));
    assert.equal(requests.length, 4);
});

for (const [status, code] of /** @type {const} */ ([[429, "too_many_requests"], [503, "busy"]])) {
    test(`${code} is repeated after its Retry-After, whatever the request`, async () => {
        const begun = performance.now();
        const requests = await faked([problem(status, code, "1"), { status: 204, body: "" }], (service) => service.table(ID).say(PHRASE));
        assert.equal(requests.length, 2);
        assert.ok(performance.now() - begun >= 990, "it waited");
    });
}

test("429 of a proxy is repeated, with or without Retry-After", async () => {
    const limited = [{ ...page(429), headers: { "Retry-After": "1" } }, page(429)];
    const headers = { "Idempotency-Key": "a key of mine 01" };
    const created = await faked([...limited, { body: { id: ID } }], async (service) => {
        assert.deepEqual(await service.request("POST", "/v1/tables", { body: {}, headers }), { id: ID });
    });
    assert.deepEqual(created.map(({ key }) => key), Array(3).fill("a key of mine 01"));
    assert.equal((await faked([...limited, { status: 204, body: "" }], (service) => service.table(ID).say(PHRASE))).length, 3);
});

test("POST with the caller's idempotency key is repeated if its response is lost", async () => {
    const headers = { "idempotency-key": "a key of mine 01" };
    const requests = await faked(["lost", page(502), { body: {} }], (service) => service.request("POST", "/v1/tables", { body: {}, headers }));
    assert.equal(requests.length, 3);
});

for (const status of [301, 302, 303, 307, 308]) {
    test(`redirect with status ${status} is an error, and not followed`, async () => {
        const moved = { status, headers: { Location: "https://elsewhere.example/v1/players" }, body: "" };
        const isRedirect = (/** @type {any} */ error) =>
            isStatus(status)(error) && /redirect to https:\/\/elsewhere\.example\/v1\/players, which is not followed/.test(error.message);
        assert.equal((await faked([moved], (service) => assert.rejects(service.signUp("Ann"), isRedirect))).length, 1);
        assert.equal((await faked([moved], (service) => assert.rejects(service.table(ID).events().next(), isRedirect))).length, 1);
    });
}

test("redirect that a browser hides is an error", async () => {
    const hidden = /** @type {any} */ ({ ok: false, status: 0, type: "opaqueredirect", headers: new Headers() });
    const service = connect("http://127.0.0.1:1", { fetch: async () => hidden });
    await assert.rejects(service.list(), (/** @type {any} */ error) => error instanceof HttpError && /a redirect, which is not followed/.test(error.message));
});

test("successful response of something else than the service is an HttpError, and not repeated", async () => {
    const isForeign = (/** @type {any} */ error) => isStatus(200)(error) && /something else than the service/.test(error.message);
    const portal = page(200);
    const damaged = { headers: { "Content-Type": "application/json" }, body: '{"games": [' };
    for (const answer of [portal, damaged]) {
        assert.equal((await faked([answer], (service) => assert.rejects(service.games(), isForeign))).length, 1);
        assert.equal((await faked([answer], (service) => assert.rejects(service.signUp("Ann"), isForeign))).length, 1);
    }
    for (const call of [(/** @type {any} */ game) => game.deal(), (/** @type {any} */ game) => game.rules(), (/** @type {any} */ game) => game.picture({})]) {
        const requests = await faked([{ body: {} }, portal], async (service) => assert.rejects(call(await service.game("slide-jam")), isForeign));
        assert.equal(requests.length, 2);
    }
});

test("Retry-After can be a date", async () => {
    const soon = new Date(Date.now() + 500).toUTCString();
    const requests = await faked([problem(503, "busy", soon), { body: {} }], async (service) => void (await service.daily()));
    assert.equal(requests.length, 2);
});

test("long Retry-After is left to the caller", async () => {
    const isLeft = (/** @type {unknown} */ error) => error instanceof Problem && error.retryAfter === 3600 && error.code === "too_many_requests";
    const requests = await faked([problem(429, "too_many_requests", "3600")], (service) => assert.rejects(service.signUp("Ann"), isLeft));
    assert.equal(requests.length, 1);
});

test("outcome_unknown is repeated only where that has no second effect", async () => {
    const unknown = problem(503, "outcome_unknown", "0");
    assert.equal((await faked([unknown], (service) => assert.rejects(service.table(ID).say(PHRASE), Problem))).length, 1);
    assert.equal((await faked([unknown, table()], async (service) => void (await service.table(ID).resign()))).length, 2);
});

test("refusals are not repeated", async () => {
    for (const status of [400, 401, 404, 422, 500]) {
        const requests = await faked([problem(status, "refused")], (service) => assert.rejects(service.list(), Problem));
        assert.equal(requests.length, 1, String(status));
    }
});

test("caller's signal ends a request and the wait before the next", async () => {
    for (const answer of /** @type {const} */ (["silent", "wait"])) {
        const stop = new AbortController();
        const requests = await faked([answer === "wait" ? problem(503, "busy", "30") : answer], async (service) => {
            setTimeout(() => stop.abort(), 1000);
            await assert.rejects(service.request("GET", "/v1/games", { signal: stop.signal }));
        });
        assert.ok(requests.length <= 1);
    }
});

test("createTable and signUp keep their key when they are sent again, and take the caller's", async () => {
    const requests = await faked(["lost", table(), "lost", { body: { token: "t" } }, table(), table(), { body: {} }], async (service) => {
        const request = /** @type {any} */ ({ game: "slide-jam" });
        await service.createTable(request);
        await service.signUp("Ann");
        await service.createTable(request, { idempotencyKey: "the same key 0001" });
        await service.createTable(request, { idempotencyKey: "the same key 0001" });
        await service.signUp("Ben", { idempotencyKey: "another key 00001" });
    });
    const keys = requests.map(({ key }) => key);
    assert.match(keys[0] ?? "", /^[!-~]{16,128}$/);
    assert.equal(keys[0], keys[1]);
    assert.equal(keys[2], keys[3]);
    assert.notEqual(keys[0], keys[2]);
    assert.deepEqual(keys.slice(4), ["the same key 0001", "the same key 0001", "another key 00001"]);
});

test("moveWith survives a lost GET, a 429, and a lost response to its moves", async () => {
    const answers = ["lost", problem(429, "too_many_requests", "0"), table(), "lost", problem(429, "too_many_requests", "0"), table({ moves: 1 })];
    const requests = await faked(/** @type {any} */ (answers), async (service) => {
        assert.equal((await service.table(ID).moveWith(firstMove)).moves, 1);
    });
    assert.deepEqual(requests.map(({ method }) => method), ["GET", "GET", "GET", "POST", "POST", "POST"]);
    assert.deepEqual(requests[3]?.body, requests[5]?.body);
});

for (const [name, answer] of /** @type {const} */ ([["404", page(404)], ["401", problem(401, "unauthorized")], ["403", page(403)], ["410", problem(410, "gone")], ["404 without a body", { status: 404, body: {} }], ["200 of a page", page(200)], ["200 of JSON", { body: { id: ID } }], ["204", { status: 204 }]])) {
    test(`events end with the error at status ${name}`, { timeout: 60_000 }, async () => {
        const requests = await faked([stream(tableEvent(1)), answer], async (service) => {
            const events = service.table(ID).events();
            assert.equal((await events.next()).value?.id, "1");
            await assert.rejects(events.next(), HttpError);
            assert.deepEqual(await events.next(), { value: undefined, "done": true });
        });
        assert.equal(requests.length, 2);
    });
}

test("events outlive a silent server, a proxy without a service, and too many requests", { timeout: 60_000 }, async () => {
    const answers = /** @type {const} */ ([stream(tableEvent(1)), "silent", page(502), problem(429, "too_many_requests", "0"), "lost", stream(tableEvent(2))]);
    const requests = await faked([...answers], async (service) => {
        const events = service.table(ID).events();
        assert.equal((await events.next()).value?.id, "1");
        assert.equal((await events.next()).value?.id, "2");
        await events.return();
    }, { timeout: 5000 });
    assert.deepEqual(requests.map(({ lastId }) => lastId), [undefined, "1", "1", "1", "1", "1"]);
});

test("events of the player resume after the last one, and end with the token", { timeout: 60_000 }, async () => {
    const event = (/** @type {string} */ id, /** @type {string} */ type) => `event: ${type}\nid: ${id}\ndata: {"id":"${id}","type":"${type}"}\n\n`;
    const answers = [stream(event("3-0000000a", "reset")), "lost", stream(event("4-0000000b", "your_turn")), problem(401, "unauthorized")];
    const requests = await faked(/** @type {any} */ (answers), async (service) => {
        const events = service.events();
        assert.deepEqual((await events.next()).value, { type: "reset", id: "3-0000000a", data: { id: "3-0000000a", type: "reset" } });
        assert.equal((await events.next()).value?.type, "your_turn");
        await assert.rejects(events.next(), HttpError);
    });
    assert.deepEqual(requests.map(({ lastId }) => lastId), [undefined, "3-0000000a", "3-0000000a", "4-0000000b"]);
});

test("events with other ends of lines, and data in several lines", async () => {
    const text = 'event: table\r\nid: 1\r\ndata: {"moves":\r\ndata: 1}\r\n\r\n';
    await faked([stream(text)], async (service) => {
        const events = service.table(ID).events();
        assert.deepEqual((await events.next()).value, { type: "table", id: "1", data: { moves: 1 } });
        await events.return();
    });
});

test("address and token that no request can have are refused at once", () => {
    for (const address of ["127.0.0.1:8080", "ftp://127.0.0.1", "https://", "", "http://127.0.0.1/?a=1", "http://127.0.0.1/#a", "http://ann:b@127.0.0.1"]) assert.throws(() => connect(address), /must begin with https/);
    assert.throws(() => connect("http://127.0.0.1", { token: "a\nb" }), /visible characters/);
    assert.equal(connect("HTTP://127.0.0.1/games//").base, "HTTP://127.0.0.1/games");
});

test("timeout that would end every request at once is refused", async () => {
    for (const timeout of [0, -1, NaN, Infinity, 2 ** 31]) {
        assert.throws(() => connect("http://127.0.0.1", { timeout }), /timeout must be more than 0 and at most/);
        await assert.rejects(connect("http://127.0.0.1").request("GET", "/v1/any", { timeout }), RangeError);
    }
});

test("id of a table leads to no other path", async () => {
    const requests = await faked([{}, stream(tableEvent(1))], async (service) => {
        await service.table("../games/slide-jam?a").show();
        for await (const _ of service.table("../players/me").events()) break;
    });
    assert.deepEqual(requests.map(({ path }) => path), ["/v1/tables/..%2Fgames%2Fslide-jam%3Fa", "/v1/tables/..%2Fplayers%2Fme/events"]);
});

test("stream that falls silent is opened again", { timeout: 60_000 }, async (t) => {
    const requests = await faked([stream(tableEvent(1), true), stream(tableEvent(2))], async (service) => {
        const events = service.table(ID).events();
        assert.equal((await events.next()).value?.id, "1");
        t.mock.timers.enable({ apis: ["setTimeout"] });
        const next = events.next();
        const ticking = setInterval(() => t.mock.timers.tick(5_000), 20);
        assert.equal((await next).value?.id, "2");
        clearInterval(ticking);
        t.mock.timers.reset();
        await events.return();
    });
    assert.equal(requests.length, 2);
});

test("nothing needs what browsers lack without HTTPS or before 2024", { timeout: 60_000 }, async (t) => {
    const { crypto: whole } = globalThis;
    const bare = { getRandomValues: whole.getRandomValues.bind(whole) };
    const { any, timeout } = AbortSignal;
    Object.defineProperty(globalThis, "crypto", { value: bare, configurable: true });
    Object.assign(AbortSignal, { any: undefined, timeout: undefined });
    t.after(() => {
        Object.defineProperty(globalThis, "crypto", { value: whole, configurable: true });
        Object.assign(AbortSignal, { any, timeout });
    });
    const stop = new AbortController();
    await faked([{ body: { token: "t" } }, table(), stream(tableEvent(1))], async (service) => {
        const table = await service.as((await service.signUp("Ann")).token).createTable(/** @type {any} */ ({ game: "slide-jam" }));
        const events = table.events({ signal: stop.signal });
        assert.equal((await events.next()).value?.id, "1");
        await events.return();
    });
    for (const text of ["", "a", "é".repeat(60), "x".repeat(52), "x".repeat(53), "x".repeat(54), "x".repeat(10_001)]) {
        assert.equal(await digest({ text }), createHash("sha256").update(JSON.stringify({ text })).digest("hex"));
    }
});

// Games in this process and over HTTP: the same calls, the same results, and the same errors.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connect, digest, game, games, load, Problem } from "../src/funhouse.js";
import { MODULE, serve } from "./support.js";

/** @type {Awaited<ReturnType<typeof serve>>} */
let service;
/** @type {import("../src/funhouse.js").Remote} */
let remote;

before(async () => {
    service = await serve();
    remote = connect(service.base);
});

after(() => service.stop());

test("calls of a local game need no await", async () => {
    const slideJam = await game("slide-jam");
    const { state, score } = slideJam.deal({ seed: "package" });
    assert.equal(score.total, 60);
    const { moves } = slideJam.moves(state);
    const played = slideJam.play(state, moves[0], { with_text: true });
    assert.equal(played.events?.length, 1);
    assert.equal(slideJam.score(played.state).total, played.score.total);
    assert.match(slideJam.picture({ state }), /^<svg/);
    assert.match(slideJam.text({ state }), /^Slide Jam: /);
    assert.match(slideJam.rules(), /^# Rules of Slide Jam\n/);
    assert.equal(slideJam.info().title, "Slide Jam");
});

test("local and remote games give the same results", async () => {
    const both = [await game("break-the-bank"), await remote.game("break-the-bank")];
    const results = await Promise.all(both.map(async (anywhere) => {
        const dealt = await anywhere.deal({ seed: "same", seats: 4 });
        const { moves } = await anywhere.plan(dealt.state);
        const played = await anywhere.play(dealt.state, moves);
        const run = { game: "break-the-bank", rules: 1, seed: "same", seats: 4, options: {}, moves };
        return {
            dealt,
            played,
            listed: await anywhere.moves(played.state, { seat: 2 }),
            seen: await anywhere.view(played.state, { seat: 2, with_legal_moves: true }),
            standing: await anywhere.score(played.state),
            digest: await anywhere.digest(played.state),
            verdict: await anywhere.replay(/** @type {any} */ (run)),
            trace: await anywhere.trace(/** @type {any} */ (run), 1),
            picture: await anywhere.picture({ state: played.state }),
            text: await anywhere.text({ state: played.state }),
            info: await anywhere.info({ rules: 1 }),
            rules: await anywhere.rules({ for: "programs" }),
        };
    }));
    assert.deepEqual(results[0], results[1]);
    assert.equal(results[0].verdict.digest, results[0].digest);
    assert.equal(results[0].trace.trace?.[0].digest, results[0].digest);
    assert.deepEqual(await games(), await remote.games());
});

test("local and remote games refuse with the same problem", async () => {
    const both = [await game("slide-jam"), await remote.game("slide-jam")];
    const problems = await Promise.all(both.map(async (anywhere) => {
        const { state } = await anywhere.deal({ seed: "same" });
        try {
            await anywhere.play(state, { type: "pop", cells: ["a1", "b1", "d6"], stack: "left", slide: "down" });
            return assert.fail("the move is illegal");
        } catch (error) {
            assert.ok(error instanceof Problem, String(error));
            return { code: error.code, status: error.status, message: error.message, body: error.body };
        }
    }));
    assert.deepEqual(problems[0], problems[1]);
    assert.equal(problems[0].code, "illegal_move");
    const isUnknown = (/** @type {unknown} */ error) => error instanceof Problem && error.code === "unknown_game";
    await assert.rejects(game(/** @type {any} */ ("no-game")), isUnknown);
    await assert.rejects(remote.game(/** @type {any} */ ("no-game")), isUnknown);
});

test("local game draws a seed for each deal", async () => {
    const slideJam = await game("slide-jam");
    const seeds = [slideJam.deal().state.seed, slideJam.deal().state.seed];
    assert.notEqual(seeds[0], seeds[1]);
    assert.match(seeds[0], /^[0-9a-f]{32}$/);
});

test("module loads from a URL, bytes, a response and a compiled module", async () => {
    const { readFile } = await import("node:fs/promises");
    const bytes = await readFile(MODULE);
    const response = new Response(bytes, { headers: { "Content-Type": "application/wasm" } });
    for (const source of [MODULE, MODULE.href, bytes, response, await WebAssembly.compile(bytes)]) {
        assert.equal((await load(source)).game("slide-jam").info().id, "slide-jam");
    }
});

test("digest of a value does not depend on the order of its fields", async () => {
    assert.equal(await digest({ b: [1, "é"], a: { d: 1, c: 2 } }), await digest({ a: { c: 2, d: 1 }, b: [1, "é"] }));
});

test("run that was played here is accepted by the service", async () => {
    const slideJam = await game("slide-jam");
    let position = slideJam.deal({ seed: "offline", with_legal_moves: true });
    const moves = [];
    while (!position.finished) {
        const [move] = position.legal_moves?.moves ?? assert.fail("there are legal moves");
        moves.push(move);
        position = slideJam.play(position.state, move, { with_legal_moves: true });
    }
    const { token } = await remote.signUp("Offline");
    const run = { game: /** @type {const} */ ("slide-jam"), rules: 1, seed: "offline", options: {}, moves, score: position.score.total };
    const receipt = await remote.as(token).submit(/** @type {any} */ (run));
    assert.equal(receipt.run.score.total, position.score.total);
});

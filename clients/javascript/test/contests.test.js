// The verification of an exported contest, by the module and not by the service that exported it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connect, load, Problem, verifyContest } from "../src/funhouse.js";
import { serve } from "./support.js";

/** How long the round is open, in milliseconds. */
const OPEN = 4_000;

/** @type {Awaited<ReturnType<typeof serve>>} */
let service;
/** The export of a contest in which Ann has finished, and Ben has given up. @type {any} */
let exported;

before(async () => {
    service = await serve();
    exported = await playedContest(connect(service.base));
});

after(() => service.stop());

/** @param {import("../src/funhouse.js").Remote} remote */
async function playedContest(remote) {
    const [ann, ben] = await Promise.all(["Ann", "Ben"].map(async (name) => remote.as((await remote.signUp(name)).token)));
    const closesAt = new Date(Date.now() + OPEN).toISOString();
    const { id } = await ann.request("POST", "/v1/contests", { body: { name: "Play me at this", game: "slide-jam", closes_at: closesAt } });
    const path = `/v1/contests/${id}`;
    for (const player of [ann, ben]) await player.request("POST", `${path}/entrants`);
    await until(remote, path, "open");
    const [own, other] = await Promise.all([ann, ben].map((player) => player.request("POST", `${path}/rounds/1/table`)));
    await ben.request("POST", `/v1/tables/${other.id}/resignation`);
    const table = ann.table(own.id);
    for (let { status } = own; status === "playing"; ) {
        ({ status } = await table.moveWith((now) => /** @type {any} */ (now.position).legal_moves.moves.slice(0, 1)));
    }
    await until(remote, path, "closed");
    return remote.request("GET", `${path}/export`);
}

/**
 * Waits until the round has a status.
 *
 * @param {import("../src/funhouse.js").Remote} remote
 * @param {string} path
 * @param {string} expected
 */
async function until(remote, path, expected) {
    while ((await remote.request("GET", path)).rounds[0].status !== expected) await new Promise((resolve) => setTimeout(resolve, 50));
}

test("export of a contest verifies", async () => {
    const verdict = { holds: true, rounds: 1, runs: 1, places: 2, faults: [] };
    assert.deepEqual(await verifyContest(exported), verdict);
    assert.deepEqual((await load()).verifyContest(exported), verdict);
});

test("changed export of a contest does not verify", async () => {
    const changes = /** @type {[string, (exported: any) => void][]} */ ([
        ["seed", ({ contest }) => { contest.rounds[0].seed = "another"; }],
        ["run", ({ entries }) => { entries.find((/** @type {any} */ { run }) => run).run.moves.pop(); }],
        ["standings", ({ standings }) => { standings.reverse(); }],
    ]);
    for (const [name, change] of changes) {
        const changed = structuredClone(exported);
        change(changed);
        const { holds, faults } = await verifyContest(changed);
        assert.ok(!holds && faults.length > 0, name);
    }
});

test("what is not the export of a contest is refused", async () => {
    const isRefused = (/** @type {unknown} */ error) => error instanceof Problem && error.code === "invalid_body";
    await assert.rejects(verifyContest({}), isRefused);
    await assert.rejects(verifyContest({ ...exported, contest: { ...exported.contest, game: "no-game" } }), isRefused);
});

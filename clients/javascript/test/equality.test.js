// Proof that the module and the service are the same rules: random games of every game, the conformance runs, damaged requests, and the
// inputs of fuzzing get equal answers, byte for byte.
//
// FUNHOUSE_MOVES is the number of random moves over all games. The default is a sample; 100000 takes a few minutes.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { compared, module, oneOf, random, ROOT, serve } from "./support.js";
import { dealRequest, playRequest, runOf } from "./walks.js";

const MOVES = Number(process.env.FUNHOUSE_MOVES ?? 4000);
const DAMAGED = Number(process.env.FUNHOUSE_DAMAGED ?? MOVES / 2);
const IN_FULL = MOVES >= 100_000;

/** @type {import("../src/module.js").Module} */
let ours;
/** @type {Awaited<ReturnType<typeof serve>>} */
let service;
/** @type {any[]} */
let infos;

before(async () => {
    [ours, service] = await Promise.all([module(), serve()]);
    const { games } = JSON.parse(ours.text("games"));
    infos = games.map((/** @type {any} */ { id }) => JSON.parse(ours.text(`${id}/info`)));
});

after(() => service.stop());

/** @param {string} target @param {any} [request] */
const compare = (target, request) => compared(ours, service, target, request);

test("catalogue and rules are equal", async () => {
    await compare("games");
    for (const { id } of infos) {
        await compare(`${id}/info`);
        await compare(`${id}/rules`);
    }
    await compare("no-game/info");
});

test("random moves of every game are equal", async (t) => {
    let all = 0;
    const walk = async (/** @type {any} */ info, /** @type {number} */ nth) => {
        const next = random(nth + 1);
        const budget = Math.ceil(MOVES / infos.length);
        let played = 0;
        // A game may end at its deal, or list no moves; but not often.
        for (let games = 0; played < budget && games < budget + 10; games++) played += await game(info, next, budget - played);
        assert.ok(played > 0, `${info.id}: no move is possible`);
        all += played;
    };
    await Promise.all(infos.map(walk));
    t.diagnostic(`${all} moves`);
});

/**
 * Plays a random game of at most `most` moves. Returns their number.
 *
 * @param {any} info
 * @param {() => number} next
 * @param {number} most
 */
async function game(info, next, most) {
    const { id } = info;
    let position = (await compare(`${id}/deal`, dealRequest(next, info))).json();
    /** @type {object[]} */
    const moves = [];
    while (moves.length < most && !position.finished) {
        if (next() < 0.05) await others(info, position, next);
        const request = playRequest(next, info, position);
        if (request === undefined) break;
        const answer = await compare(`${id}/play`, request);
        assert.equal(answer.status, 200, "a listed move is legal");
        moves.push(request.move);
        position = answer.json();
    }
    await others(info, position, next);
    const verdict = (await compare(`${id}/replay`, runOf(position, moves))).json();
    assert.deepEqual([verdict.legal, verdict.claim_holds], [true, true]);
    assert.equal(JSON.parse(ours.text(`${id}/digest`, { state: position.state })).digest, verdict.digest);
    await compare(`${id}/plan`, { state: position.state });
    return moves.length;
}

/**
 * Compares the calls that change nothing.
 *
 * @param {any} info
 * @param {any} position
 * @param {() => number} next
 */
async function others({ id, kind }, { state }, next) {
    for (const call of ["moves", "score", "view", "picture", "text"]) await compare(`${id}/${call}`, { state });
    if (kind === "solitaire") return;
    const seat = 1 + Math.floor(next() * state.seats);
    const seen = (await compare(`${id}/view`, { state, seat, with_legal_moves: true })).json();
    await compare(`${id}/picture`, { view: seen.view, seat });
    await compare(`${id}/moves`, { state, seat });
    await compare(`${id}/plan`, { state, seat, seed: "plan" });
}

test("conformance runs are equal, and agree with their models", async () => {
    for (const { id, kind } of infos) {
        // Some solitaires have their runs in the Funhouse's.
        const lines = await readFile(new URL(`tests/conformance/${id}.jsonl`, ROOT), "utf8");
        // The shortest: each line costs a request for each of its moves.
        const runs = lines.trim().split("\n").map((line) => JSON.parse(line)).sort((a, b) => a.moves.length - b.moves.length);
        for (const run of IN_FULL ? runs : runs.slice(0, 1)) await conforms(id, kind, run);
    }
});

/** @param {string} id @param {string} kind @param {any} run */
async function conforms(id, kind, { game, rules, seed, options, moves, seats, scores, points, legal, illegal }) {
    const isSolitaire = kind === "solitaire";
    let position = (await compare(`${id}/deal`, { seed, options, ...(isSolitaire ? {} : { seats }) })).json();
    for (let count = 0; ; count++) {
        const place = `${id} after ${count} moves`;
        if (isSolitaire) assert.equal(position.score.total, scores[count], place);
        else assert.deepEqual(position.points, points[count], place);
        const { state } = position;
        const listed = (await compare(`${id}/moves`, { state })).json();
        if (legal[count] !== null && listed.bounds === undefined) assert.equal(listed.moves.length, legal[count], place);
        for (const [at, move, rule] of illegal) {
            if (at !== count) continue;
            const refused = await compare(`${id}/play`, { state, move });
            assert.equal(refused.status, 422, place);
            if (rule !== undefined) assert.equal(refused.json().rule, rule, place);
        }
        if (count === moves.length) break;
        const played = await compare(`${id}/play`, { state, move: moves[count] });
        assert.equal(played.status, 200, `${place}: ${played.text}`);
        position = played.json();
    }
    const claim = isSolitaire ? { score: scores.at(-1) } : { seats, points: points.at(-1) };
    const verdict = (await compare(`${id}/replay`, { game, rules, seed, options, moves, ...claim })).json();
    assert.deepEqual([verdict.legal, verdict.complete, verdict.claim_holds], [true, true, true], id);
}

test("damaged requests are refused equally", async (t) => {
    const next = random(77);
    /** @type {Map<string, number>} */
    const codes = new Map();
    /** @type {{ target: string, request: any }[]} */
    const requests = [];
    for (const info of infos) {
        const dealt = dealRequest(next, info);
        requests.push({ target: `${info.id}/deal`, request: dealt });
        let position = JSON.parse(ours.text(`${info.id}/deal`, dealt));
        const moves = [];
        for (let nth = 0; nth < 6; nth++) {
            const request = playRequest(next, info, position);
            if (request === undefined) break;
            requests.push({ target: `${info.id}/play`, request });
            requests.push({ target: `${info.id}/view`, request: { state: request.state } });
            position = JSON.parse(ours.text(`${info.id}/play`, request));
            moves.push(request.move);
        }
        requests.push({ target: `${info.id}/replay`, request: runOf(position, moves) });
    }
    for (let nth = 0; nth < DAMAGED; nth++) {
        const { target, request } = oneOf(next, requests);
        const sent = damaged(next, request);
        // For a deal without a seed, only the service draws one.
        if (target.endsWith("/deal") && !(sent instanceof Uint8Array)) sent.seed ??= "again";
        const answer = await compare(target, sent);
        const code = answer.status === 200 ? "ok" : answer.json().code;
        codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    t.diagnostic([...codes].map(([code, count]) => `${code} ${count}`).join(", "));
    for (const code of ["invalid_json", "invalid_body", "impossible_state", "illegal_move", "unknown_rules"]) assert.ok(codes.has(code), code);
});

/**
 * A request with damage: to its bytes, or to its values.
 *
 * @param {() => number} next
 * @param {any} request
 * @returns {any}
 */
function damaged(next, request) {
    if (next() < 0.3) {
        const bytes = Buffer.from(JSON.stringify(request));
        for (let times = 1 + Math.floor(next() * 3); times > 0; times--) bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256);
        if (next() < 0.2) return bytes.subarray(0, Math.floor(next() * bytes.length));
        return next() < 0.2 ? Buffer.concat([Buffer.from(JSON.stringify(request)), Buffer.from(oneOf(next, [" x", "}", "{}", " \n"]))]) : bytes;
    }
    const copy = structuredClone(request);
    const places = leaves(copy);
    if (places.length > 0) {
        const [holder, name] = oneOf(next, places);
        const [, other] = oneOf(next, places);
        const values = [null, -1, 0, 1, 2, 7, 1e15, 0.5, "", "a1", "??", {}, [], true];
        const choice = next();
        if (choice < 0.15) delete holder[name];
        else if (choice < 0.3) holder[other] = structuredClone(holder[name]);
        else if (choice < 0.6) holder[name] = structuredClone(oneOf(next, places.map(([from, field]) => from[field])));
        else holder[name] = oneOf(next, values);
    }
    if (next() < 0.05 && typeof copy.state === "object" && copy.state !== null) copy.state.rules = 2 + Math.floor(next() * 5);
    return copy;
}

/**
 * The places of all values: the object or list, and the name or index.
 *
 * @param {any} value
 * @returns {[any, string][]}
 */
function leaves(value) {
    if (value === null || typeof value !== "object") return [];
    return Object.keys(value).flatMap((name) => [/** @type {[any, string]} */ ([value, name]), ...leaves(value[name])]);
}

// Sends each input of the fuzz targets to the calls that its target covers. FUNHOUSE_CORPUS is a folder with more inputs, such as
// `fuzz/corpus` after fuzzing.
test("inputs of fuzzing get equal answers", async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "funhouse-"));
    try {
        await promisify(execFile)("python3", [fileURLToPath(new URL("fuzz/seeds.py", ROOT)), folder]);
        const more = process.env.FUNHOUSE_CORPUS;
        let inputs = 0;
        for (const corpus of more === undefined ? [folder] : [folder, more]) inputs += await compareInputs(corpus);
        t.diagnostic(`${inputs} inputs`);
        assert.ok(inputs > 100);
    } finally {
        await rm(folder, { recursive: true });
    }
});

/** @param {string} corpus */
async function compareInputs(corpus) {
    const ids = (/** @type {boolean} */ solitaire) => infos.filter(({ kind }) => (kind === "solitaire") === solitaire).map(({ id }) => id);
    const targets = [
        { name: "play", games: ids(true), calls: ["play", "moves"] },
        { name: "seats", games: ids(false), calls: ["play", "view"] },
        { name: "replay", games: ids(true), calls: ["replay"] },
    ];
    let inputs = 0;
    for (const { name, games, calls } of targets) {
        for (const file of (await readdir(join(corpus, name))).sort()) {
            const body = await readFile(join(corpus, name, file));
            inputs++;
            // Other games refuse it because of its game. In CI, one of them is enough.
            const its = games.filter((id) => body.includes(`"${id}"`)).slice(0, 1);
            for (const id of IN_FULL ? games : new Set([...its, games[inputs % games.length]])) {
                for (const call of calls) await compare(`${id}/${call}`, body);
            }
        }
    }
    return inputs;
}

// The module itself: its size, its speed, and that it depends on nothing.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { test } from "node:test";
import { brotliCompressSync, constants } from "node:zlib";
import { Module } from "../src/module.js";
import { Problem, Trapped } from "../src/problem.js";
import { MODULE, module } from "./support.js";

/** Maximum compressed sizes in bytes: of all games, and of Slide Jam alone, if it was built. */
const MAX_ALL = 820_000;
const MAX_ONE = 150_000;
const ONE = new URL("../../../target/module/funhouse-slide-jam.wasm", import.meta.url);

/** @param {Uint8Array} bytes */
const compressed = (bytes) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } }).length;

test("all games are at most 820 KB compressed", async (t) => {
    const bytes = await readFile(MODULE);
    const size = compressed(bytes);
    t.diagnostic(`${bytes.length} bytes, ${size} with brotli`);
    assert.ok(size <= MAX_ALL, `${size} bytes`);
});

test("one game is at most 150 KB compressed", { skip: (await stat(ONE).catch(() => undefined)) === undefined }, async (t) => {
    const bytes = await readFile(ONE);
    const size = compressed(bytes);
    t.diagnostic(`${bytes.length} bytes, ${size} with brotli`);
    assert.ok(size <= MAX_ONE, `${size} bytes`);
    const one = await Module.instantiate(await WebAssembly.compile(bytes));
    const { games } = JSON.parse(one.text("games"));
    assert.deepEqual(games.map((/** @type {{ id: string }} */ { id }) => id), ["slide-jam"]);
    assert.throws(() => one.text("magic-mirror/info"), (error) => error instanceof Problem && error.code === "unknown_game");
    const all = await module();
    assert.equal(one.text("slide-jam/rules"), all.text("slide-jam/rules"), "links to other games are the same");
});

test("module imports nothing and exports its interface", async () => {
    const compiled = await WebAssembly.compile(await readFile(MODULE));
    assert.deepEqual(WebAssembly.Module.imports(compiled), []);
    const names = WebAssembly.Module.exports(compiled).map(({ name }) => name);
    for (const name of ["memory", "funhouse_abi", "funhouse_alloc", "funhouse_call", "funhouse_free"]) assert.ok(names.includes(name), name);
});

test("package has the hash of its module", async () => {
    const [line, bytes] = await Promise.all([readFile(new URL("../src/funhouse.wasm.sha256", import.meta.url), "utf8"), readFile(MODULE)]);
    assert.equal(line, `${createHash("sha256").update(bytes).digest("hex")}  funhouse.wasm\n`);
});

// The aims are 50 ms and 50 µs. The limits here allow for a busy machine.
test("module starts and plays quickly", async (t) => {
    const compiled = await WebAssembly.compile(await readFile(MODULE));
    let begun = performance.now();
    const fresh = await Module.instantiate(compiled);
    fresh.text("games");
    const start = performance.now() - begun;
    const { state, legal_moves } = JSON.parse(fresh.text("slide-jam/deal", { seed: "speed", with_legal_moves: true }));
    const body = new TextEncoder().encode(JSON.stringify({ state, move: legal_moves.moves[0] }));
    const target = new TextEncoder().encode("slide-jam/play");
    const play = () => fresh.answerBytes(target, body);
    for (let nth = 0; nth < 2000; nth++) play();
    const times = Array.from({ length: 2000 }, () => {
        begun = performance.now();
        play();
        return performance.now() - begun;
    });
    const median = times.sort((a, b) => a - b)[1000] * 1000;
    t.diagnostic(`instance and list of games ${start.toFixed(1)} ms, play ${median.toFixed(1)} µs`);
    assert.ok(start < 250, `${start} ms`);
    assert.ok(median < 250, `${median} µs`);
});

/** @param {Module} module */
const exportsOf = ({ exports }) => exports ?? assert.fail("there is an instance");
const trap = () => { throw new WebAssembly.RuntimeError("unreachable"); };

test("memory does not grow with the number of calls", async () => {
    const fresh = await module();
    const dealt = () => fresh.text("break-the-bank/deal", { seed: "memory", seats: 4, with_picture: true });
    for (let nth = 0; nth < 200; nth++) dealt();
    const before = exportsOf(fresh).memory.buffer.byteLength;
    for (let nth = 0; nth < 2000; nth++) dealt();
    assert.equal(exportsOf(fresh).memory.buffer.byteLength, before);
});

test("instance that trapped is replaced", async () => {
    const fresh = await module();
    const broken = exportsOf(fresh);
    fresh.exports = { ...broken, funhouse_call: trap };
    assert.throws(() => fresh.text("games"), Trapped);
    assert.notEqual(exportsOf(fresh).memory, broken.memory, "another instance");
    assert.ok(JSON.parse(fresh.text("games")).games.length > 0);
});

test("instance that traps before the next one is ready is replaced after a while", async () => {
    const fresh = await module();
    for (let nth = 0; nth < 2; nth++) {
        fresh.exports = { ...exportsOf(fresh), funhouse_call: trap };
        assert.throws(() => fresh.text("games"), Trapped);
    }
    assert.throws(() => fresh.text("games"), (error) => error instanceof Trapped && /not replaced yet/.test(error.message));
    while (fresh.exports === undefined) await new Promise((resolve) => setTimeout(resolve, 1));
    assert.ok(JSON.parse(fresh.text("games")).games.length > 0);
});

test("instances are created asynchronously, as browsers require of large modules", async (t) => {
    const compiled = await WebAssembly.compile(await readFile(MODULE));
    t.mock.method(WebAssembly, "Instance", () => assert.fail("the module is instantiated synchronously"));
    const fresh = await Module.instantiate(compiled);
    fresh.exports = { ...exportsOf(fresh), funhouse_call: trap };
    assert.throws(() => fresh.text("games"), Trapped);
    assert.ok(JSON.parse(fresh.text("games")).games.length > 0);
});

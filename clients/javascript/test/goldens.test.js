// The module plays the golden playthroughs of `tests/playthroughs`: it writes each file again, with the same bytes.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { game, games } from "../src/funhouse.js";
import { ROOT } from "./support.js";

const FOLDER = new URL("tests/playthroughs/", ROOT);
/** The line of a move: the move in short, the total or the points, and the beginning of the digest. */
const MOVE = /^ *\d+\. (.*?) +(?:\d+|\[[\d,-]+\]) +[0-9a-f]{16}$/;

const files = (await readdir(FOLDER)).filter((name) => name.endsWith(".txt"));

test("every game has a playthrough", async () => {
    for (const { id } of await games()) assert.ok(files.includes(`${id}.txt`), id);
});

for (const file of files) {
    test(`module repeats ${file}`, async () => {
        const golden = await readFile(new URL(file, FOLDER), "utf8");
        assert.equal(await repeated(golden), golden);
    });
}

/**
 * The file of a game that is played as a file says.
 *
 * @param {string} golden
 */
async function repeated(golden) {
    const lines = golden.split("\n");
    const [, title, id, rules] = /^(.*) \((.*)\), rules (\d+)$/.exec(lines[0]) ?? assert.fail(lines[0]);
    const head = Object.fromEntries(lines.slice(1, 5).map((line) => line.split(": ")));
    const pairs = (head.options ?? "none").split(" ").filter((/** @type {string} */ pair) => pair !== "none");
    const options = Object.fromEntries(pairs.map((/** @type {string} */ pair) => pair.split("=")));
    const seats = head.seats === undefined ? {} : { seats: Number(head.seats) };
    /** @type {any} */
    const played = await game(/** @type {any} */ (id));
    let position = played.deal({ seed: head.seed, options, rules: Number(rules), ...seats });
    const { state } = position;
    const board = () => `\n${played.text({ state: position.state })}\n`;

    let text = `${title} (${id}), rules ${state.rules}\nseed: ${state.seed}\n`;
    text += state.seats === undefined ? `options: ${short(state.options) || "none"}\n` : `seats: ${state.seats}\n`;
    text += `player: ${head.player}\ndigest of the deal: ${played.digest(state)}\n${board()}`;
    let number = 0;
    lines.forEach((line, at) => {
        const name = MOVE.exec(line)?.[1];
        if (name === undefined) return;
        const { moves } = played.moves(position.state);
        const move = moves.find((/** @type {object} */ listed) => short(listed) === name) ?? flick(name);
        position = played.play(position.state, move);
        const standing = position.score === undefined ? JSON.stringify(position.points) : String(position.score.total).padStart(3);
        text += `${String(++number).padStart(4)}. ${name.padEnd(56)} ${standing}  ${played.digest(position.state).slice(0, 16)}\n`;
        // The file shows the board after some moves.
        if (lines[at + 1] === "") text += board();
    });
    assert.ok(position.finished);
    const end = position.score === undefined ? `places ${JSON.stringify(position.places)}` : short(sorted(position.score));
    return `${text}ended after ${number} moves: ${end}\n`;
}

/**
 * An object in short: `pop cells=d3,d4,c4 stack=right slide=left`.
 *
 * @param {object} value
 */
function short(value) {
    return Object.entries(value).map(([name, field]) => (name === "type" ? field : `${name}=${plain(field)}`)).join(" ");
}

/** @param {any} value @returns {string} */
function plain(value) {
    const text = (/** @type {any} */ each) => (typeof each === "string" ? each : JSON.stringify(each));
    return Array.isArray(value) ? value.map(text).join(",") : text(value);
}

/**
 * The only move that is not always listed: the flick of a coin, `flick coin=0 dx=-1000 dy=0`.
 *
 * @param {string} name
 */
function flick(name) {
    const [type, ...fields] = name.split(" ");
    assert.equal(type, "flick", `${name} is not listed`);
    return { type, ...Object.fromEntries(fields.map((field) => field.split("=")).map(([key, value]) => [key, Number(value)])) };
}

/** @param {object} value */
function sorted(value) {
    return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

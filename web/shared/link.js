// A run as a link: game, rules, seed, options and moves, deflated, in the fragment of the address. The fragment is not sent to the service;
// the page replays the moves.

import { texts } from "../texts/texts.js";

/** @typedef {import("../types").Move} Move */
/** @typedef {{ game: string, rules: number, seed: string, options: Record<string, string>, moves: Move[] }} Run */

/**
 * @param {Run} run
 * @returns {Promise<string>}
 */
export async function pack({ game, rules, seed, options, moves }) {
    const text = JSON.stringify([game, rules, seed, options, moves]);
    const deflated = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(deflated).arrayBuffer());
    let binary = "";
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Maximum length of a link. 10,000 moves of any game take less. */
const MAX_CHARACTERS = 200_000;
/** Maximum number of inflated bytes: the limit of the service for a run. */
const MAX_BYTES = 1024 * 1024;
/** Maximum number of moves of a run. */
const MAX_MOVES = 10_000;

/**
 * @param {string} packed
 * @returns {Promise<Run>}
 */
export async function unpack(packed) {
    if (packed.length > MAX_CHARACTERS) throw tooLong();
    const text = await inflate(packed).catch(() => { throw broken(); });
    if (text === null) throw tooLong();
    const run = read(text);
    if (run.moves.length > MAX_MOVES) throw tooLong();
    return run;
}

/**
 * The inflated text, or null if it is too long: a short link can inflate to gigabytes.
 *
 * @param {string} packed
 */
async function inflate(packed) {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const parts = [];
    let length = 0;
    for (;;) {
        const { done, value } = await inflated.read();
        if (done) return new Blob(parts).text();
        parts.push(value);
        length += value.length;
        if (length > MAX_BYTES) {
            await inflated.cancel();
            return null;
        }
    }
}

/**
 * @param {string} text
 * @returns {Run}
 */
function read(text) {
    try {
        const [game, rules, seed, options, moves] = JSON.parse(text);
        if (typeof game === "string" && typeof seed === "string" && Array.isArray(moves)) return { game, rules, seed, options, moves };
    } catch {
        // Refused below.
    }
    throw broken();
}

function broken() {
    return new Error(texts.shared.brokenLink);
}

function tooLong() {
    return new Error(texts.shared.longLink);
}

// The results that this browser remembers: what they come to, game by game, and no more. Each game has an entry of its own, apart
// for each choice of options, whose scores are not compared.

import { keys, recall, remember } from "../shared/storage.js";
import { daily } from "../api/runs.js";
import { deleteGame, savedGames } from "../saved/saved-games.js";
import { dayNumber, readStats, withResult, worth } from "./summary.js";

/** @typedef {import("./summary.js").Result} Result */
/** @typedef {import("./summary.js").Stats} Stats */
/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../types").Position} Position */

const STATS = "funhouse.stats.";
/** When all that was to be noted has been. */
let noted = Promise.resolve();

/**
 * The entry of a game with some options: those that are not the usual ones are in its name.
 *
 * @param {Pick<GameInfo, "id" | "options">} info
 * @param {Record<string, unknown>} [options]
 */
export function entryOf({ id, options: known }, options = {}) {
    const unusual = known.filter(({ name, values }) => options[name] !== undefined && options[name] !== values[0]);
    return unusual.length === 0 ? id : `${id}?${new URLSearchParams(unusual.map(({ name }) => [name, String(options[name])]))}`;
}

/**
 * What the results of a game come to, with some options or the usual ones.
 *
 * @param {Pick<GameInfo, "id" | "options">} info
 * @param {Record<string, unknown>} [options]
 * @returns {Stats}
 */
export function statsOf(info, options) {
    return readStats(recall(STATS + entryOf(info, options), null));
}

/**
 * What the results of every game that was finished here come to.
 *
 * @returns {Promise<{ game: string, options: URLSearchParams, stats: Stats }[]>}
 */
export async function allStats() {
    await noted;
    return keys(STATS).map((key) => {
        const [game, options] = key.slice(STATS.length).split("?");
        return { game, options: new URLSearchParams(options), stats: readStats(recall(key, null)) };
    }).filter(({ stats }) => stats.finished > 0);
}

/**
 * Forgets all that was noted here.
 *
 * @returns {[key: string, stats: Stats][]} what was forgotten
 */
export function forgetStats() {
    const all = keys(STATS).map((key) => /** @type {[string, Stats]} */ ([key, readStats(recall(key, null))]));
    for (const [key] of all) remember(key, undefined);
    return all;
}

/**
 * Takes the forgetting back, of games that were not finished again since.
 *
 * @param {[key: string, stats: Stats][]} forgotten
 */
export function restoreStats(forgotten) {
    for (const [key, stats] of forgotten) if (recall(key, null) === null) remember(key, stats);
}

/**
 * Notes how a game ended. Ended anew, after moves were taken back, it is noted anew in its place.
 *
 * @param {string} id of the saved game
 * @param {Position} position
 * @param {GameInfo} info
 * @param {import("../shared/link.js").Run} run
 * @returns {Promise<void>}
 */
export function noteResult(id, position, info, run) {
    const entry = entryOf(info, run.options);
    const result = { id, time: Date.now(), ...worth(info, position.score.total, run.moves.at(-1)?.type === "give_up") };
    const all = async () => {
        await add(entry, result);
        const day = entry === info.id ? await dayOf(info.id, run.seed) : undefined;
        if (day !== undefined) await add(entry, { ...result, day });
    };
    return (noted = noted.then(all));
}

/**
 * The day whose daily game a seed is, if that day is today: which it is, the service says.
 *
 * @param {string} game
 * @param {string} seed
 */
async function dayOf(game, seed) {
    const today = await daily(undefined).catch(() => null);
    return today?.games?.[game]?.seed === seed ? dayNumber(today.date) : undefined;
}

/**
 * @param {string} entry
 * @param {Result} result
 */
async function add(entry, result) {
    const change = () => keep(entry, withResult(readStats(recall(STATS + entry, null)), result));
    // Two pages that end a game at once take turns, where the browser lets them.
    if (navigator.locks) await navigator.locks.request(STATS + entry, async () => change());
    else change();
}

/**
 * Keeps what results come to. Where the browser's store is full, the notes of games that were handed in make room, and then the
 * results one by one; no game that waits for its player does.
 *
 * @param {string} entry
 * @param {Stats} stats
 */
function keep(entry, stats) {
    if (remember(STATS + entry, stats)) return;
    for (const game of savedGames().filter(({ stored }) => stored !== undefined).reverse()) {
        deleteGame(game);
        if (remember(STATS + entry, stats)) return;
    }
    remember(STATS + entry, { ...stats, last: stats.last.slice(0, 1) });
}

// The summaries of results that this browser stores: one entry per game and choice of options, because scores with different options are
// not compared.

import { keys, recall, remember } from "../shared/storage.js";
import { daily } from "../api/runs.js";
import { deleteGame, savedGames } from "../saved/saved-games.js";
import { dayNumber, readStats, withResult, worth } from "./summary.js";

/** @typedef {import("./summary.js").Result} Result */
/** @typedef {import("./summary.js").Stats} Stats */
/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../types").Position} Position */

const STATS = "funhouse.stats.";
/** Resolves when all results are stored. */
let noted = Promise.resolve();

/**
 * The name of the entry of a game with some options. Default options are left out.
 *
 * @param {Pick<GameInfo, "id" | "options">} info
 * @param {Record<string, unknown>} [options]
 */
export function entryOf({ id, options: known }, options = {}) {
    const unusual = known.filter(({ name, values }) => options[name] !== undefined && options[name] !== values[0]);
    return unusual.length === 0 ? id : `${id}?${new URLSearchParams(unusual.map(({ name }) => [name, String(options[name])]))}`;
}

/**
 * The summary of a game with some options, or with the default ones.
 *
 * @param {Pick<GameInfo, "id" | "options">} info
 * @param {Record<string, unknown>} [options]
 * @returns {Stats}
 */
export function statsOf(info, options) {
    return readStats(recall(STATS + entryOf(info, options), null));
}

/**
 * The summaries of all games that were finished here.
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
 * Deletes all summaries.
 *
 * @returns {[key: string, stats: Stats][]} the deleted ones
 */
export function forgetStats() {
    const all = keys(STATS).map((key) => /** @type {[string, Stats]} */ ([key, readStats(recall(key, null))]));
    for (const [key] of all) remember(key, undefined);
    return all;
}

/**
 * Restores deleted summaries, except of games that were finished again since.
 *
 * @param {[key: string, stats: Stats][]} forgotten
 */
export function restoreStats(forgotten) {
    for (const [key, stats] of forgotten) if (recall(key, null) === null) remember(key, stats);
}

/**
 * Stores the result of a game. If a game ends again after undone moves, the new result replaces the old one.
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
 * Stores the total of a referee game for one player, such as One Ball. It has no rank, but its rulebook asks to beat the lowest total.
 *
 * @param {string} id of the saved game
 * @param {GameInfo} info
 * @param {number} total
 * @param {boolean} won
 * @returns {Promise<number | null>} the lowest total of a game that was won
 */
export function noteTotal(id, info, total, won) {
    const store = () => add(entryOf(info), { id, time: Date.now(), score: won ? total : null, won });
    noted = noted.then(store);
    return noted.then(() => statsOf(info).least);
}

/**
 * The number of the current day if a seed is that of its daily game. The service defines the day.
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
    // Two pages that end a game at the same time take turns, if the browser has locks.
    if (navigator.locks) await navigator.locks.request(STATS + entry, async () => change());
    else change();
}

/**
 * Stores a summary. If the storage is full, deletes notes of submitted games, then drops single results. Open games are not deleted.
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

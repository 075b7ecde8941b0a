// The calls about contests. Calls that change something can be repeated if the response was lost.

import { get, post, remove } from "./client.js";
import { moduleAnswer, startModule } from "./module.js";
import { newKey, proof } from "./player.js";

/** @typedef {import("../types").Schemas} Schemas */
/** @typedef {Schemas["Contest"]} Contest */
/** @typedef {{ holds: boolean, rounds: number, runs: number, places: number, faults: string[] }} ContestVerdict */

/** Number of entries per page. */
const PAGE = 100;

/**
 * @param {string} id
 * @returns {Promise<Contest>}
 */
export function load(id) {
    return get(path(id), proof());
}

/** @param {string} id */
function path(id) {
    return `/v1/contests/${encodeURIComponent(id)}`;
}

/**
 * @param {Schemas["ContestRequest"]} order
 * @returns {Promise<Contest>}
 */
export async function create(order) {
    return (await post("/v1/contests", order, { ...proof(), "Idempotency-Key": newKey() })).json();
}

/**
 * Enters a contest, or asks its organizer.
 *
 * @param {string} id
 * @returns {Promise<Contest>}
 */
export async function enter(id) {
    return (await post(`${path(id)}/entrants`, undefined, proof())).json();
}

/**
 * Lets a player enter who asked.
 *
 * @param {string} id
 * @param {string} player
 */
export async function approve(id, player) {
    await post(`${path(id)}/entrants/${player}`, undefined, proof());
}

/**
 * Deletes a contest of which no one has begun a round.
 *
 * @param {string} id
 */
export async function cancel(id) {
    await remove(path(id), proof());
}

/**
 * Refuses a player who asked, or withdraws the player of this browser.
 *
 * @param {string} id
 * @param {string} player
 */
export async function refuse(id, player) {
    await remove(`${path(id)}/entrants/${player}`, proof());
}

/**
 * Begins a round, or returns the table of an earlier call.
 *
 * @param {string} id
 * @param {number} round
 * @returns {Promise<import("./tables.js").TableData>}
 */
export async function begin(id, round) {
    return (await post(`${path(id)}/rounds/${round}/table`, undefined, proof())).json();
}

/**
 * A page of the contests that anyone may enter, the first to close first.
 *
 * @param {string} [cursor] `next` of the page before
 * @returns {Promise<Schemas["ContestList"]>}
 */
export function listOpen(cursor) {
    return get(`/v1/contests?${page(cursor)}`);
}

/**
 * The latest contests of the player of this browser.
 *
 * @returns {Promise<Contest[]>}
 */
export async function listOwn() {
    return (await get("/v1/players/me/contests?limit=50", proof())).contests;
}

/**
 * A page of the standings.
 *
 * @param {string} id
 * @param {string} [cursor] `next` of the page before
 * @returns {Promise<Schemas["ContestStandings"]>}
 */
export function standings(id, cursor) {
    return get(`${path(id)}/standings?${page(cursor)}`);
}

/**
 * A page of the entrants, and of those who ask to enter.
 *
 * @param {string} id
 * @param {string} [cursor] `next` of the page before
 * @returns {Promise<Schemas["EntrantList"]>}
 */
export function entrants(id, cursor) {
    return get(`${path(id)}/entrants?${page(cursor)}`);
}

/** @param {string | undefined} cursor */
function page(cursor) {
    return new URLSearchParams({ limit: `${PAGE}`, ...(cursor ? { cursor } : {}) });
}

/** The path of the export of a contest. @param {string} id */
export function exportPath(id) {
    return `${path(id)}/export`;
}

/**
 * Verifies the closed rounds of a contest in this browser.
 *
 * @param {string} id
 * @returns {Promise<ContestVerdict | null>} null if the module cannot be loaded
 */
export async function verify(id) {
    const exported = (await startModule()) ? await get(exportPath(id)) : undefined;
    const answer = exported && (await moduleAnswer("contest", exported));
    return answer?.status === 200 ? JSON.parse(answer.body) : null;
}

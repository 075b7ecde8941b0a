// The stored half of the service: players, runs, boards and the daily games. The player's token lies in this browser
// and is sent with the calls that need it.

import { recall, remember } from "./memory.js";
import { get, post, remove } from "./service.js";

/** @typedef {import("./types").Schemas} Schemas */
/** @typedef {{ id: string, name: string, token: string }} Player */

const PLAYER = "funhouse.player";

/** The player whom this browser plays as. */
export function player() {
    return recall(PLAYER, /** @type {Player | null} */ (null));
}

/** Forgets the player here; the service does not. */
export function forget() {
    remember(PLAYER, undefined);
}

/** @returns {Record<string, string>} */
function proof() {
    const known = player();
    return known ? { Authorization: `Bearer ${known.token}` } : {};
}

/**
 * Takes a name. The request can be repeated with the same key, should its answer be lost.
 *
 * @param {string} name
 * @param {string} key
 * @returns {Promise<Player>}
 */
export async function takeName(name, key) {
    /** @type {Schemas["PlayerWithToken"]} */
    const { player, token } = await (await post("/v1/players", { name }, { "Idempotency-Key": key })).json();
    const taken = { id: player.id, name: player.name, token };
    remember(PLAYER, taken);
    return taken;
}

/** A key that nobody else uses. */
export function newKey() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Plays on as a player whose token was brought here.
 *
 * @param {string} token
 * @returns {Promise<Player>}
 */
export async function comeBack(token) {
    /** @type {Schemas["PlayerPage"]} */
    const { player } = await get("/v1/players/me", { Authorization: `Bearer ${token}` });
    const known = { id: player.id, name: player.name, token };
    remember(PLAYER, known);
    return known;
}

/** Deletes the player from the service. */
export async function deletePlayer() {
    await remove("/v1/players/me", proof());
    forget();
}

/**
 * @param {string} id
 * @returns {Promise<Schemas["PlayerPage"]>}
 */
export function playerPage(id) {
    return get(`/v1/players/${id}`, proof());
}

/**
 * Hands in a finished run.
 *
 * @param {import("./link.js").Run} run
 * @param {number} score
 * @returns {Promise<Schemas["RunReceipt"]>}
 */
export async function handIn(run, score) {
    return (await post("/v1/runs", { ...run, score }, proof())).json();
}

/**
 * @param {string} id
 * @returns {Promise<Schemas["StoredRun"]>}
 */
export function storedRun(id) {
    return get(`/v1/runs/${id}`, proof());
}

/**
 * @param {string} game
 * @param {URLSearchParams} query
 * @returns {Promise<Schemas["Leaderboard"]>}
 */
export function board(game, query) {
    return get(`/v1/leaderboards/${game}?${query}`);
}

/**
 * @param {string | undefined} date today unless told
 * @returns {Promise<Schemas["Daily"]>}
 */
export function daily(date) {
    return get(date ? `/v1/daily/${date}` : "/v1/daily");
}

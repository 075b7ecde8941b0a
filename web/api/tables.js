// The calls about tables: games that the service holds. What is told is what whoever asks may see, and nothing of it is worked
// out here. Each call that changes something can be repeated as it is, so that an answer that was lost is asked for again.

import { Refused, Unreachable, call, isTokenRefused, post } from "./client.js";
import { newKey, proof } from "./player.js";

/** @typedef {import("../types").Schemas} Schemas */
/** @typedef {Record<string, any> & { type: string }} AnyMove */
/**
 * A move of a table, as it is told to whoever asks.
 *
 * @typedef {{ number: number, seat: number, by: "player" | "robot" | "clock", at: string, events: Record<string, any>[] }} News
 */
/**
 * How the game stands for whoever asks. Solitaires have a score; games for several have points, and places at their end.
 *
 * @typedef {object} TablePosition
 * @property {Record<string, any> & { game: string }} view
 * @property {boolean} finished
 * @property {any} [score]
 * @property {number[]} [points]
 * @property {number[]} [to_act]
 * @property {number[]} [places]
 * @property {{ moves: AnyMove[], bounds?: any }} [legal_moves]
 */
/**
 * A table, whatever its game is.
 *
 * @typedef {object} TableData
 * @property {string} id
 * @property {string} game
 * @property {number} rules
 * @property {Record<string, string>} options
 * @property {string} commitment
 * @property {string} [seed]
 * @property {"sealed" | "sealed_daily"} [class]
 * @property {string} [day]
 * @property {"waiting" | "playing" | "over"} status
 * @property {"finished" | "resigned" | "abandoned"} [ending]
 * @property {boolean} listed
 * @property {number} [pace]
 * @property {string} made_at
 * @property {string} [started_at]
 * @property {string} [ended_at]
 * @property {Schemas["TableSeat"][]} seats
 * @property {number} [you]
 * @property {number} moves
 * @property {string} [deadline]
 * @property {string} [embargoed_until]
 * @property {TablePosition} [position]
 * @property {News[]} [news]
 * @property {string} [run]
 * @property {Schemas["RunReceipt"]} [receipt]
 * @property {Schemas["BadMove"]} [bad_move]
 * @property {string} [rematch]
 */
/** @typedef {{ game: string, seats?: string[], pace?: number, listed?: boolean, daily?: boolean, options?: Record<string, string> }} Order */

/** How long is waited before a call is repeated that got no answer, in milliseconds. */
const RETRY_DELAYS = [300, 1000, 3000];
/** By how much the service's clock is clockOffset of this device's, in milliseconds. */
let clockOffset = 0;

/** What time it is by the service's clock, in milliseconds since 1970. */
export function now() {
    return Date.now() + clockOffset;
}

/**
 * Notes by an answer what time it is there.
 *
 * @param {Response} response
 */
function noteTime(response) {
    const told = Date.parse(response.headers.get("date") ?? "");
    // Whole seconds are told.
    if (!Number.isNaN(told) && Math.abs(told + 500 - now()) > 1500) clockOffset = told + 500 - Date.now();
    return response;
}

/**
 * Asks until there is an answer, or it was asked often enough.
 *
 * @param {() => Promise<Response>} ask
 * @returns {Promise<Response>}
 */
async function withRetries(ask) {
    for (const wait of [...RETRY_DELAYS, 0]) {
        try {
            return noteTime(await ask());
        } catch (error) {
            const passing = error instanceof Unreachable || (error instanceof Refused && error.problem.status === 503);
            if (!passing || wait === 0) throw error;
            await new Promise((resolve) => { setTimeout(resolve, wait); });
        }
    }
    throw new Unreachable();
}

/**
 * @param {string} path
 * @param {AbortSignal} [signal]
 */
async function get(path, signal) {
    return (await getAsPlayer(path, {}, signal)).json();
}

/**
 * Looks as whoever plays here. A token that is refused keeps no one from looking on.
 *
 * @param {string} path
 * @param {Record<string, string>} headers
 * @param {AbortSignal} [signal]
 */
async function getAsPlayer(path, headers, signal) {
    const ask = (/** @type {Record<string, string>} */ who) => call(path, { headers: { ...who, ...headers }, signal, cache: "no-store" });
    return noteTime(await ask(proof()).catch((error) => {
        if (isTokenRefused(error)) return ask({});
        throw error;
    }));
}

/**
 * @param {string} path
 * @param {unknown} [body]
 * @param {Record<string, string>} [headers]
 */
async function send(path, body, headers = {}) {
    return (await withRetries(() => post(path, body, { ...proof(), ...headers }))).json();
}

/**
 * Makes a table. Asked for again, a lost answer costs no second one.
 *
 * @param {Order} order
 * @returns {Promise<TableData>}
 */
export function create(order) {
    return send("/v1/tables", order, { "Idempotency-Key": newKey() });
}

/**
 * The table as whoever asks may see it.
 *
 * @param {string} id
 * @param {{ after?: number, wait?: number, legal?: boolean, signal?: AbortSignal }} [how] `after` asks for the moves since, `wait` for an answer when there is news
 * @returns {Promise<TableData>}
 */
export function load(id, { after, wait, legal, signal } = {}) {
    const query = new URLSearchParams();
    if (after !== undefined) query.set("after", String(after));
    if (wait !== undefined) query.set("wait", String(wait));
    if (legal) query.set("with_legal_moves", "true");
    return get(`/v1/tables/${id}?${query}`, signal);
}

/**
 * Makes moves, until one is illegal, which is the answer's `bad_move`.
 *
 * @param {TableData} table
 * @param {number} after how many moves are known
 * @param {object[]} moves
 * @returns {Promise<TableData>}
 */
export function move({ id, game }, after, moves) {
    return send(`/v1/tables/${id}/moves`, { game, after, moves });
}

/**
 * @param {string} id
 * @param {number} seat
 * @returns {Promise<TableData>}
 */
export function takeSeat(id, seat) {
    return send(`/v1/tables/${id}/seats/${seat}`);
}

/**
 * @param {string} id
 * @param {number} seat
 */
export async function leaveSeat(id, seat) {
    await call(`/v1/tables/${id}/seats/${seat}`, { method: "DELETE", headers: proof() });
}

/**
 * @param {string} id
 * @returns {Promise<TableData>}
 */
export function resign(id) {
    return send(`/v1/tables/${id}/resignation`);
}

/**
 * Makes the rematch of a table, or sits down at it.
 *
 * @param {string} id
 * @returns {Promise<TableData>}
 */
export function rematch(id) {
    return send(`/v1/tables/${id}/rematch`);
}

/**
 * What was played, once it is over.
 *
 * @param {string} id
 * @returns {Promise<{ commitment: string, run?: Record<string, any> & { game: string, seed: string, moves: object[] } }>}
 */
export function run(id) {
    return get(`/v1/tables/${id}/run`);
}

/**
 * Tables that wait for players.
 *
 * @returns {Promise<TableData[]>}
 */
export async function listWaiting() {
    return (await get("/v1/tables?limit=50")).tables;
}

/**
 * The latest tables of the player whom this browser plays as.
 *
 * @returns {Promise<TableData[]>}
 */
export async function listOwn() {
    return (await get("/v1/players/me/tables?limit=100")).tables;
}

/**
 * The picture of what a seat, or an onlooker, sees.
 *
 * @param {Record<string, any> & { game: string }} view
 * @param {number} [seat] of a game for several
 * @returns {Promise<string>}
 */
export async function picture(view, seat) {
    const body = seat === undefined ? { view } : { view, seat };
    return (await post(`/v1/games/${view.game}/picture`, body, { Accept: "image/svg+xml" })).text();
}

/**
 * The events of a table as a stream, which tells the moves after those that are known first.
 *
 * @param {string} id
 * @param {number} after
 * @param {AbortSignal} signal
 * @returns {Promise<Response>}
 */
export function events(id, after, signal) {
    // The browser's own reader of such streams sends no token.
    return getAsPlayer(`/v1/tables/${id}/events`, { Accept: "text/event-stream", "Last-Event-ID": String(after) }, signal);
}

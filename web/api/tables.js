// The calls about tables. The service sends only what the caller may see. Calls that change a table can be repeated if the response was lost.

import { Refused, Unreachable, call, isTokenRefused, post } from "./client.js";
import { newKey, proof } from "./player.js";

/** @typedef {import("../types").Schemas} Schemas */
/** @typedef {import("../types").MoveBounds} MoveBounds */
/** @typedef {Record<string, any> & { type: string }} AnyMove */
/**
 * A move of a table, with the events that the caller may see.
 *
 * @typedef {{ number: number, seat: number, by: "player" | "robot" | "clock", at: string, events: (Record<string, any> & { text: string })[] }} News
 */
/**
 * The position that the caller may see. Solitaires have a score; games for several seats have points, and places at the end.
 *
 * @typedef {object} TablePosition
 * @property {Record<string, any> & { game: string }} view
 * @property {boolean} finished
 * @property {any} [score]
 * @property {number[]} [points]
 * @property {number[]} [to_act]
 * @property {number[]} [places]
 * @property {{ moves: AnyMove[], bounds?: MoveBounds[] }} [legal_moves]
 */
/**
 * A table of any game.
 *
 * @typedef {object} TableData
 * @property {string} id
 * @property {string} game
 * @property {number} rules
 * @property {Record<string, string>} options
 * @property {string} commitment
 * @property {string} [seed]
 * @property {"ranked" | "ranked_daily" | "contest"} [class]
 * @property {string} [day]
 * @property {{ id: string, round: number }} [contest] the round of a contest that it plays
 * @property {"waiting" | "playing" | "over"} status
 * @property {"finished" | "resigned" | "abandoned" | "set_back"} [ending]
 * @property {boolean} listed
 * @property {boolean} [rated] of a game for several seats
 * @property {Schemas["TableApproval"]} [approval] while the table waits, if its maker approves who sits down
 * @property {number} [pace]
 * @property {string} made_at
 * @property {string} [started_at]
 * @property {string} [ended_at]
 * @property {Schemas["TableSeat"][]} seats
 * @property {number} [you]
 * @property {boolean} [auto_decline]
 * @property {number} moves
 * @property {number} [early_until] the number of moves from which on leaving is not early
 * @property {number} [set_backs] how often the service lost changes of this table
 * @property {string} [deadline]
 * @property {string} [embargoed_until]
 * @property {TablePosition} [position]
 * @property {number[]} [places] by seat, when a game for several seats is over
 * @property {News[]} [news]
 * @property {boolean} [moves_removed] then there is no position
 * @property {number[]} [points] by seat, if the moves were removed
 * @property {string} [run]
 * @property {Schemas["RunReceipt"]} [receipt]
 * @property {Schemas["BadMove"]} [bad_move]
 * @property {string} [rematch]
 */
/** @typedef {{ moves: number, set_backs?: number }} Version a table's number of moves, and how often the service lost changes of it */
/** @typedef {{ seat: number, phrase: Schemas["Phrase"] }} Spoken what a player says, and from which seat */
/** @typedef {{ game: string, seats?: (string | { kind: string, level: number })[], pace?: number, listed?: boolean, approval?: boolean, rated?: boolean, daily?: boolean, options?: Record<string, string> }} Order */

/** Delays before a call without a response is repeated, in milliseconds. */
const RETRY_DELAYS = [300, 1000, 3000];
/** Offset of the service's clock from this device's, in milliseconds. */
let clockOffset = 0;

/** The time by the service's clock, in milliseconds since 1970. */
export function now() {
    return Date.now() + clockOffset;
}

/**
 * Updates the clock offset from a response.
 *
 * @param {Response} response
 */
function noteTime(response) {
    const date = Date.parse(response.headers.get("date") ?? "");
    // The header has whole seconds.
    if (!Number.isNaN(date) && Math.abs(date + 500 - now()) > 1500) clockOffset = date + 500 - Date.now();
    return response;
}

/**
 * Repeats a call that gets no response, with delays.
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
 * Sends a GET as the player of this browser, or without a token if it is refused.
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
 * Creates a table. A repeated request creates no second one.
 *
 * @param {Order} order
 * @returns {Promise<TableData>}
 */
export function create(order) {
    return send("/v1/tables", order, { "Idempotency-Key": newKey() });
}

/**
 * The table as the caller may see it.
 *
 * @param {string} id
 * @param {{ after?: number, wait?: number, legal?: boolean, signal?: AbortSignal }} [how] `after` requests the moves since then; `wait` is how long the response may wait for news, in seconds
 * @returns {Promise<TableData>}
 */
export function load(id, { after, wait, legal, signal } = {}) {
    const query = new URLSearchParams();
    if (after !== undefined) {
        query.set("after", String(after));
        query.set("with_text", "true");
    }
    if (wait !== undefined) query.set("wait", String(wait));
    if (legal) query.set("with_legal_moves", "true");
    return get(`/v1/tables/${id}?${query}`, signal);
}

/**
 * Plays moves up to the first illegal one, which is `bad_move` of the response. The response has the player's legal moves.
 *
 * @param {TableData} table
 * @param {number} after number of known moves
 * @param {object[]} moves
 * @returns {Promise<TableData>}
 */
export function move({ id, game }, after, moves) {
    return send(`/v1/tables/${id}/moves`, { game, after, moves, with_legal_moves: true, with_text: true });
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
 * Gives a seat to a player who asked for one.
 *
 * @param {string} id
 * @param {string} asking the id of that player
 * @returns {Promise<TableData>}
 */
export function approve(id, asking) {
    return send(`/v1/tables/${id}/requests/${asking}`);
}

/**
 * Refuses a player with a request, or withdraws the own request.
 *
 * @param {string} id
 * @param {string} asking the id of that player
 */
export async function refuse(id, asking) {
    await call(`/v1/tables/${id}/requests/${asking}`, { method: "DELETE", headers: proof() });
}

/**
 * @param {string} id
 * @returns {Promise<TableData>}
 */
export function resign(id) {
    return send(`/v1/tables/${id}/resignation`);
}

/**
 * Switches auto-decline on or off for the player's seat.
 *
 * @param {string} id
 * @param {boolean} on
 * @returns {Promise<TableData>}
 */
export async function setAutoDecline(id, on) {
    const path = `/v1/tables/${id}/auto_decline`;
    if (on) return send(path);
    return (await withRetries(() => call(path, { method: "DELETE", headers: proof() }))).json();
}

/**
 * Says a phrase. It is not sent again if the response is lost.
 *
 * @param {string} id
 * @param {Schemas["Phrase"]} phrase
 */
export async function say(id, phrase) {
    await post(`/v1/tables/${id}/phrases`, { phrase }, proof());
}

/**
 * Creates the rematch of a table, or joins it.
 *
 * @param {string} id
 * @returns {Promise<TableData>}
 */
export function rematch(id) {
    return send(`/v1/tables/${id}/rematch`);
}

/**
 * The ratings of the players at a table.
 *
 * @param {string} id
 * @returns {Promise<Schemas["TableRatings"]>}
 */
export function ratings(id) {
    return get(`/v1/tables/${id}/ratings`);
}

/**
 * The run of a table that is over.
 *
 * @param {string} id
 * @returns {Promise<{ commitment: string, run?: Record<string, any> & { game: string, seed: string, moves: object[] } }>}
 */
export function run(id) {
    return get(`/v1/tables/${id}/run`);
}

/**
 * The listed tables with open seats.
 *
 * @returns {Promise<TableData[]>}
 */
export async function listWaiting() {
    return (await get("/v1/tables?limit=50")).tables;
}

/**
 * The latest tables of the player of this browser.
 *
 * @returns {Promise<TableData[]>}
 */
export async function listOwn() {
    return (await get("/v1/players/me/tables?limit=100")).tables;
}

/**
 * The picture of the view of a seat, or of an onlooker.
 *
 * @param {Record<string, any> & { game: string }} view
 * @param {number} [seat] of a game for several seats
 * @returns {Promise<string>}
 */
export async function picture(view, seat) {
    const body = seat === undefined ? { view } : { view, seat };
    return (await post(`/v1/games/${view.game}/picture`, body, { Accept: "image/svg+xml" })).text();
}

/**
 * The picture of a table after some of its moves, as the player of this browser may see it.
 *
 * @param {string} id
 * @param {number} moves
 * @returns {Promise<string>}
 */
export async function pictureAfter(id, moves) {
    return (await getAsPlayer(`/v1/tables/${id}/picture?moves=${moves}`, { Accept: "image/svg+xml" })).text();
}

/**
 * The event stream of a table, from a move on. Its tables have the player's legal moves.
 *
 * @param {string} id
 * @param {Version} known
 * @param {AbortSignal} signal
 * @returns {Promise<Response>}
 */
export function events(id, { moves, set_backs: setBacks }, signal) {
    // The id of the last known event.
    const after = setBacks ? `${moves}-${setBacks}` : String(moves);
    // `EventSource` cannot send a token.
    return getAsPlayer(`/v1/tables/${id}/events?with_legal_moves=true&with_text=true`, { Accept: "text/event-stream", "Last-Event-ID": after }, signal);
}

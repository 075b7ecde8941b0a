// The calls for games of several seats whose state is in the page. Each seat is shown only its own view.

import { callGame, oneOrMore } from "./client.js";

/** @typedef {Record<string, any> & { game: string }} SeatState */
/** @typedef {Record<string, any> & { seat: number, type: string }} SeatMove */
/**
 * A position as one seat sees it.
 *
 * @typedef {object} SeatPosition
 * @property {SeatState} state
 * @property {number[]} points
 * @property {number[]} to_act
 * @property {number[]} [places]
 * @property {boolean} finished
 * @property {(Record<string, any> & { text: string })[][]} [events]
 * @property {{ index: number, rule?: string, detail: string }} [bad_move]
 * @property {{ moves: SeatMove[], bounds?: import("../types").MoveBounds[] }} [legal_moves]
 * @property {string} [picture]
 */

/**
 * @param {string} game
 * @param {string} what
 * @param {object} body
 * @param {AbortSignal} [signal]
 */
async function ask(game, what, body, signal) {
    return JSON.parse(await callGame(game, what, body, { signal }));
}

/**
 * @param {string} game
 * @param {{ seats: number, seed?: string, options?: Record<string, string>, rules?: number }} what
 * @returns {Promise<SeatPosition>}
 */
export function deal(game, what) {
    return ask(game, "deal", what);
}

/**
 * Plays moves. Returns the events as a seat sees them, and with `shown` its picture and legal moves.
 *
 * @param {SeatState} state
 * @param {SeatMove[]} moves
 * @param {number | null} seat null for the host, who sees everything: do not show that response before the end
 * @param {boolean} shown
 * @returns {Promise<SeatPosition>}
 */
export function play(state, moves, seat, shown) {
    const to = seat === null ? {} : { seat };
    return ask(state.game, "play", { state, ...oneOrMore(moves), ...to, with_legal_moves: shown, with_picture: shown, with_text: true });
}

/**
 * Plays moves of a seat up to the first illegal one, which is `bad_move` of the response.
 *
 * @param {SeatState} state
 * @param {SeatMove[]} moves
 * @param {number} seat
 * @param {AbortSignal} [signal]
 * @returns {Promise<SeatPosition>}
 */
export function attempt(state, moves, seat, signal) {
    return ask(state.game, "play", { state, ...oneOrMore(moves), seat, until_illegal: true, with_legal_moves: true, with_picture: true, with_text: true }, signal);
}

/**
 * The view of a seat, or of an onlooker.
 *
 * @param {SeatState} state
 * @param {number} [seat]
 * @returns {Promise<unknown>}
 */
export async function view(state, seat) {
    return (await ask(state.game, "view", { state, ...(seat === undefined ? {} : { seat }) })).view.table;
}

/**
 * @param {SeatState} state
 * @param {number} seat
 * @returns {Promise<{ moves: SeatMove[], bounds?: import("../types").MoveBounds[] }>}
 */
export function moves(state, seat) {
    return ask(state.game, "moves", { state, seat });
}

/**
 * The picture as a seat sees it. Without a seat it shows everything, for the end of the game.
 *
 * @param {SeatState} state
 * @param {number} [seat]
 * @returns {Promise<string>}
 */
export function picture(state, seat) {
    const body = { state, ...(seat === undefined ? {} : { seat }) };
    return callGame(state.game, "picture", body, { accept: "image/svg+xml" });
}

/**
 * The moves that the built-in player plans for a seat, from the view of that seat.
 *
 * @param {SeatState} state
 * @param {number} [seat] by default the first that may act and need not wait for others
 * @param {number} [level] of the built-in player
 * @returns {Promise<SeatMove[]>}
 */
export async function plan(state, seat, level = 1) {
    return (await ask(state.game, "plan", { state, seat, ...(level > 1 && { level }) })).moves;
}

// The calls for games of several seats. The page holds the state; what a seat is shown is always asked for as that seat sees it.

import { oneOrMore, post } from "./client.js";

/** @typedef {Record<string, any> & { game: string }} SeatState */
/** @typedef {Record<string, any> & { seat: number, type: string }} SeatMove */
/**
 * How a game stands, as it is told to one seat.
 *
 * @typedef {object} SeatPosition
 * @property {SeatState} state
 * @property {number[]} points
 * @property {number[]} to_act
 * @property {number[]} [places]
 * @property {boolean} finished
 * @property {Record<string, any>[][]} [events]
 * @property {{ index: number, rule?: string, detail: string }} [bad_move]
 * @property {{ moves: SeatMove[], bounds?: any }} [legal_moves]
 * @property {string} [picture]
 */

/**
 * @param {string} game
 * @param {string} what
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 */
async function ask(game, what, body, signal) {
    return (await post(`/v1/games/${game}/${what}`, body, {}, signal)).json();
}

/**
 * @param {string} game
 * @param {{ seats: number, seed?: string, options?: Record<string, string> }} what
 * @returns {Promise<SeatPosition>}
 */
export function deal(game, what) {
    return ask(game, "deal", what);
}

/**
 * Makes moves, whose events are told to a seat. With `shown` come its picture and its legal moves.
 *
 * @param {SeatState} state
 * @param {SeatMove[]} moves
 * @param {number | null} seat nobody's in particular if null; then nothing of the answer is to be shown before the end
 * @param {boolean} shown
 * @returns {Promise<SeatPosition>}
 */
export function play(state, moves, seat, shown) {
    const to = seat === null ? {} : { seat };
    return ask(state.game, "play", { state, ...oneOrMore(moves), ...to, with_legal_moves: shown, with_picture: shown });
}

/**
 * Makes moves of a seat up to the first illegal one, which the answer tells, so that a wrong guess is no error.
 *
 * @param {SeatState} state
 * @param {SeatMove[]} moves
 * @param {number} seat
 * @param {AbortSignal} [signal]
 * @returns {Promise<SeatPosition>}
 */
export function attempt(state, moves, seat, signal) {
    return ask(state.game, "play", { state, ...oneOrMore(moves), seat, until_illegal: true, with_legal_moves: true, with_picture: true }, signal);
}

/**
 * What a seat sees of the table; without one, what an onlooker sees.
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
 * @returns {Promise<{ moves: SeatMove[], bounds?: any }>}
 */
export function moves(state, seat) {
    return ask(state.game, "moves", { state, seat });
}

/**
 * The picture as a seat sees it; without one, with everything, as it may be shown at the end.
 *
 * @param {SeatState} state
 * @param {number} [seat]
 * @returns {Promise<string>}
 */
export async function picture(state, seat) {
    const body = { state, ...(seat === undefined ? {} : { seat }) };
    return (await post(`/v1/games/${state.game}/picture`, body, { Accept: "image/svg+xml" })).text();
}

/**
 * What the built-in player does next in a seat, from what that seat sees.
 *
 * @param {SeatState} state
 * @param {number} seat
 * @returns {Promise<SeatMove[]>}
 */
export async function plan(state, seat) {
    return (await ask(state.game, "plan", { state, seat })).moves;
}

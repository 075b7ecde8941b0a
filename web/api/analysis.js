// The call that searches for the best total of a solitaire.

import { post } from "./client.js";

/** @typedef {import("../types").State} State */
/** @typedef {import("../types").Analysis} Analysis */

/**
 * The best total that a state can still reach, and how.
 *
 * @param {State} state
 * @param {{ withMoves?: boolean, signal?: AbortSignal }} [how] `withMoves` values each legal move
 * @returns {Promise<Analysis>}
 */
export async function analyze(state, { withMoves = false, signal } = {}) {
    return (await post(`/v1/games/${state.game}/analysis`, { state, with_moves: withMoves }, {}, signal)).json();
}

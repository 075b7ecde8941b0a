// Random games, for tests that send the same requests to the module and to the service.

import { oneOf } from "./support.js";

/**
 * A random request to deal a game.
 *
 * @param {() => number} next
 * @param {any} info of the game
 */
export function dealRequest(next, info) {
    /** @type {any} */
    const request = { seed: `walk-${Math.floor(next() * 1e9)}`, options: {}, with_legal_moves: true };
    if (next() < 0.5) for (const { name, values } of info.options) request.options[name] = oneOf(next, values);
    if (info.kind !== "solitaire") {
        const { least, most } = info.seats;
        request.seats = least + Math.floor(next() * (most - least + 1));
    }
    return request;
}

/**
 * A random request to play a move in a position with legal moves; none if none is listed.
 *
 * @param {() => number} next
 * @param {any} info
 * @param {any} position
 */
export function playRequest(next, info, position) {
    const moves = position.legal_moves?.moves ?? [];
    if (moves.length === 0) return undefined;
    // Giving up ends most games at once.
    const quits = new Set(info.moves.filter((/** @type {any} */ type) => type.quits).map((/** @type {any} */ type) => type.type));
    const going = moves.filter((/** @type {any} */ move) => !quits.has(move.type));
    const move = oneOf(next, going.length > 0 && next() < 0.98 ? going : moves);
    const request = { state: position.state, move, with_legal_moves: true, with_picture: next() < 0.2, with_text: next() < 0.5 };
    return request;
}

/**
 * The run of a game, which claims its result.
 *
 * @param {any} position the last
 * @param {object[]} moves
 */
export function runOf(position, moves) {
    const { game, rules, seed, options, seats } = position.state;
    const run = { game, rules, seed, options, moves };
    return seats === undefined ? { ...run, score: position.score.total } : { ...run, seats, points: position.points };
}

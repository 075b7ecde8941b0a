// The client of the public API: errors, requests, and the calls about games.

/** @typedef {import("../types").Position} Position */
/** @typedef {import("../types").State} State */
/** @typedef {import("../types").Move} Move */
/** @typedef {import("../types").LegalMoves} LegalMoves */
/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../types").GameList} GameList */

/** Requests picture and legal moves with a position, to save round trips. */
const WITH_PICTURE_AND_MOVES = { with_legal_moves: true, with_picture: true };

/** An error response. */
export class Refused extends Error {
    /** @param {import("../types").Problem} problem */
    constructor(problem) {
        // People read "the name" instead of the pointer "/name".
        super(problem.detail.replace(/^\/(\w+) /, "The $1 "));
        this.problem = problem;
    }
}

/**
 * Whether this browser's token was refused: it is unknown, or its player is banned.
 *
 * @param {unknown} error
 */
export function isTokenRefused(error) {
    return error instanceof Refused && ["unauthorized", "banned"].includes(error.problem.code);
}

/** No response: the service is down, or the connection was lost. */
export class Unreachable extends Error {
    constructor() {
        super("Can't connect. Check your internet.");
    }
}

/**
 * The error for a move that a response reports as illegal.
 *
 * @param {{ rule?: string, detail: string }} bad
 */
export function refusal({ rule, detail }) {
    return new Refused({ type: "/v1/problems#illegal_move", title: "Illegal move", status: 422, code: "illegal_move", rule, detail });
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<Response>}
 */
export async function call(path, init) {
    let response;
    try {
        response = await fetch(path, init);
    } catch {
        throw new Unreachable();
    }
    if (response.ok) return response;
    const isProblem = response.headers.get("content-type")?.includes("problem+json");
    if (isProblem) throw new Refused(await response.json());
    throw new Error(`The service answered with status ${response.status}.`);
}

/** @type {Map<string, Promise<any>>} */
const cache = new Map();

/**
 * A GET whose response does not change while the page is open. Failures are not cached.
 *
 * @template T
 * @param {string} path
 * @returns {Promise<T>}
 */
function getCached(path) {
    const known = cache.get(path);
    if (known) return known;
    const answer = get(path);
    cache.set(path, answer);
    answer.catch(() => cache.delete(path));
    return /** @type {Promise<T>} */ (answer);
}

/**
 * @param {string} path
 * @param {Record<string, string>} [headers]
 */
export async function get(path, headers) {
    return (await call(path, { headers })).json();
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {Record<string, string>} [headers]
 * @param {AbortSignal} [signal]
 */
export async function post(path, body, headers = {}, signal = undefined) {
    return call(path, {
        method: "POST",
        signal,
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify(body),
    });
}

/**
 * @param {string} path
 * @param {Record<string, string>} headers
 */
export async function remove(path, headers) {
    await call(path, { method: "DELETE", headers });
}

/** @returns {Promise<GameList["games"]>} */
export async function games() {
    return (await getCached("/v1/games")).games;
}

/**
 * @param {string} game
 * @returns {Promise<GameInfo>}
 */
export function info(game) {
    return getCached(`/v1/games/${game}`);
}

/**
 * The rules, for reading.
 *
 * @param {string} game
 * @returns {Promise<import("../types").Schemas["GameRules"]>}
 */
export function rules(game) {
    return getCached(`/v1/games/${game}/rules`);
}

/**
 * Deals a game. A seed that is drawn with a player's token belongs to that player.
 *
 * @param {string} game
 * @param {{ seed?: string, seats?: number, options?: Record<string, string>, rules?: number }} what
 * @param {Record<string, string>} [proof] of the player
 * @returns {Promise<Position>}
 */
export async function deal(game, what, proof) {
    return (await post(`/v1/games/${game}/deal`, { ...what, ...WITH_PICTURE_AND_MOVES }, proof)).json();
}

/**
 * @template M
 * @param {M[]} moves
 */
export function oneOrMore(moves) {
    return moves.length === 1 ? { move: moves[0] } : { moves };
}

/**
 * @param {State} state
 * @param {Move[]} moves all of them legal
 * @returns {Promise<Position>}
 */
export async function play(state, moves) {
    return (await post(`/v1/games/${state.game}/play`, { state, ...oneOrMore(moves), ...WITH_PICTURE_AND_MOVES })).json();
}

/**
 * Plays moves up to the first illegal one, which is `bad_move` of the response.
 *
 * @param {State} state
 * @param {Move[]} moves
 * @param {AbortSignal} [signal]
 * @returns {Promise<Position>}
 */
export async function attempt(state, moves, signal) {
    const body = { state, ...oneOrMore(moves), until_illegal: true, ...WITH_PICTURE_AND_MOVES };
    return (await post(`/v1/games/${state.game}/play`, body, {}, signal)).json();
}

/**
 * The reason why a move is illegal, or null if it is legal.
 *
 * @param {{ game: string }} state
 * @param {object} move
 * @returns {Promise<{ rule: string, detail: string } | null>}
 */
export async function whyNot(state, move) {
    const { bad_move: bad } = await (await post(`/v1/games/${state.game}/play`, { state, move, until_illegal: true })).json();
    return bad ?? null;
}

/**
 * The picture of a state, as SVG.
 *
 * @param {State} state
 * @returns {Promise<string>}
 */
export async function picture(state) {
    return (await post(`/v1/games/${state.game}/picture`, { state }, { Accept: "image/svg+xml" })).text();
}

/**
 * The picture of a state, as PNG.
 *
 * @param {State} state
 * @returns {Promise<Blob>}
 */
export async function picturePng(state) {
    return (await post(`/v1/games/${state.game}/picture?width=1200`, { state }, { Accept: "image/png" })).blob();
}

/**
 * The possible numbers of seats of a game that is played in seats, or null for a solitaire.
 *
 * @param {{ kind: string, seats: { least: number, most: number } }} info from the catalogue
 */
export function seatsOf({ kind, seats }) {
    return kind === "solitaire" ? null : seats;
}

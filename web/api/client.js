// The client of the public API: errors, requests, and the calls about games. The module answers calls of games if it is loaded: it is the same
// code, and returns the same answers. The catalogue comes from the service as long as it can be reached.

import { rooted } from "../shared/root.js";
import { texts } from "../texts/texts.js";
import { bundledRules, moduleAnswer, startModule } from "./module.js";

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
        super(texts.api.unreachable);
    }
}

/** A script of this page cannot be loaded. Some browsers remember that a script failed: it is loaded again only after the page is. */
export class ScriptUnreachable extends Error {
    constructor() {
        super(texts.shared.scriptUnreachable);
    }
}

/**
 * The error for a move that a response reports as illegal.
 *
 * @param {{ rule?: string, detail: string }} bad
 */
export function refusal({ rule, detail }) {
    return new Refused({ type: "/v1/problems#illegal_move", title: texts.api.illegalMove, status: 422, code: "illegal_move", rule, detail });
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<Response>}
 */
export async function call(path, init) {
    let response;
    try {
        response = await fetch(rooted(path), init);
    } catch {
        throw new Unreachable();
    }
    if (response.ok) return response;
    const isProblem = response.headers.get("content-type")?.includes("problem+json");
    if (isProblem) throw new Refused(await response.json());
    throw new Error(texts.api.failed(response.status));
}

/** The first and the last delay before the service is tried again, in milliseconds. */
const [RETRY_DELAY, MAX_RETRY_DELAY] = [1000, 8000];

/**
 * Waits until the service can be reached again, as long as that is wanted.
 *
 * @param {() => boolean} isWanted
 * @returns {Promise<boolean>} whether it still is
 */
export async function reachableAgain(isWanted) {
    for (let delay = RETRY_DELAY; isWanted(); delay = Math.min(2 * delay, MAX_RETRY_DELAY)) {
        await new Promise((resolve) => { setTimeout(resolve, delay); });
        if (isWanted() && (await call("/v1/daily", { method: "HEAD", cache: "no-store" }).then(() => true, () => false))) break;
    }
    return isWanted();
}

/** @type {Map<string, Promise<any>>} */
const cache = new Map();

/**
 * What is loaded once while the page is open. Failures are not cached.
 *
 * @template T
 * @param {string} key
 * @param {() => Promise<T>} load
 * @returns {Promise<T>}
 */
function cached(key, load) {
    const known = cache.get(key);
    if (known) return known;
    const answer = load();
    cache.set(key, answer);
    answer.catch(() => cache.delete(key));
    return answer;
}

/**
 * The answer to a call of a game: of the module if it is loaded, otherwise of the service.
 *
 * @param {string} target of the module
 * @param {object | undefined} request
 * @param {() => Promise<Response>} send sends the call to the service
 * @param {AbortSignal} [signal]
 * @returns {Promise<string>}
 */
async function answerOf(target, request, send, signal) {
    return (await fromModule(target, request)) ?? fromService(target, request, send, signal);
}

/**
 * The answer of the service. If it cannot be reached, the module is loaded and answers.
 *
 * @param {string} target
 * @param {object | undefined} request
 * @param {() => Promise<Response>} send
 * @param {AbortSignal} [signal]
 * @returns {Promise<string>}
 */
async function fromService(target, request, send, signal) {
    try {
        return await (await send()).text();
    } catch (error) {
        const isLost = error instanceof Unreachable && !signal?.aborted && (await startModule());
        const answer = isLost ? await fromModule(target, request) : null;
        if (answer === null) throw error;
        return answer;
    }
}

/**
 * The answer of the module, or null if it is not loaded.
 *
 * @param {string} target
 * @param {object | undefined} request
 */
async function fromModule(target, request) {
    const answer = await moduleAnswer(target, request);
    if (answer === null) return null;
    if (answer.status !== 200) throw new Refused(JSON.parse(answer.body));
    return answer.body;
}

/**
 * Calls a game, and returns the body of the answer.
 *
 * @param {string} game
 * @param {string} what
 * @param {object} request
 * @param {{ signal?: AbortSignal, accept?: string }} [options]
 */
export function callGame(game, what, request, { signal, accept } = {}) {
    const headers = accept === undefined ? undefined : { Accept: accept };
    return answerOf(`${game}/${what}`, request, () => post(`/v1/games/${game}/${what}`, request, headers, signal), signal);
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
    return (await cached("games", async () => JSON.parse(await fromService("games", undefined, () => call("/v1/games"))))).games;
}

/**
 * @param {string} game
 * @returns {Promise<GameInfo>}
 */
export function info(game) {
    const target = `${game}/info`;
    return cached(target, async () => JSON.parse(await fromService(target, undefined, () => call(`/v1/games/${game}`))));
}

/**
 * The rules as HTML.
 *
 * @param {string} game
 * @returns {Promise<string>}
 */
export function rules(game) {
    return cached(`${game}/rules`, async () => {
        try {
            return (await get(`/v1/games/${game}/rules`)).html;
        } catch (error) {
            if (!(error instanceof Unreachable)) throw error;
            return bundledRules(game).catch(() => { throw error; });
        }
    });
}

/**
 * Deals a game. The service draws seeds, as long as it can be reached: one that is drawn with a player's token belongs to that player.
 *
 * @param {string} game
 * @param {{ seed?: string, seats?: number, options?: Record<string, string>, rules?: number }} what
 * @param {Record<string, string>} [proof] of the player
 * @returns {Promise<Position>}
 */
export async function deal(game, what, proof) {
    const target = `${game}/deal`;
    const request = { ...what, ...WITH_PICTURE_AND_MOVES };
    const send = () => post(`/v1/games/${target}`, request, proof);
    return JSON.parse(await (what.seed === undefined ? fromService : answerOf)(target, request, send));
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
    return JSON.parse(await callGame(state.game, "play", { state, ...oneOrMore(moves), ...WITH_PICTURE_AND_MOVES }));
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
    return JSON.parse(await callGame(state.game, "play", body, { signal }));
}

/**
 * The reason why a move is illegal, or null if it is legal.
 *
 * @param {{ game: string }} state
 * @param {object} move
 * @returns {Promise<{ rule: string, detail: string } | null>}
 */
export async function whyNot(state, move) {
    const { bad_move: bad } = JSON.parse(await callGame(state.game, "play", { state, move, until_illegal: true }));
    return bad ?? null;
}

/**
 * The picture of a state, as SVG.
 *
 * @param {State} state
 * @returns {Promise<string>}
 */
export function picture(state) {
    return callGame(state.game, "picture", { state }, { accept: "image/svg+xml" });
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

/** @typedef {{ legal: boolean, complete?: boolean, claim_holds?: boolean, bad_move?: { index: number }, rules_digest: string }} Verdict */

/**
 * The verdict of the service on a run.
 *
 * @param {{ game: string }} run
 * @returns {Promise<Verdict>}
 */
export async function replay(run) {
    return (await post(`/v1/games/${run.game}/replay`, run)).json();
}

/**
 * The verdict of the module on a run, or null if it cannot be loaded.
 *
 * @param {{ game: string }} run
 * @returns {Promise<Verdict | null>}
 */
export async function replayHere(run) {
    const answer = (await startModule()) ? await fromModule(`${run.game}/replay`, run) : null;
    return answer === null ? null : JSON.parse(answer);
}

/**
 * The possible numbers of seats of a game that is played in seats, or null for a solitaire.
 *
 * @param {{ kind: string, seats: { least: number, most: number } }} info from the catalogue
 */
export function seatsOf({ kind, seats }) {
    return kind === "solitaire" ? null : seats;
}

// The calls of a game, once for the module and for the service. Only the transport differs.

/**
 * Sends a call. Results of the module are values, and those of the service promises.
 *
 * @typedef {(call: string, request: object, read: (body: string) => any) => any} Send
 */

/** A game. Its calls take states and return positions; nothing is stored. */
export class Game {
    #send;

    /**
     * @param {string} id
     * @param {Send} send
     */
    constructor(id, send) {
        this.id = id;
        this.#send = send;
    }

    info(request = {}) {
        return this.#json("info", request);
    }

    /** @param {object} [request] */
    rules(request = {}) {
        return this.#text("rules", request);
    }

    /** @param {object} [request] */
    deal(request = {}) {
        return this.#json("deal", request);
    }

    /** @param {object} state @param {object} [more] */
    moves(state, more = {}) {
        return this.#json("moves", { state, ...more });
    }

    /** @param {object} state @param {object | object[]} moves a move, or several in order @param {object} [more] */
    play(state, moves, more = {}) {
        return this.#json("play", { state, ...(Array.isArray(moves) ? { moves } : { move: moves }), ...more });
    }

    /** @param {object} state @param {object} [more] */
    view(state, more = {}) {
        return this.#json("view", { state, ...more });
    }

    /** @param {object} state @param {object} [more] */
    plan(state, more = {}) {
        return this.#json("plan", { state, ...more });
    }

    /** @param {object} state */
    score(state) {
        return this.#json("score", { state });
    }

    /** @param {object} state */
    digest(state) {
        return this.#send("digest", { state }, (body) => JSON.parse(body).digest);
    }

    /** @param {object} run */
    replay(run) {
        return this.#json("replay", run);
    }

    /** @param {object} run @param {number} [from] */
    trace(run, from = 0) {
        return this.#json("trace", { run, trace_from: from });
    }

    /** @param {object} what `{ state }` or `{ view }`, with a seat if it has one */
    picture(what) {
        return this.#text("picture", what);
    }

    /** @param {object} what */
    text(what) {
        return this.#text("text", what);
    }

    /** @param {string} call @param {object} request */
    #json(call, request) {
        return this.#send(call, request, JSON.parse);
    }

    /** @param {string} call @param {object} request */
    #text(call, request) {
        return this.#send(call, request, (body) => body);
    }
}

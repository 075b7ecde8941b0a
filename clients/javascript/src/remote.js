// The service over HTTP: the same games, and players, runs and tables.

import { digest } from "./digest.js";
import { events } from "./events.js";
import { Game } from "./game.js";
import { checkTimeout, reading, segment, send, unread } from "./http.js";
import { drawnSeed } from "./seed.js";
import { Table } from "./table.js";

/** Calls that are GETs, each with the fields of its request in the query. */
const GETS = new Map([["info", ""], ["rules", "/rules"]]);
/** The media types of calls that return no JSON. */
const ACCEPT = new Map([["rules", "text/markdown"], ["picture", "image/svg+xml"], ["text", "text/plain"]]);

/** An address that paths can be appended to. */
const ADDRESS = /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i;
/** The longest time without a response, in milliseconds. */
const TIMEOUT = 60_000;
/** How long a response waits for opponents, in seconds. */
const MAX_WAIT = 30;

/**
 * @typedef {object} Options of a request
 * @property {unknown} [body]
 * @property {Record<string, unknown>} [query]
 * @property {Record<string, string>} [headers]
 * @property {AbortSignal} [signal]
 * @property {number} [timeout]
 * @property {boolean} [isRepeatable] whether the request has the same effect if it is sent again
 */

/** A game of a service, which can analyze it too. */
class RemoteGame extends Game {
    #analyze;

    /**
     * @param {string} id
     * @param {import("./game.js").Send} send
     */
    constructor(id, send) {
        super(id, send);
        this.#analyze = send;
    }

    /** @param {object} state @param {object} [more] */
    analysis(state, more = {}) {
        return this.#analyze("analysis", { state, ...more }, JSON.parse);
    }
}

/** A service at an address. With a token, its calls are a player's. */
export class Remote {
    /**
     * @param {string | URL} base
     * @param {{ token?: string, fetch?: typeof fetch, timeout?: number }} [options]
     */
    constructor(base, options = {}) {
        this.base = String(base).replace(/\/+$/, "");
        if (!ADDRESS.test(this.base)) throw new TypeError(`the address of a service must begin with https:// or http://, without a user, ? or # (got ${this.base})`);
        this.token = options.token;
        if (/[^\x21-\x7e]/.test(this.token ?? "")) throw new TypeError("a token has only visible characters");
        this.fetch = options.fetch ?? ((input, init) => fetch(input, init));
        this.timeout = options.timeout ?? TIMEOUT;
        checkTimeout(this.timeout);
    }

    /** The same service with the token of a player. @param {string} token */
    as(token) {
        return new Remote(this.base, { token, fetch: this.fetch, timeout: this.timeout });
    }

    list() {
        return this.request("GET", "/v1/games");
    }

    async games() {
        return (await this.list()).games;
    }

    /** @param {string} id */
    async game(id) {
        await this.request("GET", `/v1/games/${segment(id)}`);
        return new RemoteGame(id, (call, request, read) => this.#call(id, call, request, read));
    }

    /** @param {string} name @param {{ idempotencyKey?: string }} [options] */
    signUp(name, options) {
        return this.request("POST", "/v1/players", { body: { name }, ...once(options) });
    }

    player(id = "me") {
        return this.request("GET", `/v1/players/${segment(id)}`);
    }

    /** @param {string} [player] @param {Record<string, unknown>} [query] */
    runs(player = "me", query) {
        return this.request("GET", `/v1/players/${segment(player)}/runs`, { query });
    }

    /**
     * The events of the player: turns, starts and ends at any table, and pars of runs. A lost connection is resumed after the last event. A
     * `reset`, which is the first event without `lastId`, means that events before it are missing: read the tables.
     *
     * @param {{ lastId?: string, signal?: AbortSignal }} [options]
     */
    events({ lastId, signal } = {}) {
        return events(this, "/v1/players/me/events", { lastId, signal });
    }

    /** @param {object} run @param {Record<string, unknown>} [query] */
    submit(run, query) {
        return this.request("POST", "/v1/runs", { body: run, query, isRepeatable: true });
    }

    /** @param {string} id */
    run(id) {
        return this.request("GET", `/v1/runs/${segment(id)}`);
    }

    /** @param {string} game @param {Record<string, unknown>} [query] */
    leaderboard(game, query) {
        return this.request("GET", `/v1/leaderboards/${segment(game)}`, { query });
    }

    /** @param {string} game @param {Record<string, unknown>} [query] */
    averages(game, query) {
        return this.request("GET", `/v1/leaderboards/${segment(game)}/averages`, { query });
    }

    /** @param {string} [date] */
    daily(date) {
        return this.request("GET", date === undefined ? "/v1/daily" : `/v1/daily/${segment(date)}`);
    }

    /** @param {string} game @param {Record<string, unknown>} [query] */
    ratings(game, query) {
        return this.request("GET", `/v1/ratings/${segment(game)}`, { query });
    }

    /** @param {object} request @param {{ idempotencyKey?: string }} [options] */
    async createTable(request, options) {
        const info = await this.request("POST", "/v1/tables", { body: request, ...once(options) });
        return this.table(info.id);
    }

    /**
     * Asks for opponents, and waits until there is a table. With an aborted signal, the request is canceled.
     *
     * @param {object} request
     * @param {{ idempotencyKey?: string, signal?: AbortSignal }} [options]
     */
    async pair(request, { signal, ...options } = {}) {
        const asked = await this.request("POST", "/v1/pairings", { body: request, signal, ...once(options) });
        const path = `/v1/pairings/${segment(asked.id)}`;
        try {
            let { table } = asked;
            while (table === undefined) ({ table } = await this.request("GET", path, { query: { wait: MAX_WAIT }, signal }));
            return this.table(table);
        } catch (error) {
            // Without a response, the request ends by itself a minute later.
            if (signal?.aborted) await this.request("DELETE", path).catch(() => {});
            throw error;
        }
    }

    /** @param {string} id */
    table(id) {
        return new Table(this, id);
    }

    /** @param {Record<string, unknown>} [query] */
    tables(query) {
        return this.request("GET", "/v1/tables", { query });
    }

    /**
     * Sends any request of the API, and returns the body of its response.
     *
     * @param {string} method
     * @param {string} path
     * @param {Options} [options]
     * @throws {Problem} if the request is refused
     */
    request(method, path, options = {}) {
        const json = reading(JSON.parse);
        return this.#send(method, path, options, (response) => (response.status === 204 ? undefined : json(response)));
    }

    /**
     * The successful response to a request.
     *
     * @param {string} method
     * @param {string} path
     * @param {Options} options
     * @throws {Problem} if the request is refused
     */
    respond(method, path, options) {
        return this.#send(method, path, options, unread);
    }

    /**
     * @template T
     * @param {string} method
     * @param {string} path
     * @param {Options} options
     * @param {(response: Response) => T | Promise<T>} read
     */
    #send(method, path, { body, query = {}, headers = {}, signal, timeout = this.timeout, isRepeatable = isOnce(method, headers) }, read) {
        const url = new URL(this.base + path);
        for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
        const sent = { ...headers };
        if (this.token !== undefined) sent.Authorization = `Bearer ${this.token}`;
        if (body !== undefined) sent["Content-Type"] = "application/json";
        const request = { method, headers: sent, body: body === undefined ? undefined : JSON.stringify(body) };
        return send(url, request, { fetch: this.fetch, timeout, isRepeatable, signal }, read);
    }

    /**
     * The result of a call of a game, as a function reads it from the body.
     *
     * @template T
     * @param {string} id
     * @param {string} call
     * @param {any} request
     * @param {(body: string) => T} read
     * @returns {Promise<T>}
     */
    async #call(id, call, request, read) {
        const game = `/v1/games/${segment(id)}`;
        /** @type {Record<string, string>} */
        const headers = {};
        const accept = ACCEPT.get(call);
        if (accept !== undefined) headers.Accept = accept;
        const path = GETS.get(call);
        const result = (/** @type {string} */ method, /** @type {string} */ to, /** @type {Options} */ options) =>
            this.#send(method, game + to, { headers, isRepeatable: true, ...options }, reading(read, accept));
        if (path !== undefined) return result("GET", path, { query: request });
        if (call === "digest") return read(JSON.stringify({ digest: await digest(request.state) }));
        if (call === "trace") return result("POST", "/replay", { body: request.run, query: { trace: true, trace_from: request.trace_from } });
        // A text is a picture in another format.
        return result("POST", `/${call === "text" ? "picture" : call}`, { body: request });
    }
}

/**
 * Whether a request has the same effect if it is sent again, as far as its method and headers show.
 *
 * @param {string} method
 * @param {Record<string, string>} headers
 */
function isOnce(method, headers) {
    return method === "GET" || Object.keys(headers).some((name) => name.toLowerCase() === "idempotency-key");
}

/**
 * The options of a request that is carried out once, however often it is sent.
 *
 * @param {{ idempotencyKey?: string }} [options]
 */
export function once({ idempotencyKey = drawnSeed() } = {}) {
    return { headers: { "Idempotency-Key": idempotencyKey } };
}

/**
 * @param {string | URL} base
 * @param {{ token?: string, fetch?: typeof fetch, timeout?: number }} [options]
 */
export function connect(base, options) {
    return new Remote(base, options);
}

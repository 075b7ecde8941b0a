// The service over HTTP: the same games, and players, runs and tables.

import { Game } from "./game.js";
import { Problem } from "./problem.js";
import { Table } from "./table.js";

/** Calls that are GETs, each with the fields of its request in the query. */
const GETS = new Map([["info", ""], ["rules", "/rules"]]);
/** The media types of calls that return no JSON. */
const ACCEPT = new Map([["rules", "text/markdown"], ["picture", "image/svg+xml"], ["text", "text/plain"]]);

/** A service at an address. With a token, its calls are a player's. */
export class Remote {
    /**
     * @param {string | URL} base
     * @param {{ token?: string, fetch?: typeof fetch }} [options]
     */
    constructor(base, options = {}) {
        this.base = String(base).replace(/\/$/, "");
        this.token = options.token;
        this.fetch = options.fetch ?? ((input, init) => fetch(input, init));
    }

    /** The same service with the token of a player. @param {string} token */
    as(token) {
        return new Remote(this.base, { token, fetch: this.fetch });
    }

    list() {
        return this.request("GET", "/v1/games");
    }

    async games() {
        return (await this.list()).games;
    }

    /** @param {string} id */
    async game(id) {
        await this.request("GET", `/v1/games/${encodeURIComponent(id)}`);
        return new Game(id, (call, request, read) => this.#call(id, call, request).then(read));
    }

    /** @param {string} name */
    signUp(name) {
        return this.request("POST", "/v1/players", { body: { name }, headers: { "Idempotency-Key": crypto.randomUUID() } });
    }

    /** @param {object} run */
    submit(run) {
        return this.request("POST", "/v1/runs", { body: run });
    }

    /** @param {object} request */
    async createTable(request) {
        const headers = { "Idempotency-Key": crypto.randomUUID() };
        const info = await this.request("POST", "/v1/tables", { body: request, headers });
        return this.table(info.id);
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
     * @param {{ body?: unknown, query?: Record<string, unknown>, headers?: Record<string, string>, signal?: AbortSignal }} [options]
     */
    async request(method, path, options = {}) {
        const response = await this.respond(method, path, options);
        return response.status === 204 ? undefined : response.json();
    }

    /**
     * The successful response to a request.
     *
     * @param {string} method
     * @param {string} path
     * @param {{ body?: unknown, query?: Record<string, unknown>, headers?: Record<string, string>, signal?: AbortSignal }} options
     * @throws {Problem} if the request is refused
     */
    async respond(method, path, { body, query = {}, headers = {}, signal }) {
        const url = new URL(this.base + path);
        for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
        const sent = { ...headers };
        if (this.token !== undefined) sent.Authorization = `Bearer ${this.token}`;
        if (body !== undefined) sent["Content-Type"] = "application/json";
        const response = await this.fetch(url, { method, headers: sent, body: body === undefined ? undefined : JSON.stringify(body), signal });
        if (response.ok) return response;
        const isProblem = response.headers.get("Content-Type")?.startsWith("application/problem+json");
        if (!isProblem) throw new Error(`${method} ${path} answered with status ${response.status}`);
        const wait = response.headers.get("Retry-After");
        throw new Problem(await response.json(), wait === null ? undefined : Number(wait));
    }

    /**
     * The body of a call of a game.
     *
     * @param {string} id
     * @param {string} call
     * @param {any} request
     */
    async #call(id, call, request) {
        const game = `/v1/games/${encodeURIComponent(id)}`;
        /** @type {Record<string, string>} */
        const headers = {};
        const accept = ACCEPT.get(call);
        if (accept !== undefined) headers.Accept = accept;
        const path = GETS.get(call);
        let response;
        if (path !== undefined) {
            response = await this.respond("GET", game + path, { query: request, headers });
        } else if (call === "digest") {
            return JSON.stringify({ digest: await digest(request.state) });
        } else if (call === "trace") {
            const query = { trace: true, trace_from: request.trace_from };
            response = await this.respond("POST", `${game}/replay`, { body: request.run, query });
        } else {
            // A text is a picture in another format.
            const body = { body: request, headers };
            response = await this.respond("POST", `${game}/${call === "text" ? "picture" : call}`, body);
        }
        return response.text();
    }
}

/**
 * The SHA-256 of a value as canonical JSON (RFC 8785). States have only texts, integers, lists and objects.
 *
 * @param {unknown} value
 */
export async function digest(value) {
    const bytes = new TextEncoder().encode(canonical(value));
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {any} value @returns {string} */
function canonical(value) {
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    const fields = Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
    return `{${fields.join(",")}}`;
}

/**
 * @param {string | URL} base
 * @param {{ token?: string, fetch?: typeof fetch }} [options]
 */
export function connect(base, options) {
    return new Remote(base, options);
}

// The calls of an app's server, with the key of the app: `docs/apps.md` explains them.

import "./refused.js";

import { events } from "./events.js";
import { segment } from "./http.js";
import { Remote, once } from "./remote.js";

/** What has no further effect if it is sent again. */
const REPEATABLE = { isRepeatable: true };

/** An app of a service. Its key acts for all users of the app. */
class App {
    #service;
    #path;

    /**
     * @param {string | URL} base
     * @param {{ app: string, key: string, fetch?: typeof fetch, timeout?: number }} options
     */
    constructor(base, { app, key, fetch, timeout }) {
        if (!app || !key) throw new TypeError("the id of the app and its key are required");
        this.id = app;
        this.#service = new Remote(base, { token: key, fetch, timeout });
        this.#path = `/v1/apps/${segment(app)}`;
    }

    info() {
        return this.#request("GET", "");
    }

    usage() {
        return this.#request("GET", "/usage");
    }

    /** @param {string} user @param {{ name?: string, unique?: boolean }} [request] @param {{ idempotencyKey?: string }} [options] */
    signIn(user, request = {}, options) {
        return this.#request("PUT", userPath(user), { body: request, ...once(options) });
    }

    /** @param {Record<string, unknown>} [query] */
    users(query) {
        return this.#request("GET", "/users", { query });
    }

    /** @param {string} user */
    deleteUser(user) {
        return this.#request("DELETE", userPath(user), REPEATABLE);
    }

    /** @param {string} user */
    exportUser(user) {
        return this.#request("GET", `${userPath(user)}/export`);
    }

    /** @param {string} user */
    link(user) {
        return this.#request("POST", `${userPath(user)}/link`);
    }

    /** @param {string} user */
    hideUser(user) {
        return this.#request("PUT", `${userPath(user)}/hidden`, REPEATABLE);
    }

    /** @param {string} user */
    showUser(user) {
        return this.#request("DELETE", `${userPath(user)}/hidden`, REPEATABLE);
    }

    /** @param {string} run */
    hideRun(run) {
        return this.#request("PUT", `/runs/${segment(run)}/hidden`, REPEATABLE);
    }

    /** @param {string} run */
    showRun(run) {
        return this.#request("DELETE", `/runs/${segment(run)}/hidden`, REPEATABLE);
    }

    async seasons() {
        return (await this.#request("GET", "/seasons")).seasons;
    }

    /** @param {string} id */
    season(id) {
        return this.#request("GET", `/seasons/${segment(id)}`);
    }

    /** @param {{ name: string, first_day: string, last_day: string }} request */
    createSeason(request) {
        return this.#request("POST", "/seasons", { body: request });
    }

    /** @param {string} id */
    deleteSeason(id) {
        return this.#request("DELETE", `/seasons/${segment(id)}`);
    }

    /**
     * The events of all users for whom the app acts. A lost connection is resumed after the last event. A `reset`, which is the first event
     * without `lastId`, means that events before it are missing: read the tables of your users.
     *
     * @param {{ lastId?: string, signal?: AbortSignal }} [options]
     */
    events({ lastId, signal } = {}) {
        return events(this.#service, `${this.#path}/events`, { lastId, signal });
    }

    /** @param {string} method @param {string} path @param {import("./remote.js").Options} [options] */
    #request(method, path, options) {
        return this.#service.request(method, this.#path + path, options);
    }
}

/** @param {string} user the app's own id */
const userPath = (user) => `/users/${segment(user)}`;

/**
 * @param {string | URL} base
 * @param {{ app: string, key: string, fetch?: typeof fetch, timeout?: number }} options
 */
export function connectApp(base, options) {
    return new App(base, options);
}

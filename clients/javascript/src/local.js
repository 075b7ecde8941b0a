// The rules in this process.

import { Game } from "./game.js";
import { Module, compiled } from "./module.js";

/** All games, in this process. */
export class Local {
    /** @param {Module} module */
    constructor(module) {
        this.module = module;
    }

    list() {
        return JSON.parse(this.module.text("games"));
    }

    games() {
        return this.list().games;
    }

    /** @param {string} id */
    game(id) {
        // Refuses an unknown game here, as the service does, rather than at its first call.
        this.module.text(`${id}/info`);
        return new Game(id, (call, request, read) => read(this.module.text(`${id}/${call}`, prepared(call, request))));
    }
}

/**
 * The request as the module takes it: it has no random bytes, so seeds are drawn here.
 *
 * @param {string} call
 * @param {any} request
 */
export function prepared(call, request) {
    return call === "deal" && request.seed === undefined ? { ...request, seed: drawnSeed() } : request;
}

/** A seed of 128 random bits. */
export function drawnSeed() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Loads the module: that of the package, or another.
 *
 * @param {URL | string | Response | BufferSource | WebAssembly.Module} [source]
 */
export async function load(source = new URL("../funhouse.wasm", import.meta.url)) {
    return new Local(new Module(await compiled(source)));
}

/** @type {Promise<Local> | undefined} */
let shared;

/** The rules of the package's module, which is loaded at the first call. */
export function local() {
    shared ??= load();
    shared.catch(() => (shared = undefined));
    return shared;
}

/** @param {string} id */
export async function game(id) {
    return (await local()).game(id);
}

export async function games() {
    return (await local()).games();
}

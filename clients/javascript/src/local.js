// The rules in this process.

import { Game } from "./game.js";
import { Module, compiled } from "./module.js";
import { compiledPackage } from "./packaged.js";
import { prepared } from "./seed.js";

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

    /** @param {unknown} exported */
    verifyContest(exported) {
        return JSON.parse(this.module.text("contest", exported));
    }

    /** @param {string} id */
    game(id) {
        // Refuses an unknown game here, as the service does, rather than at its first call.
        this.module.text(`${id}/info`);
        return new Game(id, (call, request, read) => read(this.module.text(`${id}/${call}`, prepared(call, request))));
    }
}

/** @typedef {URL | string | Response | BufferSource | WebAssembly.Module} Source of a module */

/** Compiles the module of the package. */
let packaged = compiledPackage;
/** @type {Promise<Local> | undefined} */
let shared;

/**
 * Replaces the place that the module of the package comes from.
 *
 * @param {() => Promise<WebAssembly.Module>} compile
 */
export function setPackaged(compile) {
    packaged = compile;
}

/**
 * Loads the module: that of the package, or another.
 *
 * @param {Source} [source]
 */
export async function load(source) {
    return new Local(await Module.instantiate(await (source === undefined ? packaged() : compiled(source))));
}

/** The rules of the package's module, which is loaded at the first call. */
function local() {
    shared ??= load();
    shared.catch(() => (shared = undefined));
    return shared;
}

/**
 * @param {string} id
 * @param {Source} [source]
 */
export async function game(id, source) {
    return (await (source === undefined ? local() : load(source))).game(id);
}

export async function games() {
    return (await local()).games();
}

/** @param {unknown} exported */
export async function verifyContest(exported) {
    return (await local()).verifyContest(exported);
}

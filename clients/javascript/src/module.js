// The WebAssembly module: requests in, answers out. `docs/embedding.md` specifies its interface.

import { Problem, Trapped } from "./problem.js";

/** The version of the interface that this file uses. */
const ABI = 1;
/** The length of the header of an answer: status and length of the body. */
const HEADER = 8;

/**
 * @typedef {WebAssembly.Exports & {
 *     memory: WebAssembly.Memory,
 *     funhouse_abi: () => number,
 *     funhouse_alloc: (length: number) => number,
 *     funhouse_call: (address: number, target: number, length: number) => number,
 *     funhouse_free: (address: number) => void,
 * }} Exports
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Calls the module, and replaces an instance that trapped.
 *
 * Calls are synchronous, but browsers create instances of large modules only asynchronously. So the next instance is ready before it is needed.
 */
export class Module {
    /** @type {Exports | undefined} */
    #spare;

    /**
     * @param {WebAssembly.Module} compiled
     * @param {Exports} exports
     */
    constructor(compiled, exports) {
        this.compiled = compiled;
        /** @type {Exports | undefined} */
        this.exports = exports;
    }

    /** @param {WebAssembly.Module} compiled */
    static async instantiate(compiled) {
        const module = new Module(compiled, await instantiated(compiled));
        await module.#prepare();
        return module;
    }

    /**
     * Creates the next instance, which is used at once if there is none.
     *
     * @returns {Promise<void>}
     */
    async #prepare() {
        const next = await instantiated(this.compiled);
        if (this.exports === undefined) {
            this.exports = next;
            return this.#prepare();
        }
        this.#spare = next;
    }

    /** Puts the next instance in place of one that trapped, whose memory can be in any state. */
    #replace() {
        const isPreparing = this.#spare === undefined;
        this.exports = this.#spare;
        this.#spare = undefined;
        if (!isPreparing) this.#prepare().catch(() => {});
    }

    /**
     * The status and the body of the answer to a request, as text.
     *
     * @param {string} target such as `slide-jam/play`
     * @param {string} body JSON, or nothing
     */
    answer(target, body) {
        const { status, bytes } = this.answerBytes(encoder.encode(target), encoder.encode(body));
        return { status, body: decoder.decode(bytes) };
    }

    /**
     * @param {Uint8Array} target
     * @param {Uint8Array} body
     */
    answerBytes(target, body) {
        if (this.exports === undefined) throw new Trapped("the module failed twice, and is not replaced yet: await something, then call again");
        try {
            return answered(this.exports, target, body);
        } catch (error) {
            this.#replace();
            throw new Trapped(`the module failed at ${decoder.decode(target)}`, { cause: error });
        }
    }

    /**
     * The body of the answer.
     *
     * @param {string} target
     * @param {unknown} [request] sent as JSON
     * @throws {Problem} if the request is refused
     */
    text(target, request) {
        const { status, body } = this.answer(target, request === undefined ? "" : JSON.stringify(request));
        if (status !== 200) throw new Problem(JSON.parse(body));
        return body;
    }
}

/** @param {WebAssembly.Module} compiled */
async function instantiated(compiled) {
    // The module imports nothing, so it can read neither a clock nor anything of its host.
    const { exports } = await WebAssembly.instantiate(compiled, {});
    const { funhouse_abi } = /** @type {Exports} */ (exports);
    const abi = funhouse_abi();
    if (abi !== ABI) throw new Error(`the module has version ${abi} of the interface, this package needs ${ABI}`);
    return /** @type {Exports} */ (exports);
}

/**
 * @param {Exports} exports
 * @param {Uint8Array} target
 * @param {Uint8Array} body
 */
function answered({ memory, funhouse_alloc, funhouse_call, funhouse_free }, target, body) {
    const length = target.length + body.length;
    // An address is unsigned; WebAssembly returns it as a signed number.
    const request = funhouse_alloc(length) >>> 0;
    const into = new Uint8Array(memory.buffer, request, length);
    into.set(target);
    into.set(body, target.length);
    const answer = funhouse_call(request, target.length, length) >>> 0;
    // The call may have grown the memory, which replaces its buffer.
    const header = new DataView(memory.buffer, answer, HEADER);
    const status = header.getUint32(0, true);
    const bytes = new Uint8Array(memory.buffer, answer + HEADER, header.getUint32(4, true)).slice();
    funhouse_free(answer);
    return { status, bytes };
}

/**
 * Compiles the module.
 *
 * @param {URL | string | Response | BufferSource | WebAssembly.Module} source
 */
export async function compiled(source) {
    if (source instanceof WebAssembly.Module) return source;
    if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return WebAssembly.compile(/** @type {BufferSource} */ (source));
    if (source instanceof Response) return compiledResponse(source);
    return compiledFile(String(source));
}

/**
 * Compiles the module from an address.
 *
 * @param {string} address
 * @param {RequestInit} [how]
 */
export async function compiledFile(address, how) {
    const bytes = await readFile(address);
    if (bytes !== undefined) return WebAssembly.compile(bytes);
    const response = await fetch(address, how);
    if (!response.ok) throw new Error(`${address} answered with status ${response.status}`);
    return compiledResponse(response);
}

/**
 * The bytes of a file, where programs can read files but not fetch them. Without an import, so that bundlers for browsers find none.
 *
 * @param {string} address
 */
async function readFile(address) {
    const builtin = globalThis.process?.getBuiltinModule;
    if (!address.startsWith("file:") || builtin === undefined) return undefined;
    return builtin("node:fs/promises").readFile(builtin("node:url").fileURLToPath(address));
}

/**
 * Compiles the module while it is loaded, if the response has its media type.
 *
 * @param {Response} response
 */
async function compiledResponse(response) {
    const isStreamable = response.headers.get("Content-Type") === "application/wasm" && WebAssembly.compileStreaming !== undefined;
    return isStreamable ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

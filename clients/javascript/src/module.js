// The WebAssembly module: requests in, answers out. `docs/embedding.md` specifies its interface.

import { Problem, Trapped } from "./problem.js";

/** The version of the interface that this file uses. */
const ABI = 1;
/** The length of the header of an answer: status and length of the body. */
const HEADER = 8;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Calls the module, and replaces an instance that trapped. */
export class Module {
    /** @param {WebAssembly.Module} compiled */
    constructor(compiled) {
        this.compiled = compiled;
        this.exports = instantiated(compiled);
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
        try {
            return answered(this.exports, target, body);
        } catch (error) {
            // The memory of an instance that trapped can be in any state.
            this.exports = instantiated(this.compiled);
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
function instantiated(compiled) {
    // The module imports nothing, so it can read neither a clock nor anything of its host.
    const exports = /** @type {any} */ (new WebAssembly.Instance(compiled, {}).exports);
    const abi = exports.funhouse_abi();
    if (abi !== ABI) throw new Error(`the module has version ${abi} of the interface, this package needs ${ABI}`);
    return exports;
}

/**
 * @param {any} exports
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
    if (source instanceof Response) return compiledFrom(source);
    const url = new URL(source, import.meta.url);
    if (url.protocol === "file:" && "process" in globalThis) {
        const { readFile } = await import("node:fs/promises");
        return WebAssembly.compile(await readFile(url));
    }
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} answered with status ${response.status}`);
    return compiledFrom(response);
}

/**
 * Compiles the module while it is loaded, if the response has its media type.
 *
 * @param {Response} response
 */
async function compiledFrom(response) {
    const isTyped = response.headers.get("Content-Type") === "application/wasm";
    return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

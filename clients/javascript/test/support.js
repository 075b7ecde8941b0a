// What the tests share: the service, the module, and requests that both answer.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Module } from "../src/module.js";

const PROGRAM = process.env.FUNHOUSE ?? fileURLToPath(new URL("../../../target/debug/funhouse", import.meta.url));
export const MODULE = new URL("../src/funhouse.wasm", import.meta.url);
/** The repository. */
export const ROOT = new URL("../../../", import.meta.url);

/** @returns {Promise<Module>} */
export async function module() {
    return Module.instantiate(await WebAssembly.compile(await readFile(MODULE)));
}

/**
 * Starts the service on a free port, with a database of its own.
 *
 * @param {string[]} more flags
 */
export async function serve(...more) {
    const folder = await mkdtemp(join(tmpdir(), "funhouse-"));
    const flags = ["--listen", "127.0.0.1:0", "--log", "off", "--no-limits", "--database", `sqlite://${join(folder, "funhouse.db")}`, ...more];
    const server = spawn(PROGRAM, ["serve", ...flags], { stdio: ["ignore", "pipe", "inherit"] });
    const base = await new Promise((resolve, reject) => {
        let output = "";
        server.stdout.on("data", (data) => {
            const address = /listens on (http:\S+)/.exec((output += data));
            if (address) resolve(address[1]);
        });
        server.on("exit", (code) => reject(new Error(`the program ended with ${code}: ${output}`)));
    });
    const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
    const stop = async () => {
        agent.destroy();
        const ended = once(server, "exit");
        server.kill();
        await ended;
        await rm(folder, { recursive: true, force: true });
    };
    return { base, agent, stop };
}

/**
 * The response of the service to a target of the module.
 *
 * @param {{ base: string, agent: http.Agent }} service
 * @param {string} target
 * @param {string | Uint8Array} body
 * @returns {Promise<{ status: number, bytes: Buffer }>}
 */
export function requested({ base, agent }, target, body) {
    const [id, call = ""] = target.split("/");
    const game = `${base}/v1/games/${id}`;
    const { method = "POST", path = `${game}/${call}`, accept = "*/*" } = {
        games: { method: "GET", path: `${base}/v1/games` },
        info: { method: "GET", path: game },
        rules: { method: "GET", path: `${game}/rules`, accept: "text/markdown" },
        picture: { accept: "image/svg+xml" },
        text: { path: `${game}/picture`, accept: "text/plain" },
    }[call || id] ?? {};
    return new Promise((resolve, reject) => {
        /** @type {Record<string, string>} */
        const headers = { Accept: accept };
        if (method === "POST") headers["Content-Type"] = "application/json";
        const request = http.request(path, { agent, method, headers }, (response) => {
            /** @type {Buffer[]} */
            const parts = [];
            response.on("data", (part) => parts.push(part));
            response.on("end", () => resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(parts) }));
        });
        request.on("error", reject);
        request.end(method === "POST" ? body : undefined);
    });
}

const encoder = new TextEncoder();

/**
 * Sends a request to the module and to the service, and requires equal answers: the same status and the same bytes.
 *
 * @param {Module} module
 * @param {{ base: string, agent: http.Agent }} service
 * @param {string} target
 * @param {object | Uint8Array | undefined} request
 */
export async function compared(module, service, target, request) {
    const body = request instanceof Uint8Array ? request : request === undefined ? "" : JSON.stringify(request);
    const bytes = typeof body === "string" ? encoder.encode(body) : body;
    const ours = module.answerBytes(encoder.encode(target), bytes);
    const theirs = await requested(service, target, body);
    const text = Buffer.from(ours.bytes).toString();
    if (ours.status !== theirs.status || !theirs.bytes.equals(ours.bytes)) {
        const sent = Buffer.from(bytes).toString().slice(0, 2000);
        assert.deepEqual({ status: ours.status, text }, { status: theirs.status, text: theirs.bytes.toString() }, `${target} of ${sent}`);
        assert.fail(`${target}: the bytes differ, of ${sent}`);
    }
    return { status: ours.status, text, json: () => JSON.parse(text) };
}

/**
 * A generator of numbers below 1, the same for the same seed.
 *
 * @param {number} seed
 */
export function random(seed) {
    return () => {
        seed = (seed + 0x6d2b79f5) | 0;
        let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
}

/**
 * One of a list.
 *
 * @template T
 * @param {() => number} next
 * @param {readonly T[]} list
 * @returns {T}
 */
export function oneOf(next, list) {
    return list[Math.floor(next() * list.length)];
}

// The news of a table: by a stream of events, or by long polling for a while if a stream brings nothing. A lost connection is restored from the
// last known move.

import { Refused } from "../api/client.js";
import * as tables from "../api/tables.js";
import { isSetBack } from "./table-order.js";

/** @typedef {import("../api/tables.js").TableData} TableData */
/** @typedef {import("../api/tables.js").News} News */
/**
 * @typedef {object} Listener
 * @property {() => import("../api/tables.js").Version} known the moves that are known
 * @property {() => void} lost the service lost known moves, or the whole table: what is known is no longer true
 * @property {(news: News[], table: TableData | null) => void} take moves, and the table after them
 * @property {(spoken: import("../api/tables.js").Spoken) => void} hear what a player says now. Only streams have this and the next one
 * @property {(count: number) => void} count the number of spectators
 * @property {(connected: boolean) => void} connected whether the connection is up
 */

/** Time without data after which a connection counts as lost, in milliseconds. The service sends something every 4 seconds. */
const SILENCE_TIMEOUT = 10_000;
/** Timeout of the first event, in milliseconds. If it takes longer, a proxy buffers the stream, or the connection is slow. */
const FIRST_EVENT_TIMEOUT = 8_000;
/** Time before a stream is tried again after it brought nothing, in milliseconds. It doubles each time, up to the maximum. */
const STREAM_PAUSE = 30_000;
const MAX_STREAM_PAUSE = 600_000;
/** Delays before the next connection, in milliseconds. */
const RETRY_DELAYS = [250, 500, 1000, 2000, 4000];
/** Time that a long poll waits for news, in seconds. */
const LONG_POLL_SECONDS = 25;

/**
 * Subscribes to a table.
 *
 * @param {string} id
 * @param {Listener} listener
 * @returns {() => void} ends the subscription
 */
export function listen(id, listener) {
    const stopping = new AbortController();
    const { signal } = stopping;
    let failures = 0;
    let streamPause = STREAM_PAUSE;
    /** When a stream is tried again. */
    let nextStream = 0;
    /** @type {() => void} */
    let wake = () => {};
    const connected = () => {
        failures = 0;
        listener.connected(true);
    };
    const streamed = () => {
        streamPause = STREAM_PAUSE;
        connected();
    };
    const run = async () => {
        while (!signal.aborted) {
            try {
                if (Date.now() < nextStream) {
                    await poll(id, listener, signal, LONG_POLL_SECONDS).then(connected);
                } else if (!(await stream(id, listener, signal, streamed))) {
                    nextStream = Date.now() + streamPause;
                    streamPause = Math.min(2 * streamPause, MAX_STREAM_PAUSE);
                    // Long polls return only later news.
                    await poll(id, listener, signal).then(connected);
                }
            } catch (error) {
                if (signal.aborted) return;
                if (error instanceof Refused && error.problem.status === 404) return listener.lost();
                // Too many subscriptions from this address: polls without waiting.
                const full = error instanceof Refused && error.problem.status === 429;
                if (full) await poll(id, listener, signal).then(connected, () => listener.connected(false));
                else listener.connected(false);
                failures = full ? RETRY_DELAYS.length : failures + 1;
            }
            const pause = RETRY_DELAYS[Math.min(failures, RETRY_DELAYS.length - 1)];
            await new Promise((resolve) => {
                wake = () => resolve(undefined);
                setTimeout(resolve, pause);
            });
        }
    };
    const online = () => {
        failures = 0;
        nextStream = 0;
        wake();
    };
    addEventListener("online", online);
    run();
    return () => {
        removeEventListener("online", online);
        stopping.abort();
        wake();
    };
}

/**
 * Loads the table once.
 *
 * @param {string} id
 * @param {Listener} listener
 * @param {AbortSignal} signal
 * @param {number} [wait] how long the response may wait for news, in seconds
 */
async function poll(id, listener, signal, wait) {
    const known = listener.known();
    const table = await tables.load(id, { after: known.moves, wait, legal: true, signal });
    if (isSetBack(table, known)) listener.lost();
    else listener.take(table.news ?? [], table);
}

/**
 * Reads the stream of events until it ends.
 *
 * @param {string} id
 * @param {Listener} listener
 * @param {AbortSignal} signal
 * @param {() => void} connected
 * @returns {Promise<boolean>} whether streams work
 */
async function stream(id, listener, signal, connected) {
    // Ends the connection when the caller stops, or nothing arrives. Safari before 17.4 has no `AbortSignal.any`.
    const connection = new AbortController();
    const abort = () => connection.abort();
    signal.addEventListener("abort", abort);
    let came = false;
    let timer = setTimeout(abort, FIRST_EVENT_TIMEOUT);
    try {
        const response = await tables.events(id, listener.known(), connection.signal);
        const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
        if (!reader) return false;
        let text = "";
        for (;;) {
            const { done, value } = await reader.read();
            if (done) return true;
            clearTimeout(timer);
            timer = setTimeout(abort, SILENCE_TIMEOUT);
            text += value;
            const parts = text.split("\n\n");
            text = parts.pop() ?? "";
            if (!came) {
                connected();
                listener.count(0);
            }
            came = true;
            take(parts, listener);
        }
    } catch (error) {
        // If nothing arrived before the timeout, long polling may work.
        if (connection.signal.aborted && !signal.aborted && !came) return false;
        throw error;
    } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
        abort();
    }
}

/**
 * Passes on the events of a part of the stream.
 *
 * @param {string[]} parts events and heartbeats as text
 * @param {Listener} listener
 */
function take(parts, listener) {
    /** @type {News[]} */
    const news = [];
    /** @type {TableData | null} */
    let table = null;
    /** @type {(() => void)[]} */
    const rest = [];
    for (const part of parts) {
        const fields = new Map(part.split("\n").map((line) => {
            const colon = line.indexOf(": ");
            return /** @type {const} */ ([line.slice(0, colon), line.slice(colon + 2)]);
        }));
        const data = fields.get("data");
        if (!data) continue;
        // What follows is the table from its first move on.
        if (fields.get("event") === "set_back" && isSetBack(JSON.parse(data), listener.known())) return listener.lost();
        if (fields.get("event") === "move") news.push(JSON.parse(data));
        else if (fields.get("event") === "table") table = JSON.parse(data);
        else if (fields.get("event") === "phrase") rest.push(() => listener.hear(JSON.parse(data)));
        else if (fields.get("event") === "spectators") rest.push(() => listener.count(JSON.parse(data).spectators));
    }
    if (news.length > 0 || table) listener.take(news, table);
    for (const act of rest) act();
}

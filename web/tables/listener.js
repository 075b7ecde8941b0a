// News of a table as it comes: by a stream of events, or, where none gets through, by answers that wait. A connection that is
// lost is made again, from where it was; nobody need load the page anew.

import { Refused } from "../api/client.js";
import * as tables from "../api/tables.js";

/** @typedef {import("../api/tables.js").TableData} TableData */
/** @typedef {import("../api/tables.js").News} News */
/**
 * @typedef {object} Listener
 * @property {() => number} known how many moves are known
 * @property {(news: News[], table: TableData | null) => void} take moves, and the table as it stands after them
 * @property {(connected: boolean) => void} connected whether news comes
 */

/** How long nothing may come before a connection counts as lost, in milliseconds: the service sends something every 15 seconds. */
const SILENCE_TIMEOUT = 35_000;
/** How long the first event may take. Where it takes longer, something on the way holds the stream back. */
const FIRST_EVENT_TIMEOUT = 8_000;
/** How long is waited before a connection is made again, in milliseconds. */
const RETRY_DELAYS = [250, 500, 1000, 2000, 4000];
/** For how many seconds an answer waits for news. */
const LONG_POLL_SECONDS = 25;

/**
 * Listens to a table until it is told to stop.
 *
 * @param {string} id
 * @param {Listener} listener
 * @returns {() => void} what stops it
 */
export function listen(id, listener) {
    const stopping = new AbortController();
    const { signal } = stopping;
    let failures = 0;
    /** Whether streams get through. */
    let streams = true;
    /** @type {() => void} */
    let wake = () => {};
    const connected = () => {
        failures = 0;
        listener.connected(true);
    };
    const run = async () => {
        while (!signal.aborted) {
            try {
                if (!streams) {
                    await longPoll(id, listener, signal, connected);
                } else if (!(await stream(id, listener, signal, connected))) {
                    streams = false;
                    // Whoever waits is told of what comes from then on.
                    await poll(id, listener, signal).then(connected);
                }
            } catch (error) {
                if (signal.aborted) return;
                // Too many listen from here: then nobody waits for news, but asks now and then.
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
 * Asks how the table stands.
 *
 * @param {string} id
 * @param {Listener} listener
 * @param {AbortSignal} signal
 */
async function poll(id, listener, signal) {
    const told = await tables.load(id, { after: listener.known(), signal });
    listener.take(told.news ?? [], told);
}

/**
 * Waits for news once.
 *
 * @param {string} id
 * @param {Listener} listener
 * @param {AbortSignal} signal
 * @param {() => void} connected
 */
async function longPoll(id, listener, signal, connected) {
    const told = await tables.load(id, { after: listener.known(), wait: LONG_POLL_SECONDS, signal });
    connected();
    listener.take(told.news ?? [], told);
}

/**
 * Reads the stream of events until it ends.
 *
 * @param {string} id
 * @param {Listener} listener
 * @param {AbortSignal} signal
 * @param {() => void} connected
 * @returns {Promise<boolean>} whether streams get through
 */
async function stream(id, listener, signal, connected) {
    const silent = new AbortController();
    let came = false;
    let timer = setTimeout(() => silent.abort(), FIRST_EVENT_TIMEOUT);
    try {
        const response = await tables.events(id, listener.known(), AbortSignal.any([signal, silent.signal]));
        const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
        if (!reader) return false;
        let text = "";
        for (;;) {
            const { done, value } = await reader.read();
            if (done) return true;
            clearTimeout(timer);
            timer = setTimeout(() => silent.abort(), SILENCE_TIMEOUT);
            text += value;
            const parts = text.split("\n\n");
            text = parts.pop() ?? "";
            if (!came) connected();
            came = true;
            take(parts, listener);
        }
    } catch (error) {
        // What was cut off for its silence is no failure of the service: if nothing came at all, answers that wait may get through.
        if (silent.signal.aborted && !signal.aborted && !came) return false;
        throw error;
    } finally {
        clearTimeout(timer);
        silent.abort();
    }
}

/**
 * Hands on what a piece of the stream tells.
 *
 * @param {string[]} parts events and heartbeats, as they are written
 * @param {Listener} listener
 */
function take(parts, listener) {
    /** @type {News[]} */
    const news = [];
    /** @type {TableData | null} */
    let table = null;
    for (const part of parts) {
        const fields = new Map(part.split("\n").map((line) => {
            const colon = line.indexOf(": ");
            return /** @type {const} */ ([line.slice(0, colon), line.slice(colon + 2)]);
        }));
        const data = fields.get("data");
        if (!data) continue;
        if (fields.get("event") === "move") news.push(JSON.parse(data));
        else if (fields.get("event") === "table") table = JSON.parse(data);
    }
    if (news.length > 0 || table) listener.take(news, table);
}

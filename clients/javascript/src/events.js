// Streams of server-sent events, read with `fetch`, because `EventSource` cannot send a token.

import { delay } from "./http.js";
import { HttpError } from "./problem.js";

/** The longest delay before a connection is tried again, in milliseconds. */
const MAX_DELAY = 10_000;
/** The longest wait that a service can ask for, in seconds. */
const MAX_WAIT = 3600;
/** A connection without even a comment for this long is lost. The service sends one every 4 seconds. */
const SILENCE = 45_000;
/** Ends of lines. A carriage return at the end of a part can belong to the line feed of the next one. */
const LINE_ENDS = /\r\n|\r(?!$)/g;
/** Refusals that can be over after a while: the request was too slow, or one of too many. */
const TEMPORARY = [408, 425, 429];

/**
 * The events of a path. A lost connection is resumed after the last event, until the caller stops or aborts. A refusal that will last ends
 * the stream with its error. Ids of events are not interpreted, only sent back.
 *
 * @param {import("./remote.js").Remote} service
 * @param {string} path
 * @param {{ lastId?: string, with_text?: boolean, with_legal_moves?: boolean, signal?: AbortSignal }} options
 */
export async function* events(service, path, { lastId, signal, ...query }) {
    for (let failures = 0; !signal?.aborted; failures++) {
        // Ends this connection when the caller stops, aborts, or hears nothing for too long.
        const connection = new AbortController();
        const abort = () => connection.abort();
        signal?.addEventListener("abort", abort);
        try {
            /** @type {Record<string, string>} */
            const headers = lastId === undefined ? {} : { "Last-Event-ID": lastId };
            const response = await service.respond("GET", path, { query, headers, signal: connection.signal, isRepeatable: false });
            if (!response.headers.get("Content-Type")?.startsWith("text/event-stream")) {
                throw new HttpError(`GET ${path} returned no stream of events`, response.status);
            }
            for await (const event of parsed(response.body, abort)) {
                failures = 0;
                lastId = event.id ?? lastId;
                yield event;
            }
        } catch (error) {
            if (isLasting(error)) throw error;
            if (error instanceof HttpError) await delay(Math.min(error.retryAfter ?? 0, MAX_WAIT) * 1000, signal);
        } finally {
            signal?.removeEventListener("abort", abort);
            abort();
        }
        await delay(Math.min(250 * 2 ** failures, MAX_DELAY), signal);
    }
}

/**
 * @param {ReadableStream<Uint8Array> | null} body
 * @param {() => void} abort called after too long a silence
 */
async function* parsed(body, abort) {
    if (body === null) return;
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
        const silence = setTimeout(abort, SILENCE);
        const { value } = await reader.read().finally(() => clearTimeout(silence));
        if (value === undefined) return;
        const blocks = (text + decoder.decode(value, { stream: true })).replace(LINE_ENDS, "\n").split("\n\n");
        text = blocks.pop() ?? "";
        for (const block of blocks) {
            const lines = block.split("\n").map((line) => /** @type {[string, string]} */ (field(line)));
            const fields = new Map(lines);
            const data = lines.filter(([name]) => name === "data").map(([, part]) => part);
            if (data.length > 0) yield { type: fields.get("event") ?? "message", id: fields.get("id"), data: JSON.parse(data.join("\n")) };
        }
    }
}

/** @param {string} line */
function field(line) {
    const at = line.indexOf(":");
    return at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1).replace(/^ /, "")];
}

/**
 * Whether the same request will be refused again, such as for a table that does not exist or a token that is not valid.
 *
 * @param {unknown} error
 */
function isLasting(error) {
    return error instanceof HttpError && error.status < 500 && !TEMPORARY.includes(error.status);
}

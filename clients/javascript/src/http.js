// Requests over HTTP: how long they wait, and when they are sent again.

import { HttpError, Problem } from "./problem.js";

/** How often a request is sent. */
const MAX_ATTEMPTS = 4;
/** The longest wait that a service can ask for, in seconds. A longer one is left to the caller. */
const MAX_WAIT = 60;
/** The longest timeout, in milliseconds: a day. Timers end much longer ones at once. */
const MAX_TIMEOUT = 86_400_000;
/** What a proxy responds if the service did not: the request can have been carried out. */
const LOST = [502, 503, 504];
/** The status of a request that was refused because there were too many, by the service or by a proxy. It had no effect. */
const TOO_MANY = 429;
/** A response of the service, although it does not know whether it has carried out the request. */
const UNKNOWN = "outcome_unknown";
/** The name of the error of a request that took too long, as browsers have it. */
const TIMEOUT = "TimeoutError";

/**
 * An id as a part of a path. `.` and `..` would lead to another path; no id is one of them.
 *
 * @param {string} id
 */
export function segment(id) {
    if (id === "." || id === "..") throw new TypeError(`no id is ${JSON.stringify(id)}`);
    return encodeURIComponent(id);
}

/** Reads no part of a response, for those that are streams. */
export const unread = (/** @type {Response} */ response) => response;

/**
 * @typedef {object} Sending
 * @property {typeof fetch} fetch
 * @property {number} timeout the longest time without a response, in milliseconds
 * @property {boolean} isRepeatable whether the request has the same effect if it is sent again
 * @property {AbortSignal} [signal]
 */

/**
 * Sends a request, again if that is safe and can help, and returns what a function reads from the successful response.
 *
 * @template T
 * @param {URL} url
 * @param {RequestInit} request
 * @param {Sending} sending
 * @param {(response: Response) => T | Promise<T>} read
 * @returns {Promise<T>}
 */
export async function send(url, request, sending, read) {
    checkTimeout(sending.timeout);
    for (let attempt = 1; ; attempt++) {
        try {
            return await sendOnce(url, request, sending, read);
        } catch (error) {
            const wait = sending.signal?.aborted || attempt === MAX_ATTEMPTS ? undefined : waitBefore(error, attempt, sending.isRepeatable);
            if (wait === undefined) throw error;
            await delay(wait * 1000, sending.signal);
            if (sending.signal?.aborted) throw error;
        }
    }
}

/**
 * The seconds to wait before a request is sent again, or nothing if it is not.
 *
 * @param {unknown} error
 * @param {number} attempt
 * @param {boolean} isRepeatable
 */
function waitBefore(error, attempt, isRepeatable) {
    const backoff = attempt / 4;
    // After a timeout, the caller has waited long enough.
    if (!(error instanceof HttpError)) return isRepeatable && !isTimeout(error) ? backoff : undefined;
    if (!hadNoEffect(error) && !(isRepeatable && LOST.includes(error.status))) return undefined;
    const wait = error.retryAfter ?? backoff;
    return wait <= MAX_WAIT ? wait : undefined;
}

/**
 * Whether the service or a proxy refused the request for now.
 *
 * @param {HttpError} error
 */
function hadNoEffect(error) {
    if (error.status === TOO_MANY) return true;
    return error instanceof Problem && error.status === 503 && error.code !== UNKNOWN && error.retryAfter !== undefined;
}

/**
 * Sends a request once. The time to read the response counts, too. A signal also ends a body that is left unread.
 *
 * `AbortSignal.any` and `AbortSignal.timeout` are missing in browsers that are supported.
 *
 * @template T
 * @param {URL} url
 * @param {RequestInit} request
 * @param {Sending} sending
 * @param {(response: Response) => T | Promise<T>} read
 * @returns {Promise<T>}
 */
async function sendOnce(url, request, { fetch, timeout, signal }, read) {
    const controller = new AbortController();
    /** @type {Promise<never>} */
    const ended = new Promise((_, reject) => {
        controller.signal.addEventListener("abort", () => reject(controller.signal.reason), { once: true });
    });
    const abort = () => controller.abort(signal?.reason);
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) abort();
    const timer = setTimeout(() => controller.abort(timedOut(request, url, timeout)), timeout);
    try {
        // Ends at the timeout even if `fetch` ignores its signal.
        return await Promise.race([ended, answered(fetch(url, { ...request, redirect: "manual", signal: controller.signal }), request, url, read)]);
    } finally {
        clearTimeout(timer);
        ended.catch(() => {});
        if (read !== unread) signal?.removeEventListener("abort", abort);
    }
}

/**
 * @template T
 * @param {Promise<Response>} sent
 * @param {RequestInit} request
 * @param {URL} url
 * @param {(response: Response) => T | Promise<T>} read
 */
async function answered(sent, { method }, { pathname }, read) {
    const response = await sent;
    if (response.ok) return read(response);
    const wait = secondsOf(response.headers.get("Retry-After"));
    const isProblem = response.headers.get("Content-Type")?.startsWith("application/problem+json");
    const body = isProblem ? await response.json().catch(() => undefined) : undefined;
    if (typeof body?.code === "string") throw new Problem({ ...body, status: response.status }, wait);
    throw new HttpError(`${method} ${pathname} returned ${described(response)}`, response.status, wait);
}

/**
 * What a response is that the service did not send. A redirect is not followed: the service has none, browsers and Node.js would turn a POST
 * into a GET, and a token would go to an address that the caller did not name. Browsers hide the status and the target of redirects.
 *
 * @param {Response} response
 */
function described({ status, type, headers }) {
    if (type !== "opaqueredirect" && (status < 300 || status >= 400)) return `status ${status}`;
    const target = headers.get("Location");
    return `a redirect${target === null ? "" : ` to ${target}`}, which is not followed: connect to the address of the service itself`;
}

/**
 * Reads the body of a response. One of another form comes from something between, such as the page of a network that wants a login.
 *
 * @template T
 * @param {(text: string) => T} read
 * @param {string} [mediaType] that of the body; JSON shows by itself whether it is
 * @returns {(response: Response) => Promise<T>}
 */
export function reading(read, mediaType) {
    return async (response) => {
        const text = await response.text();
        const type = response.headers.get("Content-Type") ?? "no media type";
        if (mediaType !== undefined && !type.startsWith(mediaType)) throw notOfTheService(response, mediaType, type);
        try {
            return read(text);
        } catch {
            throw notOfTheService(response, "JSON", type);
        }
    };
}

/**
 * @param {Response} response
 * @param {string} expected
 * @param {string} type
 */
function notOfTheService({ status, url }, expected, type) {
    return new HttpError(`${url || "the address"} returned ${type} that is not ${expected}, with status ${status}: something else than the service answered`, status);
}

/**
 * @param {RequestInit} request
 * @param {URL} url
 * @param {number} timeout
 */
function timedOut({ method }, { pathname }, timeout) {
    const error = new Error(`${method} ${pathname} had no response within ${timeout} ms`);
    error.name = TIMEOUT;
    return error;
}

/**
 * Refuses a timeout that would end every request at once.
 *
 * @param {number} timeout
 */
export function checkTimeout(timeout) {
    if (!(timeout > 0 && timeout <= MAX_TIMEOUT)) throw new RangeError(`timeout must be more than 0 and at most ${MAX_TIMEOUT} milliseconds (got ${timeout})`);
}

/** @param {unknown} error */
function isTimeout(error) {
    return error instanceof Error && error.name === TIMEOUT;
}

/**
 * The seconds of a `Retry-After`, which has a number of them or a date.
 *
 * @param {string | null} value
 */
function secondsOf(value) {
    if (value === null) return undefined;
    const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
    return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0);
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} [signal] ends it early
 * @returns {Promise<void>}
 */
export function delay(milliseconds, signal) {
    return new Promise((resolve) => {
        const end = () => {
            clearTimeout(timer);
            signal?.removeEventListener("abort", end);
            resolve();
        };
        const timer = setTimeout(end, milliseconds);
        signal?.addEventListener("abort", end);
        if (signal?.aborted) end();
    });
}

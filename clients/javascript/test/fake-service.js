// A service that misbehaves: it gives prepared answers, and keeps the requests that it got.

import { once } from "node:events";
import http from "node:http";
import { connect } from "../src/funhouse.js";

/** @typedef {{ method: string, path: string, key: string | undefined, token: string | undefined, lastId: string | undefined, body: any }} Request */
/** @typedef {{ status?: number, headers?: Record<string, string>, body?: string | object, stays?: boolean }} Response */
/** @typedef {Response | "silent" | "lost"} Answer `silent` never answers, and `lost` closes the connection */

/**
 * Runs a test with a service that gives these answers in order.
 *
 * @param {Answer[]} answers
 * @param {(service: import("../src/funhouse.js").Remote) => Promise<void>} act
 * @param {Parameters<typeof connect>[1]} [options]
 * @returns {Promise<Request[]>} the requests
 */
export async function faked(answers, act, options) {
    /** @type {Request[]} */
    const requests = [];
    const left = [...answers];
    const server = http.createServer(async (request, response) => {
        let text = "";
        for await (const part of request) text += part;
        const { "idempotency-key": key, authorization: token, "last-event-id": lastId } = /** @type {Record<string, string>} */ (request.headers);
        requests.push({ method: request.method ?? "", path: request.url ?? "", key, token, lastId, body: text && JSON.parse(text) });
        give(left.shift() ?? "lost", response);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    try {
        await act(connect(`http://127.0.0.1:${port}`, options));
    } finally {
        server.closeAllConnections();
        server.close();
    }
    return requests;
}

/**
 * @param {Answer} answer
 * @param {http.ServerResponse} response
 */
function give(answer, response) {
    if (answer === "silent") return;
    if (answer === "lost") return void response.destroy();
    const { status = 200, headers = {}, body = {}, stays = false } = answer;
    const type = typeof body === "string" ? "text/html" : status < 400 ? "application/json" : "application/problem+json";
    response.writeHead(status, { "Content-Type": type, ...headers });
    response.write(typeof body === "string" ? body : JSON.stringify(body));
    if (!stays) response.end();
}

/**
 * A problem, as the service responds with it.
 *
 * @param {number} status
 * @param {string} code
 * @param {string} [retryAfter]
 * @returns {Response}
 */
export const problem = (status, code, retryAfter) => ({
    status, body: { type: `/v1/problems#${code}`, title: code, status, detail: code, code }, ...(retryAfter !== undefined && { headers: { "Retry-After": retryAfter } }),
});

/**
 * The page of a proxy.
 *
 * @param {number} status
 * @returns {Response}
 */
export const page = (status) => ({ status, body: "<h1>the service cannot be reached</h1>" });

/**
 * Events, as the service sends them.
 *
 * @param {string} body
 * @param {boolean} [stays] whether the connection stays open
 * @returns {Response}
 */
export const stream = (body, stays = false) => ({ headers: { "Content-Type": "text/event-stream" }, body, stays });

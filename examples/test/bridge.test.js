// The bridge from the events of an app to signed requests.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { fileURLToPath } from "node:url";
import { serve, until } from "../../tests/browser/harness.js";
import { Webhook } from "../bridge/webhook.js";
import { call, lines, registered } from "../support/app.js";

const FOLDER = fileURLToPath(new URL("../bridge/", import.meta.url));
const MAX_LINES = 150;
const SECRET = `whsec_${Buffer.from("a secret of both, 24 bytes").toString("base64")}`;
/** How old a request can be, in seconds. */
const TOLERANCE = 60;

/** @typedef {{ id: string, timestamp: number, body: any, at: number, accepted: boolean }} Received */

/** @type {Awaited<ReturnType<typeof serve>>} */
let service;
/** @type {Record<string, string>} */
let settings;
/** @type {string} */
let folder;

before(async () => {
    service = await serve({ flags: ["--apps", "open"] });
    folder = await mkdtemp(join(tmpdir(), "funhouse-"));
    settings = await registered(service.base);
});

after(async () => {
    await service?.stop();
    await rm(folder, { recursive: true });
});

/** A receiver, which checks signatures, and fails as often as it is asked to: by turns with a status, without a response, and with a redirect. */
async function receiver() {
    /** @type {Received[]} */
    const received = [];
    const state = { failures: 0, received, url: "", close: () => {} };
    const server = http.createServer(async (request, response) => {
        let body = "";
        for await (const part of request) body += part;
        const [id, timestamp, signature] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => String(request.headers[name]));
        const expected = createHmac("sha256", Buffer.from(SECRET.slice(6), "base64")).update(`${id}.${timestamp}.${body}`).digest();
        const isSigned = timingSafeEqual(expected, Buffer.from(String(signature).replace("v1,", ""), "base64"));
        const isNew = Math.abs(Date.now() / 1000 - Number(timestamp)) < TOLERANCE;
        if (!isSigned || !isNew) return response.writeHead(401).end();
        const accepted = state.failures === 0;
        received.push({ id: String(id), timestamp: Number(timestamp), body: JSON.parse(body), at: Date.now(), accepted });
        if (accepted) return response.writeHead(204).end();
        state.failures--;
        if (state.failures % 3 === 0) return response.writeHead(500).end();
        if (state.failures % 3 === 1) return request.socket.destroy();
        return response.writeHead(302, { Location: "/elsewhere" }).end();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    state.url = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}/events`;
    state.close = () => {
        server.closeAllConnections();
        server.close();
    };
    return state;
}

/** Starts the bridge. @param {string} url @param {Record<string, string>} [more] */
function start(url, more) {
    const env = { ...process.env, ...settings, WEBHOOK_URL: url, WEBHOOK_SECRET: SECRET, POSITION_FILE: join(folder, "position"), ...more };
    return spawn(process.execPath, ["bridge.js"], { cwd: FOLDER, env, stdio: ["ignore", "inherit", "pipe"] });
}

/** @param {import("node:child_process").ChildProcess} bridge @param {NodeJS.Signals} signal */
async function ended(bridge, signal) {
    const exited = once(bridge, "exit");
    bridge.kill(signal);
    await exited;
}

it("bridge has at most 150 lines", async () => {
    const counted = await lines(FOLDER);
    assert.ok(counted.files === 2 && counted.lines > 50 && counted.lines <= MAX_LINES, JSON.stringify(counted));
});

it("signature is that of the example in the specification", () => {
    const webhook = new Webhook("https://example.org", "whsec_plJ3nmyCDGBKInavdOK15jsl");
    const signature = webhook.sign("msg_loFOjxBNrRLzqYUf", 1731705121, '{"event_type":"ping","data":{"success":true}}');
    assert.equal(signature, "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=");
    for (const secret of ["", "plJ3nmyCDGBKInavdOK15jsl", "whsec_short"]) assert.throws(() => new Webhook("https://example.org", secret), /whsec_/);
});

it("events arrive signed and in order, although requests fail and the bridge is killed", async () => {
    const { FUNHOUSE_APP: app, FUNHOUSE_KEY: key } = settings;
    const { token } = await call(service.base, "PUT", `/v1/apps/${app}/users/u-17`, key, { name: "Ada" });
    const play = async () => {
        const { id } = await call(service.base, "POST", "/v1/tables", token, { game: "slide-jam" });
        await call(service.base, "POST", `/v1/tables/${id}/resignation`, token);
    };
    const events = async (/** @type {string} */ after) => (await call(service.base, "GET", `/v1/apps/${app}/events?wait=0&after=${after}`, key)).events;

    const target = await receiver();
    const accepted = () => target.received.filter((request) => request.accepted);
    let bridge = start(target.url);
    await until("the first event", () => accepted().length === 1);
    const first = accepted()[0] ?? assert.fail();
    assert.deepEqual(first.body, { type: "reset" }, "the bridge knows no earlier event");

    target.failures = 4;
    await play();
    await until("the events of a table", () => accepted().length === 3);
    const attempts = target.received.slice(1, 6);
    assert.equal(new Set(attempts.map(({ id }) => id)).size, 1, "the id of a message stays");
    const waits = attempts.slice(1).map(({ at }, nth) => at - (attempts[nth]?.at ?? 0));
    assert.ok((waits[0] ?? 0) >= 300 && (waits[3] ?? 0) >= 2_900, `delays grow: ${waits}`);

    // It is killed between two attempts, and misses what follows.
    target.failures = 1;
    const before = target.received.length;
    await play();
    await until("a refused request", () => target.received.length > before);
    await ended(bridge, "SIGKILL");
    await play();
    bridge = start(target.url);
    await until("the events since", () => accepted().length >= 7);
    const position = async () => (await readFile(join(folder, "position"), "utf8")).trim();
    await until("the position of the last one", async () => (await position()) === accepted().at(-1)?.id);
    await ended(bridge, "SIGTERM");
    target.close();

    const due = await events(first.id);
    assert.equal(due.length, 6);
    const messages = accepted().slice(1).map(({ id, body }) => ({ id, type: body.type, timestamp: body.timestamp, user: body.data.user }));
    assert.deepEqual(messages, due.map((/** @type {any} */ { id, user, event }) => ({ id, type: event.type, timestamp: event.at, user })));
});

it("bridge ends with the reason if the key is refused, a setting is missing, or the receiver is gone", async () => {
    const gone = http.createServer((_, response) => response.writeHead(410).end());
    gone.listen(0, "127.0.0.1");
    await once(gone, "listening");
    const url = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (gone.address()).port}/`;
    /** @type {[Record<string, string>, RegExp][]} */
    const cases = [
        [{ FUNHOUSE_KEY: "fhk_x" }, /Problem: .*key/],
        [{ WEBHOOK_SECRET: "secret" }, /the secret must be whsec_/],
        [{ POSITION_FILE: join(folder, "another") }, /it responded 410/],
    ];
    for (const [changed, reason] of cases) {
        const bridge = start(url, changed);
        let errors = "";
        bridge.stderr.on("data", (data) => (errors += data));
        const [code] = await once(bridge, "exit");
        assert.notEqual(code, 0);
        assert.match(errors, reason);
    }
    gone.close();
});

// The app's own server: it knows the users, and has the key. The page calls the service itself, with the token of its user.
//
//     FUNHOUSE=http://127.0.0.1:8080 FUNHOUSE_APP=1 FUNHOUSE_KEY=fhk_… node server.js

import { randomUUID } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import http from "node:http";
import { extname } from "node:path";
import { Problem } from "funhouse";
import { connectApp } from "funhouse/server";

const { FUNHOUSE: service = "http://127.0.0.1:8080", FUNHOUSE_APP: id = "", FUNHOUSE_KEY: key = "", PORT = "3000" } = process.env;
const app = connectApp(service, { app: id, key });
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
/** Maximum size of a request, in characters. */
const MAX_BODY = 1000;

/** The files that `npm run build` wrote, by their paths. */
const files = new Map();
for (const name of await readdir("dist", { recursive: true })) {
    const type = TYPES[extname(name)];
    if (type !== undefined) files.set(`/${name}`, { type, body: await readFile(`dist/${name}`) });
}
files.set("/", files.get("/index.html"));

/**
 * Signs in the user of a browser, or a new one with a name. The cookie has the app's id of the user, which no one can guess. Your app has accounts
 * here.
 */
async function signIn(request, response) {
    let text = "";
    for await (const part of request) if ((text += part).length > MAX_BODY) return respond(response, 413, "too large");
    let name;
    try {
        ({ name } = JSON.parse(text));
    } catch {
        return respond(response, 400, "the body must be an object in JSON");
    }
    const known = /(?:^|; )user=([0-9a-f-]{36})(?:;|$)/.exec(request.headers.cookie ?? "")?.[1];
    if (known === undefined && typeof name !== "string") return respond(response, 204, "");
    const user = known ?? randomUUID();
    try {
        const { player, token } = await app.signIn(user, { name: name ?? "Guest", unique: true });
        response.setHeader("Set-Cookie", `user=${user}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000`);
        respond(response, 200, JSON.stringify({ service, app: app.id, player, token }), "application/json");
    } catch (error) {
        if (!(error instanceof Problem) || error.status >= 500) throw error;
        respond(response, error.status, error.message);
    }
}

function respond(response, status, body, type = "text/plain; charset=utf-8") {
    response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" }).end(body);
}

const server = http.createServer(async (request, response) => {
    try {
        if (request.method === "POST" && request.url === "/session") return await signIn(request, response);
        const file = files.get(request.url);
        return file ? respond(response, 200, file.body, file.type) : respond(response, 404, "not found");
    } catch (error) {
        console.error(error);
        return respond(response, 502, "Signing in failed. Try again later.");
    }
});
server.listen(Number(PORT), "127.0.0.1", () => console.log(`Slide Club listens on http://127.0.0.1:${server.address().port}`));

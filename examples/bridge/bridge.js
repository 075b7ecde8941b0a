// Passes the events of an app on to a URL, one after the other, and remembers the last one that was accepted.
//
//     FUNHOUSE=http://127.0.0.1:8080 FUNHOUSE_APP=1 FUNHOUSE_KEY=fhk_… WEBHOOK_URL=https://… WEBHOOK_SECRET=whsec_… node bridge.js

import { readFile, rename, writeFile } from "node:fs/promises";
import { connectApp } from "funhouse/server";
import { Webhook } from "./webhook.js";

/** @param {string} name @param {string} [otherwise] */
function setting(name, otherwise) {
    const value = process.env[name] ?? otherwise;
    if (value === undefined) throw new Error(`${name} is not set`);
    return value;
}

const file = setting("POSITION_FILE", "position");

/** The id of the last event that the receiver accepted; nothing at the first start. */
async function position() {
    const text = await readFile(file, "utf8").catch((error) => {
        if (error.code !== "ENOENT") throw error;
        return "";
    });
    return text.trim() || undefined;
}

/** @param {string} id */
async function remember(id) {
    // The file always has a whole position, even if the bridge is killed.
    await writeFile(`${file}.new`, `${id}\n`);
    await rename(`${file}.new`, file);
}

const webhook = new Webhook(setting("WEBHOOK_URL"), setting("WEBHOOK_SECRET"));
const app = connectApp(setting("FUNHOUSE", "http://127.0.0.1:8080"), { app: setting("FUNHOUSE_APP"), key: setting("FUNHOUSE_KEY") });
for await (const { type, id: at, data } of app.events({ lastId: await position() })) {
    // `reset` belongs to no user: events before it are missing.
    const content = type === "reset" ? { type } : { type, timestamp: data.event.at, data };
    await webhook.deliver(at, JSON.stringify(content));
    await remember(at);
}

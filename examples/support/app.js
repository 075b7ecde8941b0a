// What the tests of the examples share.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * The response to a request, which is successful.
 *
 * @param {string} base
 * @param {string} method
 * @param {string} path
 * @param {string} [bearer]
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export async function call(base, method, path, bearer, body) {
    const headers = { "Content-Type": "application/json", ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }) };
    const response = await fetch(base + path, { method, headers, body: JSON.stringify(body) });
    assert.ok(response.ok, `${method} ${path}: ${response.status}`);
    return response.json();
}

/**
 * Registers an app, and returns its id and its key as an example reads them.
 *
 * @param {string} base
 */
export async function registered(base) {
    const { token } = await call(base, "POST", "/v1/players", undefined, { name: "Club owner" });
    const { app, key } = await call(base, "POST", "/v1/apps", token, { name: "Slide Club", home_page: "https://slides.example.org" });
    return { FUNHOUSE: base, FUNHOUSE_APP: app.id, FUNHOUSE_KEY: key };
}

/** No part of what an example is: the configuration of the tools, and what they write. */
const OTHERS = ["package.json", "package-lock.json", "tsconfig.json", "README.md", "node_modules", "dist"];

/**
 * The number of lines of the sources of an example.
 *
 * @param {string} folder
 */
export async function lines(folder) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, path, name }) => join(parentPath ?? path, name).slice(folder.length));
    const sources = files.filter((file) => !OTHERS.includes(file.split("/")[0] ?? ""));
    const counts = await Promise.all(sources.map(async (file) => (await readFile(join(folder, file), "utf8")).split("\n").length - 1));
    return { files: sources.length, lines: counts.reduce((sum, count) => sum + count, 0) };
}

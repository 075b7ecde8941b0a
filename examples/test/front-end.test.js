// The front end of someone else: built with Vite, and played in a real browser.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { accessible, fits, launch, open, serve, until } from "../../tests/browser/harness.js";
import { lines, registered } from "../support/app.js";

const FOLDER = fileURLToPath(new URL("../front-end/", import.meta.url));
const MAX_LINES = 500;

const run = (/** @type {string} */ folder, /** @type {string[]} */ ...args) => promisify(execFile)(join(FOLDER, "node_modules/.bin", args[0] ?? ""), args.slice(1), { cwd: folder });

/** @type {Awaited<ReturnType<typeof serve>>} */
let service;
/** @type {Awaited<ReturnType<typeof launch>>} */
let browser;
/** @type {{ base: string, stop: () => Promise<void> }} */
let site;

/** Starts the app's own server. @param {Record<string, string>} settings */
async function started(settings) {
    const server = spawn(process.execPath, ["server.js"], { cwd: FOLDER, env: { ...process.env, ...settings, PORT: "0" }, stdio: ["ignore", "pipe", "inherit"] });
    const [line] = await once(server.stdout, "data");
    const stop = async () => {
        const ended = once(server, "exit");
        server.kill();
        await ended;
    };
    return { base: /http:\S+/.exec(String(line))?.[0] ?? assert.fail(String(line)), stop };
}

before(async () => {
    await run(FOLDER, "tsc");
    await run(FOLDER, "vite", "build", "--logLevel", "error");
    service = await serve({ flags: ["--apps", "open"] });
    browser = await launch();
    site = await started(await registered(service.base));
});

after(async () => {
    await browser?.close();
    await site?.stop();
    await service?.stop();
});

/** A browser in which a person has joined. @param {string} name */
async function joined(name) {
    const context = await browser.newContext({ baseURL: site.base, viewport: { width: 1000, height: 900 } });
    const page = await context.newPage();
    /** @type {string[]} */
    const wrong = [];
    /** @type {string[]} */
    const requests = [];
    page.on("pageerror", (error) => wrong.push(String(error.stack)));
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && wrong.push(message.text()));
    page.on("request", (request) => requests.push(`${request.method()} ${request.url()}`));
    await page.goto("/");
    await page.getByLabel("Your name").fill(name);
    await page.getByRole("button", { name: "Join" }).click();
    await page.locator(".board svg").waitFor();
    return { page, requests, close: async () => {
        await context.close();
        assert.deepEqual(wrong, []);
    } };
}

it("front end has at most 500 lines", async () => {
    const counted = await lines(FOLDER);
    assert.ok(counted.files >= 8 && counted.lines > 200 && counted.lines <= MAX_LINES, JSON.stringify(counted));
});

it("person plays Slide Jam without requests, submits, and is on the app's board", async () => {
    const { page, requests, close } = await joined("Ada");
    await accessible(page, "Slide Jam");
    const before = requests.length;
    await page.locator(".board .can").first().focus();
    await page.keyboard.press("Enter");
    await page.locator(".board .chosen:focus").waitFor();
    await accessible(page, "a chosen tile");
    const submit = page.getByRole("button", { name: "Submit" });
    for (let pops = 0; !(await submit.isVisible()); pops++) {
        assert.ok(pops < 30, "a game ends");
        const ready = page.locator(".choices button").first();
        while (!(await ready.isVisible())) await page.locator(".board .can:not(.chosen)").first().click();
        await ready.click();
    }
    assert.deepEqual(requests.slice(before), [], "moves need no request");
    await submit.click();
    await page.getByText(/^Submitted: \d+ points, rank 1 in Slide Club\.$/).waitFor();
    await page.getByRole("link", { name: "Leaderboard" }).click();
    await page.getByRole("cell", { name: "Ada (you)" }).waitFor();
    await accessible(page, "the leaderboard");
    // The cookie is the session.
    await page.reload();
    await page.getByRole("cell", { name: "Ada (you)" }).waitFor();
    await page.setViewportSize({ width: 320, height: 700 });
    await fits(page, "the leaderboard");
    await close();
    const { entries } = await (await fetch(`${service.base}/v1/leaderboards/slide-jam?class=drawn`)).json();
    assert.deepEqual(entries, [], "the boards of the service do not have it");
});

it("two people are paired, and play with hidden hands to the end", async () => {
    const people = [await joined("Ben"), await joined("Cleo")];
    const [ben, cleo] = people.map(({ page }) => page);
    assert.ok(ben && cleo);
    const ask = async (/** @type {typeof ben} */ page) => {
        await page.getByRole("link", { name: "Darwinian Poker, live" }).click();
        await page.getByRole("button", { name: "Play someone now" }).click();
        await page.getByText("Looking for an opponent…").waitFor();
    };
    // Leaving the screen cancels the request.
    const asked = ben.waitForResponse((response) => response.url().endsWith("/v1/pairings"));
    await ask(ben);
    await asked;
    const canceled = ben.waitForResponse((response) => response.request().method() === "DELETE");
    await ben.getByRole("link", { name: "Leaderboard" }).click();
    assert.equal((await canceled).status(), 204);
    await ben.getByRole("heading", { name: "Slide Jam in Slide Club" }).waitFor();
    assert.equal(await ben.locator("#status").innerText(), "");
    await ask(ben);
    await cleo.getByRole("link", { name: "Darwinian Poker, live" }).click();
    await cleo.getByRole("button", { name: "Play someone now" }).click();
    await Promise.all([ben.getByText("Ben against Cleo.").waitFor(), cleo.getByText("Cleo against Ben.").waitFor()]);
    const hands = await Promise.all([ben, cleo].map((page) => page.getByRole("button", { name: /^Plant / }).allInnerTexts()));
    assert.equal(new Set(hands.flat()).size, hands.flat().length, "each sees their own cards");
    await accessible(ben, "a live table");
    const over = (/** @type {typeof ben} */ page) => page.getByText(/is over: you (win|lose)\.$/).isVisible();
    await until("the end of the game", async () => {
        for (const page of [ben, cleo]) {
            const plant = page.getByRole("button", { name: /^Plant / }).first();
            // The table can change between the check and the click.
            if (await plant.isVisible()) await plant.click({ timeout: 2_000 }).catch(() => {});
        }
        return (await over(ben)) && (await over(cleo));
    });
    const results = await Promise.all([ben, cleo].map((page) => page.locator("#status").innerText()));
    assert.ok(results.some((text) => text.endsWith("you win.")), String(results));
    for (const { close } of people) await close();
});

it("page built with the calls of the app's server refuses to run", async () => {
    const folder = await mkdtemp(join(FOLDER, "dist/leaky-"));
    try {
        await symlink(join(FOLDER, "node_modules"), join(folder, "node_modules"));
        await writeFile(join(folder, "index.html"), '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/main.js"></script>');
        await writeFile(join(folder, "main.js"), 'import { connectApp } from "funhouse/server";\nconnectApp("http://127.0.0.1", { app: "1", key: "fhk_" });\n');
        await run(folder, "vite", "build", "--logLevel", "error");
        const [script = ""] = await readdir(join(folder, "dist/assets"));
        const text = await readFile(join(folder, "dist/assets", script), "utf8");
        assert.ok(!text.includes("/v1/apps"), "it has none of the calls");
        const { page, close } = await open(browser, "about:blank");
        const failed = page.waitForEvent("pageerror");
        await page.setContent(`<script type="module">${text}</script>`);
        assert.match((await failed).message, /does not run in browsers/);
        await assert.rejects(close(), /does not run in browsers/);
    } finally {
        await rm(folder, { recursive: true });
    }
});

// The program, a real browser, and the requirements of every page: no error in the console, no request to another host, and no violation
// found by the accessibility checker.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { unpack } from "../../web/shared/link.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").BrowserContextOptions} Context */
/** @typedef {{ type: string, [field: string]: unknown }} Move */
/** @typedef {{ game: string, rules: number, seed: string, options: Record<string, string>, moves: Move[], score: number }} Run */

export const PROGRAM = process.env.FUNHOUSE ?? fileURLToPath(new URL("../../target/debug/funhouse", import.meta.url));
/** Chromium without windows, which needs half the CPU time. */
const SHELL = "/usr/bin/chromium-headless-shell";
const CHROMIUM = process.env.CHROMIUM ?? (existsSync(SHELL) ? SHELL : "/usr/bin/chromium");
/** Timeout of conditions in milliseconds, long enough for a busy machine. */
const PATIENCE = 120_000;
const FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
];

/**
 * Starts the program on a free port, with a database of its own.
 *
 * @param {{ pars?: boolean, flags?: string[] }} [options] `pars` computes pars in the background
 * @returns {Promise<{ base: string, stop: () => Promise<void>, kill: () => Promise<void>, restart: () => Promise<void> }>} `restart` uses
 * the same port and database
 */
export async function serve({ pars = false, flags = [] } = {}) {
    const folder = await mkdtemp(join(tmpdir(), "funhouse-"));
    const database = ["--database", `sqlite://${join(folder, "funhouse.db")}`, ...(pars ? [] : ["--no-pars"]), ...flags];
    let { base, server } = await started("127.0.0.1:0", database);
    const kill = async () => {
        if (server.exitCode !== null || server.signalCode !== null) return;
        const ended = once(server, "exit");
        server.kill();
        await ended;
    };
    const restart = async () => {
        ({ server } = await started(new URL(base).host, database));
    };
    const stop = async () => {
        await kill();
        await rm(folder, { recursive: true, force: true });
    };
    return { base, stop, kill, restart };
}

/**
 * The program, once it listens.
 *
 * @param {string} address
 * @param {string[]} flags
 */
async function started(address, flags) {
    const server = spawn(PROGRAM, ["serve", "--listen", address, "--log", "off", "--no-limits", ...flags], { stdio: ["ignore", "pipe", "inherit"] });
    /** @type {string} */
    const base = await new Promise((resolve, reject) => {
        let output = "";
        server.stdout.on("data", (data) => {
            const address = /listens on (http:\S+)/.exec((output += data));
            if (address) resolve(address[1]);
        });
        server.on("exit", (code) => reject(new Error(`the program ended with ${code}: ${output}`)));
    });
    return { base, server };
}

/**
 * The games for one player.
 *
 * @param {string} base
 * @returns {Promise<{ id: string, title: string }[]>}
 */
export async function solitaires(base) {
    /** @type {{ games: { id: string, title: string, kind: string }[] }} */
    const { games } = await (await fetch(`${base}/v1/games`)).json();
    return games.filter(({ kind }) => kind === "solitaire");
}

/**
 * The games that are played in seats, also those with one seat.
 *
 * @param {string} base
 * @returns {Promise<{ id: string, title: string, seats: { least: number, most: number } }[]>}
 */
export async function seated(base) {
    const { games } = await (await fetch(`${base}/v1/games`)).json();
    return games.filter((/** @type {{ kind: string }} */ { kind }) => kind !== "solitaire");
}

/** Of how many games long tests take one: FUNHOUSE_GAMES_EVERY, in CI. */
export const GAMES_EVERY = Number(process.env.FUNHOUSE_GAMES_EVERY ?? 1);

/**
 * The games that a long test takes: all, or one of every `GAMES_EVERY`.
 *
 * @template Game
 * @param {Game[]} games
 * @param {number} first where to begin, so that not all tests take the same games
 */
export function sampled(games, first) {
    return games.filter((_, i) => (i + first) % GAMES_EVERY === 0);
}

/**
 * Posts to a call of a game.
 *
 * @param {string} base
 * @param {string} call
 * @param {unknown} body
 */
export async function ask(base, call, body) {
    const headers = { "Content-Type": "application/json" };
    return (await fetch(`${base}/v1/games/${call}`, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

/**
 * A game for several seats as the browser stores it, after moves of the built-in player. A person has the seat to act, and has yet to see the
 * last move.
 *
 * @param {string} base
 * @param {{ id: string, seats: { most: number } }} game
 * @param {string} seed
 * @param {number} count number of moves, unless the game ends before
 */
export async function tableAfter(base, { id, seats }, seed, count) {
    let position = await ask(base, `${id}/deal`, { seats: seats.most, seed });
    let before = position;
    /** @type {Move[]} */
    const last = [];
    let n = 0;
    while (n < count) {
        const { moves: [move] } = await ask(base, `${id}/plan`, { state: position.state });
        const next = await ask(base, `${id}/play`, { state: position.state, move });
        if (next.finished) break;
        [before, position, n] = [position, next, n + 1];
        last.splice(0, 1, move);
    }
    const { state, points, to_act } = position;
    const who = points.map((/** @type {number} */ _, /** @type {number} */ i) => (i + 1 === to_act[0] ? "person" : "robot"));
    const seen = { [to_act[0]]: { state: before.state, moves: last } };
    return { id: "saved", game: id, who, state, points, to_act, finished: false, made: n, seen, changed: 1 };
}

/** A game for several seats on the screen, in which the seat can act: no robot that acts at the same time is still to move. */
export const CAN_ACT = ".hotseat[data-shows^='seat']:has(.chooser:not([hidden])):not(:has([inert]))";

/**
 * Stores a game for several seats in the browser, and opens it.
 *
 * @param {Page} page that shows a page of the service
 * @param {Awaited<ReturnType<typeof tableAfter>>} table
 */
export async function sitDown(page, table) {
    await page.evaluate((table) => localStorage.setItem("funhouse.together.saved", JSON.stringify(table)), table);
    await page.goto("/play#/");
    await page.goto("/play#/together/saved");
    await page.locator(`${CAN_ACT} .board svg`).waitFor();
}

/** The browser, with a profile of its own. */
export function launch() {
    return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

/** @type {Map<string, Promise<{ stdout: string }>>} cached runs, because some take the player a while */
const runs = new Map();

/**
 * A run of the built-in player.
 *
 * @param {string} game
 * @param {string} seed
 * @returns {Promise<Run>}
 */
export async function runOf(game, seed) {
    const key = `${game} ${seed}`;
    const flags = ["play", game, "--seed", seed, "--player", "greedy", "--json"];
    const run = runs.get(key) ?? promisify(execFile)(PROGRAM, flags, { maxBuffer: 1 << 24 });
    runs.set(key, run);
    return JSON.parse((await run).stdout);
}

/**
 * A page whose errors and requests are recorded.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {string} base
 * @param {Context & { refuses?: boolean, speed?: string }} [options] `refuses` allows the log messages of refused or failed requests; `speed` is
 * that of the moves of others, by default so that nothing waits
 */
export async function open(browser, base, { refuses = false, speed = "instant", ...options } = {}) {
    const context = await browser.newContext({ baseURL: base, reducedMotion: "reduce", viewport: { width: 1200, height: 900 }, ...options });
    context.setDefaultTimeout(PATIENCE);
    context.setDefaultNavigationTimeout(PATIENCE);
    await context.addInitScript((speed) => {
        // A page that is not of the service, such as about:blank, has no storage.
        if (!location.protocol.startsWith("http") || localStorage.getItem("funhouse.settings")) return;
        localStorage.setItem("funhouse.settings", JSON.stringify({ speed }));
    }, speed);
    const page = await context.newPage();
    /** @type {string[]} */
    const wrong = [];
    page.on("console", (message) => {
        const refusal = refuses && /status of 4\d\d|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/.test(message.text());
        if (["error", "warning"].includes(message.type()) && !refusal) wrong.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => wrong.push(`error: ${error.stack}`));
    page.on("request", (request) => {
        const url = new URL(request.url());
        if (url.protocol.startsWith("http") && url.origin !== base) wrong.push(`another host: ${url}`);
    });
    const close = async () => {
        await context.close();
        assert.deepEqual(wrong, [], "the page is quiet");
    };
    return { page, close };
}

/**
 * Waits until a condition holds.
 *
 * @param {string} awaited
 * @param {() => boolean | Promise<boolean>} holds
 */
export async function until(awaited, holds) {
    for (const end = Date.now() + PATIENCE; !(await holds());) {
        assert.ok(Date.now() < end, `waited for ${awaited}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
}

/**
 * Waits until every animation and transition of a page has ended, and what it shows is drawn.
 *
 * @param {Page} page
 */
export async function atRest(page) {
    await page.evaluate(async () => {
        const drawn = () => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); });
        await drawn();
        for (let running = document.getAnimations(); running.length > 0; running = document.getAnimations()) {
            await Promise.allSettled(running.map(({ finished }) => finished));
            await drawn();
            if (running.every(({ playState }) => playState === "finished")) break;
        }
    });
}

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Checks that the accessibility checker finds nothing.
 *
 * @param {Page} page
 * @param {string} what
 * @param {string[]} [rules] all unless given
 */
export async function accessible(page, what, rules) {
    await page.evaluate(axe);
    const violations = await page.evaluate(async (rules) => {
        const { violations } = await /** @type {any} */ (window).axe.run(document, rules ? { runOnly: rules } : {});
        return violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes.slice(0, 3).map((/** @type {any} */ node) => node.html.slice(0, 200)).join("\n    ")}`);
    }, rules);
    assert.deepEqual(violations, [], `accessible: ${what}`);
}

/**
 * Checks that a page fits on a wide and on two narrow screens, and is accessible in light and in dark colors.
 *
 * @param {Page} page
 * @param {string} what
 * @param {() => Promise<void>} [opened] makes everything visible after the screen has changed
 */
export async function fitsAndIsAccessible(page, what, opened) {
    for (const width of [1200, 375, 320]) {
        await page.setViewportSize({ width, height: 720 });
        await atRest(page);
        await opened?.();
        await fits(page, `${what} at ${width}`);
        if (width === 320) continue;
        await accessible(page, `${what} at ${width}`);
        // Of the rules only this one depends on colors.
        await page.emulateMedia({ colorScheme: "dark" });
        await accessible(page, `${what} at ${width}, dark`, ["color-contrast"]);
        await page.emulateMedia({ colorScheme: "light" });
    }
}

/** Waits until the day lasts for some more minutes, so that a test does not span midnight. */
export async function onOneDay() {
    const left = 86_400_000 - (Date.now() % 86_400_000);
    if (left < 180_000) await new Promise((resolve) => setTimeout(resolve, left + 1_000));
}

/**
 * Checks that the page does not scroll sideways.
 *
 * @param {Page} page
 * @param {string} what
 */
export async function fits(page, what) {
    // On phones, the window is as wide as the page, so compare with the viewport.
    const screen = page.viewportSize()?.width ?? 0;
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= screen, `${what} is ${wide} pixels wide on a screen of ${screen}`);
}

/**
 * Deals a game through the page.
 *
 * @param {Page} page
 * @param {string} game
 * @param {string} seed
 * @param {Record<string, string>} [options]
 */
export async function deal(page, game, seed, options = {}) {
    await page.goto(`/play#/new/${game}`);
    await page.locator(".setup summary").click();
    for (const [name, value] of Object.entries(options)) await page.check(`input[name="${name}"][value="${value}"]`);
    await page.fill("#seed", seed);
    await page.getByRole("button", { name: "Deal" }).click();
    await page.waitForSelector(".board svg");
}

/**
 * The address of the position that is shown. It is written with a delay.
 *
 * @param {Page} page
 */
export async function linkOf(page) {
    const played = await movesPlayed(page);
    await until("the address of the position", async () => {
        const packed = new URL(page.url()).hash.replace("#/at/", "");
        return (await unpack(packed).catch(() => null))?.moves.length === played;
    });
    return page.url();
}

/** How many moves the page says have been made.
 *
 * @param {Page} page
 */
export async function movesPlayed(page) {
    return Number(/\d+/.exec(await page.locator(".count").innerText())?.[0]);
}

/**
 * Opens a table at which a person has seat 1 and robots all others.
 *
 * @param {Page} page
 * @param {string} base
 * @param {string} game
 * @param {number} seats
 * @param {string} seed
 * @param {Record<string, string>} [options]
 */
export async function tableOf(page, base, game, seats, seed, options = {}) {
    const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ seats, seed, options }) };
    await openPosition(page, await (await fetch(`${base}/v1/games/${game}/deal`, init)).json(), seats);
}

/**
 * Stores a position as a game in which a person has one seat and robots all others, and opens it.
 *
 * @param {Page} page
 * @param {any} position
 * @param {number} seats
 * @param {number} [person] the person's seat
 */
export async function openPosition(page, { state, points, to_act, finished }, seats, person = 1) {
    const who = Array.from({ length: seats }, (_, i) => (i + 1 === person ? "person" : "robot"));
    const table = { id: "saved", game: state.game, who, state, points, to_act, finished, made: 0, seen: { [person]: { state, moves: [] } }, changed: 1 };
    await page.goto("/play#/");
    // The position is the second screen: only the first does not take the focus.
    await page.locator("#main h1").waitFor();
    await page.evaluate((table) => localStorage.setItem(`funhouse.together.${table.id}`, JSON.stringify(table)), table);
    await page.goto("/play#/together/saved");
    await page.locator(".hotseat[data-shows] .board svg").waitFor();
}

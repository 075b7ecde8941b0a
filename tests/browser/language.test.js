// The language of the pages: which one is shown, and that every text of every screen comes from its file.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, it } from "node:test";
import { pack } from "../../web/shared/link.js";
import * as english from "../../web/texts/en.js";
import { LANGUAGES } from "../../web/texts/texts.js";
import { atRest, launch, onOneDay, open, runOf, seated, serve, tableAfter } from "./harness.js";
import { point } from "./moves.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{ name: string, address: string, shown: string, visit?: (page: Page) => Promise<void>, stored?: Record<string, unknown> }} Screen */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/** A language whose texts are those of English between marks. */
const MARKED = `
import * as english from "./en.js";
const mark = (text) => {
    if (typeof text === "string") return text === "" ? "" : "⟦" + text + "⟧";
    if (typeof text === "function") return (...values) => mark(text(...values.map((value) => typeof value === "function" ? (label) => value(mark(label)) : value)));
    if (Array.isArray(text)) return text.map(mark);
    if (text === null || typeof text !== "object" || text instanceof Node) return text;
    return Object.fromEntries(Object.entries(text).map(([key, value]) => [key, mark(value)]));
};
${Object.keys(english).map((name) => `export const ${name} = mark(english.${name});`).join("\n")}`;

/**
 * Adds the marked language to the pages of a browser, as German: one file, and its code in the two lists.
 *
 * @param {import("playwright-core").BrowserContext} context
 */
async function offerMarked(context) {
    const script = (/** @type {string} */ body) => ({ contentType: "text/javascript", body });
    const lists = { "texts/texts.js": [['en: "English"', 'en: "English", de: "Deutsch"'], ["en: () =>", 'de: () => import("./de.js"), en: () =>']], "appearance.js": [['["en"]', '["en", "de"]']] };
    for (const [file, changes] of Object.entries(lists)) {
        let source = await readFile(new URL(`../../web/${file}`, import.meta.url), "utf8");
        for (const [old, changed] of changes) {
            assert.ok(source.includes(old), `${file} has ${old}`);
            source = source.replace(old, changed);
        }
        await context.route(`**/${file}`, (route) => route.fulfill(script(source)));
    }
    await context.route("**/texts/de.js", (route) => route.fulfill(script(MARKED)));
}

/**
 * The visible texts of a page that have parts without marks, with the parts. Pictures and English texts of the service are left out.
 *
 * @param {Page} page
 */
function unmarked(page) {
    return page.evaluate(() => {
        const ATTRIBUTES = ["aria-label", "aria-description", "title", "placeholder", "alt"];
        const texts = [document.title];
        const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
            if (!node.parentElement?.closest("[lang=en], svg, script, style, noscript")) texts.push(node.textContent ?? "");
        }
        for (const element of document.body.querySelectorAll("*")) {
            if (element.closest("[lang=en], svg")) continue;
            for (const name of ATTRIBUTES) texts.push(element.getAttribute(name) ?? "");
        }
        return texts.flatMap((text) => {
            let rest = text;
            for (let before = ""; before !== rest;) [before, rest] = [rest, rest.replaceAll(/⟦[^⟦⟧]*⟧/g, "\n")];
            return rest.split(/[^\p{L}\d'’ -]+/u).map((part) => part.trim()).filter((part) => /\p{L}{2}/u.test(part)).map((part) => ({ text, part }));
        });
    });
}

let players = 0;

/**
 * Makes a table. The first one of a browser asks for a name.
 *
 * @param {Page} page
 * @param {string} other who has the other seat
 */
async function makeTable(page, other) {
    await page.locator("#table-seat-2").selectOption(other);
    await page.locator(".table-button > .primary:not(.narrow-button)").click();
    const [name, table] = [page.locator("#name"), page.locator(".at-table[data-status]")];
    await name.or(table).waitFor();
    if (await name.isVisible()) {
        await name.fill(`Ada ${++players}`);
        await page.locator(".asks form .primary").click();
    }
    await table.waitFor();
}

/** Looks for opponents. @param {Page} page */
async function search(page) {
    await page.locator(".table-button > .narrow-button").click();
    await page.locator(".table-button [role=status] button").waitFor();
}

const [pontifuse] = (await seated(server.base)).filter(({ id }) => id === "pontifuse");
const run = await runOf("slide-jam", "language-1");
const house = await runOf("epic-funhouse", "language-1");

/** @type {Screen[]} */
const SCREENS = [
    { name: "the front page", address: "/", shown: "#below.ready" },
    { name: "the list of games", address: "/play#/", shown: ".game.pick" },
    { name: "the setup of a solitaire", address: "/play#/new/magic-mirror", shown: ".setup" },
    { name: "the setup of a game for several seats", address: "/play#/new/queensland", shown: ".setup" },
    { name: "a solitaire", address: `/play#/at/${await pack({ ...run, moves: /** @type {any} */ (run.moves.slice(0, 3)) })}`, shown: ".playing .board svg" },
    { name: "a finished solitaire", address: `/play#/at/${await pack(/** @type {any} */ (run))}`, shown: ".end .tools" },
    { name: "a Funhouse", address: `/play#/at/${await pack({ ...house, moves: /** @type {any} */ (house.moves.slice(0, 3)) })}`, shown: ".playing .board svg" },
    {
        name: "a game for several seats", address: "/play#/together/saved", shown: ".hotseat .board svg",
        stored: { "funhouse.together.saved": await tableAfter(server.base, pontifuse, "language-1", 4) },
    },
    { name: "the lobby", address: "/play#/tables", shown: "#table-seat-2" },
    { name: "a table that waits", address: "/play#/tables?game=queensland", shown: "#table-seat-2", visit: (page) => makeTable(page, "open") },
    { name: "a table with a robot", address: "/play#/tables?game=queensland", shown: "#table-seat-2", visit: (page) => makeTable(page, "robot") },
    { name: "a search for opponents", address: "/play#/tables?game=queensland", shown: "#table-seat-2", visit: search },
    { name: "a link that was used", address: "/play#/link/0123456789abcdef", shown: "main h1" },
    { name: "a tutorial", address: "/play#/tutorials/slide-jam", shown: ".tutorial[data-step] .board svg" },
    { name: "the rules of a game", address: "/play#/rules/slide-jam", shown: ".prose" },
    { name: "the daily games", address: "/play#/daily", shown: "#best, .streak, .day" },
    { name: "a leaderboard", address: "/play#/boards/epic-funhouse", shown: ".filters select" },
    { name: "ratings", address: "/play#/boards/queensland", shown: "main h1" },
    { name: "the profile", address: "/play#/you", shown: "#appearance" },
    { name: "an address without a page", address: "/play#/nothing", shown: "main h1" },
    { name: "an unknown game", address: "/play#/new/nothing", shown: "main h1" },
];

/**
 * Opens a screen, and waits until it is complete.
 *
 * @param {Page} page
 * @param {Screen} screen
 */
async function go(page, { address, shown, visit }) {
    await page.goto("about:blank");
    await page.goto(address);
    await page.locator(shown).first().waitFor();
    await visit?.(page);
    await page.locator(".waiting").waitFor({ state: "detached" });
    await atRest(page);
}

/**
 * A page whose browser prefers a language.
 *
 * @param {string} locale
 */
async function speaking(locale) {
    const opened = await open(browser, server.base, { locale, refuses: true });
    const stored = Object.assign({}, ...SCREENS.map(({ stored }) => stored ?? {}));
    await opened.page.addInitScript((stored) => {
        if (!location.protocol.startsWith("http")) return;
        for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, JSON.stringify(value));
    }, stored);
    return opened;
}

it("every text of every screen comes from the file of the language", async () => {
    await onOneDay();
    const { page, close } = await speaking("de");
    await offerMarked(page.context());
    /** @type {Set<string>} */
    const answers = new Set();
    /** @type {Set<string>} */
    const words = new Set();
    // Each response is read before the page receives it, so that the page shows nothing that is not known here.
    await page.route("**/v1/**", async (route) => {
        const waits = route.request().url().includes("wait=");
        if (waits || (await route.request().headerValue("accept"))?.includes("event-stream")) return route.continue();
        const response = await route.fetch();
        const answer = (await response.text()).toLowerCase();
        // Most answers are the same on every screen.
        if (!answers.has(answer)) for (const word of answer.match(/[\p{L}\d'’]+/gu) ?? []) words.add(word);
        answers.add(answer);
        await route.fulfill({ response });
    });
    // A request that waits for events of the player would keep the network busy.
    await page.route("**/v1/players/me/events?*", (route) => route.fulfill({ status: 404, json: {} }));
    for (const screen of SCREENS) {
        await go(page, screen);
        // The event stream of a table does not end.
        if (!screen.visit) await page.waitForLoadState("networkidle");
        const missing = (await unmarked(page)).filter(({ part }) => {
            const lower = part.toLowerCase();
            // Names of the API are shown with spaces.
            const isName = lower.split(/[ -]/).every((word) => words.has(word) || words.has(`${word}s`)) && lower.split(" ").length <= 4;
            const isAnswered = isName || [...answers].some((answer) => answer.includes(lower));
            return !(isAnswered || ["funhouse", ...Object.values(LANGUAGES), "Deutsch"].includes(part));
        });
        assert.deepEqual(missing, [], `${screen.name} has texts that no file of a language has`);
    }
    await close();
});

it("shows a second language that the browser prefers or the player chooses", async () => {
    const { page, close } = await open(browser, server.base, { locale: "de-AT" });
    await offerMarked(page.context());
    await page.goto("/play#/you");
    const shows = (/** @type {Page} */ page, /** @type {string} */ lang) => page.locator(`html[lang=${lang}] nav a`, { hasText: lang === "de" ? "⟦Play⟧" : /^Play$/ }).waitFor();
    await shows(page, "de");
    const other = await page.context().newPage();
    await other.goto("/");
    await shows(other, "de");
    await page.getByRole("radio", { name: "English" }).check();
    await Promise.all([shows(page, "en"), shows(other, "en")]);
    await page.reload();
    await shows(page, "en");
    await close();
});

it("shows English to all while it is the only language, and offers no choice", async () => {
    for (const locale of ["de-AT", "en-GB", "fr-FR"]) {
        const { page, close } = await open(browser, server.base, { locale });
        for (const stored of ["null", "7", '{"language":7}', '{"language":"de"}', "{"]) {
            await page.goto("/play#/you");
            await page.evaluate((stored) => localStorage.setItem("funhouse.appearance", stored), stored);
            await page.reload();
            await page.locator("html[lang=en] nav a", { hasText: "Profile" }).waitFor();
            await page.locator("#appearance").waitFor();
            assert.equal(await page.locator("[name=language]").count(), 0, `${locale} with ${stored}`);
        }
        await close();
    }
});

it("an announcement says which part of it is in English", async () => {
    const { page, close } = await speaking("de-DE");
    await offerMarked(page.context());
    await page.goto(`/play#/at/${await pack({ ...run, moves: [] })}`);
    await page.locator(".board svg").waitFor();
    await point(page, run.moves[0]);
    const announced = page.locator("#announcer");
    await announced.locator("[lang=en]").waitFor({ state: "attached" });
    const english = await announced.locator("[lang=en]").textContent() ?? "";
    assert.equal(english, await page.locator(".board svg > title").textContent());
    assert.notEqual((await announced.textContent() ?? "").replace(english, "").trim(), "", "the move is named in the language of the page");
    await close();
});

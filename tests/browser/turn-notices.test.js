// Notifications of the system while the table is in the background.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { accessible, launch, open, serve, until } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/**
 * Makes a table of Pontifuse against a robot.
 *
 * @param {Page} page
 * @param {string} name of the new player
 */
async function makeTable(page, name) {
    await page.goto("/play#/tables?game=pontifuse");
    await page.locator("#table-seat-2").selectOption("robot");
    await page.getByRole("button", { name: "Make this table" }).click();
    await page.getByLabel("Your name").fill(name);
    await page.getByRole("button", { name: "Use this name" }).click();
    await page.locator(".at-table[data-turn='true'] .chooser").waitFor();
    await page.locator("summary", { hasText: "Settings" }).click();
}

/** Plays the first legal move. @param {Page} page */
async function play(page) {
    const all = page.locator("details.all-moves");
    await all.evaluate((details) => { /** @type {HTMLDetailsElement} */ (details).open = true; });
    await all.locator("button.move").first().click();
}

/** Records notifications instead of showing them. @param {Page} page @param {NotificationPermission} answer */
async function record(page, answer) {
    await page.addInitScript((answer) => {
        const shown = /** @type {string[]} */ ([]);
        class Recorded {
            static permission = "default";
            static async requestPermission() {
                return (Recorded.permission = answer);
            }
            /** @param {string} title @param {{ body: string }} options */
            constructor(title, { body }) {
                shown.push(`${title} ${body}`);
            }
            close() {
                shown.push("closed");
            }
        }
        Object.assign(window, { Notification: Recorded, shown });
    }, answer);
    return () => page.evaluate(() => /** @type {any} */ (window).shown);
}

/** Puts the page into the background, or back. @param {Page} page @param {boolean} hidden */
async function hide(page, hidden) {
    await page.evaluate((hidden) => Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true }), hidden);
}

const label = "Notify me of my turn while this tab is in the background";

it("a tab in the background notifies the player, if allowed", async () => {
    const { page, close } = await open(browser, server.base);
    const shown = await record(page, "granted");
    await makeTable(page, "Pia");
    await hide(page, true);
    const moves = () => page.locator(".at-table").evaluate((element) => Number(/** @type {HTMLElement} */ (element).dataset.moves));
    await play(page);
    await until("the robot's move", async () => (await moves()) >= 2);
    assert.deepEqual(await shown(), [], "off until it is chosen");
    await hide(page, false);
    await page.getByLabel(label).check();
    await accessible(page, "the setting of notifications");
    const before = await moves();
    await play(page);
    await until("the robot's move", async () => (await moves()) >= before + 2);
    assert.deepEqual(await shown(), [], "none on a visible page");
    await page.locator(".at-table[data-turn='true']").waitFor();
    await hide(page, true);
    await play(page);
    await until("a notification", async () => (await shown()).length > 0);
    assert.deepEqual(await shown(), ["It is your turn. Pontifuse"]);
    await close();
});

it("a refusal of the browser is explained", async () => {
    const { page, close } = await open(browser, server.base);
    await record(page, "denied");
    await makeTable(page, "Ria");
    await page.getByLabel(label).click();
    await page.getByText("The browser does not allow notifications of this site.").waitFor();
    assert.equal(await page.getByLabel(label).isChecked(), false);
    await close();
});

/**
 * Sends a request as a player, and returns the response.
 *
 * @param {string} method @param {string} path @param {string} token @param {object} [body]
 */
async function send(method, path, token, body) {
    const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
    const response = await fetch(server.base + path, { method, headers, body: body && JSON.stringify(body) });
    assert.ok(response.ok, `${method} ${path}: ${response.status}`);
    return response.json();
}

it("every screen shows turns at other tables", async () => {
    const { page, close } = await open(browser, server.base);
    const shown = await record(page, "granted");
    await makeTable(page, "Una");
    const una = await page.evaluate(() => JSON.parse(localStorage.getItem("funhouse.player") ?? "").token);
    const ben = (await send("POST", "/v1/players", "", { name: "Ben of Una" })).token;
    await page.getByLabel(label).check();
    await page.goto("/play#/boards");
    await page.getByRole("heading", { level: 1, name: "Leaderboards" }).waitFor();
    await page.getByRole("link", { name: "Your turn at 1 table" }).waitFor();
    assert.match(await page.title(), /^\(1\) /, "the table against the robot");
    await hide(page, true);

    const { id } = await send("POST", "/v1/tables", una, { game: "pontifuse", seats: ["you", "open"] });
    await send("POST", `/v1/tables/${id}/seats/2`, ben);
    const bens = await send("GET", `/v1/tables/${id}?with_legal_moves=true`, ben);
    if (bens.position.to_act.includes(bens.you)) {
        for (let table = bens; table.position.to_act.includes(table.you); table = await send("GET", `/v1/tables/${id}?with_legal_moves=true`, ben)) {
            await send("POST", `/v1/tables/${id}/moves`, ben, { game: "pontifuse", after: table.moves, moves: table.position.legal_moves.moves.slice(0, 1) });
        }
    }
    await page.getByRole("link", { name: "Your turn at 2 tables" }).waitFor();
    assert.match(await page.title(), /^\(2\) /);
    await until("a notification", async () => (await shown()).length > 0);
    assert.deepEqual(await shown(), ["It is your turn. Pontifuse"]);
    await hide(page, false);
    await accessible(page, "turns on another screen");

    await page.goto(`/play#/tables/${id}`);
    await until("the title without this table", async () => (await page.title()).startsWith("(1) "));
    await send("POST", `/v1/tables/${id}/resignation`, una);
    await page.goto("/play#/daily");
    await page.getByRole("link", { name: "Your turn at 1 table" }).waitFor();
    await close();
});

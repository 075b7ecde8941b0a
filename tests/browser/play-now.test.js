// "Play someone now": the page finds opponents, and the search ends with the screen.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { fitsAndIsAccessible, launch, open, serve, until } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/**
 * The lobby of a new player.
 *
 * @param {string} name
 */
async function lobbyOf(name) {
    const opened = await open(browser, server.base);
    const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name }) };
    /** @type {{ player: { id: string, name: string }, token: string }} */
    const { player, token } = await (await fetch(`${server.base}/v1/players`, init)).json();
    await opened.page.goto("/play#/rules/catwalk");
    await opened.page.evaluate((player) => localStorage.setItem("funhouse.player", JSON.stringify(player)), { ...player, token });
    await opened.page.goto("/play#/tables?game=queensland");
    return { ...opened, token };
}

/** @param {Page} page */
const section = (page) => page.getByRole("region", { name: "Play someone now" });

/** Asks for a casual game without robots. @param {Page} page */
async function search(page) {
    await section(page).getByLabel("Rated").uncheck();
    await section(page).getByLabel("Play robots").uncheck();
    await section(page).getByRole("button", { name: "Find opponents" }).click();
}

it("seats two players who search at the same table", async () => {
    const both = [await lobbyOf("Ann"), await lobbyOf("Ben")];
    await search(both[0].page);
    await section(both[0].page).getByText("Looking for opponents").waitFor();
    await fitsAndIsAccessible(both[0].page, "a search");
    await search(both[1].page);
    for (const { page } of both) {
        await page.waitForURL(/#\/tables\/[0-9a-f]{16}$/);
        await page.locator('.at-table[data-status="playing"]').waitFor();
    }
    assert.equal(both[0].page.url(), both[1].page.url());
    for (const { close } of both) await close();
});

it("ends a search that is canceled or left", async () => {
    const { page, close, token } = await lobbyOf("Cleo");
    /** The paths of the requests that ended. @type {string[]} */
    const ended = [];
    page.on("requestfinished", (request) => { if (request.method() === "DELETE") ended.push(new URL(request.url()).pathname); });
    const isGone = async (/** @type {number} */ count) => {
        await until("the end of a search", async () => ended.length === count);
        const response = await fetch(`${server.base}${ended[count - 1]}`, { headers: { Authorization: `Bearer ${token}` } });
        assert.equal(response.status, 404);
    };
    await search(page);
    await section(page).getByRole("button", { name: "Cancel" }).click();
    await isGone(1);
    await section(page).getByRole("button", { name: "Find opponents" }).click();
    await section(page).getByText("Looking for opponents").waitFor();
    await page.goto("/play#/rules/catwalk");
    await isGone(2);
    await close();
});

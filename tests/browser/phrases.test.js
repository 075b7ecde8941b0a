// The chat of tables: phrases, bubbles, the log, mutes, and the number of spectators.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { atRest, fits, fitsAndIsAccessible, launch, open, serve, until } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/**
 * Sends a request.
 *
 * @param {string} path
 * @param {unknown} body
 * @param {Record<string, string>} [headers]
 */
async function post(path, body, headers = {}) {
    const response = await fetch(`${server.base}${path}`, { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) });
    const text = await response.text();
    assert.ok(response.ok, text);
    return text && JSON.parse(text);
}

/** A player with a page. @param {string} name */
async function newPlayer(name) {
    const { player, token } = await post("/v1/players", { name });
    const opened = await open(browser, server.base);
    await opened.page.goto("/play#/rules/catwalk");
    await opened.page.evaluate((player) => localStorage.setItem("funhouse.player", JSON.stringify(player)), { ...player, token });
    const as = (/** @type {string} */ path, /** @type {unknown} */ body) => post(path, body, { Authorization: `Bearer ${token}` });
    return { ...opened, name, as };
}

/** A table of two players, and its page for each. @param {string[]} names */
async function twoAtTable(names) {
    const [ann, bob] = await Promise.all(names.map(newPlayer));
    const { id } = await ann.as("/v1/tables", { game: "queensland", options: { games: "one" }, seats: ["you", "open"] });
    await bob.as(`/v1/tables/${id}/seats/2`, {});
    for (const { page } of [ann, bob]) {
        await page.goto(`/play#/tables/${id}`);
        await page.locator(".at-table[data-status='playing'] .board svg").waitFor();
    }
    return { id, ann, bob };
}

/** Says a phrase with the mouse. @param {Page} page @param {string} words */
async function say(page, words) {
    await page.getByRole("button", { name: "Chat", exact: true }).click();
    await page.getByRole("button", { name: words, exact: true }).click();
    await page.locator("#phrases").waitFor({ state: "hidden" });
}

/** The lines that players said, in the log. @param {Page} page */
const said = (page) => page.locator(".log .log-said").allInnerTexts();

it("a phrase is a bubble at the name and a line in the log", async () => {
    const { id, ann, bob } = await twoAtTable(["Anna", "Bobby"]);
    const watcher = await open(browser, server.base);
    await watcher.page.goto(`/play#/tables/${id}`);
    await watcher.page.locator(".at-table .board svg").waitFor();

    // By keyboard alone.
    await bob.page.getByRole("button", { name: "Chat", exact: true }).focus();
    await bob.page.keyboard.press("Enter");
    await until("the focus on the first phrase", () => bob.page.evaluate(() => document.activeElement?.textContent === "Hello!"));
    await bob.page.keyboard.press("Tab");
    await bob.page.keyboard.press("Enter");
    await until("the focus back on the button", () => bob.page.evaluate(() => document.activeElement?.textContent === "Chat"));
    for (const { page } of [ann, watcher]) {
        await page.locator(".standings tr", { hasText: "Bobby" }).locator(".said", { hasText: "Good luck!" }).waitFor();
        await page.locator(".heard", { hasText: "Bobby: Good luck!" }).waitFor();
        assert.deepEqual(await said(page), ["Bobby: Good luck!"]);
    }
    await bob.page.locator(".standings tr.you .said", { hasText: "Good luck!" }).waitFor();
    await say(ann.page, "Thanks!");
    await bob.page.locator(".heard", { hasText: "Anna: Thanks!" }).waitFor();
    assert.deepEqual(await said(bob.page), ["You: Good luck!", "Anna: Thanks!"], "own phrases are listed once");
    assert.equal(await bob.page.locator(".log").getAttribute("aria-live"), "polite");
    await until("the bubbles to burst", async () => (await ann.page.locator(".said:not(:empty), .heard:not(:empty)").count()) === 0);

    await ann.page.locator(".watching", { hasText: "1 watching" }).waitFor();
    await watcher.page.getByRole("button", { name: "Chat", exact: true }).click();
    assert.equal(await watcher.page.locator("#phrases button").count(), 0, "who has no seat has no phrases");
    assert.equal(await watcher.page.locator("#phrases input").count(), 3, "but can mute");
    await watcher.page.keyboard.press("Escape");
    await watcher.page.locator("#phrases").waitFor({ state: "hidden" });
    await watcher.close();
    await until("the watcher to be gone", async () => (await ann.page.locator(".watching").innerText()) === "");

    await bob.as(`/v1/tables/${id}/resignation`, {});
    await ann.page.locator(".at-table[data-status='over']").waitFor();
    await say(bob.page, "Good game!");
    await ann.page.locator(".end .said", { hasText: "Good game!" }).waitFor();
    for (const { close } of [ann, bob]) await close();
});

it("a player or everyone can be muted, which the browser remembers", async () => {
    const { id, ann, bob } = await twoAtTable(["Cara", "Dave"]);
    const chat = ann.page.getByRole("button", { name: "Chat", exact: true });
    await chat.click();
    await ann.page.getByLabel("Mute Dave").check();
    await bob.as(`/v1/tables/${id}/phrases`, { phrase: "oops" });
    await bob.page.locator(".standings tr.you .said", { hasText: "Oops!" }).waitFor();
    await say(bob.page, "Sorry!");
    await ann.page.keyboard.press("Escape");
    await say(ann.page, "Hello!");
    assert.deepEqual(await said(ann.page), ["You: Hello!"], "the muted player is not heard");
    await ann.page.reload();
    await chat.click();
    assert.equal(await ann.page.getByLabel("Mute Dave").isChecked(), true);
    await ann.page.getByLabel("Mute Dave").uncheck();
    await ann.page.getByLabel("Mute everyone").check();
    await bob.as(`/v1/tables/${id}/phrases`, { phrase: "oops" });
    await ann.as(`/v1/tables/${id}/phrases`, { phrase: "bye" });
    await ann.page.locator(".heard", { hasText: "You: Goodbye!" }).waitFor();
    assert.deepEqual(await said(ann.page), ["You: Goodbye!"]);
    await ann.page.getByLabel("Mute everyone").uncheck();
    await bob.as(`/v1/tables/${id}/phrases`, { phrase: "thanks" });
    await ann.page.locator(".heard", { hasText: "Dave: Thanks!" }).waitFor();
    for (const { close } of [ann, bob]) await close();
});

it("the chat fits on phones and is accessible", async () => {
    const { id, ann, bob } = await twoAtTable(["Edith with a long name", "Fred"]);
    await ann.page.getByRole("button", { name: "Chat", exact: true }).click();
    await ann.page.getByRole("button", { name: "Rematch?", exact: true }).waitFor();
    await fitsAndIsAccessible(ann.page, "the open chat");
    await bob.page.setViewportSize({ width: 320, height: 640 });
    await ann.as(`/v1/tables/${id}/phrases`, { phrase: "one_moment" });
    await bob.page.locator(".heard", { hasText: "One moment" }).waitFor();
    await atRest(bob.page);
    await fits(bob.page, "a phrase on a phone");
    const size = await bob.page.getByRole("button", { name: "Chat", exact: true }).boundingBox();
    assert.ok(size && size.height >= 40 && size.width >= 40, JSON.stringify(size));
    await bob.page.setViewportSize({ width: 390, height: 844 });
    const board = async () => (await bob.page.locator(".board").boundingBox())?.height ?? 0;
    const before = await board();
    await bob.page.getByRole("button", { name: "Chat", exact: true }).click();
    await atRest(bob.page);
    assert.ok(Math.abs((await board()) - before) < 2, `the open chat shrinks the board from ${before} to ${await board()} pixels`);
    for (const { close } of [ann, bob]) await close();
});

it("the waiting room has a chat, and a solitaire has none", async () => {
    const ann = await newPlayer("Gina");
    const { id } = await ann.as("/v1/tables", { game: "queensland", seats: ["you", "open", "open"] });
    await ann.page.goto(`/play#/tables/${id}`);
    await ann.page.locator(".waiting-room").waitFor();
    await say(ann.page, "Hello!");
    await ann.page.locator(".seated .said", { hasText: "Hello!" }).waitFor();
    assert.equal(await ann.page.locator("#announcer").innerText(), "You: Hello!");
    const solitaire = await ann.as("/v1/tables", { game: "slide-jam" });
    await ann.page.goto(`/play#/tables/${solitaire.id}`);
    await ann.page.locator(".at-table .board svg").waitFor();
    assert.equal(await ann.page.getByRole("button", { name: "Chat", exact: true }).count(), 0);
    await ann.close();
});

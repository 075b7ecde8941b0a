// Players who join by a link: names, seats and recovery codes; and the end of their games.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { accessible, launch, onOneDay, open, serve, until } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/**
 * Takes a name where one is asked for.
 *
 * @param {Page} page
 * @param {string} name
 */
async function takeName(page, name) {
    await page.getByLabel("Your name").fill(name);
    await page.getByRole("button", { name: "Use this name" }).click();
}

/**
 * Makes a table for two through the page, as somebody new.
 *
 * @param {Page} page
 * @param {string} game
 * @param {string} name
 */
async function makeTable(page, game, name) {
    await page.goto(`/play#/tables?game=${game}`);
    await page.getByRole("button", { name: "Make this table" }).click();
    await takeName(page, name);
    await page.locator('.at-table[data-status="waiting"]').waitFor();
}

/**
 * Sits down at a table by its link, as somebody new.
 *
 * @param {Page} page
 * @param {string} link
 * @param {string} name
 */
async function sitDown(page, link, name) {
    await page.goto(link);
    await page.getByRole("button", { name: "Sit down" }).click();
    await takeName(page, name);
    await page.locator('.at-table[data-status="playing"]').waitFor();
}

/**
 * Makes the first legal move of the list in words.
 *
 * @param {Page} page
 */
async function move(page) {
    const all = page.locator("details.all-moves");
    if ((await all.count()) === 0) return page.locator(".chooser .primary").click();
    // News can replace the list before the press.
    await until("a move of the list", async () => {
        await all.evaluate((details) => { /** @type {HTMLDetailsElement} */ (details).open = true; });
        return all.locator("button.move").first().click({ timeout: 2000 }).then(() => true, () => false);
    });
}

/** @param {Page} page */
function shown(page) {
    return page.locator(".at-table").evaluate((element) => ({ .../** @type {HTMLElement} */ (element).dataset }));
}

it("a guest keeps seat, hand and controls during play", async () => {
    const [ann, guest] = await Promise.all([open(browser, server.base), open(browser, server.base)]);
    await makeTable(ann.page, "darwinian-poker", "Ann");
    await sitDown(guest.page, ann.page.url(), "Gus");
    for (let round = 0; round < 3; round += 1) {
        for (const { page } of [ann, guest]) {
            await page.locator('.at-table[data-turn="true"]').waitFor();
            const before = Number((await shown(page)).moves);
            await move(page);
            await until("the move", async () => Number((await shown(page)).moves) > before);
        }
        // Both have heard of all moves by the stream.
        await until("one state on both pages", async () => (await shown(ann.page)).moves === (await shown(guest.page)).moves);
        await guest.page.locator(".standings tr.you", { hasText: /^You/ }).waitFor();
        await guest.page.locator('.at-table[data-turn="true"]').waitFor();
        assert.ok((await guest.page.locator(".chooser").isVisible()), "the controls are there");
        assert.ok((await guest.page.locator('.board [data-viewer="you"]').count()) === 1, "the board is that of a seat");
        const backs = await guest.page.locator('.board [data-in$="hand"]:not(.down)').count();
        assert.ok(backs > 0, "the hand is open");
    }
    await ann.close();
    await guest.close();
});

it("resignation ends a table of two and names the winner", async () => {
    const [ann, bob] = await Promise.all([open(browser, server.base), open(browser, server.base)]);
    await makeTable(ann.page, "pontifuse", "Ria");
    await sitDown(bob.page, ann.page.url(), "Rob");
    await bob.page.getByRole("button", { name: "Give up" }).click();
    await bob.page.getByText("The game ends, and you finish last.").waitFor();
    await bob.page.getByRole("button", { name: "Give up now" }).click();
    for (const [{ page }, words] of /** @type {const} */ ([[ann, "You won"], [bob, "You lost"]])) {
        await page.locator('.at-table[data-status="over"]').waitFor();
        await page.locator(".end h2", { hasText: new RegExp(`^${words}$`) }).waitFor();
        await page.locator(".end .standings", { hasText: /R(ia|ob)/ }).waitFor();
        assert.equal(await page.locator(".chooser:visible").count(), 0);
    }
    await ann.close();
    await bob.close();
});

it("a ranked daily result links to the same deal", async () => {
    await onOneDay();
    const { page, close } = await open(browser, server.base);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/play#/daily");
    await page.getByRole("button", { name: "Play today's ranked Slide Jam" }).click();
    await takeName(page, "Dee");
    await page.locator('.at-table[data-turn="true"]').waitFor();
    for (;;) {
        const { status, moves } = await shown(page);
        if (status === "over") break;
        await move(page);
        await until("the move", async () => {
            const now = await shown(page);
            return (now.moves !== moves || now.status === "over") && !(await page.locator("[aria-busy]").count());
        });
    }
    await page.locator(".end h2").waitFor();
    assert.equal(await page.locator("main").getByText("The game is over", { exact: true }).count(), 1);
    await accessible(page, "the end of a ranked daily game");
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByText("Your result is copied").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const today = new Date().toISOString().slice(0, 10);
    const score = Number.parseInt(await page.locator(".final").innerText(), 10);
    assert.match(copied, new RegExp(`^Slide Jam, daily game of ${today}: ${score} points?`));
    assert.ok(copied.endsWith(`/play#/daily/${today}`), copied);
    await close();
});

it("hides a recovery code used on another device", async () => {
    const [first, second] = await Promise.all([open(browser, server.base), open(browser, server.base)]);
    const code = first.page.locator(".recovery-code");
    for (const [name, lookAgain] of /** @type {[string, () => Promise<unknown>][]} */ ([
        ["Rea", () => first.page.reload()],
        ["Reb", () => first.page.evaluate(() => { document.dispatchEvent(new Event("visibilitychange")); })],
    ])) {
        for (const { page } of [first, second]) {
            await page.goto("/play#/rules/catwalk");
            await page.evaluate(() => localStorage.clear());
            await page.goto("/play#/you");
        }
        await takeName(first.page, name);
        const old = (await code.textContent()) ?? "";
        await second.page.getByText("Use recovery code").click();
        await second.page.getByLabel("Recovery code").fill(old);
        await second.page.locator("form", { hasText: "Recovery code" }).getByRole("button", { name: "Sign in" }).click();
        await second.page.getByRole("heading", { name, exact: true }).waitFor();
        assert.notEqual(await second.page.locator(".recovery-code").textContent(), old);
        await lookAgain();
        await first.page.getByRole("heading", { name, exact: true }).waitFor();
        await code.waitFor({ state: "detached" });
        assert.ok(!(await first.page.evaluate(() => JSON.stringify({ ...localStorage }))).includes(old), "nor is it kept");
        // The other device's code is alive.
        await second.page.reload();
        await second.page.locator(".recovery-code").waitFor();
    }
    await first.close();
    await second.close();
});

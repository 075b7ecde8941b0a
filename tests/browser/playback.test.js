// The moves of others, one by one: pauses, showdowns, and the log.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { CAN_ACT, accessible, ask, atRest, fits, launch, open, openPosition, serve, tableOf, until } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/**
 * Deals a game in which a person has seat 1 and robots all others.
 *
 * @param {Page} page
 * @param {string} game
 * @param {number} seats
 */
async function deal(page, game, seats) {
    await page.goto(`/play#/new/${game}`);
    await page.getByLabel("Seats", { exact: true }).selectOption(String(seats));
    await page.locator("summary", { hasText: /seed/i }).first().click();
    await page.getByLabel("Seed", { exact: true }).fill("playback-1");
    await page.getByRole("button", { name: "Deal", exact: true }).click();
    await page.locator(`${CAN_ACT} .board svg`).waitFor();
}

/** Plays the first card of the hand. @param {Page} page */
async function playCard(page) {
    await page.locator(".frame.can").first().press("Enter");
}

/** The sentences of the log. @param {Page} page */
function sentences(page) {
    return page.locator(".log li").allInnerTexts();
}

it("robots move one by one, and a showdown waits", async () => {
    const { page, close } = await open(browser, server.base, { speed: "fast" });
    await deal(page, "darwinian-poker", 4);
    await page.evaluate(() => {
        const seen = /** @type {string[]} */ ([]);
        Object.assign(window, { seen });
        new MutationObserver(() => {
            const words = document.querySelector(".playback .step p")?.textContent;
            if (words && !seen.includes(words)) seen.push(words);
            // The controls are those of the current position, or none.
            const panel = document.querySelector(".chooser:not([hidden])");
            if (words && panel) seen.push("controls in an old position");
        }).observe(document.body, { childList: true, subtree: true, attributes: true });
    });
    await playCard(page);
    const showdown = page.getByRole("region", { name: "The seeds are turned up" });
    await showdown.waitFor();
    assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).seen), ["Bolt", "Gizmo"].map((name) => `${name} plants a seed face down.`));
    assert.equal(await page.locator(".frame.can").count(), 0, "nothing can be chosen");
    await accessible(page, "a showdown");
    const board = page.locator(".board svg > title");
    const before = await board.textContent();
    await page.waitForTimeout(1200);
    assert.equal(await board.textContent(), before, "the board waits");
    assert.equal(await showdown.getByText(/^The seeds are turned up: .*your /).count(), 1);
    // Continue has the focus.
    await page.keyboard.press("Enter");
    await page.locator(".hotseat[data-shows='seat 1'] .chooser:not([hidden])").waitFor();
    assert.equal(await page.locator(".playback").innerText(), "");
    assert.ok((await page.locator(".frame.can").count()) > 0);
    await close();
});

/**
 * Compares board, list and texts in each frame from now on. Returns a function that returns what differed.
 *
 * @param {Page} page
 */
async function compareSeats(page) {
    await page.evaluate(() => {
        const differ = /** @type {string[]} */ ([]);
        Object.assign(window, { differ, frames: 0 });
        const compare = () => {
            requestAnimationFrame(compare);
            const boxes = [.../** @type {NodeListOf<SVGGElement>} */ (document.querySelectorAll(".board [data-seat]"))];
            const rows = [...document.querySelectorAll(".side .standings tbody tr")];
            if (boxes.length === 0 || rows.length !== boxes.length || document.querySelector(".end .standings")) return;
            Object.assign(window, { frames: /** @type {any} */ (window).frames + 1 });
            const onBoard = boxes.map((box) => `${box.querySelector(".points")?.textContent} ${box.classList.contains("open")}`).join();
            const listed = rows.map((row) => `${row.lastElementChild?.textContent} ${row.getAttribute("aria-current") === "true"}`).join();
            if (onBoard !== listed) differ.push(`board ${onBoard}, list ${listed}`);
            const yours = boxes.some((box) => box.dataset.viewer && box.classList.contains("open"));
            const texts = [...document.querySelectorAll(".turn strong, .hotseat .side h2, .prompt")].map(({ textContent }) => textContent);
            if (!yours && texts.includes("Your turn")) differ.push(`not your turn on the board: ${texts}`);
        };
        compare();
    });
    return () => page.evaluate(() => {
        const { differ, frames } = /** @type {any} */ (window);
        return { differ, compared: frames > 20 };
    });
}

it("board, list and texts agree while robots move", async () => {
    const { page, close } = await open(browser, server.base, { speed: "fast" });
    await deal(page, "darwinian-poker", 4);
    const compared = await compareSeats(page);
    for (let round = 2; round < 4; round += 1) {
        await playCard(page);
        const showdown = page.locator(".showdown .primary");
        await showdown.waitFor();
        await showdown.click();
        await page.locator(`${CAN_ACT} .board svg`).waitFor();
    }
    assert.deepEqual(await compared(), { differ: [], compared: true });
    await close();
});

/** Counts the moves that are described one by one from now on. @param {Page} page */
async function countSteps(page) {
    await page.evaluate(() => {
        Object.assign(window, { steps: 0 });
        const playback = /** @type {Element} */ (document.querySelector(".playback"));
        new MutationObserver(() => { if (playback.querySelector(".step")) Object.assign(window, { steps: /** @type {any} */ (window).steps + 1 }); })
            .observe(playback, { childList: true, subtree: true });
    });
    return () => page.evaluate(() => /** @type {any} */ (window).steps);
}

it("a key skips, and hidden pages do not wait", async () => {
    const { page, close } = await open(browser, server.base, { speed: "slow" });
    await deal(page, "darwinian-poker", 6);
    await playCard(page);
    await page.getByRole("button", { name: "Skip", exact: true }).waitFor();
    await page.keyboard.press("s");
    const shown = await countSteps(page);
    await page.locator(".hotseat[data-shows='seat 1'] .chooser:not([hidden])").waitFor();
    assert.equal(await shown(), 0, "the other robots are skipped");
    await page.evaluate(() => Object.defineProperty(document, "hidden", { get: () => true, configurable: true }));
    const listed = (await sentences(page)).length;
    await playCard(page);
    await until("the next round", async () => (await sentences(page)).length > listed + 6);
    await page.locator(".hotseat[data-shows='seat 1'] .chooser:not([hidden])").waitFor();
    assert.equal(await shown(), 0, "a hidden page waits for nothing");
    await close();
});

it("a screen takes the focus only when it opens", async () => {
    // Slow, because Playwright looks for the caption only every half second.
    const { page, close } = await open(browser, server.base, { speed: "slow" });
    // Two robots move while the screen opens.
    const opened = openPosition(page, await ask(server.base, "queensland/deal", { seats: 3, seed: "focus-1" }), 3, 3);
    await page.locator(".playback .step").waitFor();
    const active = () => page.evaluate(() => document.activeElement?.textContent);
    assert.equal(await page.evaluate(() => document.activeElement?.id), "main");
    await page.locator("summary", { hasText: "Settings" }).focus();
    const focused = await active();
    await opened;
    await page.locator(CAN_ACT).waitFor();
    await atRest(page);
    assert.equal(await active(), focused);
    await close();
});

it("a move of a robot is accessible", async () => {
    const { page, close } = await open(browser, server.base, { speed: "slow" });
    await deal(page, "darwinian-poker", 6);
    await playCard(page);
    await page.getByRole("button", { name: "Skip", exact: true }).waitFor();
    await accessible(page, "a move of a robot");
    await close();
});

it("the log keeps everything, once, and its place", async () => {
    const { page, close } = await open(browser, server.base);
    await deal(page, "darwinian-poker", 5);
    const log = page.getByRole("log", { name: "Events" });
    assert.equal(await log.getAttribute("aria-live"), "polite");
    await playCard(page);
    await until("the first round", async () => (await sentences(page)).some((words) => words.startsWith("Round 2 begins")));
    await page.locator(".hotseat[data-shows='seat 1']").waitFor();
    const first = await sentences(page);
    assert.equal(first[0], "You plant a seed face down.");
    assert.equal(first.filter((words) => words.startsWith("The seeds are turned up")).length, 1);
    await page.locator(".log-part", { hasText: "Round 2" }).waitFor();
    await log.evaluate((lines) => { lines.scrollTop = 5; });
    await playCard(page);
    await until("the second round", async () => (await sentences(page)).some((words) => words.startsWith("Round 3 begins")));
    assert.equal(await log.evaluate((lines) => lines.scrollTop), 5, "the reader stays");
    const second = await sentences(page);
    assert.deepEqual(second.slice(0, first.length), first);
    await page.reload();
    await page.locator(".hotseat[data-shows='seat 1'] .log li").first().waitFor();
    assert.deepEqual(await sentences(page), second, "a reload keeps it");
    await close();
});

it("the speed is chosen in one place", async () => {
    const { page, close } = await open(browser, server.base);
    await deal(page, "break-the-bank", 4);
    await page.locator("summary", { hasText: "Settings" }).click();
    await page.getByLabel("Moves of others").selectOption("slow");
    assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem("funhouse.settings") ?? "").speed), "slow");
    await accessible(page, "settings");
    await close();
});

it("the outcome addresses the player", async () => {
    const { page, close } = await open(browser, server.base);
    await tableOf(page, server.base, "seven-handed-poker", 2, "outcome-1");
    for (let n = 0; n < 300 && (await page.locator(".hotseat[data-shows='end']").count()) === 0; n += 1) {
        const ready = page.locator(".chooser:not([hidden]) .primary");
        const next = (await ready.count()) ? ready : page.locator(".frame.can");
        // It can vanish meanwhile: the move before is being made.
        if (await next.count()) await next.first().click({ timeout: 1000 }).catch(() => {});
        await page.waitForTimeout(50);
    }
    assert.match(await page.locator(".end h2").innerText(), /^You (lost|won)(, \d+ to \d+)?$/);
    await page.locator(".end").getByText(/^The game ends: (you win|Bolt wins) with spots/).waitFor();
    assert.equal(await page.locator(".end .standings .won").count(), 1);
    assert.ok((await page.locator(".board .last path").count()) > 0, "the winning pieces are marked");
    await accessible(page, "the end");
    await close();
});

it("a table shows the robot's moves one by one", async () => {
    const { page, close } = await open(browser, server.base, { speed: "slow" });
    await page.goto("/play#/tables?game=seven-handed-poker");
    await page.locator("#table-seat-2").selectOption("robot");
    await page.getByRole("button", { name: "Make this table" }).click();
    await page.getByLabel("Your name").fill("Pia");
    await page.getByRole("button", { name: "Use this name" }).click();
    await page.locator(".at-table[data-status='playing'] .board svg").waitFor();
    const pictures = /** @type {string[]} */ ([]);
    page.on("request", (request) => { if (/picture\?moves=\d+$/.test(request.url())) pictures.push(request.url()); });
    const compared = await compareSeats(page);
    const skip = page.getByRole("button", { name: /^Skip( to my turn)?$/ });
    // The deal decides how many moves the robot makes in a row.
    for (let n = 0; n < 600 && pictures.length === 0; n += 1) {
        const ready = page.locator(".chooser:not([hidden]) .primary, .showdown .primary");
        // The move of the robot may arrive first, and hide the choice.
        if (await ready.count()) await ready.first().click({ timeout: 500 }).catch(() => {});
        else if (await page.locator(".chooser:not([hidden])").count() && await page.locator(".frame.can").count()) await page.locator(".frame.can").first().click();
        await page.waitForTimeout(100);
    }
    assert.ok(pictures.length > 0, "a picture of an earlier position is loaded");
    // The move is shown before the current position.
    await skip.waitFor();
    assert.equal(await page.locator(".chooser:not([hidden])").count(), 0, "no controls of an old position");
    await page.keyboard.press("s");
    await page.locator(".at-table[data-turn='true'] .chooser:not([hidden])").waitFor();
    assert.deepEqual(await compared(), { differ: [], compared: true });
    const listed = await sentences(page);
    await page.reload();
    await until("the log", async () => (await sentences(page)).length === listed.length);
    assert.deepEqual(await sentences(page), listed, "the log begins with the first move");
    await close();
});

it("goal and question are above the board on phones", async () => {
    const { page, close } = await open(browser, server.base, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await tableOf(page, server.base, "darwinian-poker", 3, "phone-1");
    const top = (/** @type {string} */ selector) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().top);
    assert.equal(await page.locator(".prompt").innerText(), "Plant which card?");
    const [goal, prompt, board, dock] = await Promise.all([".goal", ".prompt", ".board", ".dock"].map(top));
    assert.ok(goal < prompt && prompt < board && board < dock, `${[goal, prompt, board, dock]}`);
    await page.getByText("you score one point for each player behind you").waitFor();
    await fits(page, "a game on a phone");
    await close();
});

// Shortcuts during a game: new game, forced moves, repeated aim, turning the die, and the list of keys.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { pack } from "../../web/shared/link.js";
import { point } from "./moves.js";
import { accessible, deal, launch, movesPlayed, open, runOf, serve } from "./harness.js";

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

it("deals a new game in one tap, and lists shortcuts", async () => {
    const { page, close } = await open(browser, server.base);
    await deal(page, "trampo-land", "keys-1");
    await page.getByRole("button", { name: "New game" }).click();
    await page.waitForFunction(() => document.querySelector(".seed")?.textContent !== "keys-1");
    await page.locator(".count", { hasText: "0 moves" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).getByText("undoes a move").waitFor();
    await accessible(page, "the keys");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await close();
});

it("opens a link followed right after a move", async () => {
    const run = await runOf("slide-jam", "link-1");
    const { page, close } = await open(browser, server.base);
    await page.goto(`/play#/at/${await pack({ ...run, moves: /** @type {any} */ (run.moves.slice(0, 1)) })}`);
    await page.locator(".count", { hasText: /^1 move$/ }).waitFor();
    await page.evaluate(() => {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "u", bubbles: true }));
        location.hash = "#/rules/catwalk";
    });
    await page.getByRole("heading", { name: "Rules of Catwalk" }).waitFor();
    assert.equal(new URL(page.url()).hash, "#/rules/catwalk");
    await close();
});

it("places the die in the chosen orientation", async () => {
    const { page, close } = await open(browser, server.base);
    await deal(page, "roll-out-the-barrels", "die-1");
    const top = page.locator(".face-top");
    const turn = (/** @type {string} */ side) => page.locator(`[data-key="face-${side}"]`).click();
    assert.equal(await top.innerText(), "N");
    await turn("east");
    assert.equal(await top.innerText(), "2");
    await turn("turn");
    await turn("north");
    const faces = await page.evaluate(() => Object.fromEntries(["top", "north", "east", "south", "west"].map((side) => [side, document.querySelector(`.face-${side}`)?.textContent])));
    await accessible(page, "the die");
    await page.getByRole("button", { name: "Place the die" }).click();
    await page.locator(".count", { hasText: "1 move" }).waitFor();
    // The picture draws the die with the faces that it was turned to.
    const drawn = await page.locator('[data-piece="die"]').textContent();
    assert.deepEqual([...(drawn ?? "").matchAll(/[NA2-5]/g)].map(([mark]) => mark).sort(), Object.values(faces).sort());
    const named = (/** @type {string | null | undefined} */ mark) => ({ N: "null", A: "ace" })[mark ?? ""] ?? mark;
    const words = await page.locator(".board svg > desc").textContent();
    assert.match(words ?? "", new RegExp(`die with ${named(faces.top)} on top and ${named(faces.north)} north`));
    await page.getByRole("button", { name: "Start again" }).click();
    await page.getByRole("button", { name: "Start again" }).click();
    await page.locator(".count", { hasText: "2 moves" }).waitFor();
    await close();
});

it("repeats a flick with the same aim", async () => {
    const run = await runOf("catwalk", "aim-1");
    const { page, close } = await open(browser, server.base);
    await page.goto(`/play#/at/${await pack({ ...run, moves: /** @type {any} */ (run.moves.slice(0, 5)) })}`);
    await page.getByRole("button", { name: /^Flick/ }).click();
    await page.locator(".count", { hasText: "6 moves" }).waitFor();
    await page.keyboard.press("f");
    await page.locator(".count", { hasText: "7 moves" }).waitFor();
    await page.getByRole("button", { name: "Flick on with the same aim" }).click();
    await page.locator(".count", { hasText: "8 moves" }).waitFor();
    await close();
});

it("plays forced moves if enabled, but not after undo", async () => {
    const run = await runOf("magic-bag", "forced-1");
    const claimed = run.moves.findIndex(({ type }) => type === "claim");
    const before = /** @type {any} */ (run.moves.slice(0, claimed));
    const { page, close } = await open(browser, server.base);
    await page.goto(`/play#/at/${await pack({ ...run, moves: before })}`);
    await page.locator(".count", { hasText: `${claimed} moves` }).waitFor();
    await page.getByText("Settings", { exact: true }).click();
    await page.getByLabel("Auto-play forced moves").check();
    await point(page, run.moves[claimed]);
    // A turn begins with a roll of all four dice, whatever else may come.
    await page.waitForFunction((played) => Number.parseInt(document.querySelector(".count")?.textContent ?? "", 10) >= played, claimed + 2);
    const played = await movesPlayed(page);
    await page.keyboard.press("u");
    await page.getByText(`Move ${played - 1} of ${played}`).waitFor();
    await close();
});

// What the table does beside taking moves: undo, links, reasons, moves as JSON, a peek, motion, touch and keys.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { point, type } from "./hands.js";
import { deal, fits, launch, movesMade, open, runOf, serve } from "./harness.js";

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/**
 * What the picture is called: how the game stands.
 *
 * @param {import("playwright-core").Page} page
 */
function title(page) {
    return page.locator(".board svg > title").textContent();
}

it("takes moves back and makes them again, and a link opens the same position with its past", async () => {
    const run = await runOf("magic-mirror", "undo-1");
    const { page, close } = await open(browser, server.base);
    await deal(page, run.game, run.seed);
    const titles = [await title(page)];
    for (const move of run.moves.slice(0, 3)) {
        await point(page, move);
        titles.push(await title(page));
    }
    await page.keyboard.press("u");
    await page.getByText("Move 2 of 3").waitFor();
    assert.equal(await title(page), titles[2]);
    await page.keyboard.press("r");
    await page.locator(".count", { hasText: /^3 moves$/ }).waitFor();
    assert.equal(await title(page), titles[3]);

    const link = page.url();
    assert.match(link, /#\/at\/[A-Za-z0-9_-]+$/);
    const other = await open(browser, server.base);
    await other.page.goto(link);
    await other.page.locator(".count", { hasText: "3 moves" }).waitFor();
    assert.equal(await title(other.page), titles[3]);
    for (const before of [2, 1, 0]) {
        await other.page.getByRole("button", { name: "Undo" }).click();
        await other.page.getByText(`Move ${before} of 3`).waitFor();
        assert.equal(await title(other.page), titles[before]);
    }
    await other.close();
    await close();
});

it("goes on from a game that was left", async () => {
    const run = await runOf("magic-mirror", "undo-1");
    const { page, close } = await open(browser, server.base);
    await deal(page, run.game, run.seed);
    await point(page, run.moves[0]);
    await page.goto("/play#/");
    await page.locator(".go-on a").click();
    await page.locator(".count", { hasText: "1 move" }).waitFor();
    await close();
});

it("says in the service's words why a move is illegal, with the rule", async () => {
    const { page, close } = await open(browser, server.base);
    await deal(page, "slide-jam", "readme");
    await page.locator('[data-key="place a2"]').click();
    await page.locator('[data-key="place d6"]').click();
    const why = page.getByRole("alert");
    await why.getByText("S5 and S2 do not touch").waitFor();
    await why.getByText("The three tiles touch in turn and their values run in sequence.").waitFor();
    assert.equal(await movesMade(page), 0);
    await close();
});

it("plays a move that is written as JSON, and explains one that cannot be", async () => {
    const { page, close } = await open(browser, server.base);
    await deal(page, "trampo-land", "json-1");
    await page.getByText("Write a move as JSON").click();
    await page.fill("#json", '{"type": "bounce", "from": 1, "to": 99}');
    await page.getByRole("button", { name: "Play it" }).click();
    await page.locator(".why-not code", { hasText: "/move" }).first().waitFor();
    const { legal_moves } = await (await fetch(`${server.base}/v1/games/trampo-land/deal`, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ seed: "json-1", with_legal_moves: true }),
    })).json();
    await page.fill("#json", JSON.stringify(legal_moves.moves[0]));
    await page.getByRole("button", { name: "Play it" }).click();
    await page.locator(".count", { hasText: "1 move" }).waitFor();
    await close();
});

it("lets whoever wants to peek under the dummies", async () => {
    const { page, close } = await open(browser, server.base);
    await deal(page, "whack-a-dummy", "peek-1");
    const values = page.locator(".peeks text");
    assert.equal(await values.count(), 0);
    await page.getByRole("button", { name: "Peek" }).click();
    assert.equal(await values.count(), 24);
    await page.getByRole("button", { name: "Peek" }).click();
    assert.equal(await values.count(), 0);
    await close();
});

it("animates moves for those who like motion", async () => {
    const run = await runOf("slide-jam", "motion-1");
    const { page, close } = await open(browser, server.base, { reducedMotion: "no-preference" });
    await deal(page, run.game, run.seed);
    await point(page, run.moves[0]);
    assert.ok((await page.locator(".sky > *").count()) > 0, "pieces are in the air");
    await page.locator(".sky").waitFor({ state: "detached" });
    await point(page, run.moves[1]);
    await close();
});

it("aims a flick by dragging from the coin, and shows it travel", async () => {
    const run = await runOf("catwalk", "aim-1");
    const { page, close } = await open(browser, server.base, { reducedMotion: "no-preference" });
    await deal(page, run.game, run.seed);
    for (const move of run.moves.slice(0, 5)) await point(page, move);
    const [from, to] = await page.evaluate(() => [".aim-start", ".aim-end"].map((mark) => {
        const { x, y, width, height } = /** @type {Element} */ (document.querySelector(mark)).getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
    }));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 1.5 * (to.x - from.x), from.y + 1.5 * (to.y - from.y), { steps: 4 });
    await page.mouse.up();
    assert.ok(Math.abs(Number(await page.getByLabel("Strength", { exact: true }).inputValue()) - 1500) < 60);
    await page.getByRole("button", { name: /^Flick/ }).click();
    await page.locator(".count", { hasText: "6 moves" }).waitFor();
    assert.ok((await page.locator(".sky > *").count()) > 0, "the coin is on its way");
    await close();
});

it("takes drags: a tile into the hole, and a family traced through its tiles", async () => {
    const { page, close } = await open(browser, server.base);
    const middle = async (/** @type {string} */ place) => {
        const box = await page.locator(`[data-key="place ${place}"]`).boundingBox();
        assert.ok(box);
        return /** @type {[number, number]} */ ([box.x + box.width / 2, box.y + box.height / 2]);
    };
    const drag = async (/** @type {string[]} */ ...places) => {
        await page.mouse.move(...(await middle(places[0])));
        await page.mouse.down();
        for (const place of places.slice(1)) await page.mouse.move(...(await middle(place)), { steps: 5 });
        await page.mouse.up();
    };
    await deal(page, "easy-slider", "drag-1");
    await drag("e4", "e5");
    await page.locator(".count", { hasText: "1 move" }).waitFor();
    await deal(page, "slide-jam", "readme");
    await drag("c4", "d3", "d4");
    await page.getByRole("button", { name: "left", exact: true }).click();
    await page.getByRole("button", { name: "down" }).click();
    await page.locator(".count", { hasText: "1 move" }).waitFor();
    await close();
});

for (const game of ["slide-jam", "magic-mirror", "trampo-land", "whack-a-dummy"]) {
    it(`${game} is played by keys alone`, async () => {
        const run = await runOf(game, "keys-1");
        const { page, close } = await open(browser, server.base);
        await page.goto(`/play#/new/${game}`);
        await page.waitForSelector(".setup");
        await press(page, "Seed");
        await press(page, null);
        await page.keyboard.type(run.seed);
        await page.keyboard.press("Enter");
        await page.waitForSelector(".board svg");
        for (const move of run.moves) await type(page, move);
        assert.match(await page.locator(".final").innerText(), new RegExp(`^${run.score}\\b`));
        await close();
    });
}

/**
 * Tabs to a summary of this text and opens it, or to the seed.
 *
 * @param {import("playwright-core").Page} page
 * @param {string | null} text
 */
async function press(page, text) {
    for (let i = 0; i < 40; i++) {
        const there = await page.evaluate((text) => {
            const active = document.activeElement;
            return text === null ? active?.id === "seed" : active?.matches("summary") && active.textContent?.includes(text);
        }, text);
        if (there) return text === null ? undefined : page.keyboard.press("Enter");
        await page.keyboard.press("Tab");
    }
    assert.fail(`${text ?? "the seed"} cannot be reached by Tab`);
}

it("a flick is aimed by keys alone", async () => {
    const run = await runOf("catwalk", "aim-1");
    const { page, close } = await open(browser, server.base);
    await deal(page, run.game, run.seed);
    for (const move of run.moves.slice(0, 5)) await type(page, move);
    for (let i = 0; i < 60 && (await page.evaluate(() => document.activeElement?.id)) !== "aim-strength"; i++) await page.keyboard.press("Tab");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("1800");
    await page.keyboard.press("Tab");
    assert.equal(await page.getByLabel("Strength, slider").inputValue(), "1800");
    await page.keyboard.press("Enter");
    await page.locator(".count", { hasText: "6 moves" }).waitFor();
    await close();
});

it("takes what real coins did where dexterity is reported", async () => {
    const run = await runOf("catwalk", "aim-1");
    const { page, close } = await open(browser, server.base);
    await deal(page, run.game, run.seed, { dexterity: "reported" });
    for (const move of run.moves.slice(0, 5)) await point(page, move);
    await point(page, { type: "fell", coin: 3, tile: 4 });
    await point(page, { type: "crossed", coin: 5 });
    assert.equal(await movesMade(page), 7);
    await close();
});

it("is played by touch on a screen 375 pixels wide", async () => {
    const run = await runOf("trampo-land", "keys-1");
    const { page, close } = await open(browser, server.base, { viewport: { width: 375, height: 720 }, hasTouch: true, isMobile: true });
    await deal(page, run.game, run.seed);
    for (const move of run.moves) {
        const before = await movesMade(page);
        const keys = move.type === "stop" ? ["type-stop"] : [`place ${move.from}`, `place ${move.to}`];
        for (const key of keys) await page.locator(`[data-key="${key}"]`).tap();
        await page.waitForFunction((before) => !document.querySelector(".count")?.textContent?.startsWith(`${before} `), before);
        await fits(page, "the table");
    }
    assert.match(await page.locator(".final").innerText(), new RegExp(`^${run.score}\\b`));
    await close();
});

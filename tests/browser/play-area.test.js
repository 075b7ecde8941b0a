// The play area: undo, links, explanations, moves as JSON, peeking, motion, touch and keys.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { deflateRawSync } from "node:zlib";
import { pack } from "../../web/shared/link.js";
import { point, type } from "./moves.js";
import { atRest, deal, fits, launch, linkOf, movesPlayed, open, runOf, serve } from "./harness.js";

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/**
 * What the service answers to a call of a game.
 *
 * @param {string} call
 * @param {unknown} body
 */
async function answer(call, body) {
    const headers = { "Content-Type": "application/json" };
    return (await fetch(`${server.base}/v1/games/${call}`, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

/**
 * The title of the picture, which describes the position.
 *
 * @param {import("playwright-core").Page} page
 */
function title(page) {
    return page.locator(".board svg > title").textContent();
}

it("undoes and redoes moves, also from a link", async () => {
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

    const link = await linkOf(page);
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

it("refuses links that are too long", async () => {
    const { page, close } = await open(browser, server.base, { refuses: true });
    await page.addInitScript(() => {
        const counts = { created: 0, inflated: 0 };
        const Plain = DecompressionStream;
        Object.assign(window, {
            counts,
            DecompressionStream: class {
                /** @param {CompressionFormat} format */
                constructor(format) {
                    counts.created += 1;
                    const plain = new Plain(format);
                    const count = new TransformStream({ transform: (part, to) => { counts.inflated += part.length; to.enqueue(part); } });
                    this.writable = plain.writable;
                    this.readable = plain.readable.pipeThrough(count);
                }
            },
        });
    });
    const counts = () => page.evaluate(() => /** @type {any} */ (window).counts);
    /** @type {string[]} */
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const refused = async (/** @type {string} */ link, /** @type {string} */ sentence) => {
        await page.goto("about:blank");
        asked.length = 0;
        await page.goto(`/play#/at/${link}`);
        await page.getByText(sentence).waitFor();
        assert.deepEqual(asked.filter((path) => path.startsWith("/v1/")), [], "the service is not asked");
    };
    const packed = (/** @type {string} */ text) => deflateRawSync(text, { level: 9 }).toString("base64url");
    const run = (/** @type {number} */ moves) => JSON.stringify(["slide-jam", 1, "long", {}, Array(moves).fill({})]);

    await refused("A".repeat(815_000), "longer than that of any game");
    assert.deepEqual(await counts(), { created: 0, inflated: 0 });
    await refused(packed("[".padEnd(100_000_000)), "longer than that of any game");
    const { created, inflated } = await counts();
    assert.equal(created, 1);
    assert.ok(inflated < 4_000_000, `${inflated} bytes were inflated`);
    await refused(packed(run(10_001)), "longer than that of any game");
    await refused(packed("{}"), "This link is incomplete.");
    await page.goto("about:blank");
    await page.goto(`/play#/at/${packed(run(10_000))}`);
    await page.getByText("/moves/0").or(page.getByText("That did not work")).first().waitFor();
    assert.ok(asked.includes("/v1/games/slide-jam/deal"), "as many moves as a run may have are played");
    await close();
});

it("continues a game that was left", async () => {
    const run = await runOf("magic-mirror", "undo-1");
    const { page, close } = await open(browser, server.base);
    await deal(page, run.game, run.seed);
    await point(page, run.moves[0]);
    await page.goto("/play#/");
    await page.locator(".go-on a").click();
    await page.locator(".count", { hasText: "1 move" }).waitFor();
    await close();
});

it("explains why a press is no move", async () => {
    const { page, close } = await open(browser, server.base);
    await deal(page, "slide-jam", "readme");
    const tap = (/** @type {string} */ place) => page.locator(`[data-key="place ${place}"]`).click();
    const why = page.getByRole("alert");
    await tap("a2");
    await tap("d6");
    await why.getByText("5 of Suns and 2 of Suns do not touch.", { exact: true }).waitFor();
    assert.deepEqual(await page.locator(".frame.meant").evaluateAll((frames) => frames.map((frame) => frame.getAttribute("data-key"))), ["place a2", "place d6"]);
    assert.equal(await movesPlayed(page), 0);

    // Where no third tile would do, the reason is not about one that the page made up.
    const { legal_moves } = await answer("slide-jam/deal", { seed: "readme", with_legal_moves: true });
    const families = (/** @type {string} */ cell) => legal_moves.moves.map((/** @type {any} */ move) => move.cells).filter((/** @type {string[]} */ cells) => cells[0] === cell);
    const goesOn = (/** @type {string} */ first, /** @type {string} */ second) => families(first).some((/** @type {string[]} */ cells) => cells.includes(second));
    const pairs = ["a1", "b1", "c1", "d1", "a2", "b2", "c2"].flatMap((cell) => [[cell, `${cell[0]}${Number(cell[1]) + 1}`]]);
    const pair = pairs.find(([first, second]) => families(first).length > 0 && !goesOn(first, second));
    assert.ok(pair);
    await page.keyboard.press("Escape");
    for (const place of pair) await tap(place);
    await why.getByText(/^The \w+ of \w+, then the \w+ of \w+: the three tiles touch in turn and their values run in sequence\.$/).waitFor();
    assert.equal((await why.innerText()).match(/ of /g)?.length, 2);
    await close();
});

it("a tap on a destination plays the move there", async () => {
    const { page, close } = await open(browser, server.base);
    const run = await runOf("roll-out-the-barrels", "lead-1");
    await page.goto(`/play#/at/${await pack({ ...run, moves: /** @type {any} */ (run.moves.slice(0, 1)) })}`);
    const lead = page.locator(".frame.lead").first();
    await lead.waitFor();
    const place = await lead.getAttribute("data-key");
    await lead.click();
    await page.locator(".count", { hasText: "2 moves" }).waitFor();
    assert.equal(await page.locator('[data-key^="place"][data-tokens~="die"]').getAttribute("data-key"), place);
    await page.locator('[data-key="place d6"]').click();
    await page.getByRole("alert").getByText(/^The die cannot go to the \w+ of \w+ now/).waitFor();
    await close();
});

it("plays moves as JSON, and explains illegal ones", async () => {
    const { page, close } = await open(browser, server.base, { refuses: true });
    await deal(page, "trampo-land", "json-1");
    assert.equal(await page.getByText("Write a move as JSON").isVisible(), false, "only developers see JSON");
    await page.getByText("This deal").click();
    await page.getByLabel("For developers").check();
    await page.getByText("Write a move as JSON").click();
    await page.fill("#json", '{"type": "bounce", "from": 1, "to": 99}');
    await page.getByRole("button", { name: "Play it" }).click();
    await page.locator(".why-not code", { hasText: "/move" }).first().waitFor();
    const { legal_moves } = await answer("trampo-land/deal", { seed: "json-1", with_legal_moves: true });
    await page.fill("#json", JSON.stringify(legal_moves.moves[0]));
    await page.getByRole("button", { name: "Play it" }).click();
    await page.locator(".count", { hasText: "1 move" }).waitFor();
    await close();
});

it("peeks under the dummies", async () => {
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

it("animates moves unless motion is reduced", async () => {
    const run = await runOf("slide-jam", "motion-1");
    const { page, close } = await open(browser, server.base, { reducedMotion: "no-preference" });
    await deal(page, run.game, run.seed);
    await point(page, run.moves[0]);
    assert.ok((await page.locator(".sky > *").count()) > 0, "pieces are in the air");
    await page.locator(".sky").waitFor({ state: "detached" });
    await point(page, run.moves[1]);
    await close();
});

it("animations of quick moves do not pile up", async () => {
    const run = await runOf("slide-jam", "motion-2");
    const { page, close } = await open(browser, server.base, { reducedMotion: "no-preference" });
    await page.addInitScript(() => {
        // So slow that nothing has landed before the last move.
        const { animate } = Element.prototype;
        Element.prototype.animate = function (/** @type {Parameters<Element["animate"]>[0]} */ frames, /** @type {Parameters<Element["animate"]>[1]} */ options) {
            return animate.call(this, frames, typeof options === "object" ? { ...options, duration: 600_000, delay: 0 } : options);
        };
    });
    await deal(page, run.game, run.seed);
    for (const move of run.moves.slice(0, 4)) await point(page, move);
    const copies = await page.locator(".sky > *").evaluateAll((flying) => {
        const names = flying.map((copy) => `${/** @type {SVGElement} */ (copy).dataset.kind} ${/** @type {SVGElement} */ (copy).dataset.piece}`);
        return names.map((name) => names.filter((other) => other === name).length);
    });
    // What is turned over has a copy for each face.
    assert.ok(copies.length > 0 && Math.max(...copies) <= 2, `${copies}`);
    await close();
});

it("aims a flick by dragging from the coin", async () => {
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

it("the first press on a tile only aims", async () => {
    const run = await runOf("catwalk", "aim-1");
    const { page, close } = await open(browser, server.base);
    await page.goto(`/play#/at/${await pack({ ...run, moves: /** @type {any} */ (run.moves.slice(0, 5)) })}`);
    await page.locator(".count", { hasText: "5 moves" }).waitFor();
    // The aim begins at the next tile.
    const { x, y } = await page.locator(".aim-end").evaluate((mark) => {
        const { x, y, width, height } = mark.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
    });
    await page.mouse.click(x, y);
    await atRest(page);
    assert.equal(await movesPlayed(page), 5);
    await page.mouse.click(x, y);
    await page.locator(".count", { hasText: "6 moves" }).waitFor();
    await close();
});

it("a lost connection is not reported after it is back", async () => {
    const run = await runOf("catwalk", "aim-1");
    const { page, close } = await open(browser, server.base, { refuses: true });
    await page.goto(`/play#/at/${await pack({ ...run, moves: /** @type {any} */ (run.moves.slice(0, 5)) })}`);
    const flick = page.getByRole("button", { name: /^Flick the/ });
    await flick.waitFor();
    await page.route("**/v1/**", (route) => route.abort("connectionrefused"));
    await flick.click();
    const notice = page.getByText("Can't connect. Check your internet.");
    await notice.waitFor();
    await page.waitForTimeout(1500);
    assert.equal(await notice.count(), 1, "it stays while there is no connection");
    await page.unroute("**/v1/**");
    await notice.waitFor({ state: "detached" });
    await flick.click();
    await page.locator(".count", { hasText: "6 moves" }).waitFor();
    await close();
});

it("drags slide a tile and trace a family", async () => {
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
    await page.getByRole("group", { name: "left" }).getByRole("button", { name: "down" }).click();
    await page.locator(".count", { hasText: "1 move" }).waitFor();
    await close();
});

it("a dragged piece follows the pointer, and moves where it is dropped", async () => {
    const run = await runOf("trampo-land", "carry-1");
    const { page, close } = await open(browser, server.base);
    await deal(page, run.game, run.seed);
    const { from, to } = /** @type {{ from: number, to: number }} */ (/** @type {unknown} */ (run.moves[0]));
    const middle = async (/** @type {number} */ place) => {
        const { x, y, width, height } = (await page.locator(`.frame[data-key="place ${place}"]`).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
        return /** @type {const} */ ([x + width / 2, y + height / 2]);
    };
    const where = () => page.locator(`.board [data-at="${from}"]`).last().getAttribute("transform");
    const [start, end, before] = [await middle(from), await middle(to), await where()];
    await page.mouse.move(...start);
    await page.mouse.down();
    await page.mouse.move(start[0] + 60, start[1] + 8, { steps: 4 });
    assert.notEqual(await where(), before);
    await page.mouse.move(1, 1);
    await page.mouse.up();
    assert.deepEqual([await where(), await movesPlayed(page)], [before, 0], "a piece that is dropped nowhere returns");
    await page.mouse.move(...start);
    await page.mouse.down();
    await page.mouse.move(...end, { steps: 8 });
    await page.mouse.up();
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

it("accepts reports of real coins", async () => {
    const run = await runOf("catwalk", "aim-1");
    const { page, close } = await open(browser, server.base);
    await deal(page, run.game, run.seed, { dexterity: "reported" });
    for (const move of run.moves.slice(0, 5)) await point(page, move);
    await point(page, { type: "fell", coin: 3, tile: 4 });
    await point(page, { type: "crossed", coin: 5 });
    assert.equal(await movesPlayed(page), 7);
    await close();
});

it("is played by touch on a narrow screen", async () => {
    const run = await runOf("trampo-land", "keys-1");
    const { page, close } = await open(browser, server.base, { viewport: { width: 375, height: 720 }, hasTouch: true, isMobile: true });
    await deal(page, run.game, run.seed);
    for (const move of run.moves) {
        const before = await movesPlayed(page);
        const keys = move.type === "stop" ? ["type-stop"] : [`place ${move.from}`, `place ${move.to}`];
        for (const key of keys) await page.locator(`[data-key="${key}"]`).tap();
        await page.waitForFunction((before) => !document.querySelector(".count")?.textContent?.startsWith(`${before} `), before);
        await fits(page, "the table");
    }
    assert.match(await page.locator(".final").innerText(), new RegExp(`^${run.score}\\b`));
    await close();
});

it("shows moves as text", async () => {
    const expected = /** @type {[string, number, RegExp][]} */ ([
        ["magic-mirror", 0, /^Lay the (left|right) stack above the mirror$/],
        ["magic-mirror", 1, /^Match the \w+ of \w+ with the \w+ of \w+$/],
        ["slide-jam", 0, /^Pop ..(, ..){2} onto the (left|right) stack and slide \w+$/],
        ["magic-bag", 0, /^Roll all four dice$/],
    ]);
    const { page, close } = await open(browser, server.base, { refuses: true });
    for (const [game, count, words] of expected) {
        const run = await runOf(game, "undo-1");
        await deal(page, game, run.seed);
        for (const move of run.moves.slice(0, count)) await point(page, move);
        const one = page.locator(".chooser .primary");
        const all = page.locator(".all-moves summary");
        await one.or(all).first().waitFor();
        const many = (await all.count()) > 0;
        if (many) await all.click();
        const moves = page.locator(many ? ".move" : ".chooser .primary");
        await moves.first().waitFor();
        for (const line of await moves.allInnerTexts()) assert.match(line, words, game);
    }
    await page.goto("/play#/new/no-such-game");
    await page.getByText("There is no such game.").waitFor();
    await close();
});

// Every game for several seats can be played to its end by a person against robots, on the board. The panel is used only for names that are not
// on the board.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { CAN_ACT, accessible, ask, launch, open, serve, tableOf } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./harness.js").Move} Move */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/** @type {{ games: { id: string, kind: string, seats: { least: number, most: number } }[] }} */
const { games } = await (await fetch(`${server.base}/v1/games`)).json();
const seated = games.filter(({ kind }) => kind !== "solitaire");

/** @type {Record<string, Record<string, string>>} the shortest games there are */
const SHORTEST = {
    queensland: { games: "one" }, "putwoodys-castle": { games: "one" }, "nickies-castle": { games: "one" }, "hermans-castle": { games: "one" },
    "ten-die-poker": { hands: "1" }, "magic-hate-ball": { games: "1" },
};
/** @type {Record<string, string>} seeds of games in which the usual one leaves the person little to point at */
const SEEDS = { "dungeon-crawl": "board-2" };
/** @type {Record<string, number>} games that no one finishes by chance: after how many choices the person gives up */
const GIVES_UP = { "easy-slider-match": 40 };
/** @type {Record<string, string[]>} kinds of pieces that fields of moves name: docs/pictures.md */
const KINDS = { dice: ["die"], face: ["die"], card: ["card"], cards: ["card"], piece: ["man"], color: ["stone", "chips"], fighter: ["card"], give: ["card"], take: ["card"], guest: ["guest"] };
/** Fields that name nothing on the board. */
const NO_THINGS = new Set(["seat", "speed", "power", "health"]);
/** How many moves of a game are looked at. */
const MOVES_LOOKED_AT = 40;
/** Before how many choices the page is searched for numbers of seats. */
const NAMES_LOOKED_AT = 30;

/**
 * Whether some move of a game names a place, a piece or a seat of its picture. Otherwise, there is nothing to point at.
 *
 * @param {string} id
 * @param {number} seats
 */
async function isPointable(id, seats) {
    let { state } = await ask(server.base, `${id}/deal`, { seats, seed: "pointable", options: SHORTEST[id] ?? {} });
    for (let n = 0; n < MOVES_LOOKED_AT; n++) {
        const { moves } = await ask(server.base, `${id}/moves`, { state });
        if (moves.length === 0) return false;
        const picture = await pictureOf(id, state, moves[0].seat ?? 1);
        const fields = moves.flatMap((/** @type {Move} */ { type, ...fields }) => Object.entries(fields)).filter((/** @type {[string, unknown]} */ [field]) => !NO_THINGS.has(field));
        const named = fields.flatMap((/** @type {[string, unknown]} */ [field, value]) => [value].flat().map((each) => ({ field, value: String(each) })));
        if (named.some((/** @type {{ field: string, value: string }} */ name) => isIn(picture, name))) return true;
        ({ state } = await ask(server.base, `${id}/play`, { state, move: moves[(n * 7) % moves.length] }));
    }
    return false;
}

/**
 * @param {string} id
 * @param {unknown} state
 * @param {number} seat whose view it is
 */
async function pictureOf(id, state, seat) {
    const request = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ state, seat }) };
    return (await fetch(`${server.base}/v1/games/${id}/picture`, request)).text();
}

/**
 * @param {string} picture
 * @param {{ field: string, value: string }} name
 */
function isIn(picture, { field, value }) {
    if (["with", "victim", "from", "owner", "target"].includes(field) && picture.includes(` data-seat="${value}"`)) return true;
    if (picture.includes(` data-place="${value}"`)) return true;
    return (KINDS[field] ?? []).some((kind) => new RegExp(` data-(?:piece="${value}" data-kind="${kind}"(?! data-token)|kind="${kind}" data-token="${value}")`).test(picture));
}

/**
 * What of the page changes when something is chosen, and when a move is made; or nothing while it is what it was, or the page waits.
 *
 * @param {string} before
 */
function stamp(before) {
    const { shows = "", made = "" } = /** @type {HTMLElement} */ (document.querySelector(".hotseat")).dataset;
    const picked = [...document.querySelectorAll(".frame.picked")].map((frame) => /** @type {SVGElement} */ (frame).dataset.key).join();
    const now = [shows, made, picked, document.querySelector(".chooser")?.textContent].join("|");
    return now === before || document.querySelector("[aria-busy]") ? null : now;
}

/**
 * Does something, and waits until the page has taken it in.
 *
 * @param {Page} page
 * @param {() => Promise<void>} what
 */
async function doing(page, what) {
    const before = await page.evaluate(stamp, "");
    await what();
    await page.waitForFunction(stamp, before ?? "", { polling: 5 });
}

/**
 * Points at something on the board that can be chosen, or else presses a choice.
 *
 * @param {Page} page
 * @param {number} n which of several
 * @returns {Promise<boolean>} whether it was on the board
 */
async function choose(page, n) {
    const frames = page.locator(".frame.can:not(.picked)");
    const count = await frames.count();
    const ready = page.locator(".chooser .primary");
    const enough = (await ready.count()) > 0;
    if (count > 0 && !(enough && n % 2 === 0)) {
        const frame = frames.nth((n * 7) % count);
        await frame.scrollIntoViewIfNeeded();
        const { x, y, width, height } = await frame.boundingBox() ?? assert.fail("it is drawn");
        // Of cards that overlap the upper left part is seen.
        await doing(page, () => page.mouse.click(x + width * 0.2, y + height * 0.2));
        return true;
    }
    if (enough) {
        await doing(page, () => ready.click());
        return false;
    }
    const folded = page.locator(".chooser details.ask:not([open]) > summary");
    if (await folded.count()) await folded.first().click();
    const chips = page.locator(".chooser .ask .chip:visible");
    await chips.first().waitFor();
    await doing(page, async () => chips.nth(n % (await chips.count())).click());
    return false;
}

/**
 * Texts and labels of the page that name a seat by its number.
 *
 * @param {Page} page
 */
function seatNumbers(page) {
    return page.evaluate(() => {
        const labels = [...document.querySelectorAll("[aria-label]")].map((element) => element.getAttribute("aria-label") ?? "");
        const choices = [...document.querySelectorAll(".chooser *")].map((element) => element.textContent ?? "");
        // The pictures of the lesson are from another game.
        const shown = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".first, .side > :not(details)"))].flatMap((part) => part.innerText.split("\n"));
        return [...shown, ...labels, ...choices].filter((text) => /\bseats? \d/i.test(text));
    });
}

for (const { id, seats } of seated) {
    it(`${id} is played to its end on the board`, async () => {
        const { page, close } = await open(browser, server.base);
        await tableOf(page, server.base, id, seats.least, SEEDS[id] ?? "board-1", SHORTEST[id]);
        let pointed = 0;
        for (let n = 0; ; n += 1) {
            assert.ok(n < 3000, "it ends");
            const shows = await page.locator(".hotseat").getAttribute("data-shows");
            if (shows === "end") break;
            assert.equal(shows, "seat 1");
            if (n < NAMES_LOOKED_AT) assert.deepEqual(await seatNumbers(page), [], "players have names");
            if (n === GIVES_UP[id]) await doing(page, () => page.getByRole("button", { name: "Give up" }).click());
            else if (await choose(page, n)) pointed += 1;
            // While robots catch up, the board takes no clicks.
            await page.locator(`.hotseat[data-shows='end'], ${CAN_ACT}`).waitFor();
        }
        assert.equal(pointed > 1, await isPointable(id, seats.least), `${pointed} things were pointed at`);
        assert.equal(await page.locator(".end .standings tbody tr").count(), seats.least);
        assert.deepEqual(await seatNumbers(page), [], "players have names");
        assert.equal(await page.locator(".why-not:not(:empty)").count(), 0, "nothing that could be chosen was refused");
        await close();
    });
}

it("a fighter is picked together with its owner", async () => {
    const { page, close } = await open(browser, server.base);
    await tableOf(page, server.base, "headless-in-seattle", 3, "owners");
    const frame = (/** @type {string} */ card) => page.locator(`.frame[data-key="piece card ${card}"]`);
    await page.waitForFunction(() => document.querySelectorAll(".frame.can").length === 9);
    // One press is a move. The robots play a card each, and wait.
    await doing(page, () => frame("Kd-2").click());
    const saved = () => page.evaluate(() => JSON.parse(Object.entries(localStorage).find(([key]) => key.startsWith("funhouse.together."))?.[1] ?? "null"));
    const left = async () => (await saved()).state.table.decks.map((/** @type {string[]} */ deck) => deck.length).join();
    for (let tries = 0; (await left()) !== "9,9,9" && tries < 300; tries++) await page.waitForTimeout(100);
    assert.equal(await left(), "9,9,9");
    const { state: { table } } = await saved();
    const attackers = table.fighters[1][2].attacks.map((/** @type {{ seat: number }} */ { seat }) => seat);
    assert.ok(attackers.includes(1), "the king of seat 2 is attacked");
    await close();
});

it("a seat is picked by its box", async () => {
    const { page, close } = await open(browser, server.base);
    await tableOf(page, server.base, "fight-the-power", 4, "boxes");
    const box = (/** @type {number} */ seat) => page.locator(`.frame[data-key="seat ${seat}"]`);
    await accessible(page, "seats to point at");
    assert.equal(await page.locator(".frame.can[data-key^='seat ']").count(), 3, "everybody but oneself");
    assert.equal(await box(1).evaluate((frame) => frame.classList.contains("can")), false);
    await doing(page, () => box(3).click());
    assert.equal(await box(3).getAttribute("aria-pressed"), "true");
    assert.match(await page.locator(".picked-chip").first().innerText(), /^(With|From) Gizmo$/);
    // Pointed at again it is put back.
    await doing(page, () => box(3).click());
    assert.equal(await page.locator(".picked-chip").count(), 0);
    // Of the dice only one's own are rolled, and only those of the seat that was pointed at are recruited.
    const dice = page.locator(".frame.can[data-tokens^='die ']");
    await doing(page, async () => {
        await box(2).focus();
        await page.keyboard.press("Enter");
    });
    assert.equal(await box(2).getAttribute("aria-pressed"), "true");
    await page.getByRole("button", { name: "Fight Bolt and roll none of yours" }).waitFor();
    const whose = await dice.evaluateAll((frames) => frames.map((frame) => /\b(your|Bolt|Gizmo)\b/.exec(frame.getAttribute("aria-label") ?? "")?.[0]));
    assert.deepEqual(new Set(whose), new Set(["your", "Bolt"]));
    await doing(page, () => dice.and(page.locator("[aria-label*='your']")).first().click());
    const fight = page.locator(".chooser .primary");
    assert.match(await fight.innerText(), /^Fight Bolt and roll [1-6]$/);
    await doing(page, () => fight.click());
    await close();
});

// Every game is played to its end with the roles and accessible names that a screen reader announces: each name of a move is found by its
// accessible name and pressed with Enter.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { deal, launch, movesPlayed, open, runOf, serve } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./harness.js").Move} Move */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

const SUITS = /** @type {Record<string, string>} */ ({ S: "Suns", M: "Moons", C: "Crowns", A: "Arms" });
const VALUES = ["null", "ace", "2", "3", "4", "5"];
/** The fields that name pieces, and what these are called. */
const PIECES = /** @type {Record<string, string>} */ ({ tile: "tile", tiles: "tile", coin: "coin" });

/**
 * What a value of a move is called.
 *
 * @param {string} field
 * @param {unknown} value
 * @returns {RegExp[]} of the accessible name: the first that there is
 */
function called(field, value) {
    const text = String(value);
    const piece = /^([SMCA])([0-5])$/.exec(text);
    if (piece) {
        const name = `${PIECES[field]} ${VALUES[Number(piece[2])]} of ${SUITS[piece[1]]}`;
        // A piece that can be pointed at by itself, or else the place where it lies.
        return [new RegExp(`^${name}`), new RegExp(`: (.*, )?${name}`)];
    }
    if (field === "dice") return [new RegExp(`^die of ${SUITS[text]}`)];
    if (/^\d+$/.test(text)) return [new RegExp(`^(Row|Trampoline|Track) ${text}\\b`, "i")];
    if (field === "type") return [new RegExp(`^${text.replace("_", " ")}`, "i")];
    return [new RegExp(`^${text}\\b`, "i")];
}

/** @param {Page} page */
const board = (page) => page.getByRole("group", { name: /score|slides|points/ });
/** @param {Page} page */
const panel = (page) => page.getByRole("region", { name: "Your move" });

/**
 * Presses the button with a name, as the user of a screen reader does.
 *
 * @param {import("playwright-core").Locator} where
 * @param {RegExp | string} name
 * @returns {Promise<boolean>} whether there is one
 */
async function press(where, name) {
    const found = where.getByRole("button", { name, pressed: undefined });
    for (const one of await found.all()) {
        // A button may be gone before it is come to, once its move has been made.
        const there = await one.evaluateAll(([button]) => {
            if (!button?.checkVisibility() || button.getAttribute("aria-pressed") === "true") return false;
            /** @type {HTMLElement} */ (button).focus();
            return true;
        });
        if (!there) continue;
        await where.page().keyboard.press("Enter");
        return true;
    }
    return false;
}

/**
 * @param {import("playwright-core").Locator[]} places
 * @param {RegExp[]} names
 */
async function pressAny(places, names) {
    for (const where of places) {
        for (const name of names) if (await press(where, name)) return true;
    }
    return false;
}

/**
 * Turns the die until it lies as it is to be placed.
 *
 * @param {Page} page
 * @param {Move} move
 */
async function turnDie(page, move) {
    const [top, north] = [move.top, move.north].map((value) => VALUES[Number(value)]);
    const die = page.getByRole("group", { name: "The die, from above" });
    if (!(await die.isVisible())) await press(panel(page), /^Start again/);
    const up = die.getByRole("status", { name: `On top: ${top}` });
    for (let turns = 0; (await up.count()) === 0; turns++) {
        assert.ok(turns < 3, `${top} comes up`);
        // What is on no side is beneath: it comes to a side when any side is brought up.
        if (!(await press(die, new RegExp(`^${top}, `)))) await press(die, /, north: bring it up/);
    }
    for (let turns = 0; (await die.getByRole("button", { name: `${north}, north: bring it up` }).count()) === 0; turns++) {
        assert.ok(turns < 4, `${north} comes north`);
        await press(die, /Turn the die clockwise/);
    }
    await press(panel(page), "Place the die");
}

/**
 * How many moves have been made once none is on its way: what is pressed meanwhile may come to stand in the next position.
 *
 * @param {Page} page
 */
async function movesPlayedAtRest(page) {
    await page.waitForSelector(".board:not([aria-busy])");
    return movesPlayed(page);
}

/**
 * Makes a move.
 *
 * @param {Page} page
 * @param {Move} move
 */
async function make(page, move) {
    const before = await movesPlayed(page);
    const played = () => page.waitForFunction((before) => Number.parseInt(document.querySelector(".count")?.textContent ?? "", 10) > before, before)
        .catch(async () => assert.fail(`${JSON.stringify(move)} is played: ${await page.locator(".chooser").innerText()}`));
    if (move.type === "place") {
        await turnDie(page, move);
        return played();
    }
    const { type, ...fields } = move;
    const left = Object.entries(fields).flatMap(([field, value]) => [value].flat().map((each) => ({ field, value: /** @type {unknown} */ (each) })));
    left.push({ field: "type", value: type });
    // Stacks are left and right, and so are ways to slide: the stack is asked for first.
    left.sort((a, b) => Number(b.field === "stack") - Number(a.field === "stack"));
    while ((await movesPlayed(page)) === before) {
        const stamp = await page.locator(".chooser").innerHTML();
        const count = left.length;
        for (const [i, { field, value }] of left.entries()) {
            const places = ["direction", "slide", "type"].includes(field) ? [panel(page)] : [board(page), panel(page)];
            if (await pressAny(places, called(field, value))) {
                left.splice(i, 1);
                break;
            }
        }
        if (left.length === count || left.length === 0) {
            // All is named: the move is on its way, or waits for a last word.
            const confirm = new RegExp(`^${type.split("_")[0]}`, "i");
            for (let tries = 0; (await movesPlayedAtRest(page)) === before && !(await press(panel(page), confirm)); tries++) {
                assert.ok(tries < 1000, `${JSON.stringify(move)} can be played: ${JSON.stringify(left)} is left`);
            }
            return played();
        }
        await page.waitForFunction(([stamp, before]) => document.querySelector(".chooser")?.innerHTML !== stamp || Number.parseInt(document.querySelector(".count")?.textContent ?? "", 10) > Number(before), [stamp, before], { polling: 5 });
    }
    return played();
}

/** Whether the game is over, by what is said. @param {Page} page */
const over = (page) => page.getByRole("button", { name: "Play again" }).isVisible();

for (const game of ["slide-jam", "magic-mirror", "catwalk", "roll-out-the-barrels", "whack-a-dummy", "trampo-land", "easy-slider", "magic-bag"]) {
    it(`${game} is played by accessible names alone`, async () => {
        const run = await runOf(game, "by-ear");
        const { page, close } = await open(browser, server.base);
        await deal(page, game, "by-ear");
        for (const move of run.moves) {
            if (move.type === "flick") break;
            await make(page, move);
        }
        // The hand is unsteady: flicks are made as they are offered, until all coins have fallen or crossed.
        while (!(await over(page))) {
            const before = await movesPlayed(page);
            assert.ok(await press(panel(page), /^Flick the/), "a flick is offered");
            await page.waitForFunction((before) => Number.parseInt(document.querySelector(".count")?.textContent ?? "", 10) > before, before);
        }
        if (game !== "catwalk") assert.equal(await movesPlayed(page), run.moves.length);
        await close();
    });
}

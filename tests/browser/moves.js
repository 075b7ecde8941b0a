// Plays moves on the page like a person: with a pointer or by keys, one name of the move after the other, for any game.

import assert from "node:assert/strict";
import { movesPlayed } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./harness.js").Move} Move */
/** @typedef {{ field: string, value: unknown }} Slot */

/** @param {Move} move */
function slotsOf({ type, ...fields }) {
    const named = Object.entries(fields).flatMap(([field, value]) => [value].flat().map((each) => ({ field, value: each })));
    // The type comes last: most moves are determined by their other names.
    return [...named, { field: "type", value: type }];
}

/**
 * Where on the screen a name lies, if it can be pointed at.
 *
 * @param {Page} page
 * @param {Slot} slot
 * @returns {Promise<{ x: number, y: number, index: number } | null>}
 */
function onBoard(page, { field, value }) {
    if (["direction", "slide", "type"].includes(field)) return Promise.resolve(null);
    return page.evaluate(([field, value]) => {
        /** @type {Record<string, string>} */
        const kinds = { tile: "tile", tiles: "tile", coin: "coin", dice: "die" };
        const kind = kinds[field];
        const [tag, selector] = kind && (kind !== "tile" || Number.isNaN(Number(value))) ? ["piece", `piece ${kind}`] : ["place", `${value}`];
        const frames = [...document.querySelectorAll(".frame")];
        const index = frames.findIndex((frame) => {
            if (!frame.matches(".can:not(.picked)")) return false;
            const { key = "", tokens = "" } = /** @type {SVGElement} */ (frame).dataset;
            return tag === "piece" ? tokens.split("|").includes(`${kind} ${value}`) : key === `place ${selector}`;
        });
        if (index < 0) return null;
        const { x, y, width, height } = frames[index].getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2, index };
    }, [field, String(value)]);
}

/**
 * @param {Page} page
 * @param {string} key
 */
function choice(page, key) {
    return page.locator(`.chooser [data-key="${key}"]`);
}

/**
 * Makes a move with a pointer: on the board where it can, else by pressing choices.
 *
 * @param {Page} page
 * @param {Move} move
 */
export async function point(page, move) {
    await make(page, move, async (slot) => {
        const spot = await onBoard(page, slot);
        if (spot) {
            await page.mouse.click(spot.x, spot.y);
            return true;
        }
        const chip = choice(page, `${slot.field}-${slot.value}`).and(page.locator(':not([aria-pressed="true"])'));
        if ((await chip.count()) === 0 || !(await chip.isVisible())) return false;
        await chip.click();
        return true;
    }, () => choice(page, "ready").click());
}

/**
 * Makes a move with keys alone: Tab to the board or to a choice, arrows over the board, Enter.
 *
 * @param {Page} page
 * @param {Move} move
 */
export async function type(page, move) {
    await make(page, move, async (slot) => {
        const spot = await onBoard(page, slot);
        if (spot && (await walkTo(page, spot.index))) {
            await page.keyboard.press("Enter");
            return true;
        }
        const key = `${slot.field}-${slot.value}`;
        return (await choice(page, key).count()) > 0 && (await tabTo(page, key)) && (await page.keyboard.press("Enter"), true);
    }, async () => {
        assert.ok(await tabTo(page, "ready"), "the move can be reached by Tab");
        await page.keyboard.press("Enter");
    });
}

/**
 * @param {Page} page
 * @param {Move} move
 * @param {(slot: Slot) => Promise<boolean>} name names a slot, if it can be named now
 * @param {() => Promise<void>} confirm
 */
async function make(page, move, name, confirm) {
    const before = await movesPlayed(page);
    if (move.type === "place") await byNumber(page);
    const left = move.type === "flick" ? [{ field: "coin", value: move.coin }] : slotsOf(move);
    for (;;) {
        const stamp = await stampOf(page);
        let named = false;
        for (const [i, slot] of left.entries()) {
            if (!(await name(slot))) continue;
            left.splice(i, 1);
            named = true;
            break;
        }
        if (!named) await confirm();
        await page.waitForFunction((stamp) => document.querySelector(".count")?.textContent + (document.querySelector(".chooser")?.innerHTML ?? "") !== stamp, stamp, { polling: 5 })
            .catch(async () => assert.fail(`nothing happened on ${JSON.stringify(move)}, ${JSON.stringify(left)} left, ${await page.locator(".why-not").innerText()}`));
        if ((await movesPlayed(page)) > before) return;
        assert.ok(named, `${JSON.stringify(move)} could not be played`);
    }
}

/**
 * Opens the numbers by which a die can be placed instead of turning it.
 *
 * @param {Page} page
 */
async function byNumber(page) {
    const again = choice(page, "type-place");
    if (await again.count()) await again.click();
    const closed = page.locator('[data-key="by-number"]:not([open]) > summary');
    if (await closed.count()) await closed.click();
}

/** @param {Page} page */
function stampOf(page) {
    return page.evaluate(() => document.querySelector(".count")?.textContent + (document.querySelector(".chooser")?.innerHTML ?? ""));
}

/**
 * @param {Page} page
 * @param {string} key
 */
async function tabTo(page, key) {
    for (let i = 0; i < 80; i++) {
        if (await page.evaluate((key) => /** @type {HTMLElement} */ (document.activeElement)?.dataset.key === key, key)) return true;
        await page.keyboard.press("Tab");
    }
    return false;
}

/**
 * Goes over the board with the arrow keys.
 *
 * @param {Page} page
 * @param {number} index of the frame to come to
 */
async function walkTo(page, index) {
    const where = () => page.evaluate((index) => {
        const frames = [...document.querySelectorAll(".frame")];
        const active = document.activeElement;
        if (!active || !frames.includes(active)) return null;
        const [a, b] = [active, frames[index]].map((frame) => frame.getBoundingClientRect());
        return { dx: b.x + b.width / 2 - a.x - a.width / 2, dy: b.y + b.height / 2 - a.y - a.height / 2, there: active === frames[index] };
    }, index);
    for (let i = 0; i < 80 && !(await where()); i++) await page.keyboard.press("Tab");
    for (let i = 0; i < 30; i++) {
        const at = await where();
        if (!at) return false;
        if (at.there) return true;
        const along = Math.abs(at.dx) > Math.abs(at.dy) ? (at.dx > 0 ? "ArrowRight" : "ArrowLeft") : at.dy > 0 ? "ArrowDown" : "ArrowUp";
        await page.keyboard.press(along);
    }
    return false;
}

/**
 * Plays a legal move from the list, or the only one.
 *
 * @param {Page} page
 * @param {number} n
 */
export async function choose(page, n) {
    const opener = page.locator(".chooser .opener[aria-expanded=false]");
    if (await opener.isVisible()) await opener.click();
    const all = page.locator("details.all-moves");
    if ((await all.count()) === 0) return page.locator(".chooser .primary").click();
    await all.evaluate((details) => { /** @type {HTMLDetailsElement} */ (details).open = true; });
    const moves = all.locator("button.move");
    await moves.first().waitFor();
    await moves.nth(n % (await moves.count())).click();
}

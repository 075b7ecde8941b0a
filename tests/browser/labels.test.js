// The legibility of choices on phones, labels next to frames, and names and values on the board.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { pack } from "../../web/shared/link.js";
import { atRest, fits, launch, open, runOf, sampled, seated, serve, tableOf } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/** @param {number} width @param {number} height */
function phone(width, height) {
    return open(browser, server.base, { viewport: { width, height }, hasTouch: true, isMobile: true });
}

/**
 * Opens a run of Slide Jam after some of its moves.
 *
 * @param {Page} page
 * @param {number} count
 */
async function slideJam(page, count) {
    const run = await runOf("slide-jam", "labels-1");
    await page.goto("about:blank");
    await page.goto(`/play#/at/${await pack({ ...run, moves: /** @type {any} */ (run.moves.slice(0, count)) })}`);
    await page.locator(".board svg").waitFor();
    return run;
}

for (const [width, height] of [[390, 844], [360, 640], [320, 568], [640, 360], [568, 320]]) {
    it(`directions fit on one line, at ${width} x ${height}`, async () => {
        const { page, close } = await phone(width, height);
        const run = await slideJam(page, 0);
        // Of all that may come next only the ways are left.
        const { cells, stack } = /** @type {{ cells: string[], stack: string }} */ (/** @type {unknown} */ (run.moves[0]));
        for (const name of [...cells, stack]) {
            if ((await page.locator(".way").count()) > 0) break;
            await page.locator(`.frame[data-key="place ${name}"]`).click({ force: true });
        }
        await page.locator(".way").first().waitFor();
        await atRest(page);
        const broken = await page.evaluate(() => {
            const card = /** @type {Element} */ (document.querySelector(".chooser")).getBoundingClientRect();
            return [...document.querySelectorAll(".way")].flatMap((way) => {
                const box = way.getBoundingClientRect();
                const name = /** @type {Element} */ (way.querySelector(".way-name"));
                const lines = name.getClientRects().length;
                const { height } = name.getBoundingClientRect();
                const words = name.getBoundingClientRect();
                const inside = box.left >= card.left && box.right <= card.right && words.left >= box.left && words.right <= box.right;
                return lines === 1 && height < 30 && inside ? [] : [`${name.textContent}: ${lines} lines, ${height} high, ${box.left} to ${box.right} in ${card.left} to ${card.right}`];
            });
        });
        assert.deepEqual(broken, []);
        assert.ok((await page.locator(".way").count()) > 1);
        await fits(page, "the ways");
        await close();
    });
}

/**
 * The labels of a board that the line of a frame runs through. A line with its casing is 5 pixels wide.
 *
 * @param {Page} page
 */
function cut(page) {
    return page.evaluate(() => {
        const HALF = 2.5;
        const frames = [...document.querySelectorAll(".frame:is(.next, .lead, .picked):not(.target)")];
        return [...document.querySelectorAll(".board :is(.label, .note)")].flatMap((label) => {
            const box = label.getBoundingClientRect();
            // The letters stand a little within their box.
            const letters = { left: box.left, right: box.right, top: box.top + box.height * 0.2, bottom: box.bottom - box.height * 0.1 };
            return frames.flatMap((frame) => {
                const { left, right, top, bottom } = frame.getBoundingClientRect();
                const across = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ to) => at + HALF > from && at - HALF < to;
                const wide = right + HALF > letters.left && left - HALF < letters.right;
                const high = bottom + HALF > letters.top && top - HALF < letters.bottom;
                const over = (high && [left, right].some((at) => across(at, letters.left, letters.right))) || (wide && [top, bottom].some((at) => across(at, letters.top, letters.bottom)));
                return over ? [`${label.textContent} by ${frame.getAttribute("data-key")}`] : [];
            });
        });
    });
}

it("no frame crosses a label on a phone", async () => {
    const { page, close } = await phone(360, 640);
    for (const { id, seats } of sampled(await seated(server.base), 0)) {
        await page.goto("about:blank");
        await tableOf(page, server.base, id, seats.least, "labels-1");
        await atRest(page);
        assert.deepEqual(await cut(page), [], id);
    }
    await close();
});

/**
 * The numbers on a board that screen readers skip: they belong to no piece, and no place is named so. Where places say what belongs on them
 * ("for 4 of Crowns"), numbers only repeat it.
 *
 * @param {Page} page
 */
function unreadNumbers(page) {
    return page.evaluate(() => document.querySelector('.board [data-place][data-words^="for "]') ? [] : [...document.querySelectorAll(".board svg text.number")].flatMap((number) => {
        const text = number.textContent ?? "";
        return number.closest("[data-piece]") || document.querySelector(`.board [data-place="${text}"]`) ? [] : [text];
    }));
}

it("no number on a board is read as an empty place", async () => {
    const { page, close } = await phone(390, 844);
    for (const { id, seats } of sampled(await seated(server.base), 1)) {
        await page.goto("about:blank");
        await tableOf(page, server.base, id, seats.least, "labels-1");
        await atRest(page);
        assert.deepEqual(await unreadNumbers(page), [], id);
    }
    await close();
});

it("names of any length and script stay in the boxes of their seats", async () => {
    const { page, close } = await phone(390, 844);
    const names = ["Al", "Wolfgang Amadeus Mozart", "WWWWWWWWWWWWWWWWWWWWWWWW", "漢字漢字漢字漢字漢字漢字漢字漢字", "👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀"];
    await tableOf(page, server.base, "headless-in-seattle", 8, "labels-1");
    await atRest(page);
    const outside = await page.evaluate(async (names) => {
        const module = document.querySelector('link[rel="modulepreload"][href*="/seat-labels."]')?.getAttribute("href");
        const { labelSeats } = await import(/** @type {any} */ (module));
        const svg = /** @type {SVGSVGElement} */ (document.querySelector(".board svg"));
        labelSeats(svg, (/** @type {number} */ seat) => names[seat % names.length], (/** @type {string} */ text) => text);
        const written = [...svg.querySelectorAll("[data-seat] > text.player")];
        const left = written.filter((text) => {
            const [at, around] = [text, /** @type {Element} */ (text.parentElement?.querySelector("rect"))].map((each) => each.getBoundingClientRect());
            return at.left < around.left || at.right > around.right || at.bottom > around.bottom;
        });
        return { outside: left.map((text) => text.textContent), written: written.length };
    }, names);
    assert.deepEqual(outside, { outside: [], written: 8 });
    await close();
});

it("cells show their names on demand, tiles N and A", async () => {
    const { page, close } = await phone(390, 844);
    await slideJam(page, 0);
    assert.ok(await page.locator(".board .coord").first().isHidden());
    await page.keyboard.press("c");
    assert.ok(await page.locator(".board .coord").first().isVisible());
    const wrong = await page.evaluate(() => {
        const box = (/** @type {Element} */ element) => element.getBoundingClientRect();
        const named = [...document.querySelectorAll('.board [data-area="slide"] [data-place]')];
        const texts = [...document.querySelectorAll(".board .coord, .board .name")];
        const missing = named.filter((place) => !texts.some((text) => {
            const [around, at] = [box(place), box(text)];
            return text.textContent === place.getAttribute("data-place") && at.left >= around.left && at.right <= around.right && at.top >= around.top && at.bottom <= around.bottom;
        }));
        const marks = [...document.querySelectorAll('.board [data-kind="tile"]')].flatMap((tile) => {
            const [, value] = tile.getAttribute("data-piece") ?? "";
            const wanted = /** @type {Record<string, string>} */ ({ 0: "N", 1: "A" })[value] ?? value;
            return tile.querySelector("text")?.textContent === wanted ? [] : [tile.outerHTML.slice(0, 80)];
        });
        return { missing: missing.map((place) => place.getAttribute("data-place")), marks, count: named.length };
    });
    assert.deepEqual({ ...wrong, count: wrong.count > 15 }, { missing: [], marks: [], count: true });
    await close();
});

it("the own hand is in view on a phone, with cards at least 56 pixels wide", async () => {
    const { page, close } = await phone(390, 844);
    for (const { id, seats: { least, most } } of sampled(await seated(server.base), 1)) {
        await tableOf(page, server.base, id, Math.max(least, Math.min(most, 4)), "hands-1");
        await atRest(page);
        const { below, narrow } = await page.evaluate(() => {
            const board = /** @type {Element} */ (document.querySelector(".board")).getBoundingClientRect();
            const own = document.querySelector(".board [data-viewer] rect")?.getBoundingClientRect();
            const hand = [...document.querySelectorAll('.board [data-in="seat 1: hand"][data-kind="card"]')].map((card) => card.getBoundingClientRect().width);
            return { below: Math.round((own?.bottom ?? 0) - board.bottom), narrow: hand.filter((width) => width < 55.5) };
        });
        assert.ok(below <= 0, `${id}: the own hand is ${below} pixels below the board`);
        assert.deepEqual(narrow, [], id);
    }
    await close();
});

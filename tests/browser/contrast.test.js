// The contrast in pictures of games for several seats, light and dark: at least 4.5 to 1 for text, and 3 to 1 for pieces, by fill or edge.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, it } from "node:test";
import { promisify } from "node:util";
import { PROGRAM, launch, open, sampled, serve } from "./harness.js";

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/** @type {{ games: { id: string, kind: string, seats: { least: number, most: number } }[] }} */
const { games } = await (await fetch(`${server.base}/v1/games`)).json();

/**
 * @param {string} path
 * @param {object} body
 */
async function post(path, body) {
    return fetch(server.base + path, { method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json, image/svg+xml" }, body: JSON.stringify(body) });
}

/**
 * Pictures of a game with all its seats: the opening, two on the way, and the end.
 *
 * @param {string} game
 * @param {number} seats
 */
async function pictures(game, seats) {
    const flags = ["play", game, "--seed", "contrast-1", "--seats", String(seats), "--json"];
    const { moves, seed, options } = JSON.parse((await promisify(execFile)(PROGRAM, flags, { maxBuffer: 1 << 24 })).stdout);
    const { state: dealt } = await (await post(`/v1/games/${game}/deal`, { seats, seed, options })).json();
    return Promise.all([0, 1 / 3, 2 / 3, 1].map(async (part) => {
        const played = moves.slice(0, Math.floor(moves.length * part));
        const { state } = played.length === 0 ? { state: dealt } : await (await post(`/v1/games/${game}/play`, { state: dealt, moves: played })).json();
        return (await post(`/v1/games/${game}/picture`, { state, ...(part < 1 ? { seat: Math.min(2, seats) } : {}) })).text();
    }));
}

/**
 * The elements with too little contrast, and the number of measured ones.
 *
 * @returns {{ faint: string[], texts: number, pieces: number }}
 */
function measure() {
    const parts = (/** @type {string} */ color) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const light = (/** @type {number[]} */ [r, g, b]) => {
        const [x, y, z] = [r, g, b].map((part) => part / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
        return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const ratio = (/** @type {number[]} */ a, /** @type {number[]} */ b) => {
        const [x, y] = [light(a), light(b)];
        return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
    };
    const painted = (/** @type {string} */ color) => color !== "none" && (parts(color)[3] ?? 1) > 0;
    const shapes = (/** @type {DOMPoint} */ { x, y }) =>
        document.elementsFromPoint(x, y).filter((element) => /^(rect|circle|path|ellipse)$/.test(element.tagName) && painted(getComputedStyle(element).fill));
    const opacity = (/** @type {Element | null} */ element) => {
        let whole = 1;
        for (let each = element; each instanceof SVGElement; each = each.parentElement) whole *= Number(getComputedStyle(each).opacity);
        return whole;
    };
    const mixed = (/** @type {number[]} */ over, /** @type {number[]} */ under, /** @type {number} */ part) => over.slice(0, 3).map((c, i) => c * part + under[i] * (1 - part));
    const middle = (/** @type {Element} */ element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return new DOMPoint(x + width / 2, y + height / 2);
    };
    /** @type {Set<string>} */
    const faint = new Set();
    const texts = [...document.querySelectorAll("svg text")].filter((text) => text.textContent !== "");
    for (const text of texts) {
        const [below] = shapes(middle(text));
        const ground = parts(getComputedStyle(below).fill);
        const ink = mixed(parts(getComputedStyle(text).fill), ground, opacity(text));
        const found = ratio(ink, ground);
        if (found < 4.5) faint.add(`${found.toFixed(2)} text ${text.getAttribute("class") ?? text.parentElement?.getAttribute("class")} "${text.textContent}" on ${below.getAttribute("class") ?? below.parentElement?.getAttribute("class")}`);
    }
    const pieces = [...document.querySelectorAll("svg [data-piece]")];
    for (const piece of pieces) {
        const drawn = [...piece.querySelectorAll("rect, circle, path, ellipse")];
        // A number is text, which is measured above.
        if (drawn.length === 0) continue;
        const own = new Set(drawn);
        const { x, y, width, height } = piece.getBoundingClientRect();
        // What lies around the piece, a little outside its box.
        const around = shapes(new DOMPoint(x - 1.5, y + height / 2)).filter((shape) => !own.has(shape) && !shape.closest("[data-piece]"));
        const ground = parts(getComputedStyle(around[0]).fill);
        const inks = drawn.flatMap((shape) => [getComputedStyle(shape).fill, getComputedStyle(shape).stroke]).filter(painted).map(parts);
        const found = Math.max(...inks.map((ink) => ratio(ink, ground)));
        if (width > 0 && found < 3) faint.add(`${found.toFixed(2)} piece ${piece.getAttribute("class")} on ${around[0].getAttribute("class")}`);
    }
    return { faint: [...faint], texts: texts.length, pieces: pieces.length };
}

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    for (const { id, seats } of sampled(games.filter(({ kind }) => kind !== "solitaire"), colorScheme === "light" ? 0 : 1)) {
        it(`${id}, ${colorScheme}: text and pieces have enough contrast`, async () => {
            const { page, close } = await open(browser, server.base, { colorScheme, viewport: { width: 800, height: 6000 } });
            let texts = 0;
            let pieces = 0;
            /** @type {Set<string>} */
            const faint = new Set();
            for (const svg of await pictures(id, seats.most)) {
                // All that is drawn is found by its place, also what is not to be pointed at; text is what is looked from.
                await page.setContent(`<style>body { margin: 0 } svg { width: 800px } svg * { pointer-events: all !important } svg text { pointer-events: none !important }</style>${svg}`);
                const measured = await page.evaluate(measure);
                texts += measured.texts;
                pieces += measured.pieces;
                for (const each of measured.faint) faint.add(each);
            }
            assert.ok(texts > 20 && pieces > 0, `${texts} texts and ${pieces} pieces`);
            assert.deepEqual([...faint], []);
            await close();
        });
    }
}

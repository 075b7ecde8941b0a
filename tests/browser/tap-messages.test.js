// Messages after taps contain no names of the API. Every spot of every game is tapped, in positions of the built-in player's runs.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { pack } from "../../web/shared/link.js";
import { launch, open, runOf, serve } from "./harness.js";

/** Number of positions per game. By hand, try 50, which takes a minute or more per game. */
const POSITIONS = Number(process.env.FUNHOUSE_TAPS ?? 2);
/** One in this number of spots is also tapped after another one. */
const SECOND = 5;

/** Words of rulebooks and plain English that are also names of the API. */
const SPOKEN = new Set([
    "A", "C", "M", "S", "adults", "arms", "bag", "by", "cell", "cells", "coin", "coins", "cousins", "dice", "die", "distant", "from", "gold",
    "holds", "kids", "left", "legal", "line", "lost", "moons", "move", "moves", "next", "north", "number", "over", "paid", "right", "roll", "rolls",
    "room", "row", "run", "show", "slide", "stack", "strangers", "suns", "tile", "tiles", "to", "top", "treasure", "twins", "until", "value", "values",
    "walked", "who", "you", "null", "object",
]);
/** Messages of decoders. */
const DECODER = /NaN|undefined|\[object|\bu64\b|\bi64\b|\binteger\b|\bstring\b|\bboolean\b|\barray\b|invalid|expected|unknown|variant|[`{}"_]|[a-z]-[a-z]+\.[a-z]/;

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/** @param {string} path */
async function get(path) {
    return (await fetch(server.base + path)).json();
}

/**
 * The names of fields and types in the document, and the ids of rules and faults in the catalogue.
 *
 * @param {string[]} games
 */
async function names(games) {
    const documents = await Promise.all(["service", ...games].map((part) => get(`/openapi/${part}.json`)));
    const schemas = Object.assign({}, ...documents.map(({ components }) => components.schemas));
    /** @type {Set<string>} */
    const fields = new Set();
    const gather = (/** @type {any} */ schema) => {
        if (typeof schema !== "object" || schema === null) return;
        for (const field of Object.keys(schema.properties ?? {})) fields.add(field);
        Object.values(schema).forEach(gather);
    };
    gather(schemas);
    const types = Object.keys(schemas).filter((name) => /[a-z][A-Z]/.test(name));
    const infos = await Promise.all(games.map((game) => get(`/v1/games/${game}`)));
    const rules = infos.flatMap(({ refusing_rules }) => refusing_rules.map((/** @type {{ id: string }} */ { id }) => id));
    assert.ok(fields.size > 100 && types.length > 100 && rules.length > 30, "the lists are whole");
    return new Set([...fields, ...types, ...rules].filter((name) => !SPOKEN.has(name)));
}

/**
 * Taps every spot of the position, and some of them again after another one was picked. Undoes moves that are made by this.
 *
 * @param {import("playwright-core").Page} page
 * @param {number} from the first of those tapped again
 * @returns {Promise<{ taps: number, said: string[] }>}
 */
function tapAll(page, from) {
    return page.evaluate(async ([from, step]) => {
        const board = /** @type {HTMLElement} */ (document.querySelector(".board"));
        const count = () => /\d+/.exec(document.querySelector(".count")?.textContent ?? "")?.[0];
        const settled = async () => {
            do await new Promise((resolve) => setTimeout(resolve, 0));
            while (board.hasAttribute("aria-busy"));
        };
        const frames = () => /** @type {SVGRectElement[]} */ ([...board.querySelectorAll(".frame:not(.idle)")]);
        const find = (/** @type {string | undefined} */ key) => frames().find(({ dataset }) => dataset.key === key);
        const tap = async (/** @type {SVGRectElement} */ frame) => {
            const { x, y, width, height } = frame.getBoundingClientRect();
            const at = { bubbles: true, clientX: x + width / 2, clientY: y + height / 2 };
            frame.dispatchEvent(new PointerEvent("pointerdown", at));
            window.dispatchEvent(new PointerEvent("pointerup", at));
            await settled();
        };
        const key = async (/** @type {string} */ key) => {
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
            await settled();
        };
        await settled();
        const start = count();
        const said = [];
        let taps = 0;
        const keys = frames().map(({ dataset }) => dataset.key);
        const first = [undefined, frames().find((frame) => frame.matches(".can"))?.dataset.key];
        for (const before of new Set(first)) {
            const chosen = before === undefined ? keys : keys.filter((_, i) => i % step === from % step);
            for (const then of chosen) {
                const picked = before === undefined ? undefined : find(before);
                if (picked) await tap(picked);
                const frame = find(then);
                if (frame && count() === start) await tap(frame);
                taps += 1;
                said.push(/** @type {HTMLElement} */ (document.querySelector(".why-not")).innerText);
                if (count() === start) await key("Escape");
                else await key("u");
                if (count() !== start) throw new Error(`${then} after ${before}: ${count()} and not ${start}`);
            }
        }
        return { taps, said: [...new Set(said)].filter(Boolean) };
    }, [from, SECOND]);
}

const solitaires = (await get("/v1/games")).games.filter((/** @type {{ kind: string }} */ { kind }) => kind === "solitaire");
const games = solitaires.map((/** @type {{ id: string }} */ { id }) => id);
const forbidden = await names(games);

for (const game of games) {
    it(`${game}: no message contains names of the API`, async () => {
        const { page, close } = await open(browser, server.base);
        const all = new Set();
        let taps = 0;
        let tried = 0;
        for (let seed = 1; tried < POSITIONS; seed += 1) {
            const run = await runOf(game, `taps-${seed}`);
            const step = Math.max(1, Math.floor(run.moves.length / POSITIONS));
            for (let at = Math.floor(step / 2); at < run.moves.length && tried < POSITIONS; at += step) {
                // The page before could still write its address.
                await page.goto("about:blank");
                await page.goto(`/play#/at/${await pack({ ...run, moves: /** @type {any} */ (run.moves.slice(0, at)) })}`);
                await page.waitForFunction((at) => {
                    const count = document.querySelector(".playing .count");
                    return count?.textContent?.startsWith(`${at} `);
                }, at, { polling: 5 });
                const tapped = await tapAll(page, tried);
                taps += tapped.taps;
                tried += 1;
                for (const words of tapped.said) all.add(words);
            }
        }
        assert.ok(taps > 10 * POSITIONS, `${taps} taps`);
        for (const words of all) {
            assert.doesNotMatch(words, DECODER);
            assert.doesNotMatch(words, /\n|[.!?] ./, "one sentence");
            const leaked = [...words.matchAll(/[A-Za-z0-9_.-]*[A-Za-z0-9_]/g)].map(([word]) => word).filter((word) => forbidden.has(word));
            assert.deepEqual(leaked, [], words);
        }
        await close();
    });
}

// The contrast of marks on the board, in every game, light and dark: the line or its casing is compared with the unmarked board along the
// whole line, and so are dots.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { pack } from "../../web/shared/link.js";
import { GAMES_EVERY, launch, open, runOf, sampled, seated, serve, sitDown, solitaires, tableAfter } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{ key: string, mark: string, colours: number[][], points: [number, number][] }} Line the colours of the line and of its casing */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/**
 * The lines of all marks on the board, in pixels of the board.
 *
 * @param {Page} page
 * @returns {Promise<Line[]>}
 */
function lines(page) {
    return page.evaluate(() => {
        const board = /** @type {Element} */ (document.querySelector(".board svg")).getBoundingClientRect();
        const casing = /** @type {SVGPathElement} */ (document.querySelector(".board .casing"));
        const colour = (/** @type {Element} */ element) => (getComputedStyle(element).stroke.match(/[\d.]+/g) ?? []).map(Number);
        const frames = /** @type {SVGRectElement[]} */ ([...document.querySelectorAll(".board .frame:is(.next, .lead, .picked, .meant, .lit):not(.target)")]);
        const along = (/** @type {SVGGeometryElement} */ shape, /** @type {number} */ count) => Array.from({ length: count }, (_, i) => shape.getPointAtLength((shape.getTotalLength() * i) / count));
        const onBoard = (/** @type {SVGGeometryElement} */ shape, /** @type {DOMPoint} */ point) => {
            const { x, y } = point.matrixTransform(/** @type {DOMMatrix} */ (shape.getScreenCTM()));
            return /** @type {[number, number]} */ ([Math.floor(x - board.x), Math.floor(y - board.y)]);
        };
        const dots = /** @type {SVGPathElement} */ (document.querySelector(".board .dots"));
        const targets = document.querySelectorAll(".board .frame.target").length;
        const fill = (getComputedStyle(dots).fill.match(/[\d.]+/g) ?? []).map(Number);
        const dotted = targets === 0 ? [] : [{ key: `${targets} dots`, mark: "dots", colours: [fill, colour(dots)], points: along(dots, 12 * targets).map((point) => onBoard(dots, point)) }];
        return [...dotted, ...frames.map((frame) => {
            const style = getComputedStyle(frame);
            if (style.strokeOpacity !== "1" || style.opacity !== "1") throw new Error(`${frame.dataset.key} is seen through`);
            const points = along(frame, 80).map((point) => {
                if (!casing.isPointInStroke(point)) throw new Error(`${frame.dataset.key} has no casing`);
                return onBoard(frame, point);
            });
            return { key: frame.dataset.key ?? "", mark: frame.getAttribute("class") ?? "", colours: [colour(frame), colour(casing)], points };
        })];
    });
}

/**
 * The board as it is drawn, without any mark.
 *
 * @param {Page} page
 */
async function plain(page) {
    const show = (/** @type {string} */ visibility) => page.evaluate((visibility) => {
        for (const layer of document.querySelectorAll(".board :is(.frames, .last)")) /** @type {SVGElement} */ (layer).style.visibility = visibility;
    }, visibility);
    await show("hidden");
    const png = await page.locator(".board svg").screenshot({ animations: "disabled" });
    await show("");
    return png.toString("base64");
}

/**
 * The lowest contrast of each line with the picture under it, and its contrast with its casing.
 *
 * @param {Page} blank a page that reads pictures
 * @param {string} png
 * @param {Line[]} lines
 * @returns {Promise<{ key: string, mark: string, least: number, cased: number }[]>}
 */
function contrasts(blank, png, lines) {
    return blank.evaluate(async ([png, lines]) => {
        const image = new Image();
        image.src = `data:image/png;base64,${png}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, image.width, image.height);
        const light = (/** @type {ArrayLike<number>} */ rgb) => {
            const [r, g, b] = Array.from(rgb).map((part) => part / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const ratio = (/** @type {number} */ a, /** @type {number} */ b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        return lines.map(({ key, mark, colours, points }) => {
            const own = colours.map((colour) => light(colour.slice(0, 3)));
            const ratios = points.filter(([x, y]) => x >= 0 && y >= 0 && x < image.width && y < image.height).map(([x, y]) => {
                const at = 4 * (y * image.width + x);
                const other = light(data.subarray(at, at + 3));
                return Math.max(...own.map((each) => ratio(each, other)));
            });
            return { key, mark, least: Math.min(...ratios), cased: ratio(own[0], own[1]) };
        });
    }, /** @type {const} */ ([png, lines]));
}

it("marks have a contrast of 3 to 1", async () => {
    const { page, close } = await open(browser, server.base);
    const blank = await (await browser.newContext()).newPage();
    /** @type {string[]} */
    const wrong = [];
    let marks = 0;
    let dots = 0;
    const check = async (/** @type {string} */ what) => {
        /** @type {Line[]} */
        let drawn = [];
        for (const colorScheme of /** @type {const} */ (["dark", "light"])) {
            await page.emulateMedia({ colorScheme });
            drawn = await lines(page);
            for (const { key, mark, least, cased } of await contrasts(blank, await plain(page), drawn)) {
                marks += 1;
                if (mark === "dots") dots += 1;
                if (least < 3 || cased < 3) wrong.push(`${what}, ${colorScheme}: ${key} (${mark}), ${least.toFixed(1)}; ${cased.toFixed(1)} from its casing`);
            }
        }
        return drawn;
    };
    const checkAll = async (/** @type {string} */ what) => {
        await page.waitForSelector(".board .frame");
        const drawn = await check(what);
        const first = drawn.find(({ mark }) => /\bnext\b/.test(mark) && !/\blead\b/.test(mark));
        // What is picked, and what then can be moved with it.
        if (!first) return;
        await page.locator(`.frame[data-key="${first.key}"]`).press("Enter");
        // A move that names no more has been made.
        if ((await page.locator(".frame.picked").count()) > 0) await check(`${what}, then ${first.key}`);
    };
    for (const { id } of sampled(await solitaires(server.base), 0)) {
        const run = await runOf(id, "contrast-1");
        const count = Math.floor(run.moves.length * 0.4);
        await page.goto("about:blank");
        await page.goto(`/play#/at/${await pack({ ...run, moves: /** @type {any} */ (run.moves.slice(0, count)) })}`);
        await page.waitForSelector(".side details");
        await checkAll(`${id} after ${count} moves`);
    }
    for (const game of sampled(await seated(server.base), 1)) {
        await sitDown(page, await tableAfter(server.base, game, "contrast-1", 6));
        await checkAll(`${game.id} after 6 moves`);
    }
    assert.deepEqual(wrong, []);
    assert.ok(marks > 300 / GAMES_EVERY && dots > 0, `${marks} marks, ${dots} times dots`);
    await blank.context().close();
    await close();
});

// Touch targets on the board: a press within 20 pixels of a choice selects it, or a nearer one.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { pack } from "../../web/shared/link.js";
import { GAMES_EVERY, atRest, launch, open, runOf, sampled, seated, serve, sitDown, solitaires, tableAfter } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

const SCREENS = [[375, 667], [667, 375], [320, 568]];
/** Number of points that are pressed along each side of a choice. */
const POINTS = Number(process.env.FUNHOUSE_TOUCH_POINTS ?? 5);

/**
 * Presses round the middle of everything that can be chosen, as far as a fingertip reaches, without letting go there.
 *
 * @param {Page} page
 * @returns {Promise<{ small: number, spots: number, wrong: string[] }>} what is drawn smaller than a fingertip, and each press that meant
 *   nothing, or what lies further away
 */
function touched(page) {
    return page.evaluate(async (points) => {
        const fingertip = 39;
        const away = (/** @type {DOMRect} */ box, /** @type {number} */ x, /** @type {number} */ y) =>
            Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
        const frames = [...document.querySelectorAll(".board .frame:is(.can, .lead)")];
        const wrong = [];
        let small = 0;
        for (const frame of frames) {
            // High boards are scrolled.
            frame.scrollIntoView({ block: "center", behavior: "instant" });
            const board = /** @type {Element} */ (document.querySelector(".board")).getBoundingClientRect();
            const box = frame.getBoundingClientRect();
            const [width, height] = [Math.max(box.width, fingertip), Math.max(box.height, fingertip)];
            if (box.width < fingertip || box.height < fingertip) small += 1;
            for (let i = 0; i < points ** 2; i += 1) {
                const clientX = box.x + (box.width - width) / 2 + (width * (i % points)) / (points - 1);
                const clientY = box.y + (box.height - height) / 2 + (height * Math.floor(i / points)) / (points - 1);
                if (clientX < board.left || clientX > board.right || clientY < board.top || clientY > board.bottom) continue;
                const at = { bubbles: true, clientX, clientY };
                document.elementFromPoint(clientX, clientY)?.dispatchEvent(new PointerEvent("pointerdown", at));
                const pressed = document.querySelector(".frame.pressed");
                window.dispatchEvent(new PointerEvent("pointercancel", at));
                const own = away(box, clientX, clientY);
                const far = pressed ? away(pressed.getBoundingClientRect(), clientX, clientY) : Infinity;
                // The browser finds what lies under whole pixels.
                if (pressed === frame || far <= own + 1) continue;
                const { key } = /** @type {SVGElement} */ (frame).dataset;
                const there = document.elementFromPoint(clientX, clientY)?.outerHTML.slice(0, 80);
                wrong.push(`${key}, ${Math.round(own)} away: ${/** @type {SVGElement | null} */ (pressed)?.dataset.key ?? "nothing"} is pressed, and ${there} is there`);
            }
        }
        return { small, spots: frames.length, wrong: [...new Set(wrong)].slice(0, 5) };
    }, POINTS);
}

it("every choice can be touched on three screens", async () => {
    const { page, close } = await open(browser, server.base, { hasTouch: true, isMobile: true });
    let small = 0;
    let spots = 0;
    const check = async (/** @type {string} */ what) => {
        for (const [width, height] of SCREENS) {
            await page.setViewportSize({ width, height });
            await atRest(page);
            const found = await touched(page);
            assert.deepEqual(found.wrong, [], `${what} at ${width} x ${height}`);
            small += found.small;
            spots += found.spots;
        }
    };
    for (const { id } of sampled(await solitaires(server.base), 1)) {
        const run = await runOf(id, "touch-1");
        for (const part of [0, 0.2, 0.5, 0.9]) {
            const count = Math.floor(run.moves.length * part);
            await page.goto("about:blank");
            await page.goto(`/play#/at/${await pack({ ...run, moves: /** @type {any} */ (run.moves.slice(0, count)) })}`);
            await page.waitForSelector(".side details");
            await check(`${id} after ${count} moves`);
        }
    }
    for (const game of sampled(await seated(server.base), 0)) {
        for (const count of [0, 5, 16]) {
            await sitDown(page, await tableAfter(server.base, game, "touch-1", count));
            await check(`${game.id} after ${count} moves`);
        }
    }
    assert.ok(small > 150 / GAMES_EVERY, `${small} of ${spots} are drawn smaller than a fingertip`);
    await close();
});

it("answers on a phone are in rows and not cut off", async () => {
    const { page, close } = await open(browser, server.base, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const [game] = (await seated(server.base)).filter(({ id }) => id === "one-ball");
    assert.ok(game);
    await page.goto("/play#/");
    await sitDown(page, await tableAfter(server.base, game, "touch-1", 0));
    await page.getByRole("button", { name: "Report the break" }).click();
    const answers = page.locator(".chooser .ask .chip");
    await answers.nth(15).waitFor();
    const { inRow, cut } = await page.locator(".chooser").evaluate((panel) => {
        const boxes = [...panel.querySelectorAll(".ask .chip")].map((chip) => chip.getBoundingClientRect());
        const { right } = panel.getBoundingClientRect();
        return { inRow: boxes.filter(({ top }) => top === boxes[0].top).length, cut: boxes.filter((box) => box.right > right).length };
    });
    assert.ok(inRow >= 3, `${inRow} in a row`);
    assert.equal(cut, 0);
    await close();
});

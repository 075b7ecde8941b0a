// Feedback of the board: pressed spots, and marks of the last move.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { pack } from "../../web/shared/link.js";
import { atRest, launch, open, runOf, seated, serve, sitDown, tableAfter } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/**
 * Opens a run of the built-in player after some of its moves.
 *
 * @param {Page} page
 * @param {string} game
 * @param {number} count
 */
async function openAt(page, game, count) {
    const run = await runOf(game, "feel-1");
    await page.goto(`/play#/at/${await pack({ ...run, moves: /** @type {any} */ (run.moves.slice(0, count)) })}`);
    await page.locator(".count", { hasText: new RegExp(`^${count} moves?$`) }).waitFor();
    return run;
}

for (const reducedMotion of /** @type {const} */ (["no-preference", "reduce"])) {
    it(`shows a press before its release, ${reducedMotion}`, async () => {
        const { page, close } = await open(browser, server.base, { reducedMotion });
        await openAt(page, "slide-jam", 0);
        const frame = page.locator(".frame.can").first();
        const key = await frame.getAttribute("data-key");
        const width = () => page.locator(`[data-at="${key?.split(" ")[1]}"]`).evaluate((piece) => piece.getBoundingClientRect().width);
        const before = await width();
        await frame.hover();
        await page.mouse.down();
        assert.equal(await page.locator(".frame.pressed").getAttribute("data-key"), key);
        await atRest(page);
        const grown = (await width()) / before;
        assert.ok(reducedMotion === "reduce" ? grown === 1 : grown > 1.04, `${grown}`);
        assert.equal(await page.locator(".picked-chip").count(), 0, "nothing is chosen before the release");
        await page.mouse.up();
        assert.equal(await page.locator(".frame.pressed").count(), 0);
        assert.equal(await page.locator(".picked-chip").count(), 1);
        await atRest(page);
        assert.ok(Math.abs((await width()) / before - 1) < 0.001, "it is put down");
        await close();
    });
}

/**
 * The keys of the places that hold the marks of a shape.
 *
 * @param {Page} page
 * @param {"from" | "moved"} shape
 */
function marked(page, shape) {
    return page.evaluate((shape) => [...document.querySelectorAll(`.last .${shape}:not(.around)`)].map((mark) => {
        const inner = mark.getBoundingClientRect();
        const holds = [...document.querySelectorAll(".frame[data-key^=place]")].filter((frame) => {
            const outer = frame.getBoundingClientRect();
            return inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;
        });
        return holds.map((frame) => /** @type {SVGElement} */ (frame).dataset.key).join();
    }), shape);
}

it("marks origin and destination of the last move", async () => {
    const { page, close } = await open(browser, server.base);
    const slid = await openAt(page, "easy-slider", 3);
    const cells = slid.moves.map(({ cell }) => `place ${cell}`);
    assert.deepEqual([await marked(page, "from"), await marked(page, "moved")], [[cells[2]], [cells[1]]], "a tile slides to where the last one came from");
    await page.keyboard.press("u");
    await page.getByText("Move 2 of 3").waitFor();
    assert.deepEqual([await marked(page, "from"), await marked(page, "moved")], [[cells[1]], [cells[0]]]);
    for (const left of [1, 0]) {
        await page.keyboard.press("u");
        await page.getByText(`Move ${left} of 3`).waitFor();
    }
    assert.equal(await page.locator(".last").count(), 0, "a deal is no move");

    const popped = await openAt(page, "slide-jam", 1);
    const { cells: family, stack } = popped.moves[0];
    assert.deepEqual(new Set(await marked(page, "from")), new Set(/** @type {string[]} */ (family).map((cell) => `place ${cell}`)));
    assert.deepEqual(await marked(page, "moved"), Array(3).fill(`place ${stack}`), "what slid of itself is not marked");

    await openAt(page, "roll-out-the-barrels", 2);
    const die = await page.locator('.frame[data-key^=place][data-tokens~="die"]').first().getAttribute("data-key");
    assert.deepEqual(await marked(page, "moved"), [die]);
    assert.equal((await marked(page, "from")).length, 1);
    await close();
});

it("marks the last move of other seats", async () => {
    const games = await seated(server.base);
    const queensland = games.find(({ id }) => id === "queensland");
    assert.ok(queensland);
    const { page, close } = await open(browser, server.base);
    await page.goto("/play#/");
    const table = await tableAfter(server.base, queensland, "feel-1", 5);
    await sitDown(page, table);
    const [seen] = /** @type {{ moves: import("./harness.js").Move[] }[]} */ (Object.values(table.seen));
    const { cell, to } = seen.moves[0];
    assert.deepEqual(await marked(page, "moved"), [`place ${to ?? cell}`]);
    await close();
});

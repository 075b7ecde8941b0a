// The layout of every game on many screens: the whole board is visible, nothing is covered, and large screens need no scrolling.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { pack } from "../../web/shared/link.js";
import { point } from "./moves.js";
import { atRest, fits, launch, open, runOf, sampled, serve, solitaires } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{ what: string, width: number, height: number, touch: boolean, scrolls: boolean }} Screen */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

const games = await solitaires(server.base);

/** @type {Screen[]} a page that is seen at 200 % has half as many pixels each way */
const SCREENS = [
    { what: "a phone", width: 375, height: 667, touch: true, scrolls: true },
    { what: "a small phone", width: 320, height: 568, touch: true, scrolls: true },
    { what: "a phone on its side", width: 667, height: 375, touch: true, scrolls: true },
    { what: "a tablet", width: 768, height: 1024, touch: true, scrolls: true },
    { what: "1280 x 800 at 200 %", width: 640, height: 400, touch: false, scrolls: true },
    { what: "1366 x 650 at 200 %", width: 683, height: 325, touch: false, scrolls: true },
    { what: "1280 x 800", width: 1280, height: 800, touch: false, scrolls: false },
    { what: "1366 x 650", width: 1366, height: 650, touch: false, scrolls: false },
];

/**
 * What lies over something that can be pointed at, after it was scrolled to. Of the board's spots, which overlap where
 * pieces do, another spot is none.
 *
 * @param {Page} page
 */
function covered(page) {
    return page.evaluate(() => {
        const all = [...document.querySelectorAll(".frame:not(.idle), main :is(button, a[href], summary, input, select, textarea)")];
        return all.flatMap((element) => {
            if (!element.checkVisibility({ visibilityProperty: true })) return [];
            element.scrollIntoView({ block: "nearest", inline: "nearest" });
            // A link may break over lines: its first part is enough.
            const [box] = element.getClientRects();
            const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            const label = over?.closest("label");
            const same = over && (element.contains(over) || over.contains(element) && over.matches("label, summary, button, a") || label?.contains(element));
            const spots = element.matches(".frame") && over?.matches(".frame");
            return same || spots ? [] : [`${element.outerHTML.slice(0, 160)} lies under ${over?.outerHTML.slice(0, 160) ?? "nothing that is in sight"}`];
        });
    });
}

/**
 * What of the board is out of sight when the page was just opened.
 *
 * @param {Page} page
 */
function unseen(page) {
    return page.evaluate(() => {
        scrollTo(0, 0);
        const outside = [".board svg", ".dock > .tools", ".chooser:not([hidden])"].flatMap((selector) => {
            const element = document.querySelector(selector);
            const box = element?.getBoundingClientRect();
            // Of a choice with many parts the first line is enough, where the board needs the room.
            const least = selector.startsWith(".chooser") ? Math.min(40, box?.height ?? 0) : box?.height ?? 0;
            return box && (box.top < -0.5 || box.left < -0.5 || box.right > innerWidth + 0.5 || box.top + least > innerHeight + 0.5) ? [`${selector} ${JSON.stringify(box)}`] : [];
        });
        return outside;
    });
}

/**
 * Whether the page has to be scrolled to see it all.
 *
 * @param {Page} page
 */
function tall(page) {
    return page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
}

/** Opens all of a page that can be opened. @param {Page} page */
async function openAll(page) {
    const opener = page.locator(".opener[aria-expanded=false]");
    if (await opener.isVisible()) await opener.click();
    for (const summary of await page.locator(".playing details:not([open]) > summary").all()) {
        if (await summary.isVisible()) await summary.click();
    }
}

for (const touch of [true, false]) {
    it(`nothing covers a spot or control, on any screen ${touch ? "with touch" : "with a mouse"}`, async () => {
        const { page, close } = await open(browser, server.base, { hasTouch: touch, isMobile: touch });
        /** @param {string} position @param {(what: string, screen: Screen) => Promise<void>} check */
        const onEach = async (position, check) => {
            for (const screen of SCREENS.filter((screen) => screen.touch === touch)) {
                await page.setViewportSize(screen);
                await atRest(page);
                await check(`${position} on ${screen.what}`, screen);
            }
        };
        for (const { id } of sampled(games, touch ? 0 : 1)) {
            const run = await runOf(id, "screens-1");
            // Its deal, its middle, its last move and its end.
            for (const count of [0, run.moves.length >> 1, run.moves.length - 1, run.moves.length]) {
                await page.goto("about:blank");
                await page.goto(`/play#/at/${await pack({ ...run, moves: /** @type {any} */ (run.moves.slice(0, count)) })}`);
                await page.waitForSelector(".side details");
                await page.locator(".goal", { hasText: "." }).waitFor();
                await onEach(`${id} after ${count} moves`, async (what, { scrolls }) => {
                    assert.deepEqual(await unseen(page), [], what);
                    assert.deepEqual(await covered(page), [], what);
                    await fits(page, what);
                    if (!scrolls) assert.equal(await tall(page), 0, what);
                });
                await onEach(`${id} after ${count} moves, all opened,`, async (what, { scrolls }) => {
                    await openAll(page);
                    assert.deepEqual(await covered(page), [], what);
                    if (!scrolls) assert.equal(await tall(page), 0, what);
                });
            }
        }
        await close();
    });
}

it("on a phone the choice opens from one line", async () => {
    const run = await runOf("slide-jam", "screens-1");
    const { page, close } = await open(browser, server.base, { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });
    await page.goto(`/play#/at/${await pack({ ...run, moves: [] })}`);
    const opener = page.getByRole("button", { name: "Which tile of a family comes first?" });
    await opener.waitFor();
    const line = await page.locator(".chooser").boundingBox();
    assert.ok(line && line.height < 64, `${line?.height}`);
    const all = page.locator(".all-moves summary");
    assert.equal(await all.isVisible(), false);
    await opener.tap();
    await all.waitFor();
    await point(page, run.moves[0]);
    await all.waitFor();
    await opener.tap();
    await all.waitFor({ state: "hidden" });
    await close();
});

it("on a phone the room card does not cover the board", async () => {
    const run = await runOf("epic-funhouse", "screens-1");
    // The first move of the second room is the only one that names a stack to lay above the mirror.
    const ended = run.moves.findIndex(({ type }) => type === "lay_out");
    const { page, close } = await open(browser, server.base, { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });
    await page.goto(`/play#/at/${await pack({ ...run, moves: /** @type {any} */ (run.moves.slice(0, ended - 1)) })}`);
    await page.waitForSelector(".board svg");
    await point(page, run.moves[ended - 1]);
    await page.locator(".moment").waitFor();
    assert.deepEqual(await unseen(page), []);
    assert.deepEqual(await covered(page), []);
    const [card, board] = await Promise.all([page.locator(".moment").boundingBox(), page.locator(".board svg").boundingBox()]);
    assert.ok(card && board && card.y >= board.y + board.height - 0.5, "it lies below");
    assert.ok(card.y + card.height <= 667.5, "it is in sight");
    await close();
});

for (const { width, height } of SCREENS.filter(({ scrolls }) => !scrolls)) {
    it(`at ${width} x ${height} a replay shows board and controls`, async () => {
        const { page, close } = await open(browser, server.base, { viewport: { width, height } });
        const json = { "Content-Type": "application/json" };
        const player = await (await fetch(`${server.base}/v1/players`, { method: "POST", headers: { ...json, "Idempotency-Key": `watching-a-run-${width}` }, body: JSON.stringify({ name: `Watcher${width}` }) })).json();
        const run = await runOf("trampo-land", "screens-1");
        const { run: stored } = await (await fetch(`${server.base}/v1/runs`, { method: "POST", headers: { ...json, Authorization: `Bearer ${player.token}` }, body: JSON.stringify(run) })).json();
        await page.goto(`/play#/runs/${stored.id}`);
        await page.waitForSelector(".board svg");
        for (const name of ["First", "Back", "Play", "Next", "Last"]) {
            const box = await page.getByRole("button", { name, exact: true }).boundingBox();
            assert.ok(box && box.y >= 0 && box.y + box.height <= height, `${name} ${JSON.stringify(box)}`);
        }
        assert.deepEqual(await covered(page), []);
        assert.equal(await tall(page), 0);
        const [board, controls] = await Promise.all([page.locator(".board svg").boundingBox(), page.locator(".dock").boundingBox()]);
        assert.ok(board && controls && controls.x >= board.x + board.width, "the controls are to the right of the board");
        await close();
    });
}

// The theme and the size of text that a browser chooses.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { fits, fitsAndIsAccessible, launch, open, serve } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/**
 * The lightness of the page and of a board, from 0 to 255: the color of the paper, and that of the table in the picture.
 *
 * @param {Page} page
 */
async function lightness(page) {
    return page.evaluate(() => {
        const of = (/** @type {string} */ color) => Number(/\d+/.exec(color)?.[0]);
        const table = document.querySelector(".board svg .table, .board svg rect");
        return { paper: of(getComputedStyle(document.documentElement).backgroundColor), table: table && of(getComputedStyle(table).fill) };
    });
}

it("shows the chosen theme in every page and in the board, also after a reload", async () => {
    const { page, close } = await open(browser, server.base, { colorScheme: "light" });
    await page.goto("/play#/you");
    await page.getByRole("radio", { name: "Dark" }).check();
    const after = await lightness(page);
    assert.ok(after.paper < 60, `the paper is dark at once: ${after.paper}`);
    await page.goto("/play#/new/slide-jam");
    await page.getByRole("button", { name: "Deal" }).click();
    await page.waitForSelector(".board svg");
    const board = await lightness(page);
    assert.ok(board.paper < 60 && Number(board.table) < 100, JSON.stringify(board));
    await page.goto("/");
    assert.ok((await lightness(page)).paper < 60, "the front page");
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto("/play#/you");
    await page.getByRole("radio", { name: "Light" }).check();
    assert.ok((await lightness(page)).paper > 200, "light although the system is dark");
    await page.getByRole("radio", { name: "As the system" }).check();
    assert.ok((await lightness(page)).paper < 60, "dark as the system");
    await close();
});

it("changes the theme of other tabs", async () => {
    const { page, close } = await open(browser, server.base, { colorScheme: "light" });
    await page.goto("/play#/you");
    const other = await page.context().newPage();
    await other.goto("/play#/");
    await page.getByRole("radio", { name: "Dark" }).check();
    await other.waitForFunction(() => document.documentElement.dataset.theme === "dark");
    await close();
});

it("enlarges text, and everything still fits", async () => {
    const { page, close } = await open(browser, server.base, { viewport: { width: 390, height: 800 } });
    await page.goto("/play#/you");
    const size = () => page.evaluate(() => parseFloat(getComputedStyle(document.querySelector("h1") ?? document.body).fontSize));
    const normal = await size();
    await page.getByRole("radio", { name: "Larger" }).check();
    assert.ok(await size() > normal * 1.2, `from ${normal} to ${await size()} pixels`);
    await fitsAndIsAccessible(page, "the profile in large text");
    for (const width of [390, 360]) {
        await page.setViewportSize({ width, height: 800 });
        const bar = await page.locator(".bar").boundingBox();
        assert.ok(bar && bar.height < 75, `the header has one row at ${width} pixels: ${bar?.height}`);
    }
    for (const path of ["/", "/play#/", "/play#/new/slide-jam", "/play#/daily", "/play#/boards"]) {
        await page.setViewportSize({ width: 320, height: 720 });
        await page.goto(path);
        await page.waitForLoadState("networkidle");
        await fits(page, `${path} in large text`);
    }
    await close();
});

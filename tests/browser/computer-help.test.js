// The notices about computer help for games with open information.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { fits, launch, open, serve } from "./harness.js";

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/** @type {{ games: { id: string, title: string, kind: string, open_information: boolean }[] }} */
const { games } = await (await fetch(`${server.base}/v1/games`)).json();
const ranked = games.filter(({ kind }) => kind === "solitaire");
const titles = (/** @type {boolean} */ isOpen) => ranked.filter(({ open_information }) => open_information === isOpen).map(({ title }) => title);

it("ranked boards with open information mention computer help", async () => {
    const { page, close } = await open(browser, server.base);
    const label = page.locator("main").getByText("Computer help possible.");
    for (const { id, title, open_information: isOpen } of ranked) {
        for (const path of [`/play#/boards/${id}`, `/play#/boards/${id}?show=averages`, `/play#/boards/${id}?class=ranked_daily`, `/play#/new/${id}`]) {
            await page.goto(path);
            await page.getByText(path.includes("/new/") ? "Ranked game" : "We can't rule out computer help.").waitFor();
            await page.waitForFunction((title) => document.title.startsWith(title), title);
            assert.equal(await label.count(), isOpen ? 1 : 0, path);
        }
    }
    for (const [room, count] of /** @type {const} */ ([["slide-jam", 1], ["catwalk", 0]])) {
        await page.goto(`/play#/boards/epic-funhouse?room=${room}`);
        await page.waitForFunction((room) => /** @type {HTMLSelectElement | null} */ (document.querySelector("#choose-room"))?.value === room, room);
        assert.equal(await label.count(), count, room);
    }
    await page.goto("/play#/boards/slide-jam?class=drawn");
    await page.getByText("these leaderboards show skill with tools").waitFor();
    assert.equal(await label.count(), 0, "open boards have the seed, and no label of their own");
    await close();
});

it("games with hidden information come first", async () => {
    const { page, close } = await open(browser, server.base);
    await page.goto("/");
    await page.getByRole("heading", { name: `Today's ranked game: ${titles(false)[0]}` }).waitFor();
    await page.goto("/play#/daily");
    await page.getByRole("heading", { name: "Ranked", exact: true }).waitFor();
    const daily = page.getByRole("region", { name: "Ranked", exact: true }).locator(".game");
    assert.deepEqual(await daily.locator("h3").allInnerTexts(), [...titles(false), ...titles(true)]);
    assert.equal(await daily.getByText("Computer help possible.").count(), titles(true).length);
    await page.goto("/play#/boards");
    await page.getByLabel("Game", { exact: true }).waitFor();
    const rated = games.filter(({ kind }) => kind === "seated").map(({ title }) => title);
    assert.deepEqual(await page.locator("#choose-game option").allInnerTexts(), [...titles(false), ...titles(true), ...rated]);
    await close();
});

it("labels fit on a phone", async () => {
    const { page, close } = await open(browser, server.base, { viewport: { width: 320, height: 667 }, hasTouch: true, isMobile: true });
    for (const [path, text] of [["/play#/boards/slide-jam", "Computer help possible."], ["/play#/new/slide-jam", "Computer help possible."], ["/play#/daily", "Computer help possible."]]) {
        await page.goto(path);
        await page.getByText(text).first().waitFor();
        await fits(page, path);
    }
    await close();
});

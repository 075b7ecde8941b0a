// A whole Funhouse, played through the page, handed in, ranked, found on its board and watched; and the screens round it.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { point } from "./hands.js";
import { accessible, deal, fits, launch, movesMade, open, runOf, serve } from "./harness.js";

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

it("a whole Funhouse is played to a run that is handed in and ranked", async () => {
    const run = await runOf("epic-funhouse", "whole-1");
    const { page, close } = await open(browser, server.base);
    await deal(page, run.game, run.seed);
    for (const move of run.moves) await point(page, move);
    assert.equal(await movesMade(page), run.moves.length);
    assert.match(await page.locator(".final").innerText(), new RegExp(`^${run.score}\\b`));
    assert.equal(await page.locator(".rooms .ended").count(), 6);
    await accessible(page, "the end of a game");

    await page.getByLabel("Your name").fill("Ada");
    await page.getByRole("button", { name: "Take this name and hand in" }).click();
    const end = page.locator(".end");
    await end.getByText("Run 1 is proved and stored.").waitFor();
    await end.getByText("Rank 1 of 1 of all time").first().waitFor();
    await end.getByText("Room by room").click();
    await end.getByText("Rank 1 of 1 of all time, in Trampo-Land").waitFor();

    await page.getByRole("link", { name: "See the board" }).click();
    const line = page.locator("tr.marked");
    await line.waitFor();
    assert.match(await line.innerText(), new RegExp(`1\\s+Ada[^]*${run.score}\\s+${run.moves.length}`));
    await page.getByLabel("Room", { exact: true }).selectOption("trampo-land");
    await page.getByText("Ada").waitFor();
    await page.getByLabel("Seeds").selectOption("drawn");
    await page.getByText("Nobody stands here yet.").waitFor();
    await page.goBack();

    await page.getByRole("link", { name: "Watch run 1" }).click();
    await page.getByText(`Move 0 of ${run.moves.length}`).waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText(`Move 1 of ${run.moves.length}`).waitFor();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.getByText(`Move 3 of ${run.moves.length}`).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Last" }).click();
    await page.getByText(`Move ${run.moves.length} of ${run.moves.length}`).waitFor();
    assert.equal(await page.locator(".told-moves [aria-current]").count(), 1);
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByText(`Move ${run.moves.length - 1} of ${run.moves.length}`).waitFor();
    await page.getByRole("button", { name: "Play on from here" }).click();
    await page.locator(".count", { hasText: `${run.moves.length - 1} moves` }).waitFor();

    await page.getByRole("link", { name: "You" }).click();
    await page.getByRole("heading", { name: "Ada" }).waitFor();
    await close();
});

it("the daily game is dealt and stands on the day's board", async () => {
    const { page, close } = await open(browser, server.base);
    await page.goto("/play#/you");
    await page.getByLabel("Your name").fill("Bob");
    await page.getByRole("button", { name: "Take this name" }).click();
    await page.getByRole("heading", { name: "Bob" }).waitFor();
    await page.getByRole("link", { name: "Daily" }).click();
    await page.getByRole("button", { name: "Play today's Slide Jam" }).click();
    await page.waitForSelector(".board svg");
    const seed = await page.locator(".seed").textContent();
    const run = await runOf("slide-jam", seed ?? "");
    for (const move of run.moves) await point(page, move);
    await page.getByRole("button", { name: "Hand in as Bob" }).click();
    await page.locator(".end").getByText("Rank 1 of 1 of the day").first().waitFor();
    await page.goto("/play#/boards/slide-jam?class=daily&period=day");
    await page.getByRole("link", { name: "Bob" }).waitFor();
    await close();
});

it("a name that is taken is refused in the service's words, and another can be tried", async () => {
    const { page, close } = await open(browser, server.base);
    await page.goto("/play#/you");
    await page.getByLabel("Your name").fill("Bob");
    await page.getByRole("button", { name: "Take this name" }).click();
    await page.getByRole("alert").getByText("equals it or looks like it").waitFor();
    await page.getByLabel("Your name").fill("Carol");
    await page.getByRole("button", { name: "Take this name" }).click();
    await page.getByRole("heading", { name: "Carol" }).waitFor();
    await page.getByText("Your token").click();
    await page.getByRole("button", { name: "Delete this player" }).click();
    await page.getByRole("button", { name: "Delete me" }).click();
    await page.getByRole("heading", { name: "Who are you?" }).waitFor();
    await close();
});

const SCREENS = [
    "/", "/play#/", "/play#/new/epic-funhouse", "/play#/new/slide-jam", "/play#/rules/catwalk", "/play#/boards", "/play#/boards/slide-jam?class=daily",
    "/play#/daily", "/play#/you", "/play#/you/1", "/play#/runs/1", "/play#/runs/999", "/play#/at/broken",
];

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    it(`every screen is accessible and fits, ${colorScheme}`, async () => {
        for (const width of [1200, 375, 320]) {
            const { page, close } = await open(browser, server.base, { colorScheme, viewport: { width, height: 720 } });
            for (const screen of SCREENS) {
                await page.goto("about:blank");
                await page.goto(screen);
                await page.waitForFunction(() => !document.querySelector("main .waiting"));
                await fits(page, `${screen} at ${width}`);
                if (width !== 320) await accessible(page, `${screen} at ${width}, ${colorScheme}`);
            }
            await close();
        }
    });

    it(`every game's table is accessible and fits, ${colorScheme}`, async () => {
        const { games } = await (await fetch(`${server.base}/v1/games`)).json();
        for (const width of [1200, 375, 320]) {
            const { page, close } = await open(browser, server.base, { colorScheme, viewport: { width, height: 720 } });
            for (const { id } of games) {
                await deal(page, id, "screens-1");
                await page.locator(".all-moves summary").or(page.locator(".chooser .primary")).first().click();
                await fits(page, `${id} at ${width}`);
                if (width !== 320) await accessible(page, `${id} at ${width}, ${colorScheme}`);
            }
            await close();
        }
    });
}

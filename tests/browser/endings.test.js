// The end of rooms and games, and shared results.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, it } from "node:test";
import { deflateRawSync } from "node:zlib";
import { point } from "./moves.js";
import { accessible, deal, launch, movesPlayed, open, runOf, serve } from "./harness.js";

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

it("the end of a room shows a card and the total", async () => {
    const run = await runOf("epic-funhouse", "whole-1");
    const { page, close } = await open(browser, server.base);
    await deal(page, run.game, run.seed);
    const big = page.locator(".board svg text.score");
    const card = page.locator(".moment");
    for (const move of run.moves) {
        assert.equal(await big.textContent(), "0", "no room is done");
        await point(page, move);
        if ((await card.count()) > 0) break;
    }
    const score = await page.locator(".rooms .ended .room-score").innerText();
    assert.match(await card.innerText(), new RegExp(`^Room 1: ${score}(, perfect!|\\.) Your stacks become the mirror\\.`));
    assert.equal(await big.textContent(), score, "the open room does not count yet");
    assert.match(await page.locator(".total").first().innerText(), new RegExp(`Score of finished rooms\\s+${score}$`));
    await accessible(page, "a card");
    await point(page, run.moves[await movesPlayed(page)]);
    assert.equal(await card.count(), 0, "the next move puts it away");
    await close();
});

it("a perfect game is celebrated, without motion if reduced", async () => {
    const run = await runOf("slide-jam", "how-1");
    assert.equal(run.score, 0);
    for (const reducedMotion of /** @type {const} */ (["no-preference", "reduce"])) {
        const { page, close } = await open(browser, server.base, { reducedMotion });
        await deal(page, run.game, run.seed);
        for (const move of run.moves) await point(page, move);
        await page.getByRole("heading", { name: "Perfect!" }).waitFor();
        assert.equal(await page.locator(".confetti").count(), reducedMotion === "reduce" ? 0 : 1);
        if (reducedMotion === "no-preference") await page.locator(".confetti").waitFor({ state: "detached" });
        await page.goto("/play#/");
        await page.locator(".go-on a").click();
        await page.getByRole("heading", { name: "Perfect!" }).waitFor();
        assert.equal(await page.locator(".confetti").count(), 0, "what is opened again is no news");
        await close();
    }
});

it("a solved slider is shared without its moves", async () => {
    const run = await runOf("easy-slider", "how-1");
    const { page, close } = await open(browser, server.base);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const packed = deflateRawSync(JSON.stringify([run.game, run.rules, run.seed, run.options, run.moves.slice(0, -1)])).toString("base64url");
    await page.goto(`/play#/at/${packed}`);
    await page.waitForSelector(".board svg");
    await point(page, run.moves[run.moves.length - 1]);
    await page.getByRole("heading", { name: `Solved in ${run.score} slides!` }).waitFor();
    assert.equal((await page.locator(".final").innerText()).replace(/\s+/g, " "), `${run.score} slides`);
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByText("Your result is copied").waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    const downloaded = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save picture" }).click();
    const download = await downloaded;
    assert.equal(download.suggestedFilename(), "easy-slider.png");
    const png = await readFile(await download.path());
    assert.deepEqual([png.subarray(1, 4).toString(), png.readUInt32BE(16)], ["PNG", 1200]);
    const [words, shared] = text.split(/\nThe same deal for you: /);
    assert.equal(words, `Easy Slider: ${run.score} slides`);
    const other = await open(browser, server.base);
    await other.page.goto(shared);
    await other.page.locator(".count", { hasText: /^0 moves$/ }).waitFor();
    assert.equal(await other.page.locator(".seed").textContent(), run.seed);
    await other.close();
    await close();
});

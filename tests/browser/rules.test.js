// Lessons, the full rules, and the sheet of The Magic Bag.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { point } from "./moves.js";
import { accessible, deal, fits, launch, open, runOf, sampled, serve, until } from "./harness.js";

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/** @type {{ games: { id: string, title: string }[] }} */
const { games } = await (await fetch(`${server.base}/v1/games`)).json();

/**
 * The pictures of the lesson that is shown. Each is loaded when it comes near the window.
 *
 * @param {import("playwright-core").Page} page
 */
async function lessonPictures(page) {
    const pictures = page.locator(".lesson .steps img");
    await pictures.nth(2).waitFor({ state: "attached" });
    for (const picture of await pictures.all()) {
        await picture.evaluate((image) => image.scrollIntoView());
        await until("the picture", async () => await picture.getAttribute("src") !== null);
    }
    return pictures;
}

it("a lesson opens only on the first visit", async () => {
    const { page, close } = await open(browser, server.base, { viewport: { width: 375, height: 667 } });
    for (const { id, title } of sampled(games, 0)) {
        await page.goto(`/play#/new/${id}`);
        await page.getByRole("heading", { level: 1, name: title }).waitFor();
        const steps = await lessonPictures(page);
        const goal = await page.locator(".lead").innerText();
        const { summary } = await (await fetch(`${server.base}/v1/games/${id}`)).json();
        assert.ok(goal !== "" && goal !== summary && goal.length <= 130, `${id} is played for: ${goal}`);
        const captions = await page.locator(".steps figcaption").allInnerTexts();
        assert.equal(new Set(captions).size, 3, id);
        assert.ok((await page.locator(".scoring tbody tr").count()) > 0, `${id}: what counts`);
        assert.equal(await steps.count(), 3, id);
        for (const picture of await steps.all()) {
            assert.notEqual(await picture.getAttribute("alt"), "", id);
            assert.ok(await picture.evaluate((image) => /** @type {HTMLImageElement} */ (image).decode().then(() => true)), `${id}: the picture can be drawn`);
        }
        const drawn = await steps.evaluateAll((images) => images.map((image) => /** @type {HTMLImageElement} */ (image).src));
        assert.equal(new Set(drawn).size, 3, `${id}: three pictures`);
        await fits(page, id);
    }
    await accessible(page, "a game that is taught");
    await page.reload();
    await page.getByText("How to play").waitFor();
    assert.equal(await page.locator(".steps").count(), 0, "the second visit");
    await close();
});

it("a link to a game shows lesson and goal", async () => {
    const { page, close } = await open(browser, server.base);
    await page.goto("/play#/daily");
    await page.getByRole("button", { name: "Play today's practice Epic Funhouse" }).click();
    await page.locator(".goal", { hasText: "Slide Jam. Clear all 24 tiles" }).waitFor();
    await lessonPictures(page);
    await accessible(page, "a table that teaches");
    await close();
});

it("every game shows its full rules without rule ids", async () => {
    const { page, close } = await open(browser, server.base, { viewport: { width: 375, height: 667 } });
    for (const { id, title } of sampled(games, 1)) {
        await page.goto(`/play#/rules/${id}`);
        await page.getByRole("heading", { level: 1, name: `Rules of ${title}` }).waitFor();
        const text = await page.locator("main").innerText();
        assert.match(text, /Goal[^]*End[^]*Who sees what/, id);
        assert.match(text, /Scoring/, id);
        const { refusing_rules } = await (await fetch(`${server.base}/v1/games/${id}`)).json();
        for (const rule of refusing_rules) assert.ok(!text.includes(rule.id), `${id} shows ${rule.id}`);
        await fits(page, id);
        await accessible(page, `rules of ${id}`);
    }
    await close();
});

it("links in the rules lead to their sections and to other rules", async () => {
    const { page, close } = await open(browser, server.base);
    await page.goto("/play#/rules/epic-funhouse");
    await page.getByRole("link", { name: "Whack-a-Dummy", exact: true }).last().click();
    assert.ok(await page.getByRole("heading", { level: 2, name: "Whack-a-Dummy" }).evaluate((heading) => heading.getBoundingClientRect().top < innerHeight));
    assert.equal(new URL(page.url()).hash, "#/rules/epic-funhouse");
    await page.goto("/play#/rules/catwalk");
    await page.locator(".prose").getByRole("link", { name: "Epic Funhouse" }).first().click();
    await page.getByRole("heading", { level: 1, name: "Rules of Epic Funhouse" }).waitFor();
    await close();
});

it("the Magic Bag sheet adds up to the score", async () => {
    const run = await runOf("magic-bag", "sheet-1");
    const { page, close } = await open(browser, server.base);
    await deal(page, run.game, run.seed);
    let joined = 0;
    for (const move of run.moves) {
        await point(page, move);
        const lines = (await page.locator(".why li:not(.sum) strong").allInnerTexts()).map(Number);
        const sum = lines.reduce((a, b) => a + b, 0);
        assert.equal(sum, Number(await page.locator(".why .sum strong").innerText()));
        assert.match((await page.locator(".board svg > title").textContent()) ?? "", new RegExp(`\\b${sum} points`));
        joined = await page.locator(".piece.to-right, .piece.to-below").count();
    }
    assert.ok(joined > 3, "pieces were joined");
    await page.getByText(/Arms .*: \d joined/).first().waitFor();
    await accessible(page, "the sheet");
    await close();
});

// Tutorials: their data follows the rules of the games, and each can be played to its end by pressing what is lit.

import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { after, it } from "node:test";
import { isMeant } from "../../web/tutorials/guide.js";
import { ask, fits, fitsAndIsAccessible, launch, open, serve, until } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{ id: string, kind: string, seats: { least: number } }} Game */
/** @typedef {{ text: string, move?: Record<string, any>, then?: Record<string, any>[] }} Step */
/** @typedef {{ seed: string, seats?: number, options?: Record<string, any>, steps: Step[] }} Tutorial */

const GAMES = new URL("../../web/tutorials/games/", import.meta.url);
const MAX_TEXT = 200;

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/** @type {{ games: Game[] }} */
const { games } = await (await fetch(`${server.base}/v1/games`)).json();

/**
 * The tutorials of all games.
 *
 * @returns {Promise<{ game: Game, tutorial: Tutorial }[]>}
 */
async function tutorials() {
    const all = [];
    for (const game of games) {
        const file = new URL(`${game.id}.js`, GAMES);
        all.push({ game, tutorial: (await import(file.href)).default });
    }
    return all;
}

/**
 * Plays the moves of a tutorial, and checks that the page offers each move of the learner.
 *
 * @param {Game} game
 * @param {Tutorial} tutorial
 */
async function replay({ id, kind, seats: { least } }, { seed, seats = least, options, steps }) {
    const isSeated = kind !== "solitaire";
    const seat = isSeated ? { seat: 1 } : {};
    let position = await ask(server.base, `${id}/deal`, { seed, options, ...(isSeated && { seats }) });
    for (const [i, { move, then = [] }] of steps.entries()) {
        const what = `${id}, step ${i + 1}`;
        if (move) {
            const legal = await ask(server.base, `${id}/moves`, { state: position.state, ...seat });
            const isBounded = legal.bounds?.some((/** @type {{ type: string }} */ { type }) => type === move["type"]);
            const isListed = legal.moves?.some((/** @type {Record<string, unknown>} */ { seat: _, ...each }) => isMeant(each, move));
            assert.ok(isBounded || isListed, `${what}: ${JSON.stringify(move)} is among ${JSON.stringify(legal).slice(0, 2000)}`);
            assert.equal(move["seat"], undefined, `${what}: the seat of the learner goes without saying`);
        }
        for (const other of then) assert.equal(isSeated, other["seat"] !== undefined && other["seat"] !== 1, `${what}: others make ${JSON.stringify(other)}`);
        const moves = [...(move ? [{ ...move, ...seat }] : []), ...then];
        if (moves.length === 0) continue;
        position = await ask(server.base, `${id}/play`, { state: position.state, moves });
        assert.ok(position.state, `${what}: ${JSON.stringify(moves)}: ${position.detail}`);
    }
}

/** @param {Page} page */
function stepOf(page) {
    return page.locator(".tutorial").getAttribute("data-step");
}

/**
 * Opens a tutorial at its first step.
 *
 * @param {Page} page
 * @param {string} game
 */
async function begin(page, game) {
    await page.goto("about:blank");
    await page.goto(`/play#/tutorials/${game}`);
    await page.locator('.tutorial[data-step="1"]').waitFor();
}

/**
 * Waits for a step.
 *
 * @param {Page} page
 * @param {number} step
 */
function atStep(page, step) {
    return page.locator(`.tutorial[data-step="${step}"]`).waitFor();
}

/**
 * Makes the move of the step by pressing what is lit.
 *
 * @param {Page} page
 * @returns {Promise<boolean>} whether it was possible
 */
async function pressLit(page) {
    const step = await stepOf(page);
    for (let presses = 0; (await stepOf(page)) === step; presses += 1) {
        assert.ok(presses < 20, `${page.url()}, step ${step}: the lit spots lead to a move`);
        const chosen = () => page.evaluate(() => `${document.querySelector(".tutorial")?.getAttribute("data-step")} ${document.querySelector(".chooser")?.innerHTML} ${document.querySelectorAll(".picked").length}`);
        const before = await chosen();
        const pressed = await page.evaluate(() => {
            const isVisible = (/** @type {Element} */ each) => each.checkVisibility({ visibilityProperty: true });
            // Choices in a closed fold are on the board, too.
            const lit = [...document.querySelectorAll(".board .frame.lit:not(.picked), .chooser button.lit")].find(isVisible);
            lit?.scrollIntoView({ block: "center" });
            const box = lit?.getBoundingClientRect();
            if (!box) return false;
            if (lit instanceof HTMLElement) return lit.click();
            return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        });
        if (pressed === false) return false;
        if (pressed) await page.mouse.click(pressed.x, pressed.y);
        await until(`an effect of a press in step ${step} of ${page.url()}`, async () => (await chosen()) !== before);
        await until("the end of moves", async () => (await stepOf(page)) !== "");
    }
    return true;
}

it("each tutorial is a file of a game, short, and follows the rules", async () => {
    const all = await tutorials();
    assert.deepEqual((await readdir(GAMES)).sort(), all.map(({ game }) => `${game.id}.js`).sort());
    for (const { game, tutorial } of all) {
        const { steps } = tutorial;
        assert.ok(steps.length >= 5 && steps.length <= 8, `${game.id} has ${steps.length} steps`);
        assert.ok(steps.filter(({ move }) => move).length >= 3, `${game.id} lets the learner move`);
        for (const { text } of steps) assert.ok(text.length > 0 && text.length <= MAX_TEXT && !/[<>]/.test(text), `${game.id}: ${text}`);
        await replay(game, tutorial);
    }
});

it("each tutorial can be played by pressing what is lit", async (t) => {
    const { page, close } = await open(browser, server.base);
    for (const { game, tutorial } of await tutorials()) {
        await begin(page, game.id);
        const shown = [];
        for (const [i, { move }] of tutorial.steps.entries()) {
            await atStep(page, i + 1);
            if (move && !(await pressLit(page))) {
                shown.push(i + 1);
                await page.getByRole("button", { name: "Show me" }).click();
            } else if (!move && i < tutorial.steps.length - 1) {
                await page.getByRole("button", { name: "Continue", exact: true }).click();
            }
        }
        await page.getByRole("link", { name: "Play now" }).waitFor();
        await fits(page, game.id);
        assert.deepEqual(shown, [], `${game.id} lights every move`);
        t.diagnostic(game.id);
    }
    await close();
});

it("another legal move is refused gently, and an illegal one with its reason", async () => {
    const { page, close } = await open(browser, server.base);
    await begin(page, "slide-jam");
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await atStep(page, 2);
    const spot = (/** @type {string} */ cell) => page.locator(`.board .frame[data-key="place ${cell}"]`);
    await spot("a1").click();
    await page.getByText("In this lesson, the marked move comes next").waitFor();
    await page.getByText("Pop b2, b3, c3 onto the left stack and slide up", { exact: true }).waitFor();
    assert.equal(await page.locator(".picked").count(), 0, "it is not picked");
    assert.equal(await page.locator(".why-not").innerText(), "");
    await spot("b2").click();
    assert.equal(await page.getByText("In this lesson").count(), 0, "the next input hides it");
    await spot("d6").click();
    await page.locator(".why-not p").waitFor();
    assert.equal(await stepOf(page), "2");
    assert.match(await spot("b2").getAttribute("aria-description") ?? "", /hint/);
    await close();
});

it("a wrong move of the list of all moves is not played", async () => {
    const { page, close } = await open(browser, server.base);
    await begin(page, "trampo-land");
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await atStep(page, 2);
    await page.locator("details.all-moves > summary").click();
    await page.getByRole("button", { name: "Walk from 1 to 2" }).click();
    await page.getByText("In this lesson, the marked move comes next").waitFor();
    assert.equal(await stepOf(page), "2");
    await page.getByRole("button", { name: "Bounce from 7 to 2" }).click();
    await atStep(page, 3);
    await close();
});

it("Show me makes the move, Back returns, and Skip leads to the setup", async () => {
    const { page, close } = await open(browser, server.base);
    await begin(page, "whack-a-dummy");
    const back = page.getByRole("button", { name: "Back" });
    assert.ok(await back.isDisabled());
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByRole("button", { name: "Show me" }).click();
    await atStep(page, 3);
    const after = await page.locator(".board svg").getAttribute("aria-label");
    await page.getByRole("button", { name: "Show me" }).click();
    await atStep(page, 4);
    await back.click();
    await atStep(page, 3);
    assert.equal(await page.locator(".board svg").getAttribute("aria-label"), after);
    await pressLit(page);
    await atStep(page, 4);
    await page.getByRole("link", { name: "Skip" }).click();
    await page.waitForURL(/#\/new\/whack-a-dummy$/);
    await page.getByRole("link", { name: "Learn by playing" }).first().click();
    await atStep(page, 1);
    await close();
});

it("a tutorial works with keys alone, and announces each step", async () => {
    const { page, close } = await open(browser, server.base);
    await begin(page, "trampo-land");
    const announced = (/** @type {string} */ words) => page.locator("#announcer", { hasText: words }).waitFor({ state: "attached" });
    await announced("Step 1 of 7. You are in the corner");
    await page.getByRole("button", { name: "Continue", exact: true }).focus();
    await page.keyboard.press("Enter");
    await announced("Step 2 of 7");
    assert.equal(await page.evaluate(() => document.activeElement?.matches(".frame.lit")), true, "the focus is on what is lit");
    await page.keyboard.press("Enter");
    // Of the spots of the move, one is left.
    await page.locator(".frame.lit:not(.picked)").first().focus();
    await page.keyboard.press("Enter");
    await announced("Step 3 of 7");
    await close();
});

/** A tutorial of Pontifuse in which seat 2 moves first, and after the learner. */
const PONTIFUSE = {
    seed: "learn-1",
    seats: 2,
    steps: [
        { text: "Seat 2 chooses an army.", then: [{ seat: 2, type: "declare", army: "english" }] },
        { text: "Mark the center.", move: { type: "mark", territory: "center" }, then: [{ seat: 2, type: "mark", territory: "north" }] },
        { text: "Mark the northwest.", move: { type: "mark", territory: "northwest" } },
    ],
};

it("a tutorial for several seats shows the moves of others one by one", async () => {
    const { page, close } = await open(browser, server.base, { speed: "fast" });
    await page.route("**/tutorials/games/pontifuse.js", (route) => route.fulfill({ contentType: "text/javascript", body: `export default ${JSON.stringify(PONTIFUSE)};` }));
    await begin(page, "pontifuse");
    await page.locator(".coach .current", { hasText: "Step 1 of 3. Seat 2 chooses an army." }).waitFor();
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.locator(".playback .step", { hasText: "Seat 2" }).waitFor();
    await atStep(page, 2);
    assert.equal(await page.locator(".playback .step").count(), 0);
    const before = await page.locator(".board svg").getAttribute("aria-label");
    await page.locator('.board .frame[data-key="place south"]').click();
    await page.getByText("Mark the center", { exact: true }).waitFor();
    assert.equal(await page.locator(".board svg").getAttribute("aria-label"), before, "nothing was played");
    await page.locator('.board .frame[data-key="place center"]').click();
    await page.locator(".playback .step", { hasText: "Seat 2" }).waitFor();
    await atStep(page, 3);
    await fitsAndIsAccessible(page, "a step of a game for several seats");
    await page.locator('.board .frame[data-key="place northwest"]').click();
    await page.locator(".coach .current", { hasText: "Now play a game of your own" }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Play now");
    await fitsAndIsAccessible(page, "the end of a tutorial");
    await page.getByRole("link", { name: "Play now" }).click();
    await page.locator(".hotseat .board svg").waitFor();
    await close();
});

it("tutorials fit on every screen and are accessible", async () => {
    const { page, close } = await open(browser, server.base);
    for (const game of ["slide-jam", "magic-bag", "catwalk"]) {
        await begin(page, game);
        await fitsAndIsAccessible(page, `a step to read of ${game}`);
        await page.getByRole("button", { name: "Continue", exact: true }).click();
        await atStep(page, 2);
        await fitsAndIsAccessible(page, `a step with a move of ${game}`);
    }
    await close();
});

it("on a small phone, text, board and buttons are in sight together", async () => {
    const { page, close } = await open(browser, server.base, { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });
    for (const { game, tutorial } of await tutorials()) {
        await begin(page, game.id);
        const outside = await page.evaluate(() => [".coach", ".dock > .tools"].filter((selector) => {
            const box = document.querySelector(selector)?.getBoundingClientRect();
            return !box || box.top < 0 || box.left < 0 || box.right > innerWidth || box.bottom > innerHeight;
        }));
        // A high board is scrolled.
        if ((await page.locator(".board.tall").count()) === 0) assert.deepEqual(outside, [], `${game.id}, ${tutorial.steps.length} steps`);
        await fits(page, game.id);
    }
    await close();
});

it("only a tutorial loads its data", async () => {
    const { page, close } = await open(browser, server.base);
    /** @type {string[]} */
    const loaded = [];
    page.on("request", (request) => { if (request.url().includes("/tutorials/")) loaded.push(request.url()); });
    await page.goto("/play#/new/slide-jam");
    await page.getByRole("link", { name: "Learn by playing" }).first().waitFor();
    await page.goto("/play#/start/slide-jam");
    await page.locator(".playing .board svg").waitFor();
    await page.locator(".lesson > summary").click();
    await page.locator(".lesson a", { hasText: "Learn by playing" }).waitFor();
    assert.equal(loaded.length, 0, loaded.join());
    await page.locator(".lesson a", { hasText: "Learn by playing" }).click();
    await atStep(page, 1);
    assert.equal(loaded.filter((url) => url.includes("/games/")).length, 1);
    await close();
});

it("a game without a tutorial says so", async () => {
    const { page, close } = await open(browser, server.base, { refuses: true });
    const info = await (await fetch(`${server.base}/v1/games/slide-jam`)).json();
    await page.route("**/v1/games/unwritten", (route) => route.fulfill({ json: { ...info, id: "unwritten" } }));
    await page.goto("/play#/tutorials/unwritten");
    await page.getByText("There is no tutorial for this game.").waitFor();
    await page.goto("/play#/tutorials/nothing");
    await page.getByText("There is no such game.").waitFor();
    await close();
});

it("a tutorial that cannot be loaded is not said to be missing", async () => {
    const { page, close } = await open(browser, server.base, { refuses: true });
    await page.route("**/tutorials/games/slide-jam.js", (route) => route.fulfill({ status: 404 }));
    await page.goto("/play#/tutorials/slide-jam");
    await page.getByText("Can't load this page. Check your internet.").waitFor();
    await close();
});

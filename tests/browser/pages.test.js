// Requirements of all pages: names, choices and controls fit, pictures are cached, and missing pages have a message.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { point } from "./moves.js";
import { accessible, deal, fits, launch, open, runOf, serve, solitaires } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };
/** @type {{ games: { id: string, title: string }[] }} */
const { games } = await (await fetch(`${server.base}/v1/games`)).json();
const alone = await solitaires(server.base);

// The widest letter that there is in most fonts.
const WIDE = "W".repeat(32);
const run = await runOf("trampo-land", "pages-1");
const json = { "Content-Type": "application/json" };
/** @type {{ token: string, player: { id: string, name: string } }} */
const player = await (await fetch(`${server.base}/v1/players`, { method: "POST", headers: { ...json, "Idempotency-Key": "a-player-of-pages" }, body: JSON.stringify({ name: WIDE }) })).json();
/** @type {{ run: { id: string } }} */
const { run: stored } = await (await fetch(`${server.base}/v1/runs`, { method: "POST", headers: { ...json, Authorization: `Bearer ${player.token}` }, body: JSON.stringify(run) })).json();
const PAGES = [
    "/", "/play#/", "/play#/new/epic-funhouse", "/play#/new/slide-jam", "/play#/rules/catwalk", `/play#/boards/${run.game}?class=chosen`, "/play#/daily", "/play#/you",
    `/play#/you/${player.player.id}`, `/play#/runs/${stored.id}`, "/play#/at/broken", "/nothing-here",
];

/**
 * Opens a page, and waits until it is there.
 *
 * @param {Page} page
 * @param {string} path
 */
async function visit(page, path) {
    await page.goto("about:blank");
    await page.goto(path);
    await page.waitForFunction(() => !document.querySelector("main .waiting"));
    // What comes later than the page itself: the games of the front page, the board of a run.
    if (path === "/") await page.locator("#games .game").first().waitFor();
    if (path.includes("/runs/")) await page.waitForSelector(".board svg");
}

/** Plays as the player with the wide name. @param {Page} page */
async function asWide(page) {
    await page.goto("/healthz");
    await page.evaluate((player) => localStorage.setItem("funhouse.player", JSON.stringify(player)), { ...player.player, token: player.token });
}

it("a name of 32 wide letters fits everywhere", async () => {
    for (const width of [375, 320]) {
        const { page, close } = await open(browser, server.base, { ...PHONE, viewport: { width, height: 667 }, refuses: true });
        await asWide(page);
        for (const path of PAGES) {
            await visit(page, path);
            await fits(page, `${path} at ${width}`);
        }
        await deal(page, run.game, "another");
        await visit(page, `/play#/runs/${stored.id}`);
        await page.getByText(WIDE).first().waitFor();
        await visit(page, `/play#/boards/${run.game}?class=chosen`);
        const name = page.getByRole("link", { name: WIDE });
        await name.waitFor();
        await visit(page, "/play#/you");
        await page.getByRole("heading", { name: WIDE, level: 1 }).waitFor();
        await deal(page, run.game, run.seed);
        for (const move of run.moves) await point(page, move);
        const button = page.getByRole("button", { name: `Save score as ${WIDE}` });
        await button.waitFor();
        assert.deepEqual(await button.evaluate((button) => button.scrollWidth <= button.clientWidth), true, "the name stays on its button");
        await fits(page, "submitting");
        await close();
    }
});

it("no choice of a list is truncated", async () => {
    for (const width of [375, 1200]) {
        const { page, close } = await open(browser, server.base, { viewport: { width, height: 800 } });
        for (const path of ["/play#/boards", "/play#/boards/catwalk"]) {
            await visit(page, path);
            for (const fold of await page.locator(".fold:not([open]) > summary").all()) await fold.click();
            const cut = await page.evaluate(() => [...document.querySelectorAll("select")].flatMap((select) => {
                const { width } = select.getBoundingClientRect();
                select.style.width = "max-content";
                const wanted = select.getBoundingClientRect().width;
                select.style.width = "";
                return width + 0.5 < wanted ? [`${select.id} has ${width} of ${wanted} pixels`] : [];
            }));
            assert.ok((await page.locator("select").count()) > 3);
            assert.deepEqual(cut, [], `${path} at ${width}`);
            await fits(page, path);
        }
        await close();
    }
});

it("touch targets are at least 40 pixels wide and high", async () => {
    const { page, close } = await open(browser, server.base, { ...PHONE, refuses: true });
    await asWide(page);
    /** @param {string} path */
    const small = async (path) => {
        for (const summary of await page.locator("main details:not([open]) > summary").all()) if (await summary.isVisible()) await summary.click();
        const found = await page.evaluate(() => [...document.querySelectorAll("button, .button, .tool, select, summary, input, textarea, nav a, td a, li > a, h2 a, .pick a")].flatMap((element) => {
            if (!element.checkVisibility() || element.matches(".skip")) return [];
            // Of a box to tick its whole label can be touched, and of a card all of it.
            const whole = (element.matches("[type=radio], [type=checkbox]") && element.closest("label")) || (element.matches(".pick a") && element.closest(".pick")) || element;
            // Links within a text are as high as its lines.
            if (element.closest("p, .of-rooms, .prose")) return [];
            const { width, height } = whole.getBoundingClientRect();
            return width < 40 || height < 39.5 ? [`${width} x ${height}: ${element.outerHTML.slice(0, 120)}`] : [];
        }));
        assert.deepEqual(found, [], path);
    };
    for (const path of PAGES) {
        await visit(page, path);
        await small(path);
    }
    for (const { id } of alone) {
        await deal(page, id, "touch-1");
        if (await page.locator(".opener").isVisible()) await page.locator(".opener").click();
        await small(id);
    }
    await close();
});

it("each game has one picture, cached by the browser", async () => {
    const { page, close } = await open(browser, server.base, { viewport: { width: 1200, height: 4000 } });
    /** @type {string[]} */
    let asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    for (const path of ["/play#/", "/"]) {
        asked = [];
        await visit(page, path);
        if (path === "/") await page.getByRole("button", { name: "Show all" }).click();
        for (const picture of await page.locator("img.look").all()) await picture.scrollIntoViewIfNeeded();
        await page.waitForFunction((count) => [.../** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("img.look"))].filter((image) => image.complete && image.naturalWidth > 0).length === count, games.length);
        assert.deepEqual(asked.filter((path) => /^\/v1\/.*\/(deal|play|picture)$/.test(path)), [], "nothing is dealt for a picture");
        assert.equal(new Set(asked.filter((path) => path.includes("/look-"))).size, games.length, path);
    }
    await page.goto("about:blank");
    const again = /** @type {Promise<import("playwright-core").Response>} */ (page.waitForEvent("response", (response) => response.url().includes("/look-")));
    await page.goto("/play#/");
    assert.equal(await (await again).fromServiceWorker(), false);
    const caching = await (await again).headerValue("cache-control");
    assert.match(caching ?? "", /immutable/);
    await close();
});

it("the front page lists the games and links to You", async () => {
    const { page, close } = await open(browser, server.base);
    await visit(page, "/");
    const section = page.getByRole("region", { name: "All games" });
    await section.getByRole("button", { name: `Show all ${games.length} games` }).click();
    for (const { title } of games) await section.getByRole("link", { name: title, exact: true }).waitFor();
    await accessible(page, "the front page with its games");
    await section.getByRole("link", { name: "Catwalk" }).click();
    await page.getByRole("heading", { name: "Catwalk" }).waitFor();
    await page.goto("/");
    await page.getByRole("link", { name: "Profile", exact: true }).click();
    await page.getByRole("heading", { name: "Choose a name" }).waitFor();
    await close();
});

it("an unknown path shows a page with links", async () => {
    const { page, close } = await open(browser, server.base, { refuses: true });
    const answer = await page.goto("/plya");
    assert.equal(answer?.status(), 404);
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    await accessible(page, "a page that is not there");
    await page.getByRole("link", { name: "To the games" }).click();
    await page.getByRole("heading", { name: "Choose a game" }).waitFor();
    await close();
});

it("an unknown screen shows a page with links", async () => {
    const { page, close } = await open(browser, server.base);
    for (const address of ["#/gaems", "#games", "#/constructor", "#/%E0%A4%A", "#/rules%2Fcatwalk"]) {
        await page.goto("about:blank");
        await page.goto(`/play${address}`);
        await page.getByRole("heading", { name: "Page not found" }).waitFor();
        await page.locator("main code", { hasText: address }).waitFor();
        assert.equal(await page.locator(".game").count(), 0, `${address} is not the list of games`);
    }
    await fits(page, "a page that is not found");
    await accessible(page, "a page that is not found");
    await page.getByRole("link", { name: "All games" }).click();
    await page.getByRole("heading", { name: "Choose a game" }).waitFor();
    await close();
});

it("an unreachable service can be tried again", async () => {
    const { page } = await open(browser, server.base);
    await visit(page, "/play#/");
    for (const [link, heading] of [["Daily", "The daily game"], ["Leaderboards", "Leaderboards"], ["Tables", "Tables"]]) {
        await page.context().setOffline(true);
        await page.getByRole("navigation").getByRole("link", { name: link }).click();
        await page.getByText("Check your internet.").waitFor();
        assert.doesNotMatch(await page.locator("main").innerText(), /import|module|fetch dynamically|http/);
        await page.context().setOffline(false);
        await page.getByRole("button", { name: "Try again" }).click();
        await page.getByRole("heading", { name: heading }).waitFor();
    }
    await page.context().close();
});

it("redo works after a reload", async () => {
    const { page, close } = await open(browser, server.base);
    await deal(page, "slide-jam", "redo-1");
    const { moves } = await runOf("slide-jam", "redo-1");
    for (const move of moves.slice(0, 3)) await point(page, move);
    for (const left of [2, 1]) {
        await page.keyboard.press("u");
        await page.getByText(`Move ${left} of 3`).waitFor();
    }
    await page.reload();
    await page.getByText("Move 1 of 3").waitFor();
    for (const text of ["Move 2 of 3", "3 moves"]) {
        await page.getByRole("button", { name: "Redo" }).click();
        await page.getByText(text, { exact: true }).waitFor();
    }
    await close();
});

it("taps without a move log nothing", async () => {
    const { page, close } = await open(browser, server.base);
    /** @type {string[]} */
    const logged = [];
    page.on("console", (message) => logged.push(message.text()));
    for (const { id } of alone) {
        const { seed, moves } = await runOf(id, "illegal-1");
        await deal(page, id, seed);
        if (moves[0].type !== "flick") await point(page, moves[0]);
        const dead = page.locator(".frame:not(.can, .lead, .idle)");
        const keys = (await dead.evaluateAll((frames) => frames.map((frame) => /** @type {SVGElement} */ (frame).dataset.key))).slice(0, 4);
        for (const key of keys) {
            await page.locator(`[data-key="${key}"]`).click({ force: true });
            await page.waitForFunction(() => !document.querySelector('.board[aria-busy="true"]'));
        }
    }
    assert.deepEqual(logged, []);
    await close();
});

it("the documentation fits on a phone and is small", async () => {
    const { page, close } = await open(browser, server.base, PHONE);
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    let bytes = 0;
    session.on("Network.loadingFinished", ({ encodedDataLength }) => { bytes += encodedDataLength; });
    await page.goto("/docs/");
    await page.getByText("Check that the service is alive").waitFor();
    await fits(page, "/docs/");
    const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
    assert.ok(nodes < 2600, `${nodes} elements`);
    assert.ok(bytes > 100_000 && bytes < 500_000, `${bytes} bytes`);
    await close();
});

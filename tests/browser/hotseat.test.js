// Games for several seats in one browser: people who share the screen, or one person against robots.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { accessible, fits, openPosition, launch, open, serve, tableOf, until } from "./harness.js";
import { choose } from "./moves.js";
import { shared } from "../../web/texts/en.js";

/** @typedef {import("playwright-core").Page} Page */

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/**
 * Sets up a game and deals it.
 *
 * @param {Page} page
 * @param {string} game
 * @param {string[]} who by seat: who plays it, or for a real table the name of the player
 * @param {string} seed
 * @param {string} [option] the words of an option to choose
 */
async function begin(page, game, who, seed, option) {
    await page.goto(`/play#/new/${game}`);
    await page.getByLabel("Seats", { exact: true }).selectOption(String(who.length));
    for (const [i, one] of who.entries()) {
        const field = page.getByLabel(new RegExp(`^Player ${i + 1}$`));
        await (await field.evaluate((element) => element.localName) === "select" ? field.selectOption(one) : field.fill(one));
    }
    await page.locator("summary", { hasText: /seed/i }).first().click();
    await page.getByLabel("Seed", { exact: true }).fill(seed);
    if (option) await page.getByText(option, { exact: true }).click();
    await accessible(page, `setting up ${game}`);
    await page.getByRole("button", { name: "Deal", exact: true }).click();
    await page.locator(".hotseat[data-shows]").waitFor();
}

/**
 * The current seat and the number of moves.
 *
 * @param {Page} page
 */
async function shown(page) {
    const { shows = "", made = "" } = await page.locator(".hotseat").evaluate((element) => ({ .../** @type {HTMLElement} */ (element).dataset }));
    return { shows, made };
}

/**
 * Waits until the seat or the number of moves changes.
 *
 * @param {Page} page
 * @param {{ shows: string, made: string }} before
 */
async function changed(page, before) {
    await page.waitForFunction(({ shows, made }) => {
        const element = /** @type {HTMLElement | null} */ (document.querySelector(".hotseat"));
        return element !== null && (element.dataset.shows !== shows || element.dataset.made !== made) && !document.querySelector("[aria-busy]");
    }, before);
}

/**
 * The text and markup of the whole page.
 *
 * @param {Page} page
 */
function whole(page) {
    return page.evaluate(() => document.documentElement.outerHTML);
}

/**
 * The game as this browser stores it.
 *
 * @param {Page} page
 * @returns {Promise<any>}
 */
function savedGame(page) {
    return page.evaluate(() => JSON.parse(Object.entries(localStorage).find(([key]) => key.startsWith("funhouse.together."))?.[1] ?? "null"));
}

/**
 * Plays a game to its end, with the n-th choice at the n-th turn.
 *
 * @param {Page} page
 * @param {(before: { shows: string, made: string }) => Promise<void>} [look] what to check on the way
 * @returns {Promise<string[]>} what was shown, in order
 */
async function playOut(page, look) {
    const seen = [];
    for (let n = 0; n < 400; n += 1) {
        const before = await shown(page);
        seen.push(before.shows);
        await look?.(before);
        const [what, seat] = before.shows.split(" ");
        if (what === "end") return seen;
        if (what === "cover") await page.getByRole("button", { name: `Player ${seat} is here` }).click();
        else if (what === "pass") await page.getByRole("button", { name: `Pass the screen to Player ${seat}` }).click();
        else await choose(page, n);
        await changed(page, before);
    }
    throw new Error(`no end: ${seen.slice(-10)}`);
}

it("one person plays Break the Bank against robots", async () => {
    const { page, close } = await open(browser, server.base);
    await begin(page, "break-the-bank", ["person", "robot", "robot", "robot"], "alone");
    let checked = false;
    const seen = await playOut(page, async ({ shows }) => {
        if (shows !== "seat 1" || checked) return;
        checked = true;
        await accessible(page, "a turn against robots");
        const { state: { table } } = await savedGame(page);
        for (const name of [`Pay 5, roll ${table.dice.length + 1} dice`, `Take ${table.kitty} chips`]) await page.getByRole("button", { name, exact: true }).first().waitFor();
        assert.match(await page.locator(".board svg").getAttribute("aria-label") ?? "", /your turn$/);
        assert.equal(await page.locator(".standings tbody tr[aria-current]").innerText(), `You\t${(await savedGame(page)).points[0]}`);
    });
    assert.deepEqual(new Set(seen), new Set(["seat 1", "end"]), "one person is never asked whether they are there");
    const { points, places } = await savedGame(page);
    const rows = await page.locator(".end .standings tbody tr").allInnerTexts();
    const best = places.indexOf(1);
    assert.equal(rows.length, 4);
    assert.match(rows[0], new RegExp(`^1\\s+${best === 0 ? "You" : `${shared.robotNames[best]} \\(robot\\)`}\\s+${points[best]}$`));
    await accessible(page, "the end of a game");
    await close();
});

it("people share a game without hidden information", async () => {
    const { page, close } = await open(browser, server.base, { viewport: { width: 390, height: 844 } });
    await begin(page, "queensland", ["person", "person"], "open", "one");
    for (const [turn, cell] of ["d4", "h8", "a1"].entries()) {
        const before = await shown(page);
        assert.equal(before.shows, `seat ${(turn % 2) + 1}`);
        await page.locator(`.frame[data-key="place ${cell}"]`).click();
        if (turn === 2) await page.getByRole("button", { name: "Place a1" }).click();
        await changed(page, before);
    }
    await fits(page, "a shared game");
    await page.reload();
    await page.locator(".hotseat[data-shows='seat 2'] .board svg").waitFor();
    const seen = await playOut(page);
    assert.ok(!seen.some((shows) => /cover|pass/.test(shows)), "what everybody sees is not covered");
    assert.equal(seen.at(-1), "end");
    await close();
});

const RANKS = /** @type {Record<string, string>} */ ({ A: "ace", T: "10", J: "jack", Q: "queen", K: "king" });
const SUITS = /** @type {Record<string, string>} */ ({ c: "clubs", d: "diamonds", h: "hearts", s: "spades" });

it("the page contains only what the current seat sees", async () => {
    const { page, close } = await open(browser, server.base);
    await begin(page, "darwinian-poker", ["person", "person", "robot"], "hidden");
    const checked = new Set();
    const seen = await playOut(page, async ({ shows }) => {
        const [what, who] = shows.split(" ");
        if (what === "end" || what === "pass") return;
        const { state: { table } } = await savedGame(page);
        const html = await whole(page);
        const hands = table.hands.flatMap((/** @type {string[]} */ hand, /** @type {number} */ i) => (what === "seat" && i + 1 === Number(who) ? [] : hand));
        const seeds = table.seeds.filter((/** @type {any} */ { seat }) => what !== "seat" || seat !== Number(who)).map((/** @type {any} */ { card }) => card);
        for (const card of [...hands, ...table.deck, ...seeds]) {
            const words = `${RANKS[card[0]] ?? card[0]} of ${SUITS[card[1]]}`;
            assert.ok(!html.includes(`"${card}"`) && !html.includes(`>${card}<`), `${card} is in the page: ${shows}`);
            // Events may name openly captured cards, but only until the next person is shown the board.
            assert.ok(what === "seat" || !html.includes(words), `the ${words} is in the page: ${shows}`);
        }
        if (what === "cover") assert.equal(await page.locator(".board, .chooser, .log").count(), 0);
        if (checked.has(what)) return;
        checked.add(what);
        await accessible(page, shows);
        if (what === "seat") {
            const label = await page.locator(".frame[data-key^='piece card']").first().getAttribute("aria-label") ?? "";
            assert.match(label, /of (clubs|diamonds|hearts|spades)|face down/);
        }
    });
    for (const what of ["cover 1", "cover 2", "pass 2", "seat 1", "seat 2", "end"]) assert.ok(seen.includes(what), `${what} was shown`);
    await close();
});

it("a saved game can be continued and deleted", async () => {
    const { page, close } = await open(browser, server.base);
    await begin(page, "break-the-bank", ["person", "person", "robot", "robot"], "again");
    await page.goto("/play#/");
    await page.getByRole("link", { name: /Break the Bank.*4 seats/ }).click();
    await page.locator(".hotseat .board svg").waitFor();
    await page.goto("/play#/");
    await page.getByRole("button", { name: /Delete Break the Bank/ }).click();
    await page.getByText("Break the Bank is deleted.").waitFor();
    await page.reload();
    await page.locator(".game").first().waitFor();
    assert.equal(await page.locator("#together").count(), 0);
    await close();
});

/**
 * Posts to a call of Seven-Handed Poker.
 *
 * @param {string} what
 * @param {object} body
 * @returns {Promise<any>}
 */
async function seven(what, body) {
    const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    return (await fetch(`${server.base}/v1/games/seven-handed-poker/${what}`, init)).json();
}

/** A position in which seat 1 has more plays than are listed: both seats have played one card at a time. */
async function manyPlays() {
    let position = await seven("deal", { seats: 2, seed: "many-2", with_legal_moves: true });
    while (!position.legal_moves.bounds) {
        const [move] = position.legal_moves.moves;
        position = await seven("play", { state: position.state, move, with_legal_moves: true });
    }
    assert.deepEqual(position.to_act, [1]);
    return position;
}

it("a character that leaves points unspent waits for its button", async () => {
    const { page, close } = await open(browser, server.base);
    await begin(page, "dungeon-crawl", ["person", "robot", "robot"], "budget");
    const pick = (/** @type {string} */ key) => page.locator(`.chooser [data-key="${key}"]`).click();
    const left = (/** @type {number} */ points) => page.locator(".chooser .hint", { hasText: `16 points in all, ${points} left` }).waitFor();
    await left(16);
    await pick("speed-2");
    await left(14);
    await pick("power-2");
    await left(12);
    const before = await shown(page);
    await pick("health-2");
    await left(10);
    await accessible(page, "a character that leaves points unspent");
    assert.deepEqual(await shown(page), before, "a slip builds nothing");
    await pick("picked-2");
    await left(12);
    await pick("health-10");
    await left(2);
    await pick("ready");
    await changed(page, before);
    await close();
});

it("the lowest total of One Ball is kept", async () => {
    const { page, close } = await open(browser, server.base);
    const play = async (/** @type {RegExp} */ report) => {
        await begin(page, "one-ball", [""], "balls");
        await page.locator("details.all-moves > summary").click();
        await page.locator("button.move", { hasText: report }).first().click();
        await page.locator(".hotseat[data-shows=end]").waitFor();
        return page.locator(".end").innerText();
    };
    assert.doesNotMatch(await play(/scratch/i), /lowest/, "a lost game has no total to beat");
    const won = await play(/15 balls/);
    assert.match(won, /^The game is over/);
    assert.match(won, /Your lowest total is 1\./);
    assert.match(await play(/scratch/i), /Your lowest total is 1\./);
    await page.goto("/play#/new/one-ball");
    await page.locator(".own-stats", { hasText: "Finished here 3 times · best 1" }).waitFor();
    await page.goto("/play#/you");
    const card = page.getByRole("article", { name: "One Ball" });
    assert.match(await card.innerText(), /Best\s+1[^]*lost, 1, lost/);
    await accessible(page, "the statistics of One Ball");
    await close();
});

it("unlisted plays are chosen card by card", async () => {
    const { page, close } = await open(browser, server.base);
    await openPosition(page, await manyPlays(), 2);
    const hand = page.locator(".frame[data-tokens^='card '].can");
    const ready = page.locator(".chooser .primary");
    const picked = page.locator(".picked-chip");
    assert.ok((await hand.count()) > 12, "every card of the hand can be chosen");
    assert.equal(await page.locator(".all-moves").count(), 0, "nothing is listed");
    assert.equal(await ready.count(), 0, "no play names no card");
    await accessible(page, "cards to choose from");

    // At most five cards can be chosen: a sixth is refused with the reason, and the others stay. Pressing a card again puts it back.
    const label = async (/** @type {number} */ i) => (await hand.nth(i).getAttribute("aria-label")) ?? "";
    const [first, sixth] = [await label(0), await label(5)];
    for (let i = 0; i < 5; i += 1) await hand.nth(0).click();
    assert.equal(await picked.count(), 5);
    await page.getByRole("button", { name: sixth, exact: true }).click();
    await page.getByText("Play one to five cards (got 6).").waitFor();
    await page.getByRole("button", { name: first, exact: true }).click();
    assert.equal(await picked.count(), 4);
    assert.ok(!(await ready.innerText()).includes(first.split(",")[0]), "what was put back is not played");

    // Refused by the service: the reason is shown, and the choice is there still.
    await page.route("**/play", async (route) => {
        const body = route.request().postDataJSON();
        await route.continue({ postData: JSON.stringify({ ...body, move: { ...body.move, cards: [body.move.cards[0], body.move.cards[0]] } }) });
    });
    await ready.click();
    await page.getByText("the cards must be different").waitFor();
    assert.equal(await picked.count(), 4);
    await page.unroute("**/play");

    /** Ways to choose a card that can be chosen. */
    const ways = [
        () => hand.first().click(),
        async () => {
            const folded = page.locator("details.ask:not([open]) > summary");
            if (await folded.count()) await folded.click();
            await page.locator(".chooser .ask .chip").last().click();
        },
        async () => {
            await hand.nth(1).focus();
            await page.keyboard.press("Enter");
        },
    ];
    const before = await shown(page);
    await ready.click();
    await changed(page, before);
    let plays = 0;
    for (let n = 0; ; n += 1) {
        const before = await shown(page);
        if (before.shows === "end") break;
        if ((await hand.count()) > 0) {
            for (let card = 0; card <= n % 2; card += 1) await ways[(n + card) % ways.length]();
            plays += 1;
            // A hand of twelve or fewer is listed: then the last card may have been the last choice.
            if ((await shown(page)).made === before.made && (await ready.count()) > 0) await ready.click();
        } else {
            await page.locator(".frame.can").nth(n % (await page.locator(".frame.can").count())).click();
        }
        await changed(page, before);
    }
    assert.ok(plays > 2, `${plays} plays`);
    assert.equal((await savedGame(page)).finished, true);
    await close();
});

it("a picture of many seats is scrolled, and not too narrow to read", async () => {
    for (const [screen, least] of /** @type {const} */ ([[{ width: 390, height: 844 }, 360], [{ width: 844, height: 390 }, 400], [{ width: 1280, height: 800 }, 440]])) {
        const { page, close } = await open(browser, server.base, { viewport: screen });
        await tableOf(page, server.base, "headless-in-seattle", 8, "many-1");
        const { width } = await page.locator(".board svg").evaluate((svg) => svg.getBoundingClientRect());
        assert.ok(width >= least, `${width} of ${screen.width}`);
        const last = page.locator(".board .frame").last();
        await until("the last spot to be reached", async () => {
            await last.scrollIntoViewIfNeeded();
            return last.evaluate((frame) => {
                const { left, top, width, height } = frame.getBoundingClientRect();
                return frame.closest("svg")?.contains(document.elementFromPoint(left + width / 2, top + height / 2)) ?? false;
            });
        });
        await fits(page, "a picture of many seats");
        await close();
    }
});

it("players at a real table have names, confirm each report, and undo it", async () => {
    const { page, close } = await open(browser, server.base);
    await page.goto("/play#/new/wild-bill");
    await page.getByLabel("Seats", { exact: true }).waitFor();
    assert.doesNotMatch(await page.locator("form.setup").innerText(), /robot|hand/i, "a real table has no robots and no hidden hands");
    await begin(page, "wild-bill", ["Ann", "Bo"], "names-1");
    const heading = page.locator(".side h2").first();
    assert.equal(await heading.innerText(), "Ann to move");
    assert.equal(await page.locator(".hotseat .standings").getByText("Bo", { exact: true }).count(), 1);
    const undo = page.getByRole("button", { name: "Undo", exact: true });
    assert.equal(await undo.isVisible(), false, "there is nothing to undo");
    const first = (await savedGame(page)).state;
    for (let n = 0; n < 10 && (await page.locator(".chooser .ask .chip").count()) > 0; n += 1) {
        await page.locator(".chooser .ask .chip").first().click();
        assert.equal((await shown(page)).made, "0", "a tap on an answer reports nothing");
    }
    const before = await shown(page);
    await page.locator(".chooser [data-key=ready]").click();
    await changed(page, before);
    assert.equal((await savedGame(page)).moves.length, 1);
    assert.match(await page.locator(".log").innerText(), /Ann/);
    await undo.click();
    await page.waitForFunction(() => /** @type {HTMLElement} */ (document.querySelector(".hotseat")).dataset.made === "2");
    const { state, moves } = await savedGame(page);
    assert.deepEqual({ state, moves }, { state: first, moves: [] });
    assert.equal(await page.locator(".log").innerText(), "No moves yet.");
    assert.equal(await heading.innerText(), "Ann to move");
    assert.equal(await undo.isVisible(), false);
    await page.reload();
    await page.locator(".hotseat[data-shows='seat 1'] .board svg").waitFor();
    assert.deepEqual((await savedGame(page)).state, first, "a reload keeps the undo");
    await accessible(page, "a real table");
    await close();
});

// Ratings of games with seats: on the leaderboards, in the profile, and at a table.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { fitsAndIsAccessible, launch, onOneDay, open, serve, until } from "./harness.js";

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/** @typedef {{ id: string, name: string, token: string }} Player */

/** Number of opponents from which on a rating is listed. */
const LISTED = 10;

/**
 * Sends a request, with the token of a player.
 *
 * @param {Player | null} by
 * @param {string} path
 * @param {unknown} [body] posted if given
 * @returns {Promise<any>}
 */
async function ask(by, path, body) {
    /** @type {Record<string, string>} */
    const headers = { "Content-Type": "application/json", ...(by ? { Authorization: `Bearer ${by.token}` } : {}) };
    const answer = await fetch(`${server.base}${path}`, body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) });
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return answer.json();
}

/**
 * @param {string} name
 * @returns {Promise<Player>}
 */
async function newPlayer(name) {
    const { player, token } = await ask(null, "/v1/players", { name });
    return { ...player, token };
}

/**
 * A table of Queensland that has begun, of two players.
 *
 * @param {Player} one
 * @param {Player} other
 * @returns {Promise<string>} its id
 */
async function tableOf(one, other) {
    const { id } = await ask(one, "/v1/tables", { game: "queensland", seats: ["you", "open"] });
    await ask(other, `/v1/tables/${id}/seats/2`, null);
    return id;
}

/**
 * Plays a table until leaving it is not early, and then has a player resign.
 *
 * @param {Player} winner
 * @param {Player} loser
 * @param {string} id
 */
async function playAndResign(winner, loser, id) {
    for (let played = true; played;) {
        played = false;
        for (const player of [winner, loser]) {
            const { moves, early_until: until, position } = await ask(player, `/v1/tables/${id}?with_legal_moves=true`);
            const [move] = position.legal_moves?.moves ?? [];
            if (!move || moves >= until) continue;
            await ask(player, `/v1/tables/${id}/moves`, { game: "queensland", after: moves, moves: [move] });
            played = true;
        }
    }
    await ask(loser, `/v1/tables/${id}/resignation`, null);
}

/**
 * A page of a player.
 *
 * @param {Player} player
 */
async function pageOf(player) {
    const opened = await open(browser, server.base);
    await opened.page.goto("/play#/rules/queensland");
    await opened.page.evaluate((player) => localStorage.setItem("funhouse.player", JSON.stringify(player)), player);
    return opened;
}

it("ratings are listed, in the profile, and at tables", async () => {
    await onOneDay();
    const ada = await newPlayer("Ada");
    const { page, close } = await pageOf(ada);
    await page.goto("/play#/boards");
    await page.getByLabel("Game").selectOption({ label: "Queensland" });
    await page.getByText("No one has had 10 different opponents yet.").waitFor();
    await page.getByText("It is listed from 10 different opponents on.").waitFor();

    const others = [];
    for (let n = 1; n < LISTED; n++) {
        const other = await newPlayer(`Opponent ${n}`);
        await playAndResign(ada, other, await tableOf(ada, other));
        others.push(other);
    }
    await page.goto("/play#/you");
    const own = page.getByRole("table", { name: "Ratings" }).getByRole("row", { name: /Queensland/ });
    await own.waitFor();
    assert.match(await own.innerText(), /Queensland\s+provisional: 9 of 10 opponents\s+\d+ ± \d+\s+9/);
    await fitsAndIsAccessible(page, "the profile with ratings");

    // The tenth opponent, at a table that the page shows.
    const ben = await newPlayer("Ben");
    const id = await tableOf(ada, ben);
    await page.goto(`/play#/tables/${id}`);
    const seats = page.getByRole("region", { name: "The seats" });
    await seats.waitFor();
    assert.doesNotMatch(await seats.innerText(), /·/, "provisional ratings are not shown");
    const loaded = (/** @type {string} */ before) => until("the ratings", async () => (await page.locator(".at-table .end").innerText()).includes(before));
    await playAndResign(ada, ben, id);
    await loaded("Your rating:");
    const end = page.locator(".at-table .end");
    assert.match(await end.innerText(), /Your rating: \d+ \(\+\d+\)\./);
    const { seats: [first] } = await ask(null, `/v1/tables/${id}/ratings`).then(({ seats }) => ({ seats: seats.filter((/** @type {any} */ { rating }) => !rating.provisional) }));
    assert.match(await end.innerText(), new RegExp(`You · ${first.rating.rating}`));
    await fitsAndIsAccessible(page, "the end of a rated table");
    await end.getByRole("link", { name: "Ratings" }).click();
    const line = page.getByRole("row", { name: /Ada/ });
    await line.waitFor();
    assert.match(await line.innerText(), new RegExp(`1\\s+Ada\\s+10 games, 10 opponents\\s+\\d+\\s+${first.rating.rating} ± \\d+`));
    await fitsAndIsAccessible(page, "the ratings of a game");

    // Another game of the pair on the same day.
    const again = await tableOf(ada, ben);
    await page.goto(`/play#/tables/${again}`);
    await page.getByRole("region", { name: "The seats" }).getByText(`· ${first.rating.rating}`).waitFor();
    await playAndResign(ben, ada, again);
    await loaded(`Your rating: ${first.rating.rating}, unchanged: for each pair of players, only one game per day (UTC) is rated.`);
    await close();
});

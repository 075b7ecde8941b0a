// The script of the front page: the ranked daily games and their boards, the games to continue, and the catalogue.

import { fill, h } from "./shared/dom.js";
import { games, seatsOf } from "./api/client.js";
import { player } from "./api/player.js";
import { averages, board, daily } from "./api/runs.js";
import { listOwn } from "./api/tables.js";
import { migrateGames } from "./saved/saved-games.js";
import { savedList } from "./saved/saved-list.js";
import { averagesTable, boardTable, podium } from "./leaderboards/run-tables.js";
import { averagesText, classText } from "./leaderboards/seed-classes.js";
import { tableButton } from "./tables/table-button.js";
import { ownTables } from "./tables/table-lists.js";
import { card } from "./catalogue/games-screen.js";

/** Number of entries of the first game's boards. */
const MAX_LINES = 5;
/** Number of places of other games. */
const MAX_PLACES = 3;

try {
    await migrateGames();
    const all = await games();
    const titles = new Map(all.map(({ id, title }) => [id, title]));
    const hero = document.querySelector(".hero");
    const [tables, ranked] = await Promise.all([ownTables(titles), rankedGames(headline(all), titles).catch(() => null)]);
    hero?.after(...[tables, savedList(titles), ranked].filter((section) => section !== null));
    const section = document.getElementById("games");
    section?.append(
        h("h2", { id: "to-play" }, "All games"),
        h("ul", { class: "games" }, all.map((game) => card(game))));
    section?.removeAttribute("hidden");
} catch {
    // Without the service there is nothing to show.
} finally {
    // All sections appear at the same time, so that nothing shifts under a pointer.
    document.getElementById("below")?.classList.add("ready");
}

/** @typedef {Awaited<ReturnType<typeof games>>} Games */

/**
 * The games whose boards are shown: solitaires with chance or hidden information.
 *
 * @param {Games} all
 */
function headline(all) {
    return all.filter((game) => !seatsOf(game) && !game.open_information);
}

/**
 * The ranked daily game, and the boards of ranked games.
 *
 * @param {Games} games
 * @param {Map<string, string>} titles
 */
async function rankedGames([{ id, title }, ...others], titles) {
    const today = await daily(undefined);
    const query = (/** @type {number} */ limit) => new URLSearchParams({ class: "ranked_daily", period: "day", date: today.date, limit: String(limit) });
    const [best, means, tables, ...bests] = await Promise.all([
        board(id, query(MAX_LINES)),
        averages(id, new URLSearchParams({ limit: String(MAX_LINES) })),
        player() ? listOwn().catch(() => []) : [],
        ...others.map((game) => board(game.id, query(MAX_PLACES))),
    ]);
    const mine = tables.find(({ day, game }) => day === today.date && game === id);
    const door = document.getElementById("today");
    if (door) fill(door, mine
        ? h("p", {}, h("a", { class: "button", href: `/play#/tables/${mine.id}` }, mine.status === "over" ? "Your ranked game of today" : "Continue today's ranked game"))
        : tableButton(`Play today's ranked ${title}`, () => ({ game: id, daily: true })));
    return h("section", { "aria-labelledby": "ranked" },
        h("h2", { id: "ranked" }, `${title}, ranked: best of today`),
        boardTable(best, titles),
        h("ul", { class: "games" }, others.map((game, i) => h("li", { class: "game" },
            h("h3", {}, h("a", { href: `/play#/boards/${game.id}?${new URLSearchParams({ class: "ranked_daily", period: "day" })}` }, game.title)),
            podium(bests[i])))),
        h("p", { class: "hint" }, classText("ranked_daily")),
        h("h3", {}, `Averages of ranked games of ${title} this month`),
        averagesTable(means),
        h("p", { class: "hint" }, averagesText(means.abandoned)),
        h("div", { class: "tools" },
            h("a", { class: "tool", href: "/play#/daily" }, "All ranked games of the day"),
            h("a", { class: "tool", href: "/play#/boards" }, "All leaderboards")));
}

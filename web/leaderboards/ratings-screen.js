// The ratings of a game with seats, as a leaderboard.

import { button, h } from "../shared/dom.js";
import { ratings as ratingsOf } from "../api/runs.js";
import { texts } from "../texts/texts.js";
import { choose, gameGroups } from "./filters.js";
import { RATING_TEXT, ratingsTable } from "./rating-tables.js";

/**
 * @param {import("../types").Show} show
 * @param {import("../types").GameList["games"][number]} game
 * @param {import("../types").GameList["games"]} all games
 * @param {URLSearchParams} query
 */
export async function ratingsScreen(show, { id, title }, all, query) {
    const cursor = query.get("cursor");
    const ratings = await ratingsOf(id, new URLSearchParams(cursor ? { cursor } : {}));
    show(
        texts.leaderboards.ratings.pageTitle(title),
        h("div", { class: "page" },
            h("h1", {}, texts.leaderboards.heading),
            h("div", { class: "filters" }, choose("game", texts.leaderboards.filters.game, id, [], (to) => { location.hash = `#/boards/${to}`; }, gameGroups(all))),
            h("p", { class: "hint" }, `${texts.leaderboards.ratings.players(title, ratings.count)} ${RATING_TEXT}`),
            ratingsTable(ratings, title),
            ratings.next && h("div", { class: "tools" }, button(texts.leaderboards.more, () => { location.hash = `#/boards/${id}?cursor=${ratings.next}`; }, { class: "tool" })),
            h("p", { class: "hint" }, texts.leaderboards.ratings.order)),
    );
}

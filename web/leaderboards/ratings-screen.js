// The ratings of a game with seats, as a leaderboard.

import { button, h } from "../shared/dom.js";
import { counted } from "../shared/text.js";
import { ratings as ratingsOf } from "../api/runs.js";
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
        `${title}: ratings`,
        h("div", { class: "page" },
            h("h1", {}, "Leaderboards"),
            h("div", { class: "filters" }, choose("Game", id, [], (to) => { location.hash = `#/boards/${to}`; }, gameGroups(all))),
            h("p", { class: "hint" }, `${title}: ${counted(ratings.count, "player")}. ${RATING_TEXT}`),
            ratingsTable(ratings, title),
            ratings.next && h("div", { class: "tools" }, button("More", () => { location.hash = `#/boards/${id}?cursor=${ratings.next}`; }, { class: "tool" })),
            h("p", { class: "hint" }, "Players are ranked by their rating minus its margin: with 95% certainty, they are at least this strong. The list does not prove that a player used no program, or has only one account.")),
    );
}

// Tables of ratings: those of a game, and those of a player.

import { h } from "../shared/dom.js";
import { player } from "../api/player.js";
import { texts } from "../texts/texts.js";
import { table, who } from "./run-tables.js";

/** @typedef {import("../types").Schemas} Schemas */

/** Number of different opponents from which on a rating is listed. */
const LISTED = 10;

/** The explanation of ratings. */
export const RATING_TEXT = texts.leaderboards.ratings.explanation(LISTED);

/**
 * A rating with its margin: two standard deviations.
 *
 * @param {{ rating: number, deviation: number }} of
 */
export function ratingText({ rating, deviation }) {
    return `${rating} ± ${2 * deviation}`;
}

/**
 * The entries of a list of ratings.
 *
 * @param {Schemas["Ratings"]} ratings
 * @param {string} title of the game
 */
export function ratingsTable({ entries }, title) {
    if (entries.length === 0) return h("p", { class: "lead" }, texts.leaderboards.ratings.none(LISTED));
    const own = player()?.id;
    const row = (/** @type {Schemas["RatingEntry"]} */ { rank, player: whose, at_least: atLeast, games, opponents, ...rating }) => h(
        "tr", { class: whose.id === own ? "own" : "" },
        h("td", { class: "number" }, rank),
        h("td", {}, who(whose), h("span", { class: "of-rooms" }, texts.leaderboards.ratings.played(games, opponents))),
        h("td", { class: "number strong" }, atLeast),
        h("td", { class: "number" }, ratingText(rating)));
    return table(["rank", "player", "atLeast", "rating"], entries.map(row), texts.leaderboards.ratings.caption(title));
}

/**
 * A player's ratings.
 *
 * @param {Schemas["PlayersRating"][]} ratings
 * @param {Map<string, string>} titles
 */
export function ownRatingsTable(ratings, titles) {
    const row = (/** @type {Schemas["PlayersRating"]} */ { game, games, opponents, provisional, ...rating }) => h(
        "tr", {},
        h("td", {}, h("a", { href: `/play#/boards/${game}` }, titles.get(game) ?? game),
            h("span", { class: "of-rooms" }, provisional ? texts.leaderboards.ratings.provisional(opponents, LISTED) : texts.leaderboards.ratings.opponents(opponents))),
        h("td", { class: "number strong" }, ratingText(rating)),
        h("td", { class: "number" }, games));
    return table(["game", "rating", "games"], ratings.map(row), texts.leaderboards.ratings.ofPlayer);
}

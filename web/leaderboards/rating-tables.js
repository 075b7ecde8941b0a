// Tables of ratings: those of a game, and those of a player.

import { h } from "../shared/dom.js";
import { counted } from "../shared/text.js";
import { player } from "../api/player.js";
import { table, who } from "./run-tables.js";

/** @typedef {import("../types").Schemas} Schemas */

/** Number of different opponents from which on a rating is listed. */
const LISTED = 10;

/** The explanation of ratings. */
export const RATING_TEXT = `A rating (Glicko-2) compares players by their games against each other, and begins at 1500. It is listed from ${LISTED} different opponents on. Of each two players, one game per day (UTC) is rated; robots do not count.`;

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
    if (entries.length === 0) return h("p", { class: "lead" }, `No one has had ${LISTED} different opponents yet.`);
    const own = player()?.id;
    const row = (/** @type {Schemas["RatingEntry"]} */ { rank, player: whose, at_least: atLeast, games, opponents, ...rating }) => h(
        "tr", { class: whose.id === own ? "own" : "" },
        h("td", { class: "number" }, rank),
        h("td", {}, who(whose), h("span", { class: "of-rooms" }, `${counted(games, "game")}, ${counted(opponents, "opponent")}`)),
        h("td", { class: "number strong" }, atLeast),
        h("td", { class: "number" }, ratingText(rating)));
    return table(["Rank", "Player", "At least", "Rating"], entries.map(row), `${title}, ratings`);
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
            h("span", { class: "of-rooms" }, provisional ? `provisional: ${opponents} of ${LISTED} opponents` : counted(opponents, "opponent"))),
        h("td", { class: "number strong" }, ratingText(rating)),
        h("td", { class: "number" }, games));
    return table(["Game", "Rating", "Games"], ratings.map(row), "Ratings");
}

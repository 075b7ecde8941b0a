// The filters of the list of games: their choices, their names in addresses, and which games match.

import { humanise } from "../shared/text.js";
import { texts } from "../texts/texts.js";

/** @typedef {import("../types").GameList["games"][number]} Game */

/** Number of games that count as new: the last ones that were added. */
const MAX_NEW = 8;

const { any, upTo, solo, withOthers, realTable } = texts.catalogue.filters;

/** @type {[value: string, label: string][]} */
export const PLAYERS = [["", any], ...Array.from({ length: 8 }, (_, i) => /** @type {[string, string]} */ ([`${i + 1}`, `${i + 1}`]))];
/** @type {[value: string, label: string][]} in minutes */
export const MINUTES = [["", any], ["15", upTo(15)], ["30", upTo(30)], ["60", upTo(60)]];
/** @type {[value: string, label: string][]} */
export const KINDS = [["", any], ["solitaire", solo], ["seated", withOthers], ["referee", realTable]];

/**
 * @typedef {object} Filters
 * @property {string} q words to search for
 * @property {string} players a number
 * @property {string} minutes the maximum duration
 * @property {string} kind
 * @property {string} new "yes" for new games only
 */

/** The filters with their default, which addresses leave out. @type {Filters} */
const NONE = { q: "", players: "", minutes: "", kind: "", new: "" };

/**
 * The filters in the query of an address. Unknown names and values are ignored.
 *
 * @param {URLSearchParams} query
 * @returns {Filters}
 */
export function readFilters(query) {
    const known = (/** @type {string} */ name, /** @type {[string, string][]} */ choices) => {
        const value = query.get(name) ?? "";
        return choices.some(([choice]) => choice === value) ? value : "";
    };
    return {
        q: query.get("q") ?? "",
        players: known("players", PLAYERS),
        minutes: known("minutes", MINUTES),
        kind: known("kind", KINDS),
        new: query.get("new") === "yes" ? "yes" : "",
    };
}

/**
 * The query of an address for some filters; empty if none is set.
 *
 * @param {Filters} filters
 */
export function writeFilters(filters) {
    return new URLSearchParams(Object.entries({ ...NONE, ...filters }).filter(([, value]) => value.trim() !== "")).toString();
}

/**
 * The ids of the new games.
 *
 * @param {Game[]} games
 */
export function newGames(games) {
    const newest = [...games].sort((one, other) => other.added.localeCompare(one.added));
    return new Set(newest.slice(0, MAX_NEW).map(({ id }) => id));
}

/**
 * Games in the order of lists: one for one player and one for several in turn, so that the first ones show what there is.
 *
 * @param {Game[]} games
 */
export function mixed(games) {
    const places = new Map(["solitaire", "seated"].flatMap((kind, i) =>
        games.filter((game) => kindOf(game) === kind).map((game, n) => /** @type {const} */ ([game, 2 * n + i]))));
    return [...games].sort((one, other) => (places.get(one) ?? Infinity) - (places.get(other) ?? Infinity) || 0);
}

/** The kind by which people look for a game: a race is a game with others. @param {Game} game */
function kindOf({ kind }) {
    return kind === "race" ? "seated" : kind;
}

/**
 * The games that match all filters, in their order.
 *
 * @param {Game[]} games
 * @param {Filters} filters
 */
export function matching(games, filters) {
    const recent = newGames(games);
    const words = filters.q.toLowerCase().split(/\s+/).filter((word) => word !== "");
    return games.filter((game) => {
        const { seats, duration } = game;
        const text = textOf(game);
        return words.every((word) => text.includes(word))
            && (filters.players === "" || (seats.least <= Number(filters.players) && Number(filters.players) <= seats.most))
            && (filters.minutes === "" || duration.most <= Number(filters.minutes))
            && (filters.kind === "" || kindOf(game) === filters.kind)
            && (filters.new === "" || recent.has(game.id));
    });
}

/**
 * The text of a game that is searched, in lower case.
 *
 * @param {Game} game
 */
function textOf({ title, summary, designer, tags }) {
    return [title, summary, designer, ...tags.map(humanise)].join(" ").toLowerCase();
}

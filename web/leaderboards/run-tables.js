// Tables of runs, leaderboards and averages.

import { h } from "../shared/dom.js";
import { humanise, title } from "../shared/text.js";
import { player } from "../api/player.js";
import { texts } from "../texts/texts.js";
import { parMark } from "./par.js";

/** @typedef {import("../types").Schemas} Schemas */
/** @typedef {Map<string, string>} Titles */
/** @typedef {{ taken_back?: number, assisted?: boolean }} Reported what a run reports about how it was played */

/**
 * The entries of a leaderboard.
 *
 * @param {Schemas["Leaderboard"]} board
 * @param {Titles} titles
 * @param {string | null} [marked] the run to highlight
 */
export function boardTable(board, titles, marked) {
    if (board.entries.length === 0) return h("p", { class: "lead" }, texts.leaderboards.noScores);
    const own = player()?.id;
    const row = (/** @type {Schemas["LeaderboardEntry"]} */ entry) => h(
        "tr", { class: entry.run === marked ? "marked" : entry.player && entry.player.id === own ? "own" : "" },
        h("td", { class: "number" }, entry.rank ?? ""),
        h("td", {}, who(entry.player), entry.rooms && h("span", { class: "of-rooms" }, roomsText(entry.rooms, titles)),
            entry.same_as && h("span", { class: "of-rooms" }, h("a", { href: `/play#/runs/${entry.same_as}` }, texts.leaderboards.entries.sameAs(entry.same_as))),
            note(reportText(entry)),
            // The par is one of the whole game.
            !board.room && note(parMark(entry.par, entry.total, board.wins))),
        h("td", { class: "number strong" }, entry.score),
        h("td", { class: "number" }, entry.moves),
        h("td", { class: "when" }, entry.received_at.slice(0, 10)),
        h("td", {}, h("a", { class: "watch", href: `/play#/runs/${entry.run}`, "aria-label": texts.leaderboards.entries.watchRun(entry.run) }, texts.leaderboards.entries.watch)));
    return table(["rank", "player", "score", "moves", "received", ""], board.entries.map(row), titleOf(board, titles));
}

/**
 * The first places of a leaderboard, for a card.
 *
 * @param {Schemas["Leaderboard"]} board
 */
export function podium({ entries }) {
    if (entries.length === 0) return h("p", { class: "hint" }, texts.leaderboards.noScores);
    return h("ol", { class: "podium" }, entries.map(({ rank, player, score }) =>
        h("li", { value: rank ?? 1 }, who(player), " ", h("strong", {}, score))));
}

/**
 * The entries of averages.
 *
 * @param {Schemas["Averages"]} averages
 */
export function averagesTable({ game, month, entries }) {
    if (entries.length === 0) return h("p", { class: "lead" }, texts.leaderboards.averages.none(month));
    const own = player()?.id;
    const row = (/** @type {Schemas["AverageEntry"]} */ { rank, player: whose, mean, games, finished }) => h(
        "tr", { class: whose && whose.id === own ? "own" : "" },
        h("td", { class: "number" }, rank),
        h("td", {}, who(whose), h("span", { class: "of-rooms" }, texts.leaderboards.averages.finished(finished, games))),
        h("td", { class: "number strong" }, mean),
        h("td", { class: "number" }, games));
    return table(["rank", "player", "mean", "games"], entries.map(row), texts.leaderboards.averages.caption(game, month));
}

/**
 * A player's averages.
 *
 * @param {Schemas["PlayersAverage"][]} averages
 * @param {Titles} titles
 */
export function ownAveragesTable(averages, titles) {
    const row = (/** @type {Schemas["PlayersAverage"]} */ { game, options, month, mean, games, finished }) => {
        const named = /** @type {Record<string, string>} */ (options);
        const board = new URLSearchParams({ show: "averages", class: "ranked", month, ...named });
        return h(
            "tr", {},
            h("td", {}, h("a", { href: `/play#/boards/${game}?${board}` }, titles.get(game) ?? game),
                Object.keys(named).length > 0 && h("span", { class: "of-rooms" }, Object.entries(named).map(([name, value]) => `${title(name)}: ${humanise(value)}`).join(", "))),
            h("td", {}, month),
            h("td", { class: "number strong" }, mean),
            h("td", { class: "number" }, games, h("span", { class: "of-rooms" }, texts.leaderboards.averages.finished(finished, games))));
    };
    return table(["game", "month", "mean", "games"], averages.map(row), texts.leaderboards.averages.ofPlayer);
}

/**
 * The records of a player in games for several seats.
 *
 * @param {Schemas["PlayersRecord"][]} records
 * @param {Titles} titles
 */
export function recordsTable(records, titles) {
    const row = (/** @type {Schemas["PlayersRecord"]} */ { game, played, won, mean_place: place }) => h(
        "tr", {},
        h("td", {}, titles.get(game) ?? game),
        h("td", { class: "number" }, played),
        h("td", { class: "number strong" }, won),
        h("td", { class: "number" }, place));
    return table(["game", "played", "won", "meanPlace"], records.map(row), texts.leaderboards.entries.atTables);
}

/**
 * A seed class within a sentence.
 *
 * @param {string} seeds
 */
function classText(seeds) {
    return texts.leaderboards.seeds.words[seeds] ?? seeds;
}

/**
 * @param {Schemas["PlayersBest"][]} bests
 * @param {Titles} titles
 */
export function bestsOf(bests, titles) {
    if (bests.length === 0) return h("p", {}, texts.leaderboards.none);
    const row = (/** @type {Schemas["PlayersBest"]} */ best) => h(
        "tr", {},
        h("td", {}, h("a", { href: `/play#/boards/${best.game}?${boardQuery(best)}` }, titles.get(best.game) ?? best.game),
            h("span", { class: "of-rooms" }, [best.room && (titles.get(best.room) ?? best.room), classText(best.class)].filter(Boolean).join(", "))),
        h("td", { class: "number strong" }, best.score),
        h("td", { class: "number" }, texts.leaderboards.entries.rankOf(best.rank, best.count)),
        h("td", {}, h("a", { class: "watch", href: `/play#/runs/${best.run}`, "aria-label": texts.leaderboards.entries.watchRun(best.run) }, texts.leaderboards.entries.watch)));
    return table(["game", "score", "rank", ""], bests.map(row), texts.leaderboards.entries.bestRuns);
}

/**
 * @param {Schemas["RunSummary"][]} runs
 * @param {Titles} titles
 */
export function runsList(runs, titles) {
    if (runs.length === 0) return h("p", {}, texts.leaderboards.none);
    const row = (/** @type {Schemas["RunSummary"]} */ run) => h(
        "tr", {},
        h("td", {}, titles.get(run.game) ?? run.game, h("span", { class: "of-rooms" }, classText(run.class)), note(reportText(run))),
        h("td", { class: "number strong" }, run.score),
        h("td", { class: "number" }, run.moves),
        h("td", { class: "when" }, run.received_at.slice(0, 10)),
        h("td", {}, h("a", { class: "watch", href: `/play#/runs/${run.id}`, "aria-label": texts.leaderboards.entries.watchRun(run.id) }, texts.leaderboards.entries.watch)));
    return table(["game", "score", "moves", "received", ""], runs.map(row), texts.leaderboards.entries.latestRuns);
}

/**
 * What the player reported about undone moves and hints; empty if nothing.
 *
 * @param {Reported} run
 */
export function reportText({ taken_back: count, assisted }) {
    const undos = count === undefined ? [] : [texts.leaderboards.entries.undos(count)];
    const hints = assisted === undefined ? [] : [assisted ? texts.leaderboards.entries.hintsUsed : texts.leaderboards.entries.noHints];
    return [...undos, ...hints].join(", ");
}

/** @param {string} text */
function note(text) {
    return text !== "" && h("span", { class: "of-rooms" }, text);
}

/**
 * The query of the leaderboard that ranks a run.
 *
 * @param {{ class: string, room?: string, run: string, options: object }} on
 */
export function boardQuery({ class: seeds, room, run, options }) {
    return new URLSearchParams({ class: seeds, ...options, ...(room ? { room } : {}), around: run });
}

/** @param {Schemas["PlayerName"] | undefined} player */
export function who(player) {
    return player ? h("a", { href: `/play#/you/${player.id}` }, player.name) : h("span", { class: "gone" }, texts.leaderboards.entries.deletedPlayer);
}

/**
 * @param {Schemas["RoomMark"][]} rooms
 * @param {Titles} titles
 */
function roomsText(rooms, titles) {
    const words = rooms.map(({ room, score }) => `${titles.get(room) ?? humanise(room)} ${score}`).join(", ");
    return h("span", { title: words }, h("span", { "aria-hidden": "true" }, rooms.map(({ score }) => score).join(" · ")), h("span", { class: "unseen" }, words));
}

/**
 * @param {Schemas["Leaderboard"]} board
 * @param {Titles} titles
 */
function titleOf({ game, room, class: seeds }, titles) {
    return texts.leaderboards.board.caption(titles.get(room ?? game) ?? game, classText(seeds));
}

/** The classes of the heads of columns that have no numbers. */
const COLUMN_CLASSES = /** @type {Record<string, string>} */ ({ player: "", game: "", received: "when" });

/**
 * @param {(keyof typeof texts.leaderboards.columns | "")[]} columns an empty one has no head
 * @param {HTMLTableRowElement[]} rows
 * @param {string} caption
 */
export function table(columns, rows, caption) {
    const head = (/** @type {keyof typeof texts.leaderboards.columns} */ column) =>
        h("th", { scope: "col", class: COLUMN_CLASSES[column] ?? "number" }, texts.leaderboards.columns[column]);
    return h(
        "table", {},
        h("caption", { class: "unseen" }, caption),
        h("thead", {}, h("tr", {}, columns.map((column) => (column === "" ? h("td", {}) : head(column))))),
        h("tbody", {}, rows),
    );
}

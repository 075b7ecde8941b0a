// The screen of the leaderboards. All filters are in the address, so that every board can be linked to.

import { button, h } from "../shared/dom.js";
import { humanise, title } from "../shared/text.js";
import { games, info as infoOf, seatsOf } from "../api/client.js";
import { averages as averagesOf, board as boardOf } from "../api/runs.js";
import { texts } from "../texts/texts.js";
import { choose, gameGroups } from "./filters.js";
import { ratingsScreen } from "./ratings-screen.js";
import { lastSaved } from "./receipt.js";
import { averagesTable, boardTable } from "./run-tables.js";
import { classText, computerHelp, isRanked } from "./seed-classes.js";

const PERIODS = Object.entries(texts.leaderboards.filters.periods);
/** @type {[string, string][]} */
const SHOWS = [["bests", texts.leaderboards.filters.bests], ["runs", texts.leaderboards.filters.runs]];
/** @type {[string, string]} an additional choice for ranked games */
const AVERAGES = ["averages", texts.leaderboards.filters.averages];
/** Filters of which only one group applies: choosing one removes the others. */
const KINDS = [["period", "date"], ["room"], ["seed"], ["show"]];
/** The seed class that has averages, and the number of months that are offered. */
const AVERAGED = "ranked";
const MONTHS = 12;

/** @type {import("../types").Screen} */
export async function screen(show, [requested], query) {
    const every = await games();
    const seated = every.find(({ id, kind }) => id === requested && kind === "seated");
    if (seated) return ratingsScreen(show, seated, every, query);
    const all = every.filter((game) => !seatsOf(game));
    const saved = lastSaved();
    if (saved && query.size === 0 && (requested ?? saved.game) === saved.game) return location.replace(`#/boards/${saved.game}?${saved.query}`);
    const game = requested ?? all[0].id;
    // Ranked boards are the default.
    const asks = new URLSearchParams(query);
    if (!asks.has("class") && !asks.has("seed")) asks.set("class", "ranked");
    const averaged = asks.get("show") === AVERAGES[0] && asks.get("class") === AVERAGED;
    if (asks.get("show") === AVERAGES[0]) asks.delete("show");
    const month = asks.get("month") ?? "";
    asks.delete("month");
    if (averaged) asks.delete("cursor");
    const [info, board, averages] = await Promise.all([infoOf(game), boardOf(game, asks), averaged ? infoOf(game).then((info) => averagesOf(game, averagesQuery(info, query))) : null]);
    const titles = new Map(all.map(({ id, title }) => [id, title]));
    const go = (/** @type {Record<string, string>} */ changes, to = game) => {
        // The address already has earlier choices whose board is still loading.
        const next = new URLSearchParams(to === game ? location.hash.split("?")[1] : "");
        const others = KINDS.some((names) => names.some((name) => name in changes)) ? KINDS.flat() : [];
        for (const name of ["cursor", "around", ...others]) next.delete(name);
        for (const [name, value] of Object.entries(changes)) value === "" ? next.delete(name) : next.set(name, value);
        location.hash = `#/boards/${to}?${next}`;
    };
    const { filters, seeds } = texts.leaderboards;
    const rooms = info.rooms ?? [];
    const optionNow = /** @type {Record<string, string>} */ (board.options);
    show(
        texts.leaderboards.pageTitle(info.title),
        h("div", { class: "page" },
            h("h1", {}, texts.leaderboards.heading),
            h("div", { class: "filters" },
                choose("game", filters.game, game, [], (id) => go({}, id), gameGroups(every)),
                !averages && rooms.length > 0 && choose("room", filters.room, board.room ?? "", [["", filters.wholeGame], ...rooms.map((room) => /** @type {[string, string]} */ ([room, titles.get(room) ?? room]))], (room) => go({ room })),
                choose("seeds", filters.seeds, board.class, Object.entries(seeds.classes), (value) => go({ class: value })),
                !averages && choose("time", filters.time, board.period ?? "all", PERIODS, (period) => go({ period, date: "" })),
                averages && choose("month", filters.month, averages.month, monthsUntil(averages.month, month), (month) => go({ month })),
                choose("show", filters.show, averages ? AVERAGES[0] : board.show, board.class === AVERAGED ? [...SHOWS, AVERAGES] : SHOWS, (show) => go({ show }))),
            info.options.length > 0 && h("details", { class: "fold", open: info.options.some(({ name }) => query.has(name)) },
                h("summary", {}, filters.otherOptions),
                h("div", { class: "filters" }, info.options.map(({ name, values }) =>
                    choose(name, title(name), optionNow[name] ?? values[0], values.map((value) => [value, humanise(value)]), (value) => go({ [name]: value }))))),
            isRanked(board.class) && computerHelp(averages ?? board),
            ...(averages ? [
                h("p", { class: "hint" }, averagesText(averages, info)),
                averagesTable(averages),
                averages.next && h("div", { class: "tools" }, button(texts.leaderboards.more, () => go({ cursor: averages.next ?? "" }), { class: "tool" })),
            ] : [
                h("p", { class: "hint" }, boardText(board, info)),
                !isRanked(board.class) && h("p", { class: "hint" }, texts.leaderboards.board.unranked),
                boardTable(board, titles, query.get("around")),
                h("div", { class: "tools" },
                    board.previous && button(texts.leaderboards.before, () => go({ cursor: board.previous ?? "" }), { class: "tool" }),
                    board.next && button(texts.leaderboards.more, () => go({ cursor: board.next ?? "" }), { class: "tool" })),
            ]),
            h("p", { class: "hint" }, classText(board.class))),
    );
}

/**
 * The query of averages: month, options and page.
 *
 * @param {import("../types").GameInfo} info
 * @param {URLSearchParams} query
 */
function averagesQuery({ options }, query) {
    const names = ["month", "cursor", ...options.map(({ name }) => name)];
    return new URLSearchParams([...query].filter(([name]) => names.includes(name)));
}

/**
 * The months to choose from, newest first, including the one that is shown.
 *
 * @param {string} shown
 * @param {string} requested the requested month, or empty
 * @returns {[string, string][]}
 */
function monthsUntil(shown, requested) {
    const today = new Date();
    const back = (/** @type {number} */ n) => new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - n)).toISOString().slice(0, 7);
    const months = Array.from({ length: MONTHS }, (_, n) => back(n));
    const all = [...new Set([...months, shown])].sort().reverse();
    return all.map((month) => [month, requested === "" && month === shown ? texts.leaderboards.filters.thisMonth(month) : month]);
}

/**
 * @param {import("../types").Schemas["Averages"]} averages
 * @param {import("../types").GameInfo} info
 */
function averagesText({ abandoned, count, wins }, { title }) {
    const { explanation, highWins, lowWins, players } = texts.leaderboards.averages;
    return [wins === "low" ? lowWins(title) : highWins(title), players(count), explanation(abandoned)].join(" ");
}

/**
 * @param {import("../types").Schemas["Leaderboard"]} board
 * @param {import("../types").GameInfo} info
 */
function boardText({ count, seed, since, until, wins }, { title }) {
    const { days, highWins, lines, lowWins, seed: seedText } = texts.leaderboards.board;
    return [
        wins === "low" ? lowWins(title) : highWins(title),
        count !== undefined && lines(count),
        since && until && days(since.slice(0, 10), until.slice(0, 10)),
        seed && seedText(seed),
    ].filter(Boolean).join(" ");
}

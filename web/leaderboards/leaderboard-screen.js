// The screen of the leaderboards. All filters are in the address, so that every board can be linked to.

import { button, h } from "../shared/dom.js";
import { counted, humanise, title } from "../shared/text.js";
import { games, info as infoOf, seatsOf } from "../api/client.js";
import { averages as averagesOf, board as boardOf } from "../api/runs.js";
import { choose, gameGroups } from "./filters.js";
import { ratingsScreen } from "./ratings-screen.js";
import { averagesTable, boardTable } from "./run-tables.js";
import { SEED_CLASSES, averagesText, computerHelp, isRanked, classText } from "./seed-classes.js";

/** @type {[string, string][]} */
const PERIODS = [["all", "All time"], ["month", "This month"], ["week", "This week"], ["day", "Today"]];
/** @type {[string, string][]} */
const SHOWS = [["bests", "Bests"], ["runs", "Every run"]];
/** @type {[string, string]} an additional choice for ranked games */
const AVERAGES = ["averages", "Averages"];
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
    const rooms = info.rooms ?? [];
    const optionNow = /** @type {Record<string, string>} */ (board.options);
    show(
        `${info.title}: leaderboard`,
        h("div", { class: "page" },
            h("h1", {}, "Leaderboards"),
            h("div", { class: "filters" },
                choose("Game", game, [], (id) => go({}, id), gameGroups(every)),
                !averages && rooms.length > 0 && choose("Room", board.room ?? "", [["", "The whole game"], ...rooms.map((room) => /** @type {[string, string]} */ ([room, titles.get(room) ?? room]))], (room) => go({ room })),
                choose("Seeds", board.class, Object.entries(SEED_CLASSES), (value) => go({ class: value })),
                !averages && choose("Time", board.period ?? "all", PERIODS, (period) => go({ period, date: "" })),
                averages && choose("Month", averages.month, monthsUntil(averages.month, month), (month) => go({ month })),
                choose("Show", averages ? AVERAGES[0] : board.show, board.class === AVERAGED ? [...SHOWS, AVERAGES] : SHOWS, (show) => go({ show }))),
            info.options.length > 0 && h("details", { class: "fold", open: info.options.some(({ name }) => query.has(name)) },
                h("summary", {}, "Played with other options"),
                h("div", { class: "filters" }, info.options.map(({ name, values }) =>
                    choose(title(name), optionNow[name] ?? values[0], values.map((value) => [value, humanise(value)]), (value) => go({ [name]: value }))))),
            isRanked(board.class) && computerHelp(averages ?? board),
            ...(averages ? [
                h("p", { class: "hint" }, `${info.title}: ${averages.wins === "low" ? "low" : "high"} means win. ${counted(averages.count, "player")}. ${averagesText(averages.abandoned)}`),
                averagesTable(averages),
                averages.next && h("div", { class: "tools" }, button("More", () => go({ cursor: averages.next ?? "" }), { class: "tool" })),
            ] : [
                h("p", { class: "hint" }, boardText(board, info)),
                !isRanked(board.class) && h("p", { class: "hint" }, "On these leaderboards undo is allowed, and moves can be computed ahead. Undos and hints are what the player reports; they cannot be verified."),
                boardTable(board, titles, query.get("around")),
                h("div", { class: "tools" },
                    board.previous && button("Before", () => go({ cursor: board.previous ?? "" }), { class: "tool" }),
                    board.next && button("More", () => go({ cursor: board.next ?? "" }), { class: "tool" })),
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
    return all.map((month) => [month, requested === "" && month === shown ? `${month} (this month)` : month]);
}

/**
 * @param {import("../types").Schemas["Leaderboard"]} board
 * @param {import("../types").GameInfo} info
 */
function boardText({ count, seed, since, until, wins }, { title }) {
    const stand = count === undefined ? "" : `${counted(count, "line")}. `;
    const days = since && until ? `From ${since.slice(0, 10)} until ${until.slice(0, 10)} (UTC). ` : "";
    return `${title}: ${wins === "low" ? "low" : "high"} scores win, then fewer moves. ${stand}${days}${seed ? `Seed ${seed}.` : ""}`;
}

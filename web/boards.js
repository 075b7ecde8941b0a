// The screen of the leaderboards. What is shown is in the address, so that every board can be linked to.

import { boardTable } from "./board-table.js";
import { button, counted, h } from "./dom.js";
import { games, info as infoOf } from "./service.js";
import { board as boardOf } from "./stored.js";
import { seatsOf } from "./together-service.js";
import { humanise, title } from "./words.js";

/** @type {[string, string][]} */
const CLASSES = [["drawn", "Drawn"], ["daily", "Daily"], ["chosen", "Chosen"]];
/** @type {[string, string][]} */
const PERIODS = [["all", "All time"], ["month", "This month"], ["week", "This week"], ["day", "Today"]];
/** @type {[string, string][]} */
const SHOWS = [["bests", "Bests"], ["runs", "Every run"]];

/** @type {import("./main.js").Screen} */
export async function screen(show, [asked], query) {
    const all = (await games()).filter((game) => !seatsOf(game));
    const game = asked ?? all[0].id;
    const [info, board] = await Promise.all([infoOf(game), boardOf(game, query)]);
    const titles = new Map(all.map(({ id, title }) => [id, title]));
    const go = (/** @type {Record<string, string>} */ changes, to = game) => {
        // What was chosen a moment ago is in the address already, though its board may not have come.
        const next = new URLSearchParams(to === game ? location.hash.split("?")[1] : "");
        for (const name of ["cursor", "around"]) next.delete(name);
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
                choose("Game", game, all.map(({ id, title }) => [id, title]), (id) => go({}, id)),
                rooms.length > 0 && choose("Room", board.room ?? "", [["", "The whole game"], ...rooms.map((room) => /** @type {[string, string]} */ ([room, titles.get(room) ?? room]))], (room) => go({ room })),
                choose("Seeds", board.class, CLASSES, (value) => go({ class: value })),
                choose("Time", board.period ?? "all", PERIODS, (period) => go({ period, date: "" })),
                choose("Show", board.show, SHOWS, (show) => go({ show }))),
            info.options.length > 0 && h("details", { class: "fold", open: info.options.some(({ name }) => query.has(name)) },
                h("summary", {}, "Played with other options"),
                h("div", { class: "filters" }, info.options.map(({ name, values }) =>
                    choose(title(name), optionNow[name] ?? values[0], values.map((value) => [value, humanise(value)]), (value) => go({ [name]: value }))))),
            h("p", { class: "hint" }, told(board, info)),
            h("p", { class: "hint" }, "On these boards moves may be taken back, and computed ahead. A line says how many were taken back where its player told; nothing can prove it."),
            boardTable(board, titles, query.get("around")),
            h("div", { class: "tools" },
                board.previous && button("Before", () => go({ cursor: board.previous ?? "" }), { class: "tool" }),
                board.next && button("More", () => go({ cursor: board.next ?? "" }), { class: "tool" })),
            h("p", { class: "hint" }, "Drawn seeds are given out by the service unasked and are their player's own; chosen ones anybody may play. All chance of a known seed can be computed ahead, and anyone may draw many deals, search them with a program, and play the best: these boards prove skill with tools. To rank people there will be tables, games that the service deals and holds.")),
    );
}

/**
 * @param {import("./types").Schemas["Leaderboard"]} board
 * @param {import("./types").GameInfo} info
 */
function told({ count, seed, since, until, wins }, { title }) {
    const stand = count === undefined ? "" : `${counted(count, "line")}. `;
    const days = since && until ? `From ${since.slice(0, 10)} until ${until.slice(0, 10)} (UTC). ` : "";
    return `${title}: ${wins === "low" ? "low" : "high"} scores win, then fewer moves. ${stand}${days}${seed ? `Seed ${seed}.` : ""}`;
}

/**
 * @param {string} label
 * @param {string} now
 * @param {[string, string][]} choices
 * @param {(value: string) => void} change
 */
function choose(label, now, choices, change) {
    const id = `choose-${label.toLowerCase().replaceAll(" ", "-")}`;
    return h("div", { class: "field" },
        h("label", { for: id }, label),
        h("select", { id, onchange: (/** @type {Event} */ event) => change(/** @type {HTMLSelectElement} */ (event.target).value) },
            choices.map(([value, words]) => h("option", { value, selected: value === now }, words))));
}

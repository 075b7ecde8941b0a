// Lists of tables: the player's own, and those with open seats.

import { robotLabel } from "../shared/robot-levels.js";
import { h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import { player } from "../api/player.js";
import * as tables from "../api/tables.js";
import { leftText, paceText } from "./clock.js";

/** @typedef {import("../api/tables.js").TableData} TableData */

/**
 * The section with the player's open tables, or null if there are none.
 *
 * @param {Map<string, string>} titles
 */
export async function ownTables(titles) {
    if (!player()) return null;
    const all = await tables.listOwn().catch(() => []);
    const open = all.filter(({ game, status }) => titles.has(game) && status !== "over");
    // Tables where it is the player's turn come first.
    open.sort((a, b) => Number(isOwnTurn(b)) - Number(isOwnTurn(a)));
    if (open.length === 0) return null;
    return h("section", { "aria-labelledby": "own-tables" },
        h("h2", { id: "own-tables" }, texts.tables.lobby.yours),
        h("ul", { class: "go-on" }, open.map((table) => tableItem(table, titles, statusText(table)))));
}

/**
 * Whether it is the turn of the player of this browser.
 *
 * @param {TableData} table
 */
export function isOwnTurn({ seats }) {
    const self = player()?.id;
    return seats.some((seat) => seat.player?.id === self && seat.deadline !== undefined);
}

/** @param {TableData} table */
function statusText(table) {
    const { class: ranked, contest, day, status, seats, moves } = table;
    const left = table.deadline ? ` · ${leftText(Date.parse(table.deadline) - tables.now())}` : "";
    if (ranked === "ranked_daily") return `${texts.tables.turn.rankedDailyOf(day ?? "", moves)}${left}`;
    if (contest) return `${texts.tables.turn.contest(contest.round, moves)}${left}`;
    if (ranked) return `${texts.tables.turn.ranked(moves)}${left}`;
    if (status === "waiting") return texts.tables.lobby.waits(seats.filter(({ kind }) => kind !== "open").length, seats.length);
    return isOwnTurn(table) ? `${texts.tables.yourTurn}${left}` : texts.tables.lobby.waitingForOpponent;
}

/**
 * A list item with a link to a table.
 *
 * @param {TableData} table
 * @param {Map<string, string>} titles
 * @param {string} words
 */
function tableItem({ id, game }, titles, words) {
    return h("li", {}, h("a", { href: `/play#/tables/${id}` }, h("strong", {}, titles.get(game) ?? game), h("span", {}, words)));
}

/**
 * The list of tables with open seats.
 *
 * @param {TableData[]} waiting
 * @param {Map<string, string>} titles
 */
export function waitingList(waiting, titles) {
    const shown = waiting.filter(({ game }) => titles.has(game));
    if (shown.length === 0) return h("p", {}, texts.tables.lobby.noneOpen);
    return h("ul", { class: "go-on" }, shown.map((table) => {
        const words = texts.tables.lobby;
        const who = table.seats.flatMap(({ kind, level, name, player }) =>
            (name !== undefined ? [robotLabel(name, level)] : player ? [texts.tables.nameOf(player)] : kind === "player" ? [words.deletedPlayer] : []));
        const open = table.seats.filter(({ kind }) => kind === "open").length;
        return tableItem(table, titles, words.openTable(open, table.seats.length, who.join(", "), paceText(table.pace ?? 0)));
    }));
}

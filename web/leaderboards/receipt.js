// The receipt of a stored run: its ranks, and links to it and to its board.

import { h } from "../shared/dom.js";
import { player } from "../api/player.js";
import { boardQuery } from "./run-tables.js";

/** @typedef {import("../types").Schemas} Schemas */

/** @type {Record<string, string>} */
const PERIODS = { all: "all time", month: "month", week: "week", day: "today" };

/**
 * The ranks of a run, with links.
 *
 * @param {Schemas["RunReceipt"]} receipt
 * @param {Map<string, string>} titles
 */
export function receiptLines({ run, ranks: read }, titles) {
    const ranks = read ?? [];
    const rooms = [...new Set(ranks.flatMap(({ room }) => room ?? []))];
    const board = boardQuery({ class: run.class, options: run.options, run: run.id });
    return [
        h("p", {}, "Score verified and saved."),
        player()?.recoveryCode && h("p", { class: "hint" }, "Save your recovery code (see ", h("a", { href: "#/you" }, "Profile"), ")."),
        ranks.length > 0
            ? h("p", { class: "ranks" }, rankText(ranks.filter(({ room }) => !room)))
            : h("p", { class: "hint" }, read ? "You have a better score: this one has no rank." : "Its ranks are not available right now. See its leaderboards."),
        rooms.length > 0 && h("details", {}, h("summary", {}, "Room by room"), h("ul", { class: "ranks" }, rooms.map((room) =>
            h("li", {}, h("strong", {}, `${titles.get(room) ?? room}: `), rankText(ranks.filter((rank) => rank.room === room)))))),
        run.same_as && h("p", { class: "hint" }, `Run ${run.same_as} of another player is the same, apart from what does not affect the score.`),
        h("div", { class: "tools" },
            h("a", { class: "tool", href: `#/boards/${run.game}?show=runs&${board}` }, "See the leaderboard"),
            h("a", { class: "tool", href: `#/runs/${run.id}` }, "Watch it")),
    ];
}

/**
 * Ranks as a sentence. Equal ranks are grouped.
 *
 * @param {Schemas["RunRank"][]} ranks
 */
function rankText(ranks) {
    /** @type {Map<string, string[]>} */
    const grouped = new Map();
    for (const { same_seed, show, period, rank, count } of ranks) {
        const words = `rank ${rank} of ${count}`;
        const where = same_seed ? "this seed" : show === "runs" ? "all runs" : PERIODS[period] ?? period;
        grouped.set(words, [...(grouped.get(words) ?? []), where]);
    }
    const parts = [...grouped].map(([words, where]) => `${words} (${where.join(", ")})`);
    const sentence = parts.join("; ");
    return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

// The receipt of a stored run: its ranks, and links to it and to its board.

import { h } from "../shared/dom.js";
import { listed } from "../shared/text.js";
import { player } from "../api/player.js";
import { boardQuery } from "./run-tables.js";

/** @typedef {import("../types").Schemas} Schemas */

/** @type {Record<string, string>} */
const PERIODS = { all: "of all time", month: "of the month", week: "of the week", day: "of the day" };

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
        h("p", {}, `Run ${run.id} is proved and stored.`),
        player()?.recoveryCode && h("p", { class: "hint" }, "Write down your recovery code, should this browser forget you: it stands under ", h("a", { href: "#/you" }, "You"), "."),
        ranks.length > 0
            ? h("p", { class: "ranks" }, rankText(ranks.filter(({ room }) => !room)))
            : h("p", { class: "hint" }, read ? "Your earlier runs are better: this one has no rank." : "Its ranks cannot be read just now: look at its boards."),
        rooms.length > 0 && h("details", {}, h("summary", {}, "Room by room"), h("ul", { class: "ranks" }, rooms.map((room) =>
            h("li", {}, h("strong", {}, `${titles.get(room) ?? room}: `), rankText(ranks.filter((rank) => rank.room === room)))))),
        run.same_as && h("p", { class: "hint" }, `Run ${run.same_as} of another player is the same, but for what has no effect on the score.`),
        h("div", { class: "tools" },
            h("a", { class: "tool", href: `#/boards/${run.game}?show=runs&${board}` }, "See the board"),
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
        const where = same_seed ? "on this seed" : show === "runs" ? "among all runs" : PERIODS[period] ?? period;
        grouped.set(words, [...(grouped.get(words) ?? []), where]);
    }
    const parts = [...grouped].map(([words, where]) => `${words} ${listed(where)}`);
    const sentence = parts.join("; ");
    return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

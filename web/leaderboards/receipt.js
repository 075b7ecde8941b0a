// The receipt of a stored run: its ranks, and links to it and to its board.

import { h } from "../shared/dom.js";
import { player } from "../api/player.js";
import { texts } from "../texts/texts.js";
import { boardQuery } from "./run-tables.js";

/** @typedef {import("../types").Schemas} Schemas */

/** The game of the run that was saved last in this tab, and the query of the list that has it. */
let last = /** @type {{ game: string, query: string } | null} */ (null);

/** The list that the leaderboards open on: it has the run that was saved last. */
export function lastSaved() {
    return last;
}

/**
 * The ranks of a run, with links. From then on, the leaderboards open on the run.
 *
 * @param {Schemas["RunReceipt"]} receipt
 * @param {Map<string, string>} titles
 */
export function receiptLines({ run, ranks: read }, titles) {
    const ranks = read ?? [];
    const rooms = [...new Set(ranks.flatMap(({ room }) => room ?? []))];
    last = { game: run.game, query: `show=runs&${boardQuery({ class: run.class, options: run.options, run: run.id })}` };
    return [
        h("p", {}, texts.leaderboards.receipt.saved),
        player()?.recoveryCode && h("p", { class: "hint" }, texts.leaderboards.receipt.saveCode((label) => h("a", { href: "#/you" }, label))),
        ranks.length > 0
            ? h("p", { class: "ranks" }, rankText(ranks.filter(({ room }) => !room)))
            : h("p", { class: "hint" }, read ? texts.leaderboards.receipt.noRank : texts.leaderboards.receipt.noRanksNow),
        rooms.length > 0 && h("details", {}, h("summary", {}, texts.leaderboards.receipt.byRoom), h("ul", { class: "ranks" }, rooms.map((room) =>
            h("li", {}, h("strong", {}, `${titles.get(room) ?? room}: `), rankText(ranks.filter((rank) => rank.room === room)))))),
        run.same_as && h("p", { class: "hint" }, texts.leaderboards.receipt.sameAs(run.same_as)),
        h("div", { class: "tools" },
            h("a", { class: "tool", href: `#/boards/${run.game}?${last.query}` }, texts.leaderboards.receipt.seeLeaderboard),
            h("a", { class: "tool", href: `#/runs/${run.id}` }, texts.leaderboards.receipt.watch)),
    ];
}

/**
 * Ranks as a sentence. Equal ranks are grouped.
 *
 * @param {Schemas["RunRank"][]} ranks
 */
function rankText(ranks) {
    const { allRuns, periods, rank: rankWords, thisSeed } = texts.leaderboards.receipt;
    /** @type {Map<string, string[]>} */
    const grouped = new Map();
    for (const { same_seed, show, period, rank, count } of ranks) {
        const words = rankWords(rank, count);
        const where = same_seed ? thisSeed : show === "runs" ? allRuns : periods[period] ?? period;
        grouped.set(words, [...(grouped.get(words) ?? []), where]);
    }
    const parts = [...grouped].map(([words, where]) => `${words} (${where.join(", ")})`);
    const sentence = parts.join("; ");
    return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

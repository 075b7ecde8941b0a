// Handing in a finished run: the service replays it, stores it, and says where it stands.

import { boardQuery } from "../leaderboards/run-tables.js";
import { announce, button, counted, fill, h } from "../shared/dom.js";
import { nameForm } from "../account/name-form.js";
import { handIn, player } from "../api/player.js";
import { listed } from "../game/move-text.js";

/** @typedef {import("../types").Schemas} Schemas */

/**
 * @param {import("../api/player.js").Finished} finished
 * @param {Map<string, string>} titles
 * @param {(stored: string) => void} done what is done with the id of the stored run
 */
export function handingIn(finished, titles, done) {
    const place = h("div", { class: "handing-in" });
    const send = async () => {
        try {
            const stored = await handIn(finished);
            done(stored.run.id);
            fill(place, ...standing(stored, titles));
            announce(["Handed in.", ...[...place.querySelectorAll("p, li")].map((line) => line.textContent)].join(" "));
        } catch (error) {
            offer(error instanceof Error ? error.message : String(error));
        }
    };
    const offer = (/** @type {string} */ problem) => {
        const self = player();
        fill(
            place,
            h("p", { class: "hint" }, claim(finished.takenBack)),
            problem !== "" && h("p", { class: "problem", role: "alert" }, problem),
            self ? button(`Hand in as ${self.name}`, send, { class: "primary" }) : nameForm("Take this name and hand in", send),
        );
    };
    offer("");
    return place;
}

/**
 * What the run will say of moves that were taken back.
 *
 * @param {number | undefined} takenBack
 */
function claim(takenBack) {
    if (takenBack === undefined) return "These boards allow moves to be taken back. The run does not say whether any were, since it was not played here from its beginning.";
    if (takenBack === 0) return "You have taken no move back, and the run will say so.";
    return `You have taken ${counted(takenBack, "move")} back, and the run will say so: these boards allow it.`;
}

/** @type {Record<string, string>} */
const PERIODS = { all: "of all time", month: "of the month", week: "of the week", day: "of the day" };

/**
 * Where a run stands.
 *
 * @param {Schemas["RunReceipt"]} receipt
 * @param {Map<string, string>} titles
 */
export function standing({ run, ranks: read }, titles) {
    const ranks = read ?? [];
    const rooms = [...new Set(ranks.flatMap(({ room }) => room ?? []))];
    const board = boardQuery({ class: run.class, options: run.options, run: run.id });
    return [
        h("p", {}, `Run ${run.id} is proved and stored.`),
        player()?.recoveryCode && h("p", { class: "hint" }, "Write down your recovery code, should this browser forget you: it stands under ", h("a", { href: "#/you" }, "You"), "."),
        ranks.length > 0
            ? h("p", { class: "ranks" }, rankWords(ranks.filter(({ room }) => !room)))
            : h("p", { class: "hint" }, read ? "Your earlier runs are better: this one has no rank." : "Its ranks cannot be read just now: look at its boards."),
        rooms.length > 0 && h("details", {}, h("summary", {}, "Room by room"), h("ul", { class: "ranks" }, rooms.map((room) =>
            h("li", {}, h("strong", {}, `${titles.get(room) ?? room}: `), rankWords(ranks.filter((rank) => rank.room === room)))))),
        run.same_as && h("p", { class: "hint" }, `Run ${run.same_as} of another player is the same, but for what has no effect on the score.`),
        h("div", { class: "tools" },
            h("a", { class: "tool", href: `#/boards/${run.game}?show=runs&${board}` }, "See the board"),
            h("a", { class: "tool", href: `#/runs/${run.id}` }, "Watch it")),
    ];
}

/**
 * Ranks in a sentence, those that are alike together.
 *
 * @param {Schemas["RunRank"][]} ranks
 */
function rankWords(ranks) {
    /** @type {Map<string, string[]>} */
    const alike = new Map();
    for (const { same_seed, show, period, rank, count } of ranks) {
        const words = `rank ${rank} of ${count}`;
        const where = same_seed ? "on this seed" : show === "runs" ? "among all runs" : PERIODS[period] ?? period;
        alike.set(words, [...(alike.get(words) ?? []), where]);
    }
    const parts = [...alike].map(([words, where]) => `${words} ${listed(where)}`);
    const sentence = parts.join("; ");
    return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

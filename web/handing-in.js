// Handing in a finished run: the service replays it, stores it, and says where it stands.

import { boardQuery } from "./board-table.js";
import { announce, button, fill, h } from "./dom.js";
import { nameForm } from "./name.js";
import { handIn, player } from "./stored.js";

/** @typedef {import("./types").Schemas} Schemas */

/**
 * @param {import("./link.js").Run} run
 * @param {number} score
 * @param {Map<string, string>} titles
 */
export function handingIn(run, score, titles) {
    const place = h("div", { class: "handing-in" });
    const send = async () => {
        try {
            const stored = await handIn(run, score);
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
            problem !== "" && h("p", { class: "problem", role: "alert" }, problem),
            self ? button(`Hand in as ${self.name}`, send, { class: "primary" }) : nameForm("Take this name and hand in", send),
        );
    };
    offer("");
    return place;
}

/** @type {Record<string, string>} */
const PERIODS = { all: "of all time", month: "of the month", week: "of the week", day: "of the day" };

/**
 * Where a run stands.
 *
 * @param {Schemas["RunReceipt"]} receipt
 * @param {Map<string, string>} titles
 */
function standing({ run, ranks }, titles) {
    const told = (/** @type {Schemas["RunRank"]} */ { room, same_seed, period, rank, count }) => h(
        "li", {},
        h("strong", {}, `Rank ${rank}`), ` of ${count} `,
        `${PERIODS[period] ?? period}${same_seed ? ", this seed alone" : ""}${room ? `, in ${titles.get(room) ?? room}` : ""}`);
    const whole = ranks.filter(({ room }) => !room);
    const rooms = ranks.filter(({ room }) => room);
    const board = boardQuery({ class: run.class, options: run.options, run: run.id });
    return [
        h("p", {}, `Run ${run.id} is proved and stored.`),
        h("ul", { class: "ranks" }, whole.map(told)),
        rooms.length > 0 && h("details", {}, h("summary", {}, "Room by room"), h("ul", { class: "ranks" }, rooms.map(told))),
        run.same_as && h("p", { class: "hint" }, `Run ${run.same_as} made the same moves before.`),
        h("div", { class: "tools" },
            h("a", { class: "tool", href: `#/boards/${run.game}?show=runs&${board}` }, "See the board"),
            h("a", { class: "tool", href: `#/runs/${run.id}` }, "Watch it")),
    ];
}

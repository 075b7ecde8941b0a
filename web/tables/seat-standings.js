// The seats of a table, with their players, points and clocks.

import { h } from "../shared/dom.js";
import * as tables from "../api/tables.js";
import { leftText } from "./clock.js";

/** @typedef {import("../api/tables.js").TableData} TableData */

/**
 * The name of a seat.
 *
 * @param {TableData} data
 * @param {number} number
 */
export function seatName({ seats, you }, number) {
    const seat = seats[number - 1];
    if (!seat) return `Seat ${number}`;
    const who = seat.kind === "robot" ? "robot" : seat.kind === "open" ? "open" : seat.player?.name ?? "deleted player";
    return `Seat ${number}, ${who}${you === number ? " (you)" : ""}${seat.left ? ", left" : ""}`;
}

/**
 * The seats with their points, sorted by place if places are given.
 *
 * @param {TableData} data
 * @param {number[]} [places]
 */
export function seatStandings(data, places) {
    const { points = [], to_act: toAct = [] } = data.position ?? {};
    const seats = points.map((_, i) => i + 1);
    if (places) seats.sort((a, b) => places[a - 1] - places[b - 1] || a - b);
    const playing = data.status === "playing";
    const time = (/** @type {number} */ seat) => {
        const deadline = playing ? data.seats[seat - 1]?.deadline : undefined;
        return deadline ? clock(Date.parse(deadline)) : toAct.includes(seat) && playing ? "to move" : "";
    };
    return h("table", { class: "standings" },
        h("thead", {}, h("tr", {}, places && h("th", { scope: "col" }, "Place"), h("th", { scope: "col" }, "Who"), playing && h("th", { scope: "col" }, "To move"), h("th", { scope: "col" }, "Points"))),
        h("tbody", {}, seats.map((seat) => h("tr", { "aria-current": playing && toAct.includes(seat) && "true" },
            places && h("td", {}, places[seat - 1]), h("th", { scope: "row" }, seatName(data, seat)), playing && h("td", {}, time(seat)), h("td", {}, points[seat - 1])))));
}

/**
 * A clock that counts down. The screen updates every element with `data-until`.
 *
 * @param {number} until in milliseconds since 1970
 */
export function clock(until) {
    return h("span", { class: "clock", "data-until": until }, leftText(until - tables.now()));
}

// The seats of a table, with their players, points and clocks.

import { robotLabel } from "../shared/robot-levels.js";
import { h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import * as tables from "../api/tables.js";
import { standings } from "../game/outcome.js";
import { leftText } from "./clock.js";

/** @typedef {import("../api/tables.js").TableData} TableData */

/**
 * The name of a seat in lists: `Bob`, or `Rita (robot, level 2)`.
 *
 * @param {TableData} data
 * @param {number} number
 */
export function seatName({ seats, you }, number) {
    const seat = seats[number - 1];
    if (!seat) return texts.tables.seatNames.open;
    const name = number === you ? texts.tables.you : occupantName(seat);
    return seat.left ? texts.tables.seatNames.left(name) : name;
}

/**
 * The name of a seat other than the reader's.
 *
 * @param {TableData["seats"][number]} of
 */
function occupantName({ seat, kind, level, name, player }) {
    const names = texts.tables.seatNames;
    if (kind === "open") return names.open;
    if (name !== undefined) return robotLabel(name, level);
    return player ? texts.tables.nameOf(player) : names.deletedPlayer(seat);
}

/**
 * The name of a seat in sentences and on the board; none while it is open.
 *
 * @param {TableData} data
 * @param {number} number
 */
export function playerName({ seats }, number) {
    const { kind = "open", name, player } = seats[number - 1] ?? {};
    if (kind === "open") return undefined;
    return player?.name ?? name ?? texts.tables.seatNames.deletedPlayer(number);
}

/**
 * The seats with their points, sorted by place if places are given.
 *
 * @param {TableData} data
 * @param {number[]} [places]
 * @param {(seat: number) => string} [note] shown after the name of a seat
 */
export function seatStandings(data, places, note = () => "") {
    const { points = data.points ?? [], to_act: toAct = [] } = data.position ?? {};
    const playing = data.status === "playing";
    const time = (/** @type {number} */ seat) => {
        const deadline = playing ? data.seats[seat - 1]?.deadline : undefined;
        return deadline ? clock(Date.parse(deadline)) : toAct.includes(seat) && playing ? texts.tables.seatNames.toMove : "";
    };
    const nameOf = (/** @type {number} */ seat) => `${seatName(data, seat)}${note(seat)}`;
    return standings({ points, places, nameOf, after: bubblePlace, you: data.you, current: playing ? toAct : [], time: playing ? time : undefined });
}

/**
 * The place of the bubble of a seat. Screen readers hear phrases from the log.
 *
 * @param {number} seat
 */
export function bubblePlace(seat) {
    return h("span", { class: "said", "data-said": seat, "aria-hidden": "true" });
}

/**
 * A clock that counts down. The screen updates every element with `data-until`.
 *
 * @param {number} until in milliseconds since 1970
 */
export function clock(until) {
    return h("span", { class: "clock", "data-until": until }, leftText(until - tables.now()));
}

// The seats of a table, with their players, points and clocks.

import { robotName } from "../shared/robot-levels.js";
import { h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import * as tables from "../api/tables.js";
import { standings } from "../game/outcome.js";
import { leftText } from "./clock.js";

/** @typedef {import("../api/tables.js").TableData} TableData */

/**
 * The name of a seat in lists: `Bob (seat 2)`.
 *
 * @param {TableData} data
 * @param {number} number
 */
export function seatName({ seats, you }, number) {
    const seat = seats[number - 1];
    if (!seat) return texts.tables.seat(number);
    const name = number === you ? texts.tables.seatNames.you(number) : occupantName(seat, number);
    return seat.left ? texts.tables.seatNames.left(name) : name;
}

/**
 * The name of a seat other than the reader's.
 *
 * @param {TableData["seats"][number]} seat
 * @param {number} number
 */
function occupantName({ kind, level, player }, number) {
    const names = texts.tables.seatNames;
    if (kind === "open") return names.open(number);
    if (kind === "robot") return names.robot(number, robotName(level));
    return player ? names.player(texts.tables.nameOf(player), number) : names.deletedPlayer(number);
}

/**
 * The name of the player of a seat, in sentences and on the board; none for a robot.
 *
 * @param {TableData} data
 * @param {number} number
 */
export function playerName({ seats }, number) {
    return seats[number - 1]?.player?.name;
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

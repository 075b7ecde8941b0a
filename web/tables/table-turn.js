// Whose turn it is at a table, as text.

import { listed } from "../shared/text.js";
import { seatsOf } from "../game/seat-labels.js";
import { texts } from "../texts/texts.js";
import { playerName, seatName } from "./seat-standings.js";
import { isSeated, isYourTurn } from "./table-game.js";

/** @typedef {import("../api/tables.js").TableData} TableData */

/**
 * The table at the position on the board, so that turn, points and board never contradict each other. While moves are shown one by one, it has
 * no clocks: they belong to the current position.
 *
 * @param {TableData} data
 * @param {import("../game/board.js").Board | undefined} board
 * @param {boolean} isPast whether the board shows an earlier position
 * @returns {TableData}
 */
export function atBoard(data, board, isPast) {
    const shown = isSeated(data) && data.position && seatsOf(board?.svg);
    if (!shown) return data;
    const table = { ...data, position: { .../** @type {any} */ (data.position), ...shown } };
    if (!isPast) return table;
    return { ...table, status: "playing", seats: data.seats.map((seat) => ({ ...seat, deadline: undefined })), position: { ...table.position, finished: false } };
}

/**
 * The seat to move, and its deadline in milliseconds since 1970, or 0.
 *
 * @param {TableData} data
 */
export function turnText(data) {
    const until = (/** @type {string | undefined} */ deadline) => (deadline && data.status === "playing" ? Date.parse(deadline) : 0);
    if (data.status === "waiting") return { words: texts.tables.turn.waiting, until: 0 };
    // The card of the end shows the outcome.
    if (data.status === "over") return { words: "", until: 0 };
    if (data.contest) return { words: texts.tables.turn.contest(data.contest.round, data.moves), until: until(data.deadline) };
    if (!isSeated(data)) return { words: texts.tables.turn[data.class === "ranked_daily" ? "rankedDaily" : "ranked"](data.moves), until: until(data.deadline) };
    if (isYourTurn(data)) return { words: texts.tables.yourTurn, until: until(data.seats[(data.you ?? 1) - 1]?.deadline) };
    const toAct = data.position?.to_act ?? [];
    const nameOf = (/** @type {number} */ seat) => (data.seats[seat - 1]?.left ? undefined : playerName(data, seat)) ?? seatName(data, seat);
    const deadlines = toAct.flatMap((seat) => data.seats[seat - 1]?.deadline ?? []).sort();
    return { words: texts.tables.turn.toMove(listed(toAct.map(nameOf))), until: until(deadlines[0]) };
}

/**
 * The title of the page, which is visible in other tabs.
 *
 * @param {TableData} data
 * @param {string} title of the game
 */
export function pageTitle(data, title) {
    const taken = data.seats.filter(({ kind }) => kind !== "open").length;
    const words = texts.tables.pageTitle;
    const status = data.status === "waiting" ? words.waiting(title, taken, data.seats.length)
        : data.status === "over" ? words.over(title)
        : isSeated(data) && isYourTurn(data) ? words.yourTurn(title) : title;
    return `${status} · funhouse`;
}

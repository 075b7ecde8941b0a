// Whose turn it is at a table, as text.

import { listed } from "../shared/text.js";
import { texts } from "../texts/texts.js";
import { seatName } from "./seat-standings.js";
import { isSeated, isYourTurn } from "./table-game.js";

/** @typedef {import("../api/tables.js").TableData} TableData */

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
    if (!isSeated(data)) return { words: texts.tables.turn[data.class === "ranked_daily" ? "rankedDaily" : "ranked"](data.moves), until: until(data.deadline) };
    if (isYourTurn(data)) return { words: texts.tables.yourTurn, until: until(data.seats[(data.you ?? 1) - 1]?.deadline) };
    const toAct = data.position?.to_act ?? [];
    const deadlines = toAct.flatMap((seat) => data.seats[seat - 1]?.deadline ?? []).sort();
    return { words: texts.tables.turn.toMove(listed(toAct.map((seat) => seatName(data, seat)))), until: until(deadlines[0]) };
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

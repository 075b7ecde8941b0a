// Events of games for several seats as text, from their types and fields in the order of the service.

import { fill, h } from "../shared/dom.js";
import { humanise, listed, title } from "../shared/text.js";
import { valueText } from "./move-text.js";

/** Fields with seats. */
const SEATS = new Set(["with", "victim", "winner", "winners", "loser", "attacker", "defender", "owner", "seats", "tied"]);
/** Fields with one number per seat. */
const BY_SEAT = new Set(["points", "scores", "places"]);

/** Fields whose names are left out. */
const PLAIN = new Set(["card", "cards"]);
/** @type {Record<string, string>} texts for event types that are no ordinary words */
const VERBS = {
    stolen: "stole", active: "is asked", bust: "went bust", buffet: "performed at the buffet", swapped: "hands were swapped", asked: "about to take effect", left: "left it at that",
    drawn: "a draw, and the next board begins", compared: "hands were compared", hand_dealt: "a hand began", pot_won: "the pot was won", offered: "the pool was laid out",
};

/**
 * Shows the latest events. The height of the card is fixed, so that nothing below it shifts.
 *
 * @param {HTMLElement} place
 * @param {string[]} lines
 */
export function showLog(place, lines) {
    const list = h("ol", { class: "log", tabindex: "0", "aria-label": "Events" }, (lines.length > 0 ? lines : ["Nothing yet."]).map((line) => h("li", {}, line)));
    fill(place, h("section", { class: "card", "aria-label": "What happened" }, h("h2", { class: "panel-title" }, "What happened"), list));
    list.scrollTop = list.scrollHeight;
}

/**
 * An event as a sentence.
 *
 * @param {Record<string, any>} event
 */
export function eventText({ type, seat, ...fields }) {
    const who = seat === undefined ? "" : `Seat ${seat}: `;
    const happened = VERBS[type] ?? humanise(String(type));
    const what = seat === undefined ? title(happened) : happened;
    const more = Object.entries(fields).flatMap(([field, value]) => fieldText(field, value));
    return `${who}${what}${more.length > 0 ? ` (${more.join(", ")})` : ""}.`;
}

/**
 * @param {string} field
 * @param {unknown} value
 * @returns {string[]}
 */
function fieldText(field, value) {
    if (value === null || value === undefined || value === false) return [];
    // Rows of a board are visible on the board.
    if (Array.isArray(value) && value.some((each) => Array.isArray(each))) return [];
    if (value === true) return [humanise(field)];
    const numbers = Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "number");
    if (numbers && BY_SEAT.has(field)) return [`${humanise(field)}: ${listed(value.map((each, i) => `seat ${i + 1} ${each}`))}`];
    const words = valueOrListText(field, value);
    if (words === "") return [];
    if (PLAIN.has(field) || words.startsWith(`${humanise(field)} `)) return [words];
    const seats = numbers || typeof value === "number" ? SEATS.has(field) || (field === "from" && typeof value === "number") : false;
    return [seats ? `${humanise(field)} ${numbers && value.length > 1 ? "seats" : "seat"} ${words}`.replace("seats seats", "seats") : `${humanise(field)} ${words}`];
}

/**
 * @param {string} field
 * @param {unknown} value
 * @returns {string}
 */
function valueOrListText(field, value) {
    if (Array.isArray(value)) return listed(value.map((each) => valueOrListText(field, each)));
    if (typeof value === "object" && value !== null) {
        const { seat, kind, ranks, ...rest } = /** @type {Record<string, unknown>} */ (value);
        const parts = Object.entries(rest).flatMap(([field, each]) => fieldText(field, each));
        // The kind of a poker hand is enough; the cards are visible.
        const worth = kind === undefined ? "" : humanise(String(kind));
        return [seat === undefined ? "" : `seat ${seat}`, worth, ...parts].filter(Boolean).join(" ");
    }
    return value === "??" ? "a hidden card" : valueText(field, value);
}

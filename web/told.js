// Events of games for several seats in words: what happened, and to whom. No game is known here: an event is told by its type
// and its fields, in the order in which the service gives them.

import { humanise, listed, title } from "./words.js";

/** Fields that hold seats. */
const SEATS = new Set(["with", "victim", "winner", "loser", "attacker", "defender", "owner"]);

/**
 * An event as a sentence.
 *
 * @param {Record<string, any>} event
 */
export function eventWords({ type, seat, ...fields }) {
    const who = seat === undefined ? "" : `Seat ${seat}: `;
    const what = seat === undefined ? title(String(type)) : humanise(String(type));
    const more = Object.entries(fields).flatMap(([field, value]) => fieldWords(field, value));
    return `${who}${what}${more.length > 0 ? ` (${more.join(", ")})` : ""}.`;
}

/**
 * @param {string} field
 * @param {unknown} value
 * @returns {string[]}
 */
function fieldWords(field, value) {
    if (value === null || value === undefined || value === false) return [];
    if (value === true) return [humanise(field)];
    const seats = SEATS.has(field) || field === "seats" || (field === "from" && typeof value === "number");
    const words = valueWords(value);
    if (words === "") return [];
    return [seats ? `${humanise(field)} seat ${words}`.replace("seats seat", "seats") : `${humanise(field)} ${words}`];
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function valueWords(value) {
    if (Array.isArray(value)) return listed(value.map(valueWords));
    if (typeof value === "object" && value !== null) {
        const { seat, ...rest } = /** @type {Record<string, unknown>} */ (value);
        const parts = Object.entries(rest).flatMap(([field, each]) => fieldWords(field, each));
        return [seat === undefined ? "" : `seat ${seat}`, ...parts].filter(Boolean).join(" ");
    }
    if (value === "??") return "a hidden card";
    return typeof value === "string" ? humanise(value) : String(value);
}

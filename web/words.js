// Moves, fields and tokens in words. Nothing here knows a game by name: pieces are known by how they are written,
// everything else is told as the API tells it, with its underscores taken away.

/** @typedef {import("./types").Move} Move */

/** @type {Record<string, string>} */
const SUITS = { S: "Suns", M: "Moons", C: "Crowns", A: "Arms" };
/** @type {Record<string, string>} */
const NAMED_VALUES = { 0: "null", 1: "ace" };

/** Fields whose values speak for themselves. */
const PLAIN = new Set(["cell", "cells", "tiles", "direction", "dice"]);
/** Fields that with their values make a phrase. */
const PHRASED = new Set(["from", "to", "row"]);

/**
 * A name of the API for people.
 *
 * @param {string} name
 */
export function humanise(name) {
    return name.replaceAll("_", " ").replaceAll("-", " ");
}

/**
 * The same with a capital letter.
 *
 * @param {string} name
 */
export function title(name) {
    const words = humanise(name);
    return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * What a field's name names one of: `tiles` a tile, `dice` a die.
 *
 * @param {string} field
 */
export function singular(field) {
    if (field === "dice") return "die";
    return field.endsWith("s") ? field.slice(0, -1) : field;
}

/**
 * A value of a move in words.
 *
 * @param {string} field
 * @param {unknown} value
 */
export function valueWords(field, value) {
    if (typeof value !== "string") return typeof value === "object" ? JSON.stringify(value) : String(value);
    if (/^[SMCA][0-5]$/.test(value)) return pieceWords(value);
    if (SUITS[value] && ["suit", "die"].includes(singular(field))) return SUITS[value];
    return humanise(value);
}

/**
 * A value of the piecepack in words.
 *
 * @param {string | number} value
 */
export function valueName(value) {
    return NAMED_VALUES[value] ?? String(value);
}

/**
 * A tile or coin in words.
 *
 * @param {string} piece
 */
export function pieceWords(piece) {
    const [suit, value] = piece;
    return `${valueName(value)} of ${SUITS[suit]}`;
}

/**
 * A move in words.
 *
 * @param {Move} move
 */
export function moveWords(move) {
    const { type, ...fields } = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (move));
    const told = Object.entries(fields).map(([field, value]) => fieldWords(String(type), field, value));
    const words = title(String(type));
    if (told.length === 0) return words;
    if (told.every(({ plain }) => plain)) return `${words} ${told.map((each) => each.words).join(" ")}`;
    const plain = told.filter((each) => each.plain).map((each) => ` ${each.words}`).join("");
    return `${words}${plain}: ${told.filter((each) => !each.plain).map((each) => each.words).join(", ")}`;
}

/**
 * @param {string} type
 * @param {string} field
 * @param {unknown} value
 */
function fieldWords(type, field, value) {
    const list = Array.isArray(value) ? value : [value];
    const words = list.map((each) => valueWords(field, each)).join(", ");
    const isPiece = typeof value === "string" && /^[SMCA][0-5]$/.test(value);
    if (PLAIN.has(field) || isPiece || type.endsWith(`_${field}`)) return { plain: true, words };
    return { plain: PHRASED.has(field), words: `${humanise(field)} ${words}` };
}

/**
 * What is asked for next, as a question's heading.
 *
 * @param {string} field
 * @param {number} index of a list, or -1
 */
export function askFor(field, index) {
    if (field === "type") return "What to do";
    if (index < 0) return title(field);
    return index === 0 ? title(field) : `${title(singular(field))} ${index + 1}`;
}

// Matching between places and pieces on the board and the names in moves.

import { singular } from "../shared/text.js";
import { directions, inDirection } from "./choice.js";

/** @typedef {import("./choice.js").Option} Option */
/** @typedef {import("./choice.js").Slot} Slot */
/** @typedef {import("./spots.js").BoardName} BoardName */
/** @typedef {import("../types").Move} Move */

/** Kinds of piece that are field names of moves. */
const KINDS = ["tile", "coin", "die", "pawn", "card"];
/** @type {Record<string, string>} kinds of piece by other field names */
const FIELD_KINDS = { face: "die", cab: "card", fighter: "card", give: "card", take: "card" };
/** @type {Record<string, "own" | "other">} whose pieces a field means, if several seats have some */
const WHOSE = { "fight.dice": "own", "recruit.face": "other", "take.face": "other", "trade.give": "own", "trade.take": "other" };
/** Fields that are picked only in the panel: on the board, the same piece means another field of the move. */
const NOT_ON_BOARD = new Set(["steal.to"]);

/**
 * Whether names on the board match an option. A field named by a kind of piece means such a piece, or with a number the place of one.
 *
 * @param {Option} option
 * @param {BoardName[]} names
 */
export function fits({ field, value, type, owner }, names) {
    if (NOT_ON_BOARD.has(`${type}.${field}`)) return false;
    // Directions are not on the board.
    if (directions({ field, index: -1, values: [value] })) return false;
    const kind = kindOf(field);
    const token = String(value);
    // A player is picked by the seat.
    if (typeof value === "number" && names.some((name) => name.what === "seat")) return ["with", "victim", "from", "target"].includes(field) && names.some((name) => name.value === token);
    // A guest is picked in the house or in the list of guests.
    const named = (/** @type {BoardName} */ name) => name.what !== "piece" || (field === "guest" && name.kind === field);
    if (!KINDS.includes(kind) && !(field in FIELD_KINDS)) return names.some((name) => named(name) && name.value === token);
    const whose = WHOSE[`${type}.${field}`];
    const pieces = names.filter((name) => name.what === "piece" && name.kind === kind && (!whose || !name.seat || name.whose === whose) && (!owner || !name.seat || name.seat === owner));
    if (pieces.some((piece) => piece.value === token)) return true;
    return typeof value === "number" && kind === "tile" && pieces.length > 0 && names.some((name) => name.what === "place" && name.value === token);
}

/**
 * The kind of piece of a field, if it has one.
 *
 * @param {string} field
 */
function kindOf(field) {
    return FIELD_KINDS[field] ?? singular(field);
}

/**
 * The value of a slot for names on the board.
 *
 * @param {Slot} slot
 * @param {BoardName[]} names
 */
export function nameFor({ field, value }, names) {
    const kind = kindOf(field);
    const pieces = names.filter((name) => name.what === "piece" && name.kind === kind);
    const isPiece = KINDS.includes(kind) || field in FIELD_KINDS;
    if (isPiece && pieces.length === 0) return undefined;
    const place = names.find(({ what }) => what === "place")?.value;
    return !isPiece || (kind === "tile" && typeof value === "number") ? place : pieces.at(-1)?.value;
}

/**
 * Whether a move has only a direction.
 *
 * @param {Move} move
 */
export function isDirectionOnly(move) {
    return inDirection(move, 0, -1) !== null;
}

// What things on the board are in terms of a move: places and pieces are called by the names that moves use.

import { singular } from "../shared/text.js";
import { directions, inDirection } from "./choice.js";

/** @typedef {import("./choice.js").Option} Option */
/** @typedef {import("./choice.js").Slot} Slot */
/** @typedef {import("./spots.js").BoardName} BoardName */
/** @typedef {import("../types").Move} Move */

/** Kinds of piece by which moves call their fields. */
const KINDS = ["tile", "coin", "die", "pawn", "card"];
/** @type {Record<string, string>} fields that name pieces of a kind by another word */
const FIELD_KINDS = { face: "die" };
/** @type {Record<string, "own" | "other">} whose pieces a move names, where everybody has such */
const WHOSE = { "fight.dice": "own", "recruit.face": "other", "take.face": "other" };
/** What lies on the board for another field of the same move, and so is named in words. */
const NOT_ON_BOARD = new Set(["steal.to"]);

/**
 * Whether something on the board is what a move names. A field that is called by a kind of piece names such a piece, or
 * by a number the place where one lies.
 *
 * @param {Option} option
 * @param {BoardName[]} names
 */
export function fits({ field, value, type, owner }, names) {
    if (NOT_ON_BOARD.has(`${type}.${field}`)) return false;
    // Left and right may be stacks, or ways to slide; only stacks lie on the board.
    if (directions({ field, index: -1, values: [value] })) return false;
    const kind = kindOf(field);
    const token = String(value);
    // Who is meant is pointed at by their seat.
    if (typeof value === "number" && names.some((name) => name.what === "seat")) return ["with", "victim", "from"].includes(field) && names.some((name) => name.value === token);
    if (!KINDS.includes(kind) && !(field in FIELD_KINDS)) return names.some((name) => name.what !== "piece" && name.value === token);
    const whose = WHOSE[`${type}.${field}`];
    const pieces = names.filter((name) => name.what === "piece" && name.kind === kind && (!whose || !name.seat || name.whose === whose) && (!owner || !name.seat || name.seat === owner));
    if (pieces.some((piece) => piece.value === token)) return true;
    return typeof value === "number" && kind === "tile" && pieces.length > 0 && names.some((name) => name.what === "place" && name.value === token);
}

/**
 * The kind of piece that a field names, if it names pieces.
 *
 * @param {string} field
 */
function kindOf(field) {
    return FIELD_KINDS[field] ?? singular(field);
}

/**
 * What names would be called in a slot of a move.
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
 * Whether a move says nothing but a way to go.
 *
 * @param {Move} move
 */
export function isDirectionOnly(move) {
    return inDirection(move, 0, -1) !== null;
}

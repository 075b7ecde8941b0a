// Marks of the last move on the board: corners around what it moved, dots at the origin.

import { union } from "./spots.js";

/** @typedef {import("../types").GameEvent} GameEvent */
/** @typedef {import("./spots.js").Boxes} Boxes */

const SVG = "http://www.w3.org/2000/svg";
/** Maximum number of marked spots. A move with more changes the whole board, and is not marked. */
const MAX_MOVED = 6;
/** Fields of events with a moved piece, by its kind. */
const PIECES = ["tile", "coin", "die", "card", "pawn"];
/** Fields of events with a destination or place. */
const PLACES = ["to", "cell", "space", "territory", "corner", "row", "line"];

/**
 * Marks a move on a picture.
 *
 * @param {SVGSVGElement} svg
 * @param {GameEvent[]} events of the move
 * @param {Boxes} boxes
 */
export function markLast(svg, events, boxes) {
    // Consequences have another type than the move itself.
    const after = events.findIndex(({ type }) => type !== events[0].type);
    const own = after < 0 ? events : events.slice(0, after);
    const moved = unique(own.flatMap((event) => whereTo(svg, event)));
    const left = unique(own.flatMap((event) => names(event, "from").flatMap((name) => place(svg, name)))).filter((each) => !moved.includes(each));
    if (moved.length + left.length === 0 || Math.max(moved.length, left.length) > MAX_MOVED) return;
    const layer = document.createElementNS(SVG, "g");
    layer.setAttribute("class", "last");
    layer.setAttribute("aria-hidden", "true");
    // A line inside a wider line of another tone is visible on any background.
    const mark = (/** @type {string} */ shape, /** @type {string} */ kind) => layer.append(path(shape, `${kind} around`), path(shape, kind));
    for (const each of left) mark(dots(boxes(each)), "from");
    // A place is marked together with its pieces.
    const standing = (/** @type {SVGGraphicsElement} */ { dataset: { place } }) => (place === undefined ? [] : find(svg, `[data-piece][data-at="${CSS.escape(place)}"]`));
    for (const each of moved) mark(corners(union([each, ...standing(each)].map(boxes))), "moved");
    svg.append(layer);
}

/**
 * Marks the seats that have won, and the pieces with which they have.
 *
 * @param {SVGSVGElement} svg
 * @param {number[]} seats
 * @param {Boxes} boxes
 */
export function markWinners(svg, seats, boxes) {
    const layer = document.createElementNS(SVG, "g");
    layer.setAttribute("class", "last winners");
    layer.setAttribute("aria-hidden", "true");
    const won = [...seats.flatMap((seat) => find(svg, `[data-seat="${seat}"]`)), ...find(svg, "[data-winning]")];
    for (const box of won) layer.append(path(corners(boxes(box)), "moved around"), path(corners(boxes(box)), "moved"));
    svg.append(layer);
}

/** @param {SVGGraphicsElement[]} drawn */
function unique(drawn) {
    return [...new Set(drawn)];
}

/**
 * The piece that an event moved, or else its destination.
 *
 * @param {SVGSVGElement} svg
 * @param {GameEvent} event
 */
function whereTo(svg, event) {
    const pieces = PIECES.flatMap((kind) => names(event, kind).flatMap((name) => find(svg, `[data-kind="${kind}"][data-piece="${CSS.escape(name)}"]`)));
    return pieces.length > 0 ? pieces : PLACES.flatMap((field) => names(event, field).flatMap((name) => place(svg, name)));
}

/**
 * The names in a field of an event: a place, an object with a `cell`, or a list.
 *
 * @param {GameEvent} event
 * @param {string} field
 * @returns {string[]}
 */
function names(event, field) {
    const value = /** @type {Record<string, any>} */ (event)[field];
    return [value ?? []].flat().flatMap((each) => each?.cell ?? each).filter((each) => ["string", "number"].includes(typeof each)).map(String);
}

/**
 * @param {SVGSVGElement} svg
 * @param {string} name
 */
function place(svg, name) {
    return find(svg, `[data-place="${CSS.escape(name)}"]`);
}

/**
 * @param {SVGSVGElement} svg
 * @param {string} selector
 * @returns {SVGGraphicsElement[]}
 */
function find(svg, selector) {
    return [...svg.querySelectorAll(selector)].map((drawn) => /** @type {SVGGraphicsElement} */ (drawn));
}

/**
 * @param {string} d
 * @param {string} kind
 */
function path(d, kind) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("class", kind);
    path.setAttribute("d", d);
    return path;
}

/**
 * The inset corners of a box.
 *
 * @param {DOMRect} box
 */
function within({ left, top, right, bottom, width, height }) {
    const side = Math.min(width, height);
    const inset = side * 0.07;
    return { left: left + inset, top: top + inset, right: right - inset, bottom: bottom - inset, arm: side * 0.17 };
}

/** @param {DOMRect} box */
function corners(box) {
    const { left, top, right, bottom, arm } = within(box);
    const corner = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ dx, /** @type {number} */ dy) => `M${x} ${y + dy}v${-dy}h${dx}`;
    return corner(left, top, arm, arm) + corner(right, top, -arm, arm) + corner(left, bottom, arm, -arm) + corner(right, bottom, -arm, -arm);
}

/** @param {DOMRect} box */
function dots(box) {
    const { left, top, right, bottom } = within(box);
    return [[left, top], [right, top], [left, bottom], [right, bottom]].map(([x, y]) => `M${x} ${y}h0`).join("");
}

// What on a picture can be pointed at.
//
// The picture says what is where (`data-area`, `data-place`, `data-piece` with `data-kind`), in the words that moves
// use. A *spot* is a place with what lies on it, a piece that lies on no place, or a whole area. Over each spot lies a
// frame: a button for pointers, keys and those who hear the page, drawn only where it matters.

import { humanise, pieceWords } from "./words.js";

/** @typedef {{ what: "place" | "piece" | "area", value: string, kind?: string }} BoardName */
/**
 * @typedef {object} Spot
 * @property {SVGGraphicsElement} group what is drawn
 * @property {SVGRectElement} frame
 * @property {string} key by which it is known in the next picture
 * @property {boolean} area whether it is a whole area
 * @property {BoardName[]} own its own names: of the place and the pieces there
 * @property {BoardName[]} names those, and that of the area in which it lies
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Finds the spots of a picture that is in the page, and frames them.
 *
 * @param {SVGSVGElement} svg
 * @returns {Spot[]}
 */
export function findSpots(svg) {
    const places = groups(svg, "[data-place]");
    const loose = groups(svg, "[data-piece]").filter((piece) => !piece.closest("[data-place]"));
    const areas = groups(svg, "[data-area]");
    const boxes = new Map([...places, ...loose, ...areas].map((group) => [group, group.getBBox()]));
    for (const piece of groups(svg, "[data-piece]")) piece.setAttribute("aria-hidden", "true");
    return [...boxes].map(([group, box]) => spot(group, frame(box)));
}

/**
 * @param {SVGSVGElement} svg
 * @param {string} selector
 * @returns {SVGGraphicsElement[]}
 */
function groups(svg, selector) {
    return [...svg.querySelectorAll(selector)].map((group) => /** @type {SVGGraphicsElement} */ (group));
}

/** @param {DOMRect} box */
function frame({ x, y, width, height }) {
    const rect = document.createElementNS(SVG, "rect");
    const shape = { x, y, width, height, rx: Math.min(width, height) * 0.16, class: "frame", role: "button", tabindex: -1 };
    for (const [name, value] of Object.entries(shape)) rect.setAttribute(name, String(value));
    return rect;
}

/**
 * @param {SVGGraphicsElement} group
 * @param {SVGRectElement} frame
 * @returns {Spot}
 */
function spot(group, frame) {
    const { place, piece, area } = group.dataset;
    const within = group.parentElement?.closest("[data-area]");
    const areaOf = within instanceof SVGElement ? within.dataset.area : undefined;
    const pieces = piece !== undefined ? [group] : area !== undefined ? [] : [...group.querySelectorAll("[data-piece]")];
    /** @type {BoardName[]} */
    const own = pieces.map((each) => pieceName(/** @type {SVGElement} */ (each)));
    if (place !== undefined) own.push({ what: "place", value: place });
    if (area !== undefined) own.push({ what: "area", value: area });
    frame.setAttribute("aria-label", spotWords(own, pieces, areaOf));
    if (piece !== undefined) {
        // Beside the piece and not within: the piece may move away under it.
        frame.setAttribute("transform", group.getAttribute("transform") ?? "");
        group.after(frame);
    } else if (area !== undefined) group.prepend(frame);
    else group.append(frame);
    const key = own.map(({ what, value }) => `${what} ${value}`).at(-1) ?? "";
    const names = areaOf === undefined ? own : [...own, { what: /** @type {const} */ ("area"), value: areaOf }];
    return { group, frame, key, area: area !== undefined, own, names };
}

/**
 * @param {SVGElement} piece
 * @returns {BoardName}
 */
function pieceName({ dataset }) {
    return { what: "piece", value: dataset.piece ?? "", kind: dataset.kind };
}

/**
 * What a spot is called by those who hear the page.
 *
 * @param {BoardName[]} own
 * @param {Element[]} pieces
 * @param {string | undefined} area
 */
function spotWords(own, pieces, area) {
    const place = own.find(({ what }) => what !== "piece");
    if (place?.what === "area") return humanise(place.value);
    const words = pieces.map((piece, i) => piece.querySelector(":scope > title")?.textContent ?? pieceTold(own[i]));
    const what = words.length === 0 ? "empty" : words.join(", ");
    return place ? `${place.value}: ${what}` : `${what}${area ? `, ${humanise(area)}` : ""}`;
}

/** @param {BoardName} piece */
function pieceTold({ value, kind = "" }) {
    return /^[SMCA][0-5]$/.test(value) ? `${kind} ${pieceWords(value)}` : humanise(kind);
}

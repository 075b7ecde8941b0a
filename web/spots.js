// What on a picture can be pointed at.
//
// The picture says what is where (`data-place`, and pieces with their `data-kind` and the place or area where they lie),
// in the words that moves use. A *spot* is a place with what lies on it, or a single piece. Over each spot lies a frame: a
// button for pointers, keys and those who hear the page, drawn only where it matters.

import { humanise, pieceWords } from "./words.js";

/** @typedef {{ what: "place" | "piece", value: string, kind?: string }} BoardName */
/**
 * @typedef {object} Spot
 * @property {"place" | "piece"} what
 * @property {string} key by which it is known in the next picture
 * @property {SVGRectElement} frame
 * @property {SVGGraphicsElement[]} drawn what is drawn there
 * @property {BoardName[]} names of the place and the pieces there, or of the piece and the place where it lies
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Finds the spots of a picture that is in the page, and frames them.
 *
 * @param {SVGSVGElement} svg
 * @returns {Spot[]}
 */
export function findSpots(svg) {
    const layer = document.createElementNS(SVG, "g");
    const pieces = groups(svg, "[data-piece]");
    for (const piece of pieces) piece.setAttribute("aria-hidden", "true");
    /** @type {Spot[]} */
    const singles = [];
    const places = groups(svg, "[data-place]").map((group) => {
        const name = group.dataset.place ?? "";
        const there = pieces.filter((piece) => piece.dataset.at === name);
        const place = /** @type {BoardName} */ ({ what: "place", value: name });
        // Pieces that lie side by side are spots of their own; of those in a pile only the whole can be pointed at.
        const each = there.length > 1 && apart(there);
        if (each) singles.push(...there.map((piece) => single(svg, piece, [place])));
        const drawn = [group, ...there];
        const names = each ? [place] : [...there.map(pieceName), place];
        return { what: /** @type {const} */ ("place"), key: `place ${name}`, frame: frame(svg, drawn), drawn, names };
    });
    const loose = pieces.filter((piece) => piece.dataset.at === undefined).map((piece) => single(svg, piece, []));
    const spots = [...places, ...singles, ...loose];
    for (const spot of spots) {
        const { frame, key, names } = spot;
        frame.setAttribute("aria-label", spotWords(spot));
        frame.dataset.key = key;
        frame.dataset.tokens = names.filter(({ what }) => what === "piece").map(({ kind, value }) => `${kind} ${value}`).join("|");
    }
    layer.setAttribute("class", "frames");
    layer.append(...spots.map(({ frame }) => frame));
    svg.append(layer);
    return spots;
}

/**
 * @param {SVGSVGElement} svg
 * @param {string} selector
 * @returns {SVGGraphicsElement[]}
 */
function groups(svg, selector) {
    return [...svg.querySelectorAll(selector)].map((group) => /** @type {SVGGraphicsElement} */ (group));
}

/**
 * A piece that is a spot of its own.
 *
 * @param {SVGSVGElement} svg
 * @param {SVGGraphicsElement} piece
 * @param {BoardName[]} around
 * @returns {Spot}
 */
function single(svg, piece, around) {
    const key = `piece ${piece.dataset.kind} ${piece.dataset.piece}`;
    return { what: "piece", key, frame: frame(svg, [piece]), drawn: [piece], names: [pieceName(piece), ...around] };
}

/**
 * @param {SVGGraphicsElement} piece
 * @returns {BoardName}
 */
function pieceName({ dataset }) {
    return { what: "piece", value: dataset.token ?? dataset.piece ?? "", kind: dataset.kind };
}

/**
 * Whether pieces lie side by side, so that each can be pointed at.
 *
 * @param {SVGGraphicsElement[]} pieces
 */
function apart(pieces) {
    const boxes = pieces.map((piece) => piece.getBoundingClientRect()).sort((a, b) => a.x - b.x);
    return boxes.every((box, i) => i === 0 || box.x - boxes[i - 1].x > 0.8 * box.width);
}

/**
 * A frame round what is drawn, in the picture's own units.
 *
 * @param {SVGSVGElement} svg
 * @param {SVGGraphicsElement[]} drawn
 */
function frame(svg, drawn) {
    const boxes = drawn.map((each) => each.getBoundingClientRect());
    const toSvg = svg.getScreenCTM()?.inverse() ?? new DOMMatrix();
    const least = new DOMPoint(Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))).matrixTransform(toSvg);
    const most = new DOMPoint(Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))).matrixTransform(toSvg);
    const [width, height] = [most.x - least.x, most.y - least.y];
    const rect = document.createElementNS(SVG, "rect");
    const shape = { x: least.x, y: least.y, width, height, rx: Math.min(width, height) * 0.14, class: "frame", role: "button", tabindex: -1 };
    for (const [name, value] of Object.entries(shape)) rect.setAttribute(name, String(value));
    return rect;
}

/**
 * What a spot is called by those who hear the page.
 *
 * @param {Spot} spot
 */
function spotWords({ what, names, drawn }) {
    const pieces = drawn.filter((each) => each.dataset.piece !== undefined);
    const words = pieces.length === 0 ? "empty" : pieces.map(pieceTold).join(", ");
    const where = names.find((name) => name.what === "place")?.value ?? pieces[0]?.dataset.in ?? "";
    return what === "place" ? `${humanise(where)}: ${words}` : [words, humanise(where)].filter(Boolean).join(", ");
}

/** @param {SVGGraphicsElement} piece */
function pieceTold({ dataset: { piece = "", kind = "" } }) {
    return /^[SMCA][0-5]$/.test(piece) ? `${kind} ${pieceWords(piece)}` : humanise(kind);
}

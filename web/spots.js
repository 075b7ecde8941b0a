// What on a picture can be pointed at.
//
// The picture says what is where (`data-area`, `data-place`, and pieces with their `data-kind`, and with the place and
// the area where they lie), in the words that moves use. A *spot* is a place with what lies on it, a single piece, or a
// whole area. Over each spot lies a frame: a button for pointers, keys and those who hear the page, drawn only where it
// matters.

import { humanise, pieceWords } from "./words.js";

/** @typedef {{ what: "place" | "piece" | "area", value: string, kind?: string }} BoardName */
/**
 * @typedef {object} Spot
 * @property {"place" | "piece" | "area"} what
 * @property {string} key by which it is known in the next picture
 * @property {SVGRectElement} frame
 * @property {SVGGraphicsElement[]} drawn what is drawn there
 * @property {BoardName[]} own its own names: of the place and the pieces there
 * @property {BoardName[]} names those, and that of what it lies in
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
    const areas = groups(svg, "[data-area]").map((group) => {
        const own = [/** @type {BoardName} */ ({ what: "area", value: group.dataset.area ?? "" })];
        return { what: "area", key: `area ${group.dataset.area}`, frame: frame(svg, [group]), drawn: [group], own, names: own };
    });
    /** @type {Spot[]} */
    const singles = [];
    const places = groups(svg, "[data-place]").map((group) => {
        const name = group.dataset.place ?? "";
        const there = pieces.filter((piece) => piece.dataset.at === name);
        const area = group.closest("[data-area]");
        const around = /** @type {BoardName[]} */ ([{ what: "place", value: name }]);
        if (area instanceof SVGElement) around.push({ what: "area", value: area.dataset.area ?? "" });
        // Pieces that lie side by side are spots of their own; of those in a pile only the whole can be pointed at.
        const each = there.length > 1 && apart(there);
        if (each) singles.push(...there.map((piece) => single(svg, piece, around)));
        const names = each ? around : [...there.map(pieceName), ...around];
        const drawn = [group, ...there];
        return { what: /** @type {const} */ ("place"), key: `place ${name}`, frame: frame(svg, drawn), drawn, own: names.filter(({ what }) => what !== "area"), names };
    });
    const loose = pieces.filter((piece) => piece.dataset.at === undefined).map((piece) => {
        const area = piece.dataset.in;
        return single(svg, piece, area === undefined ? [] : [{ what: "area", value: area }]);
    });
    const spots = [...areas, ...places, ...singles, ...loose];
    for (const spot of spots) {
        const { frame, key, own } = spot;
        frame.setAttribute("aria-label", spotWords(spot));
        frame.dataset.key = key;
        frame.dataset.tokens = own.filter(({ what }) => what === "piece").map(({ kind, value }) => `${kind} ${value}`).join("|");
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
    const own = [pieceName(piece)];
    const key = `piece ${piece.dataset.kind} ${piece.dataset.piece}`;
    return { what: "piece", key, frame: frame(svg, [piece]), drawn: [piece], own, names: [...own, ...around] };
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
function spotWords({ what, own, drawn, names }) {
    const place = own.find((name) => name.what !== "piece");
    if (what === "area") return humanise(place?.value ?? "");
    const pieces = drawn.filter((each) => each.dataset.piece !== undefined);
    const told = pieces.map((piece) => piece.querySelector(":scope > title")?.textContent ?? pieceTold(piece));
    const words = told.length === 0 ? "empty" : told.join(", ");
    const area = names.find((name) => name.what === "area")?.value;
    return place ? `${humanise(place.value)}: ${words}` : `${words}${area ? `, ${humanise(area)}` : ""}`;
}

/** @param {SVGGraphicsElement} piece */
function pieceTold({ dataset: { piece = "", kind = "" } }) {
    return /^[SMCA][0-5]$/.test(piece) ? `${kind} ${pieceWords(piece)}` : humanise(kind);
}

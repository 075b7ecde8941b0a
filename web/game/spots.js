// The spots of a picture, which can be pressed.
//
// The picture has attributes with the names that moves use (`data-place`, `data-kind` and others). A *spot* is a place with its pieces, or a
// single piece. Each spot has a frame: a button for pointers, keys and screen readers.

import { humanise, singular } from "../shared/text.js";
import { texts } from "../texts/texts.js";
import { pieceText } from "./move-text.js";

/**
 * @typedef {object} BoardName
 * @property {"place" | "piece" | "seat"} what
 * @property {string} value
 * @property {string} [kind] of a piece
 * @property {number} [seat] of the area with the piece
 * @property {"own" | "other"} [whose] whether that is the seat of the viewer
 */
/**
 * @typedef {object} Spot
 * @property {"place" | "piece" | "seat"} what
 * @property {string} key that is stable across pictures
 * @property {SVGRectElement} frame
 * @property {SVGGraphicsElement[]} drawn its elements
 * @property {string} area of the table
 * @property {BoardName[]} names of the place and its pieces, or of the piece and its place
 * @property {boolean} ground whether it is a place whose pieces are separate spots
 */

const { spots: words } = texts.game;
const SVG = "http://www.w3.org/2000/svg";
/** Margin of the frame of a piece, relative to its size, so that the line contrasts with the background. */
const FRAME_MARGIN = 0.06;
/** Radius of the dot on a place, relative to its size. */
const DOT = 0.13;
/** Distance of a frame from text, in pixels. */
const TEXT_MARGIN = 4;

/** @typedef {(drawn: SVGGraphicsElement) => DOMRect} Boxes the box of each element, in units of the picture */

/**
 * Measures all elements of a picture at the same time, so that the browser computes the layout only once.
 *
 * @param {SVGSVGElement} svg
 * @returns {Boxes}
 */
export function measure(svg) {
    const toPicture = svg.getScreenCTM()?.inverse() ?? new DOMMatrix();
    const drawn = groups(svg, "[data-place], [data-piece], [data-seat], .label");
    const boxes = new Map(drawn.map((each) => {
        const { left, top, right, bottom } = each.getBoundingClientRect();
        const [least, most] = [new DOMPoint(left, top).matrixTransform(toPicture), new DOMPoint(right, bottom).matrixTransform(toPicture)];
        return [each, new DOMRect(least.x, least.y, most.x - least.x, most.y - least.y)];
    }));
    return (each) => boxes.get(each) ?? new DOMRect();
}

/**
 * Finds the spots of a picture that is in the page, and adds their frames.
 *
 * @param {SVGSVGElement} svg
 * @param {Boxes} boxes
 * @param {(text: string) => string} named a text about seats with the names of their players
 * @returns {Spot[]}
 */
export function findSpots(svg, boxes, named) {
    const layer = document.createElementNS(SVG, "g");
    const clear = TEXT_MARGIN / (svg.getScreenCTM()?.a ?? 1);
    const below = new Map(groups(svg, ".label").map((label) => [areaOf(label), boxes(label).bottom + clear]));
    const pieces = groups(svg, "[data-piece]");
    for (const piece of pieces) piece.setAttribute("aria-hidden", "true");
    /** @type {Spot[]} */
    const singles = [];
    const places = groups(svg, "[data-place]").map((group) => {
        const name = group.dataset.place ?? "";
        const there = pieces.filter((piece) => piece.dataset.at === name);
        const place = /** @type {BoardName} */ ({ what: "place", value: name });
        // Pieces side by side are separate spots. A pile is one spot.
        const each = there.length > 1 && apart(there.map(boxes));
        const top = below.get(areaOf(group));
        if (each) singles.push(...there.map((piece) => single(boxes, piece, [place], top)));
        // A place that only has pieces draws nothing itself.
        const isDrawn = (/** @type {SVGGraphicsElement} */ each) => boxes(each).width > 0 || boxes(each).height > 0;
        const drawn = [group, ...there];
        const framed = drawn.some(isDrawn) ? drawn.filter(isDrawn) : drawn;
        // The frame of a cell is its edge. Without an edge, it surrounds the text.
        const room = group.querySelector(".note") && !group.querySelector("rect") ? clear : 0;
        const names = each ? [place] : [...there.map(pieceName), place];
        return { what: /** @type {const} */ ("place"), key: `place ${name}`, frame: frame(framed.map(boxes), room, top), drawn, area: areaOf(group), names, ground: each };
    });
    const loose = pieces.filter((piece) => piece.dataset.at === undefined).map((piece, i, all) => single(seen(boxes, all[i + 1]), piece, [], below.get(areaOf(piece))));
    const seats = groups(svg, "[data-seat]").map((group) => {
        const value = group.dataset.seat ?? "";
        /** @type {BoardName[]} */
        const names = [{ what: "seat", value }];
        return { what: /** @type {const} */ ("seat"), key: `seat ${value}`, frame: frame([boxes(group)]), drawn: [group], area: "seats", names, ground: false };
    });
    const spots = [...seats, ...places, ...singles, ...loose];
    for (const spot of spots) {
        const { frame, key, names } = spot;
        frame.setAttribute("aria-label", named(spotText(spot)));
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
 * The spot of a single piece.
 *
 * @param {Boxes} boxes
 * @param {SVGGraphicsElement} piece
 * @param {BoardName[]} around
 * @param {number} [top] bottom of the label of the area
 * @returns {Spot}
 */
function single(boxes, piece, around, top) {
    const box = boxes(piece);
    const room = FRAME_MARGIN * Math.min(box.width, box.height);
    const key = `piece ${piece.dataset.kind} ${piece.dataset.piece}`;
    const names = [pieceName(piece), ...around];
    return { what: "piece", key, frame: frame([box], room, top), drawn: [piece], area: areaOf(piece), names, ground: false };
}

/** @param {SVGGraphicsElement} drawn */
function areaOf(drawn) {
    return /** @type {SVGElement | null} */ (drawn.closest("[data-area]"))?.dataset.area ?? drawn.dataset.in ?? "";
}

/**
 * The visible part of a piece that the next one may cover from the right, as in a fan of cards.
 *
 * @param {Boxes} boxes
 * @param {SVGGraphicsElement | undefined} next
 * @returns {Boxes}
 */
function seen(boxes, next) {
    return (piece) => {
        const [own, over] = [boxes(piece), next && boxes(next)];
        const covered = over && over.top < own.bottom && over.bottom > own.top && over.left > own.left && over.left < own.right && over.right > own.right;
        return covered ? new DOMRect(own.x, own.y, over.left - own.left, own.height) : own;
    };
}

/**
 * @param {SVGGraphicsElement} piece
 * @returns {BoardName}
 */
function pieceName(piece) {
    const { dataset } = piece;
    return { what: "piece", value: dataset.token ?? dataset.piece ?? "", kind: dataset.kind, ...whose(piece) };
}

/**
 * The seat whose area this is, if it belongs to one.
 *
 * @param {string} area
 */
export function ownerOf(area) {
    return /^seat (\d+):/.exec(area)?.[1];
}

/**
 * The owner of the area with a piece, if it is the area of a seat.
 *
 * @param {SVGGraphicsElement} piece
 * @returns {{ seat: number, whose: "own" | "other" } | undefined}
 */
function whose(piece) {
    const seat = ownerOf(areaOf(piece));
    if (seat === undefined) return undefined;
    return { seat: Number(seat), whose: piece.ownerSVGElement?.querySelector(`[data-seat="${seat}"][data-viewer]`) ? "own" : "other" };
}

/**
 * Whether pieces are side by side, so that each can be pressed.
 *
 * @param {DOMRect[]} boxes
 */
function apart(boxes) {
    const inRow = boxes.toSorted((a, b) => a.x - b.x);
    return inRow.every((box, i) => i === 0 || box.x - inRow[i - 1].x > 0.8 * box.width);
}

/**
 * A frame around boxes.
 *
 * @param {DOMRect[]} boxes
 * @param {number} [out] margin
 * @param {number} [top] upper limit, below a label
 */
function frame(boxes, out = 0, top = -Infinity) {
    const box = union(boxes);
    // A label that covers most of the boxes cannot be avoided.
    const y = top < box.y + box.height / 2 ? Math.max(box.y - out, top) : box.y - out;
    const [x, width, height] = [box.x - out, box.width + 2 * out, box.bottom + out - y];
    const rect = document.createElementNS(SVG, "rect");
    const shape = { x, y, width, height, rx: Math.min(width, height) * 0.14, class: "frame", role: "button", tabindex: -1 };
    for (const [name, value] of Object.entries(shape)) rect.setAttribute(name, String(value));
    return rect;
}

/**
 * @param {DOMRect[]} boxes
 */
export function union(boxes) {
    const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
    return new DOMRect(left, top, Math.max(...boxes.map((box) => box.right)) - left, Math.max(...boxes.map((box) => box.bottom)) - top);
}

/**
 * The label of a spot for screen readers.
 *
 * @param {Spot} spot
 */
function spotText({ what, area, names, drawn }) {
    if (what === "seat") return words.seat(names[0].value);
    const pieces = drawn.filter((each) => each.dataset.piece !== undefined);
    const there = pieces.length === 0 ? words.empty : pieces.map(pieceLabel).join(", ");
    const place = names.find((name) => name.what === "place")?.value;
    // A number alone is unclear: the name of the area says what it counts.
    const where = place === undefined ? areaText(pieces[0]?.dataset.in ?? "") : /^\d+$/.test(place) ? areaText(area, place) : humanise(place);
    if (what === "piece") return [there, where].filter(Boolean).join(", ");
    // The description of the place by the service.
    const { words: more } = drawn[0].dataset;
    return `${where}${more ? `, ${more}` : ""}: ${there}`;
}

/**
 * An area as text, or one of its places, such as `row 3`.
 *
 * @param {string} area
 * @param {string} [number] of the place
 */
export function areaText(area, number) {
    const [, seat, name = area] = /^seat (\d+): (.*)$/.exec(area) ?? [];
    const text = number === undefined ? humanise(name) : words.numbered(humanise(singular(name)), number);
    return seat === undefined ? text : words.ofSeat(seat, text);
}

/** @param {SVGGraphicsElement} piece */
function pieceLabel({ dataset: { piece = "", kind = "", words: described } }) {
    return described ?? (/^[SMCA][0-5]$/.test(piece) ? words.piece(humanise(kind), pieceText(piece)) : humanise(kind));
}

/**
 * A dot in the middle of a frame as a path.
 *
 * @param {SVGRectElement} frame
 */
export function dot(frame) {
    const [x, y, width, height] = [frame.x, frame.y, frame.width, frame.height].map(({ baseVal: { value } }) => value);
    const r = Math.min(width, height) * DOT;
    return `M${x + width / 2 - r} ${y + height / 2}a${r} ${r} 0 0 1 ${2 * r} 0a${r} ${r} 0 0 1 ${-2 * r} 0z`;
}

/**
 * The outline of a frame as a path.
 *
 * @param {SVGRectElement} frame
 */
export function outline(frame) {
    const [x, y, width, height, r] = [frame.x, frame.y, frame.width, frame.height, frame.rx].map(({ baseVal: { value } }) => value);
    const [w, h] = [width - 2 * r, height - 2 * r];
    return `M${x + r} ${y}h${w}a${r} ${r} 0 0 1 ${r} ${r}v${h}a${r} ${r} 0 0 1 ${-r} ${r}h${-w}a${r} ${r} 0 0 1 ${-r} ${-r}v${-h}a${r} ${r} 0 0 1 ${r} ${-r}z`;
}

// Peeking at pieces that are face down. Their values are in the state, but not in the picture.

import { openTable } from "./local-game.js";
import { valueMark } from "./move-text.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * The pieces of a picture that are face down, with their names.
 *
 * @param {SVGSVGElement} svg
 * @param {import("../types").State} state
 * @returns {{ piece: SVGGraphicsElement, is: string }[]}
 */
export function faceDown(svg, state) {
    const { grid } = openTable(state);
    if (!grid) return [];
    const pieces = [...svg.querySelectorAll('[data-kind="coin"][data-at]')].map((piece) => /** @type {SVGGraphicsElement} */ (piece));
    return pieces.flatMap((piece) => {
        const is = grid[piece.dataset.at ?? ""];
        return typeof is === "string" && is !== piece.dataset.piece ? [{ piece, is }] : [];
    });
}

/**
 * Shows or hides the values of pieces that are face down.
 *
 * @param {SVGSVGElement} svg
 * @param {import("../types").State} state
 * @param {boolean} wanted
 */
export function peek(svg, state, wanted) {
    svg.querySelector(".peeks")?.remove();
    if (!wanted) return;
    const layer = document.createElementNS(SVG, "g");
    layer.setAttribute("class", "peeks");
    for (const { piece, is } of faceDown(svg, state)) {
        const size = piece.getBBox().width;
        const text = document.createElementNS(SVG, "text");
        text.setAttribute("transform", piece.getAttribute("transform") ?? "");
        text.setAttribute("y", String(size * 0.19));
        text.setAttribute("font-size", String(size * 0.55));
        text.textContent = valueMark(is[1]);
        layer.append(text);
    }
    svg.append(layer);
}

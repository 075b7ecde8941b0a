// The names of the players on the board: "You" for the viewer's seat.

import { texts } from "../texts/texts.js";

const SVG = "http://www.w3.org/2000/svg";
/** The first baseline of the lines in the box of a seat, their distance, and the size of their text, in units of the picture. */
const [FIRST_LINE, LINE, SIZE] = [122, 40, 36];
/** Width of a letter relative to its size, and the minimum size. */
const [LETTER, MIN_SIZE] = [0.56, 24];

/**
 * Writes the names into the boxes of the seats, where a line is free.
 *
 * @param {SVGSVGElement} svg
 * @param {(seat: number) => string | undefined} nameOf
 */
export function labelSeats(svg, nameOf) {
    for (const box of /** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll("[data-seat]"))) {
        const rect = box.querySelector("rect");
        // The number and the points come first.
        const lines = [...box.querySelectorAll("text")].slice(2);
        const you = lines.find(({ textContent }) => textContent === "you");
        if (you) you.textContent = texts.game.you;
        const name = you ? undefined : nameOf(Number(box.dataset.seat));
        if (!rect || !name) continue;
        const [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(({ baseVal: { value } }) => value);
        const base = FIRST_LINE + LINE * lines.length;
        if (base > height) continue;
        const room = width - 26;
        const size = Math.max(MIN_SIZE, Math.min(SIZE, room / (LETTER * name.length)));
        const letters = Math.floor(room / (LETTER * size));
        const text = document.createElementNS(SVG, "text");
        const attributes = { class: "name", x: x + 16, y: y + base, "font-size": size };
        for (const [key, value] of Object.entries(attributes)) text.setAttribute(key, String(value));
        text.textContent = name.length > letters ? `${name.slice(0, letters - 1)}…` : name;
        box.append(text);
    }
}

// The names of the players on the board: "You" for the viewer's seat.

import { texts } from "../texts/texts.js";

const SVG = "http://www.w3.org/2000/svg";
/** The first baseline of the lines in the box of a seat, their distance, and the largest and smallest size of their text, in units of the picture. */
const [FIRST_LINE, LINE, SIZE, MIN_SIZE] = [122, 40, 36, 24];
/** The space around a name. */
const MARGIN = 26;

/**
 * The points and the seats to act of the position that a picture shows, or null if it has no seats.
 *
 * @param {ParentNode | null} [svg]
 */
export function seatsOf(svg) {
    const boxes = [.../** @type {NodeListOf<SVGGElement>} */ (svg?.querySelectorAll("[data-seat]") ?? [])];
    if (boxes.length === 0) return null;
    const open = boxes.filter((box) => box.classList.contains("open"));
    return {
        points: boxes.map((box) => Number(box.querySelector(".points")?.textContent)),
        to_act: open.map((box) => Number(box.dataset.seat)),
    };
}

/**
 * Writes the names into the boxes of the seats, where a line is free. This forces a layout.
 *
 * @param {SVGSVGElement} svg
 * @param {(seat: number) => string | undefined} nameOf
 */
export function labelSeats(svg, nameOf) {
    /** @type {[SVGTextElement, number][]} */
    const written = [];
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
        const text = document.createElementNS(SVG, "text");
        const attributes = { class: "name", x: x + 16, y: y + base, "font-size": SIZE };
        for (const [key, value] of Object.entries(attributes)) text.setAttribute(key, String(value));
        text.textContent = name;
        box.append(text);
        written.push([text, width - MARGIN]);
    }
    const lengths = written.map(([text]) => text.getComputedTextLength());
    written.forEach(([text, room], i) => fit(text, lengths[i], room));
}

/**
 * Makes a name smaller, and cuts it, so that it fits into its box.
 *
 * @param {SVGTextElement} text
 * @param {number} length at the largest size
 * @param {number} room
 */
function fit(text, length, room) {
    if (length <= room) return;
    const size = Math.max(MIN_SIZE, (SIZE * room) / length);
    text.setAttribute("font-size", String(size));
    const cut = (room * SIZE) / (length * size);
    if (cut >= 1) return;
    const letters = [...new Intl.Segmenter().segment(text.textContent ?? "")].map(({ segment }) => segment);
    // Letters differ in width, so more are removed until the rest fits.
    for (let count = Math.floor(letters.length * cut); count > 0; count -= 1) {
        text.textContent = `${letters.slice(0, count).join("")}…`;
        if (text.getComputedTextLength() <= room) break;
    }
}

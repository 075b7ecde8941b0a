// The names of the players on the board: "You" for the viewer's seat.

import { texts } from "../texts/texts.js";

/** The largest and smallest size of a name, in units of the picture. */
const [SIZE, MIN_SIZE] = [36, 24];

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
 * Writes the names of the players into their slots, and into the texts about them. This forces a layout.
 *
 * @param {SVGSVGElement} svg
 * @param {(seat: number) => string | undefined} nameOf
 * @param {(text: string) => string} named a text about seats with these names
 */
export function labelSeats(svg, nameOf, named) {
    const about = [.../** @type {NodeListOf<SVGTextElement>} */ (svg.querySelectorAll(".caption"))].filter((text) => {
        const before = text.textContent ?? "";
        text.textContent = named(before);
        return text.textContent !== before;
    });
    const slots = [.../** @type {NodeListOf<SVGTextElement>} */ (svg.querySelectorAll("[data-room]"))];
    for (const slot of slots) {
        const box = /** @type {SVGGElement} */ (slot.closest("[data-seat]"));
        slot.textContent = box.dataset.viewer ? texts.game.you : nameOf(Number(box.dataset.seat)) ?? "";
    }
    const lengths = [...slots, ...about].map((text) => text.getComputedTextLength());
    slots.forEach((slot, i) => fit(slot, lengths[i], Number(slot.dataset.room)));
    about.forEach((text, i) => squeeze(text, lengths[slots.length + i], svg.viewBox.baseVal.width - 2 * Number(text.getAttribute("x"))));
}

/**
 * Makes a line narrower, so that it fits into the picture.
 *
 * @param {SVGTextElement} text
 * @param {number} length
 * @param {number} room
 */
function squeeze(text, length, room) {
    if (length <= room) return;
    text.setAttribute("textLength", String(room));
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
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

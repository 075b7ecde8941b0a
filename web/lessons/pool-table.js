// A picture of a pool table: its strings and spots, which the rules of the pool games name.

import { texts } from "../texts/texts.js";

const words = texts.lessons.poolTable;
const NAMESPACE = "http://www.w3.org/2000/svg";
const POCKETS = [20, 200, 380].flatMap((x) => [[x, 24], [x, 204]]);
/** The middle of each spot from the left. */
const SPOTS = { headSpot: 110, centerSpot: 200, footSpot: 290 };

/** The picture. The head of the table is on the left. */
export function poolTable() {
    const svg = shape("svg", { class: "pool-table", viewBox: "0 0 400 250", role: "img", "aria-label": words.label });
    svg.append(
        shape("rect", { class: "cloth", x: 20, y: 24, width: 360, height: 180, rx: 6 }),
        shape("line", { class: "string", x1: SPOTS.headSpot, y1: 24, x2: SPOTS.headSpot, y2: 204 }),
        shape("path", { class: "rack", d: `M${SPOTS.footSpot} 114L340 85V143Z` }),
        ...POCKETS.map(([cx, cy]) => shape("circle", { cx, cy, r: 9 })),
        ...Object.values(SPOTS).map((cx) => shape("circle", { cx, cy: 114, r: 4 })),
        label(words.headString, SPOTS.headSpot, 14),
        label(words.headSpot, SPOTS.headSpot, 134),
        label(words.centerSpot, SPOTS.centerSpot, 134),
        label(words.footSpot, SPOTS.footSpot, 134, "end"),
        label(words.headRail, 20, 236, "start"),
        label(words.footRail, 380, 236, "end"),
    );
    return svg;
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 */
function shape(tag, attributes) {
    const element = document.createElementNS(NAMESPACE, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    return element;
}

/**
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {string} [anchor]
 */
function label(text, x, y, anchor = "middle") {
    const element = shape("text", { x, y, "text-anchor": anchor });
    element.textContent = text;
    return element;
}

// The score card: the total, and what it is made of: the rooms of a suite as they come, or whatever the game counts.

import { fill, h } from "./dom.js";
import { humanise } from "./words.js";

/** The rooms of a suite, in order; its catalogue names them by the rules that refuse moves in them.
 *
 * @param {import("./types").GameInfo} info
 */
export function roomsOf({ id, refusing_rules: rules }) {
    const games = rules.map((rule) => rule.id.split(".")[0]);
    return [...new Set(games)].filter((game) => game !== id);
}

/**
 * @param {HTMLElement} element
 * @param {import("./types").Position} position
 * @param {import("./types").GameInfo} info
 * @param {Map<string, string>} titles
 */
export function showScore(element, { score, finished }, info, titles) {
    const { total, ...parts } = /** @type {Record<string, any>} */ (score);
    const rooms = Array.isArray(parts.rooms) ? /** @type {number[]} */ (parts.rooms) : null;
    fill(
        element,
        h("p", { class: "total" }, h("span", { class: "total-word" }, finished ? "Final score" : "Score"), h("strong", {}, total)),
        rooms && h("ol", { class: "rooms", "aria-label": "Scores of the rooms" }, roomsOf(info).map((room, i) => {
            const open = i === rooms.length - 1 && !finished;
            const title = titles.get(room) ?? humanise(room);
            return h("li", { class: i < rooms.length ? (open ? "open" : "ended") : "", "aria-current": open ? "step" : false, title },
                h("span", { class: "room-name" }, title), h("span", { class: "room-score" }, rooms[i] ?? "–"));
        })),
        !rooms && Object.keys(parts).length > 0 && h("dl", { class: "parts" }, Object.entries(parts).map(([name, value]) =>
            h("div", {}, h("dt", {}, humanise(name)), h("dd", {}, String(value))))),
    );
}

// The score card: the total and its parts, such as the rooms of a suite.

import { fill, h } from "../shared/dom.js";
import { humanise } from "../shared/text.js";
import { texts } from "../texts/texts.js";

const words = texts.game.score;

/**
 * @param {HTMLElement} element
 * @param {import("../types").Position} position
 * @param {import("../types").GameInfo} info
 * @param {Map<string, string>} titles
 */
export function showScore(element, { score, finished }, info, titles) {
    const { total, ...parts } = /** @type {Record<string, any>} */ (score);
    // The Magic Bag has its own sheet.
    if (info.id === "magic-bag") return fill(element);
    const rooms = Array.isArray(parts.rooms) ? /** @type {number[]} */ (parts.rooms) : null;
    element.className = rooms || Object.keys(parts).length > 0 ? "score card" : "";
    fill(
        element,
        rooms && h("h2", { class: "panel-title" }, words.rooms),
        rooms && h("ol", { class: "rooms" }, (info.rooms ?? []).map((room, i) => {
            const open = i === rooms.length - 1 && !finished;
            return h("li", { class: i < rooms.length ? (open ? "open" : "ended") : "", "aria-current": open ? "step" : false },
                h("span", {}, titles.get(room) ?? humanise(room)), h("span", { class: "room-score" }, rooms[i] ?? "–"));
        })),
        !rooms && Object.keys(parts).length > 0 && h("h2", { class: "panel-title" }, words.score),
        !rooms && h("dl", { class: "parts" }, Object.entries(parts).map(([name, value]) =>
            h("div", {}, h("dt", {}, humanise(name)), h("dd", {}, String(value))))),
        rooms && h("p", { class: "total" }, finished ? words.finalScore(h("strong", {}, total)) : words.finishedRooms(h("strong", {}, rooms.slice(0, -1).reduce((sum, each) => sum + each, 0)))),
        rooms && !finished && h("p", { class: "total beside" }, words.currentRoom(h("strong", {}, rooms.at(-1) ?? 0))),
    );
}

// The reference sheet of The Magic Bag: the artifacts, their pieces in the treasure, and the score.

import { h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import { valueMark, valueName } from "./move-text.js";

/** @typedef {[column: number, row: number]} Place */

const { magicBag: words, values: { suits } } = texts.game;
/** @type {{ suit: "A" | "M" | "S", places: Place[] }[]} the place of each value, from null on */
const ARTIFACTS = [
    { suit: "A", places: [[1, 1], [1, 2], [1, 3], [1, 4], [1, 5], [1, 6]] },
    { suit: "M", places: [[1, 1], [2, 2], [2, 1], [1, 2], [3, 1], [1, 3]] },
    { suit: "S", places: [[2, 1], [1, 3], [2, 3], [1, 2], [2, 2], [1, 1]] },
];
/** Points by number of joined pieces. */
const POINTS = [0, 10, 30, 60, 100, 150, 210];

/**
 * Groups of values whose places share edges.
 *
 * @param {number[]} values
 * @param {Place[]} places
 */
export function groups(values, places) {
    const left = new Set(values);
    /** @type {number[][]} */
    const found = [];
    for (const first of values) {
        if (!left.delete(first)) continue;
        const group = [first];
        for (const value of group) {
            for (const other of [...left]) {
                const [a, b] = [places[value], places[other]];
                if (Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) === 1 && left.delete(other)) group.push(other);
            }
        }
        found.push(group.sort((a, b) => a - b));
    }
    return found;
}

/**
 * The sheet of a position, or null for any other game.
 *
 * @param {import("../types").Position} position
 */
export function magicBagSheet({ state, score }) {
    if (state.game !== "magic-bag") return null;
    const { treasure } = /** @type {{ treasure: string[] }} */ (state.table);
    const { gold, bonus, total } = /** @type {{ gold: number, bonus: number, total: number }} */ (/** @type {unknown} */ (score));
    const valuesOf = (/** @type {string} */ suit) => treasure.filter((coin) => coin[0] === suit).map((coin) => Number(coin[1]));
    const crowns = valuesOf("C");
    return h("section", { class: "card sheet", "aria-labelledby": "sheet" },
        h("h2", { class: "panel-title", id: "sheet" }, words.title),
        h("div", { class: "artifacts" }, ARTIFACTS.map((artifact) => drawn(artifact, valuesOf(artifact.suit)))),
        h("ul", { class: "why" },
            h("li", {}, h("span", {}, crowns.length > 0 ? words.gold(crowns.map(valueName).join(", ")) : words.noGold), h("strong", {}, gold)),
            ARTIFACTS.flatMap(({ suit, places }) => groups(valuesOf(suit), places).map((group) =>
                h("li", { class: "group" }, h("span", {}, groupText(suits[suit], group.map(valueName))), h("strong", {}, POINTS[group.length])))),
            bonus > 0 && h("li", {}, h("span", {}, words.bagIsEmpty), h("strong", {}, bonus)),
            h("li", { class: "sum" }, h("span", {}, words.sum), h("strong", {}, total))));
}

/**
 * @param {string} artifact
 * @param {string[]} pieces
 */
function groupText(artifact, pieces) {
    return pieces.length === 1 ? words.alone(artifact, pieces[0]) : words.joined(artifact, pieces.join(", "), pieces.length);
}

/**
 * An artifact with its pieces. Pieces in the treasure are lit, and joined ones are connected.
 *
 * @param {typeof ARTIFACTS[number]} artifact
 * @param {number[]} values
 */
function drawn({ suit, places }, values) {
    const name = suits[suit];
    const all = groups(values, places);
    const cells = places.map((place, value) => {
        const group = all.find((each) => each.includes(value));
        const joined = (/** @type {number} */ dx, /** @type {number} */ dy) =>
            group?.some((other) => places[other][0] === place[0] + dx && places[other][1] === place[1] + dy);
        const kind = ["piece", group ? "lit" : "", joined(1, 0) ? "to-right" : "", joined(0, 1) ? "to-below" : ""].filter(Boolean).join(" ");
        return h("span", { class: `${kind} at-${place[0]}-${place[1]} suit-${suit}` }, valueMark(value));
    });
    const label = values.length === 0 ? words.noneYet(name) : words.groups(name, all.map((group) => group.map(valueName)));
    return h("figure", { class: "artifact" },
        h("div", { class: `cells`, role: "img", "aria-label": label }, cells),
        h("figcaption", { "aria-hidden": "true" }, name));
}

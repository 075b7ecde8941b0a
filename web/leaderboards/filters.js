// The filters of the leaderboards.

import { h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import { COMPUTER_HELP } from "./seed-classes.js";

/**
 * The games as choices, in groups: solitaires with chance or hidden information first, and games with ratings last.
 *
 * @param {import("../types").GameList["games"]} all
 * @returns {Record<string, [string, string][]>}
 */
export function gameGroups(all) {
    const choices = (/** @type {(game: import("../types").GameList["games"][number]) => boolean} */ belongs) =>
        all.filter(belongs).map(({ id, title }) => /** @type {[string, string]} */ ([id, title]));
    return {
        [texts.leaderboards.filters.chance]: choices(({ kind, open_information: open }) => kind === "solitaire" && !open),
        [COMPUTER_HELP]: choices(({ kind, open_information: open }) => kind === "solitaire" && open),
        [texts.leaderboards.filters.severalPlayers]: choices(({ kind }) => kind === "seated"),
    };
}

/**
 * @param {string} name for the id of the element
 * @param {string} label
 * @param {string} now
 * @param {[string, string][]} choices
 * @param {(value: string) => void} change
 * @param {Record<string, [string, string][]>} [groups] more choices, under headings
 */
export function choose(name, label, now, choices, change, groups = {}) {
    const id = `choose-${name}`;
    const option = (/** @type {[string, string]} */ [value, words]) => h("option", { value, selected: value === now }, words);
    return h("div", { class: "field" },
        h("label", { for: id }, label),
        h("select", { id, onchange: (/** @type {Event} */ event) => change(/** @type {HTMLSelectElement} */ (event.target).value) },
            choices.map(option),
            Object.entries(groups).map(([label, choices]) => h("optgroup", { label }, choices.map(option)))));
}

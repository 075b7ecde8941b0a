// The list of games with search and filters. The address has the filters, so that they can be linked.

import { button, fill, h } from "../shared/dom.js";
import { Address } from "../shared/address.js";
import { counted } from "../shared/text.js";
import { gameCard } from "./game-card.js";
import { KINDS, MINUTES, PLAYERS, matching, mixed, newGames, readFilters, writeFilters } from "./game-filters.js";

/** @typedef {import("../types").GameList["games"][number]} Game */
/** @typedef {import("./game-filters.js").Filters} Filters */

/**
 * The section with the list.
 *
 * @param {Game[]} catalogue
 * @param {URLSearchParams} query the filters at first
 * @param {{ path: string, isShort?: boolean }} options the part of the address before the query, and whether only the first games are shown
 * until a filter is set or a button is pressed
 */
export function gameBrowser(catalogue, query, { path, isShort = false }) {
    const games = mixed(catalogue);
    const recent = newGames(games);
    const cards = new Map(games.map((game) => [game.id, gameCard(game, recent.has(game.id))]));
    const address = new Address();
    const form = filterForm(readFilters(query));
    const found = h("p", { class: "found", role: "status" });
    const list = h("ul", { class: "games picks" });
    const nothing = h("p", {}, "No game matches. ", button("Clear filters", () => { clear(form); update(); form.querySelector("input")?.focus(); }, { class: "tool" }));
    const all = button(`Show all ${games.length} games`, () => {
        const first = [...list.children].find((card) => !card.checkVisibility());
        isShort = false;
        show();
        first?.querySelector("a")?.focus();
    }, { class: "tool show-all" });
    const show = () => {
        const filters = filtersOf(form);
        const shown = matching(games, filters);
        const isWhole = shown.length === games.length;
        fill(list, shown.map(({ id }) => cards.get(id)));
        found.textContent = isWhole ? counted(games.length, "game") : `${shown.length} of ${counted(games.length, "game")}`;
        nothing.hidden = shown.length > 0;
        list.classList.toggle("short", isShort && isWhole);
        all.hidden = !isShort || !isWhole;
        return filters;
    };
    const update = () => {
        const query = writeFilters(show());
        address.write(async () => ({ fragment: query === "" ? `#${path}` : `#${path}?${query}`, state: {} }));
    };
    form.addEventListener("input", update);
    // Before a link is followed, so that going back leads to the same list.
    form.addEventListener("change", () => address.writeNow());
    form.addEventListener("submit", (event) => event.preventDefault());
    show();
    const section = h("section", { id: "games", "aria-labelledby": "all-games" },
        h("h2", { id: "all-games" }, "All games"), form, found, nothing, list, all);
    return { section, leave: () => address.stop() };
}

/** @param {Filters} filters */
function filterForm(filters) {
    const choice = (/** @type {keyof Filters} */ name, /** @type {string} */ label, /** @type {[string, string][]} */ choices) =>
        h("div", { class: "field" },
            h("label", { for: `filter-${name}` }, label),
            h("select", { id: `filter-${name}`, name }, choices.map(([value, words]) => h("option", { value, selected: value === filters[name] }, words))));
    return h("form", { class: "filters find", role: "search", "aria-label": "Games" },
        h("div", { class: "field search" },
            h("label", { for: "filter-q" }, "Search games"),
            h("input", { id: "filter-q", name: "q", type: "search", value: filters.q, autocomplete: "off", spellcheck: "false" })),
        choice("players", "Players", PLAYERS),
        choice("minutes", "Time", MINUTES),
        choice("kind", "Kind", KINDS),
        h("label", { class: "switch" }, h("input", { type: "checkbox", name: "new", value: "yes", checked: filters.new !== "" }), "New games"));
}

/** @param {HTMLFormElement} form */
function filtersOf(form) {
    return readFilters(new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)])));
}

/** @param {HTMLFormElement} form */
function clear(form) {
    for (const field of form.querySelectorAll("select, input")) {
        if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = false;
        else /** @type {HTMLInputElement | HTMLSelectElement} */ (field).value = "";
    }
}

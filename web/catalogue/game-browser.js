// The list of games with search and filters. The address has the filters, so that they can be linked.

import { button, fill, h } from "../shared/dom.js";
import { Address } from "../shared/address.js";
import { texts } from "../texts/texts.js";
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
    const nothing = h("p", {}, texts.catalogue.list.noMatch, " ", button(texts.catalogue.list.clearFilters, () => { clear(form); update(); form.querySelector("input")?.focus(); }, { class: "tool" }));
    const all = button(texts.catalogue.list.showAll(games.length), () => {
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
        found.textContent = isWhole ? texts.catalogue.list.games(games.length) : texts.catalogue.list.someOf(shown.length, games.length);
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
        h("h2", { id: "all-games" }, texts.catalogue.allGames), form, found, nothing, list, all);
    return { section, leave: () => address.stop() };
}

/** @param {Filters} filters */
function filterForm(filters) {
    const words = texts.catalogue.filters;
    const choice = (/** @type {keyof Filters} */ name, /** @type {string} */ label, /** @type {[string, string][]} */ choices) =>
        h("div", { class: "field" },
            h("label", { for: `filter-${name}` }, label),
            h("select", { id: `filter-${name}`, name }, choices.map(([value, text]) => h("option", { value, selected: value === filters[name] }, text))));
    return h("form", { class: "filters find", role: "search", "aria-label": words.form },
        h("div", { class: "field search" },
            h("label", { for: "filter-q" }, words.search),
            h("input", { id: "filter-q", name: "q", type: "search", value: filters.q, autocomplete: "off", spellcheck: "false" })),
        choice("players", words.players, PLAYERS),
        choice("minutes", words.time, MINUTES),
        choice("kind", words.kind, KINDS),
        h("label", { class: "switch" }, h("input", { type: "checkbox", name: "new", value: "yes", checked: filters.new !== "" }), words.newGames));
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

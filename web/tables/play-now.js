// "Play someone now": finds opponents for a game, and opens the table.

import { button, fill, h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import { Refused } from "../api/client.js";
import * as pairings from "../api/pairings.js";
import { load } from "../api/tables.js";
import { explanation } from "./problem-text.js";
import { askForName } from "./table-button.js";
import { noteCommitment } from "./table-check.js";

/** Seconds after which robots play, if the player wants that. */
const ROBOTS_AFTER = 45;

export class PlayNow {
    /**
     * @param {{ id: string, title: string }[]} games those for several seats
     * @param {string} chosen the id of the game that is selected at first
     */
    constructor(games, chosen) {
        this.game = h("select", { id: "now-game" }, games.map(({ id, title }) => h("option", { value: id, selected: id === chosen }, title)));
        this.rated = h("input", { type: "checkbox", id: "now-rated", checked: true });
        this.robots = h("input", { type: "checkbox", id: "now-robots", checked: true });
        this.place = h("div", { class: "asks" });
        this.state = h("div", { role: "status" });
        this.search = button(texts.tables.now.search, () => this.start(), { class: "primary narrow-button" });
        /** Ends the search. */
        this.ending = /** @type {AbortController | null} */ (null);
        this.element = h("section", { "aria-labelledby": "now" },
            h("h2", { id: "now" }, texts.tables.now.title),
            h("div", { class: "setup" },
                h("div", { class: "field" }, h("label", { for: "now-game" }, texts.tables.form.game), this.game),
                h("label", { class: "switch" }, this.rated, " ", texts.tables.now.rated),
                h("label", { class: "switch" }, this.robots, " ", texts.tables.now.robots(ROBOTS_AFTER)),
                h("div", { class: "table-button" }, this.search, this.place, this.state)));
    }

    /** Finds opponents. Asks for a name first if this browser has no player. */
    async start() {
        if (this.ending || askForName(this.place, () => this.start()).isAsking) return;
        const ending = new AbortController();
        this.ending = ending;
        this.search.disabled = true;
        try {
            const asked = await pairings.ask({
                game: this.game.value,
                // A checked box is the default, which depends on the game and the player.
                rated: this.rated.checked ? undefined : false,
                robots_after: this.robots.checked ? ROBOTS_AFTER : undefined,
            });
            // The screen may have been left meanwhile.
            const table = ending.signal.aborted ? await pairings.cancel(asked.id) : asked.table ?? (await this.found(asked.id, ending));
            if (table && !ending.signal.aborted) {
                noteCommitment(await load(table));
                location.hash = `#/tables/${table}`;
            }
            fill(this.state);
        } catch (error) {
            const isEnded = error instanceof Refused && error.problem.code === "unknown_pairing";
            fill(this.state, h("div", { role: "alert" }, isEnded ? h("p", {}, texts.tables.now.ended) : explanation(error)));
        } finally {
            this.search.disabled = false;
            this.ending = null;
        }
    }

    /**
     * Waits for a table, until the search is canceled.
     *
     * @param {string} id
     * @param {AbortController} ending
     */
    async found(id, ending) {
        fill(this.state, h("p", {}, texts.tables.now.searching, " ",
            button(texts.tables.now.cancel, () => ending.abort(), { class: "tool" })));
        const table = await pairings.wait(id, ending.signal);
        return table ?? pairings.cancel(id);
    }

    /** Ends the search when the screen is left. */
    leave() {
        this.ending?.abort();
    }
}

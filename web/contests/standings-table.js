// The standings of a contest, a page at a time.

import { button, h, refill } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import { standings } from "../api/contests.js";
import { player } from "../api/player.js";
import { table, who } from "../leaderboards/run-tables.js";

/** @typedef {import("../types").Schemas} Schemas */
/** @typedef {Schemas["ContestStanding"]} Standing */

const words = texts.contests.contest;

export class Standings {
    /** @param {Schemas["Contest"]} contest */
    constructor({ id, scoring }) {
        this.contest = id;
        this.scoring = scoring;
        this.places = /** @type {Standing[]} */ ([]);
        /** The cursor of the places that are not loaded. */
        this.next = /** @type {string | undefined} */ (undefined);
        /** The rounds of which the places are shown. */
        this.shown = "";
        this.element = h("div", { class: "places", tabindex: "-1" });
    }

    /**
     * Loads the first page, unless it is of the same rounds.
     *
     * @param {Schemas["Contest"]["rounds"]} rounds
     */
    async load(rounds) {
        const closed = rounds.filter(({ status }) => status === "closed").map(({ number }) => number);
        if (closed.join() === this.shown && this.element.hasChildNodes()) return;
        this.places = [];
        this.next = undefined;
        // Without a closed round there are none.
        if (closed.length > 0) await this.more();
        this.shown = closed.join();
        this.show();
    }

    async more() {
        const page = await standings(this.contest, this.next);
        this.places = [...this.places, ...page.standings];
        this.next = page.next;
    }

    /** Whether several players are known to have finished a round. @param {number} number of the round */
    hasSeveralGames(number) {
        const finished = this.places.filter(({ rounds }) => rounds.some(({ round, run }) => round === number && run !== undefined));
        return finished.length > 1;
    }

    show() {
        if (this.places.length === 0) return refill(this.element, h("p", { class: "hint" }, words.standingsLater));
        const own = player()?.id;
        const rows = this.places.map((standing) => {
            const { place, player: id, name, sum, gained = 0 } = standing;
            return h("tr", { class: id === own ? "own" : "" },
                h("td", { class: "number" }, place),
                h("td", {}, who(name === undefined ? undefined : { id, name }),
                    gained !== 0 && h("span", { class: "of-rooms" }, words.gained(gained)),
                    h("span", { class: "of-rooms" }, ofRounds(standing))),
                h("td", { class: "number strong" }, sum));
        });
        const further = async () => {
            await this.more().catch(() => {});
            this.show();
        };
        refill(this.element,
            table(["rank", "player", this.scoring === "points" ? "points" : "score"], rows, words.standings),
            this.next && button(words.more, further, { class: "tool", "data-key": "more-places" }));
    }
}

/**
 * What each round adds, with links to the runs.
 *
 * @param {Standing} standing
 */
function ofRounds({ rounds }) {
    return rounds.flatMap(({ round, adds, run }, i) => [
        i > 0 ? " · " : "",
        run === undefined ? words.notFinished(round, adds)
            : h("a", { href: `#/runs/${run}`, "aria-label": words.watch(round, adds) }, words.ofRound(round, adds)),
    ]);
}

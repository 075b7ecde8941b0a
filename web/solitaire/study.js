// The study mode: while its fold is open, it shows the value of each legal move.

import { h, refill } from "../shared/dom.js";
import { partialList } from "../game/move-panel.js";
import { moveText } from "../game/move-text.js";
import { texts } from "../texts/texts.js";
import { boundsText, expectedText, failureText } from "./analyses.js";

/** @typedef {import("../types").Analysis} Analysis */
/** @typedef {import("../types").MoveValue} MoveValue */

export class Study {
    /**
     * @param {import("../game/play-area.js").PlayArea} area
     * @param {import("./analyses.js").Analyses} analyses
     * @param {() => void} advised called when values are shown
     * @param {"low" | "high" | undefined} wins which scores win
     */
    constructor(area, analyses, advised, wins) {
        this.wins = wins;
        this.area = area;
        this.analyses = analyses;
        this.advised = advised;
        this.values = h("div", { tabindex: "-1" });
        this.element = h("details", { class: "fold", ontoggle: () => this.show() }, h("summary", {}, texts.solitaire.study.summary), this.values);
        this.asking = new AbortController();
    }

    /** Shows the values of the current position, if the fold is open. */
    async show() {
        this.asking.abort();
        if (!this.element.open) return;
        const { position } = this.area.game;
        if (position.finished) return refill(this.values, h("p", {}, texts.solitaire.study.over));
        const asking = this.asking = new AbortController();
        try {
            const analysis = await this.analyses.withMoves(asking.signal);
            if (asking.signal.aborted) return;
            this.advised();
            refill(this.values, ...this.list(analysis));
        } catch (error) {
            if (!asking.signal.aborted) refill(this.values, h("p", {}, failureText(error)));
        }
    }

    /** @param {Analysis} analysis */
    list({ bounds, expected, moves = [] }) {
        const sign = this.wins === "high" ? -1 : 1;
        const ordered = moves.toSorted((one, other) => rank(one, sign) - rank(other, sign));
        const item = (/** @type {MoveValue} */ value) => h("li", {},
            h("button", { type: "button", class: "move valued", onclick: () => this.area.play(value.move) },
                h("span", {}, moveText(value.move)), " ", h("span", { class: "value" }, valueText(value, expected !== undefined))));
        return [
            ...(expected ? this.meanNotes(expected) : bestNotes(bounds)),
            h("ul", { class: "moves" }, ...partialList(ordered, item)),
        ];
    }

    /**
     * What the numbers mean where chance is to come.
     *
     * @param {import("../types").Expected} expected
     */
    meanNotes(expected) {
        return [
            h("p", {}, texts.solitaire.study.mean(expectedText(expected), expected.futures)),
            h("p", { class: "hint" }, this.wins === "high" ? texts.solitaire.study.higherMean : texts.solitaire.study.lowerMean),
        ];
    }
}

/** @param {import("../types").Bounds} bounds */
function bestNotes(bounds) {
    const proven = bounds.at_least === bounds.at_most;
    return [
        h("p", {}, proven ? texts.solitaire.study.best(bounds.at_most) : texts.solitaire.study.bestFound(bounds.at_most, bounds.at_least)),
        h("p", { class: "hint" }, texts.solitaire.study.bestNote),
    ];
}

/** @param {MoveValue} value @param {boolean} estimated */
function valueText({ bounds, expected }, estimated) {
    if (expected) return expectedText(expected);
    return bounds ? boundsText(bounds) : estimated ? texts.solitaire.study.notValued : texts.solitaire.study.noRank;
}

/**
 * The place of a move in the list: the best first.
 *
 * @param {MoveValue} value
 * @param {1 | -1} sign
 */
function rank({ bounds, expected }, sign) {
    if (expected) return sign * expected.mean;
    return bounds ? bounds.at_most + bounds.at_least / 1e6 : Infinity;
}

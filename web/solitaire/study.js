// The study mode: while its fold is open, it shows the value of each legal move.

import { h, refill } from "../shared/dom.js";
import { partialList } from "../game/move-panel.js";
import { moveText } from "../game/move-text.js";
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
        this.element = h("details", { class: "fold", ontoggle: () => this.show() }, h("summary", {}, "Study: the value of each move"), this.values);
        this.asking = new AbortController();
    }

    /** Shows the values of the current position, if the fold is open. */
    async show() {
        this.asking.abort();
        if (!this.element.open) return;
        const { position } = this.area.game;
        if (position.finished) return refill(this.values, h("p", {}, "The game is over, so no moves are left."));
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
            h("p", {}, `A strong player who goes on from here ends with ${expectedText(expected)} on average, over ${expected.futures} possible futures.`),
            h("p", { class: "hint" }, `The number of a move is the mean total after it; ${this.wins === "high" ? "higher" : "lower"} is better. Small differences can be luck.`),
        ];
    }
}

/** @param {import("../types").Bounds} bounds */
function bestNotes(bounds) {
    const proven = bounds.at_least === bounds.at_most;
    return [
        h("p", {}, proven ? `The best total that can still be reached is ${bounds.at_most}. This is proven.`
                : `The best total found is ${bounds.at_most}. A better one may exist, but none below ${bounds.at_least}.`),
            h("p", { class: "hint" }, "The number of a move is the best total after it; lower is better. Where a range is shown, the best total lies in it."),
    ];
}

/** @param {MoveValue} value @param {boolean} estimated */
function valueText({ bounds, expected }, estimated) {
    if (expected) return expectedText(expected);
    return bounds ? boundsText(bounds) : estimated ? "not valued" : "no rank";
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

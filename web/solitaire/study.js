// The study mode: while its fold is open, it shows the value of each legal move.

import { h, refill } from "../shared/dom.js";
import { partialList } from "../game/move-panel.js";
import { moveText } from "../game/move-text.js";
import { boundsText, failureText } from "./analyses.js";

/** @typedef {import("../types").Analysis} Analysis */
/** @typedef {NonNullable<Analysis["moves"]>[number]} MoveValue */

export class Study {
    /**
     * @param {import("../game/play-area.js").PlayArea} area
     * @param {import("./analyses.js").Analyses} analyses
     * @param {() => void} advised called when values are shown
     */
    constructor(area, analyses, advised) {
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
    list({ bounds, moves = [] }) {
        const proven = bounds.at_least === bounds.at_most;
        const ordered = moves.toSorted((one, other) => valueOf(one) - valueOf(other));
        const item = (/** @type {MoveValue} */ { move, bounds: after }) => h("li", {},
            h("button", { type: "button", class: "move valued", onclick: () => this.area.play(move) },
                h("span", {}, moveText(move)), " ", h("span", { class: "value" }, after ? boundsText(after) : "no rank")));
        return [
            h("p", {}, proven ? `The best total that can still be reached is ${bounds.at_most}. This is proven.`
                : `The best total found is ${bounds.at_most}. A better one may exist, but none below ${bounds.at_least}.`),
            h("p", { class: "hint" }, "The number of a move is the best total after it; lower is better. Where a range is shown, the best total lies in it."),
            h("ul", { class: "moves" }, ...partialList(ordered, item)),
        ];
    }
}

/** @param {MoveValue} value */
function valueOf({ bounds }) {
    return bounds ? bounds.at_most + bounds.at_least / 1e6 : Infinity;
}

// Hints: the first press shows where to look and what can still be reached, the second one the move itself.

import { button, fill, h } from "../shared/dom.js";
import { fits } from "../game/name-matching.js";
import { slots } from "../game/choice.js";
import { moveText } from "../game/move-text.js";
import { language, texts } from "../texts/texts.js";
import { failureText } from "./analyses.js";

/** @typedef {import("../game/play-area.js").PlayArea} PlayArea */
/** @typedef {import("../types").Move} Move */
/** @typedef {{ move: Move, text: string }} Hint */

export class Hints {
    /**
     * @param {PlayArea} area
     * @param {import("./analyses.js").Analyses} analyses
     * @param {() => void} advised called when a hint is shown
     */
    constructor(area, analyses, advised) {
        this.area = area;
        this.analyses = analyses;
        this.advised = advised;
        this.button = button(texts.solitaire.hints.hint, () => this.press(), { class: "tool", "aria-keyshortcuts": "h" });
        this.element = h("div", { class: "hint-place", role: "status" });
        /** Number of presses in this position. */
        this.pressed = 0;
        this.asking = /** @type {AbortController | null} */ (null);
    }

    /** Hides the hint of the previous position. */
    clear() {
        this.asking?.abort();
        this.asking = null;
        this.pressed = 0;
        fill(this.element);
    }

    async press() {
        const { area } = this;
        if (this.asking || area.moving || area.watched || area.game.position.finished) return;
        const asking = this.asking = new AbortController();
        this.button.setAttribute("aria-busy", "true");
        try {
            const { hint } = await this.analyses.current(asking.signal);
            if (!asking.signal.aborted && hint) this.show(hint);
        } catch (error) {
            if (!asking.signal.aborted) fill(this.element, h("p", { class: "moment" }, failureText(error)));
        } finally {
            this.button.removeAttribute("aria-busy");
            if (this.asking === asking) this.asking = null;
        }
    }

    /** @param {Hint} hint */
    show({ move, text }) {
        this.pressed += 1;
        this.advised();
        const { area } = this;
        if (this.pressed > 1) {
            area.light(area.naming([{ move }]));
            const play = () => {
                this.button.focus({ preventScroll: true });
                area.play(move);
            };
            return fill(this.element, h("div", { class: "moment hint-card" }, button(moveText(move), play, { class: "primary" }), h("p", { lang: "en" }, text)));
        }
        const spots = this.firstSpots(move);
        area.light(spots);
        const where = spots.length > 0 ? texts.solitaire.hints.lookAt(`${spots[0].frame.getAttribute("aria-label")}`) : texts.solitaire.hints.notOnBoard;
        fill(this.element, h("div", { class: "moment hint-card" },
            h("p", { lang: "en" }, h("strong", { lang: language }, where), ` ${text}`),
            h("p", { class: "hint" }, texts.solitaire.hints.pressAgain)));
    }

    /**
     * The spots of the first name of a move that is on the board: where to look, without the rest of the move.
     *
     * @param {Move} move
     */
    firstSpots(move) {
        const { type } = move;
        const named = slots(move).filter(({ field }) => field !== "type");
        for (const { field, value } of named) {
            const spots = this.area.board.spots.filter(({ names }) => fits({ field, value, type }, names));
            if (spots.length > 0) return spots;
        }
        return [];
    }
}

// The controls that show a finished game move by move, and the list of its moves.

import { button, h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import { prefersReducedMotion } from "./animation.js";

const words = texts.game.replay;
/** Time per move while they play, in milliseconds. */
const PACE = 1100;

export class ReplayControls {
    /**
     * @param {string[]} moves each as a sentence
     * @param {(to: number, isNext: boolean) => Promise<void>} show shows the position after some moves. `isNext` is whether only one was
     * added
     */
    constructor(moves, show) {
        this.moves = moves;
        this.show = show;
        /** Number of moves that lead to the position on the board. */
        this.at = 0;
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        this.timer = undefined;
        const { length } = moves;
        const stop = (/** @type {number} */ to) => { this.pause(); return this.go(to); };
        this.slider = h("input", { type: "range", min: 0, max: length, step: 1, value: 0, "aria-label": words.move, oninput: () => stop(this.slider.valueAsNumber) });
        this.play = button(words.play, () => this.toggle(), { class: "tool" });
        this.count = h("span", { class: "count" });
        this.element = h("div", { class: "dock" },
            this.slider,
            h("div", { class: "tools", role: "group", "aria-label": words.controls },
                button(words.first, () => stop(0), { class: "tool" }),
                button(words.back, () => stop(this.at - 1), { class: "tool" }),
                this.play,
                button(words.next, () => stop(this.at + 1), { class: "tool" }),
                button(words.last, () => stop(length), { class: "tool" }),
                this.count));
        this.lines = h("ol", { class: "run-moves" }, moves.map((move, i) => h("li", {}, button(move, () => stop(i + 1), { class: "move" }))));
        this.list = h("section", { class: "card", "aria-label": words.moves }, this.lines);
        this.mark();
    }

    /** @param {number} to number of moves */
    async go(to) {
        if (to < 0 || to > this.moves.length || to === this.at) return;
        const isNext = to === this.at + 1;
        this.at = to;
        this.mark();
        await this.show(to, isNext);
    }

    /** Marks the last move in the list and on the slider. */
    mark() {
        const { at, moves, lines } = this;
        this.slider.value = String(at);
        this.slider.setAttribute("aria-valuetext", at === 0 ? words.deal : words.at(at, moves[at - 1]));
        this.count.textContent = words.count(at, moves.length);
        lines.querySelector("[aria-current]")?.removeAttribute("aria-current");
        lines.children[at - 1]?.querySelector("button")?.setAttribute("aria-current", "step");
        const line = lines.children[Math.max(0, at - 1)];
        if (line instanceof HTMLElement) lines.scrollTop = line.offsetTop - lines.clientHeight / 2;
    }

    async toggle() {
        if (this.timer !== undefined) return this.pause();
        this.play.textContent = words.pause;
        if (this.at === this.moves.length) await this.go(0);
        const next = async () => {
            await this.go(this.at + 1);
            if (this.timer === undefined) return;
            if (this.at === this.moves.length) return this.pause();
            this.timer = setTimeout(next, prefersReducedMotion() ? PACE / 2 : PACE);
        };
        this.timer = setTimeout(next, 0);
    }

    pause() {
        clearTimeout(this.timer);
        this.timer = undefined;
        this.play.textContent = words.play;
    }
}

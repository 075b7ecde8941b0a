// The moves of others, one by one: each is drawn and described, then there is a pause, and a showdown waits for "Continue". The player can
// skip to the current position at any time. Until it is shown, the board accepts no moves.

import { button, fill, h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import { settings } from "./settings.js";
import { showdownTitle } from "./showdowns.js";

/** @typedef {import("./play-area.js").PlayArea} PlayArea */
/**
 * A move to show.
 *
 * @typedef {object} Step
 * @property {Record<string, any>[]} events
 * @property {string[]} sentences what happened
 * @property {boolean} current whether it leads to the current position, in which the player may act
 * @property {boolean} [over] whether the game is over after it
 */

/** @type {Record<import("./settings.js").Speed, { pause: number, tempo: number }>} the pause after a move, in milliseconds, and the factor of its animation */
const SPEEDS = { slow: { pause: 2200, tempo: 1.5 }, normal: { pause: 1000, tempo: 1 }, fast: { pause: 350, tempo: 0.6 }, instant: { pause: 0, tempo: 1 } };
const words = texts.game.playback;
/** The key that skips. */
const SKIP_KEY = "s";

export class Playback {
    /**
     * @param {{ skipText?: () => string, urgent?: () => boolean, pace?: () => import("./settings.js").Speed }} [how] `skipText` is the label
     * of the button that skips; `urgent` is whether the player has no time to wait; `pace` is the speed, by default as set
     */
    constructor({ skipText = () => words.skip, urgent = () => false, pace = () => settings().speed } = {}) {
        this.pace = pace;
        this.skipText = skipText;
        this.urgent = urgent;
        this.element = h("div", { class: "playback" });
        /** Whether moves are being shown. */
        this.active = false;
        /** Whether the rest is shown at once. */
        this.skipping = false;
        this.area = /** @type {PlayArea | null} */ (null);
        this.watched = false;
        /** Ends the wait, if there is one. */
        this.release = () => {};
        this.holding = false;
        /** The title of the showdown that waits, which replaces the turn. */
        this.title = "";
        this.hidden = () => {
            if (document.hidden) this.hurry();
        };
        this.key = (/** @type {KeyboardEvent} */ event) => {
            const typing = /** @type {Element} */ (event.target).closest("input, textarea, select");
            if (event.key !== SKIP_KEY || event.ctrlKey || event.metaKey || event.altKey || typing) return;
            event.preventDefault();
            if (this.holding) this.release();
            else this.skip();
        };
    }

    /** Whether the next moves are shown without waiting. A tab in the background has caught up when it returns. */
    get immediate() {
        return this.skipping || document.hidden || this.pace() === "instant" || this.urgent();
    }

    /** The factor of the duration of animations. */
    get tempo() {
        return SPEEDS[this.pace()].tempo;
    }

    /**
     * Sets the play area, which accepts no moves while moves of others are shown.
     *
     * @param {PlayArea} area
     */
    attach(area) {
        this.area = area;
        this.watched = area.watched;
        if (this.active) this.block();
    }

    /**
     * Shows a move.
     *
     * @param {Step} step
     * @param {() => Promise<number | undefined>} draw draws the position after it; returns the duration of the animation in milliseconds
     */
    async show({ events, sentences, current, over = false }, draw) {
        await this.hold(events, sentences, over);
        if (current) this.end();
        else this.begin();
        if (!current && !this.immediate) this.caption(sentences);
        const flight = await draw();
        if (!current && !this.immediate) await this.wait((flight ?? 0) + SPEEDS[this.pace()].pause);
    }

    /**
     * Waits for "Continue" if events are a showdown. Until then, the board shows the position before it.
     *
     * @param {Record<string, any>[]} events
     * @param {string[]} sentences
     * @param {boolean} over whether the game is over: then the board stays
     */
    async hold(events, sentences, over) {
        const title = over || this.immediate ? null : showdownTitle(events);
        if (!title) return;
        this.begin();
        const go = button(words.goOn, () => this.release(), { class: "primary", "aria-keyshortcuts": SKIP_KEY });
        const focused = document.activeElement;
        const free = !focused || focused === document.body || this.area?.panel.contains(focused) || this.area?.board.element.contains(focused) || this.element.contains(focused);
        fill(this.element, h("section", { class: "showdown card", "aria-label": title },
            h("h2", { class: "panel-title" }, title), h("ul", { tabindex: "0", lang: "en" }, sentences.map((line) => h("li", {}, line))), go));
        if (free) go.focus({ preventScroll: true });
        this.holding = true;
        this.title = title;
        if (this.area) this.area.prompt.textContent = title;
        this.area?.around.changed();
        await new Promise((resolve) => { this.release = () => resolve(undefined); });
        this.holding = false;
        this.title = "";
    }

    /**
     * Shows what is happening, and the button that skips.
     *
     * @param {string[]} sentences
     */
    caption(sentences) {
        const line = h("p", { lang: "en" }, sentences.join(" "));
        const skip = this.element.querySelector(".skip-moves");
        if (skip) {
            this.element.querySelector("p")?.replaceWith(line);
            skip.textContent = this.skipText();
        } else {
            fill(this.element, h("div", { class: "step card" }, line, button(this.skipText(), () => this.skip(), { class: "tool skip-moves", "aria-keyshortcuts": SKIP_KEY })));
        }
    }

    /** @param {number} time in milliseconds */
    async wait(time) {
        let timer;
        await new Promise((resolve) => {
            this.release = () => resolve(undefined);
            timer = setTimeout(resolve, time);
        });
        clearTimeout(timer);
    }

    /** Shows the rest at once, showdowns included. */
    skip() {
        if (!this.active) return;
        this.skipping = true;
        this.release();
    }

    /** Shows the rest at once, but a showdown that is on the screen stays. */
    hurry() {
        if (!this.active) return;
        this.skipping = true;
        if (!this.holding) this.release();
    }

    begin() {
        if (this.active) return;
        this.active = true;
        this.skipping = false;
        window.addEventListener("keydown", this.key);
        document.addEventListener("visibilitychange", this.hidden);
        this.block();
    }

    /** Keeps the player from acting in a position that is not the current one. */
    block() {
        if (!this.area) return;
        this.area.watched = true;
        this.area.panel.hidden = true;
    }

    /** Ends before the current position is drawn. */
    end() {
        if (!this.active) return;
        this.active = false;
        this.skipping = false;
        window.removeEventListener("keydown", this.key);
        document.removeEventListener("visibilitychange", this.hidden);
        const focused = this.element.contains(document.activeElement);
        fill(this.element);
        if (!this.area) return;
        this.area.watched = this.watched;
        this.area.panel.hidden = false;
        if (focused) this.area.panel.focus({ preventScroll: true });
    }

    /** Ends at once, when the screen is left. */
    leave() {
        this.skip();
        this.end();
    }
}

// The best total of the deal, at the end of a game, with the line to watch.

import { button, h, refill } from "../shared/dom.js";
import { LocalGame } from "../game/local-game.js";
import { moveText } from "../game/move-text.js";
import { Playback } from "../game/playback.js";
import { settings } from "../game/settings.js";
import { texts } from "../texts/texts.js";
import { bestText, failureText } from "./analyses.js";

/** @typedef {import("../game/play-area.js").PlayArea} PlayArea */
/** @typedef {import("../types").Move} Move */
/** @typedef {import("../types").Position} Position */

export class BestOfDeal {
    /**
     * @param {PlayArea} area
     * @param {import("./analyses.js").Analyses} analyses
     * @param {{ advised: () => void, watched: () => void }} around `advised` is called when a line is shown, `watched` when it has ended
     */
    constructor(area, analyses, { advised, watched }) {
        this.area = area;
        this.analyses = analyses;
        this.advised = advised;
        this.watched = watched;
        this.element = h("div", { class: "best-of-deal" });
        /** A line that is watched is never shown at once. */
        const pace = () => (settings().speed === "instant" ? "fast" : settings().speed);
        this.playback = new Playback({ skipText: () => texts.solitaire.best.stop, pace });
        this.left = false;
    }

    /** Whether a line is being shown. */
    get watching() {
        return this.playback.active;
    }

    /**
     * Shows the best total of the deal.
     *
     * @param {number | null} total of the player, null if they gave up
     */
    async show(total) {
        const game = this.area.game.position.state.game;
        try {
            const { bounds, line } = await this.analyses.ofDeal();
            const better = total === null || total > bounds.at_most;
            refill(this.element, h("p", {}, bestText(game, bounds, total)),
                better && button(texts.solitaire.best.watch, () => this.watch(line), { class: "tool", "data-key": "watch-best" }));
        } catch (error) {
            refill(this.element, h("p", { class: "hint" }, failureText(error)));
        }
    }

    /**
     * Shows a line from the deal on the board, then the player's position again.
     *
     * @param {Move[]} line
     */
    async watch(line) {
        const { area, playback } = this;
        const { game } = area;
        if (this.watching || area.moving || area.waiting > 0) return;
        this.advised();
        const shown = new LocalGame(/** @type {Position} */ (game.positions[0]), line);
        playback.attach(area);
        playback.begin();
        area.board.element.scrollIntoView({ block: "nearest" });
        area.game = shown;
        try {
            await area.show();
            for (let at = 1; at <= line.length && !playback.skipping; at += 1) {
                await shown.go(at);
                const sentences = [texts.solitaire.best.move(at, line.length, moveText(line[at - 1]))];
                await playback.show({ events: [], sentences, current: false, over: at === line.length }, () => area.show(true, playback.tempo));
            }
        } finally {
            area.game = game;
            playback.end();
            if (!this.left) await area.show();
            this.watched();
        }
    }

    /** Ends at once, when the screen is left. */
    leave() {
        this.left = true;
        this.playback.leave();
    }
}

// A play area that asks for one move: the names of the move are lit on the board and in the panel, and no other move is played.

import { texts } from "../texts/texts.js";
import { buttonToward, placements } from "../game/die-placement.js";
import { fits } from "../game/name-matching.js";
import { questionsOf } from "../game/move-panel.js";
import { PlayArea } from "../game/play-area.js";
import { among, isEqual, isMeant, optionsToward } from "./guide.js";

/** @typedef {import("../game/choice.js").Option} Option */
/** @typedef {import("../game/choice.js").Pick} Pick */
/** @typedef {import("../game/spots.js").BoardName} BoardName */
/** @typedef {import("../types").Move} Move */
/**
 * The callbacks of a tutorial.
 *
 * @typedef {object} Coach
 * @property {() => void} stray a legal move is not the one that is asked for
 * @property {() => void} played the move is played, and its position is shown
 */

export class GuidedArea extends PlayArea {
    /**
     * @param {import("../game/local-game.js").LocalGame} game
     * @param {import("../game/play-area.js").Around} around
     * @param {Coach} coach
     */
    constructor(game, around, coach) {
        super(game, around, true);
        this.coach = coach;
        /** The move that is asked for; null while the board accepts no moves. */
        this.asked = /** @type {Move | null} */ (null);
    }

    /**
     * Asks for a move in the current position.
     *
     * @param {Record<string, any> | null} move null if the board accepts none
     */
    ask(move) {
        this.asked = /** @type {Move | null} */ (move);
        this.watched = move === null;
        this.panel.hidden = this.watched;
        this.offer();
        if (!this.aim || !move) return;
        this.aim.aim(move["dx"], move["dy"]);
        this.mark();
    }

    /**
     * The names that can be picked next for the move that is asked for.
     *
     * @returns {Option[]}
     */
    get toward() {
        return this.asked ? optionsToward(this.choice, this.asked) : [];
    }

    /** Those of them that come next, or that the panel asks for. */
    get lighted() {
        const { asked, aim } = this;
        if (aim && asked && "coin" in asked) return aim.coins.length > 1 && aim.coin !== asked.coin ? [{ field: "coin", value: asked.coin }] : [];
        const fields = questionsOf(this.choice, (question) => this.onBoard(question)).map(({ field }) => field);
        return this.toward.filter(({ next, field }) => next || fields.includes(field));
    }

    mark() {
        const { lighted } = this;
        const spots = this.board.spots.filter(({ names }) => lighted.some((option) => fits(option, names)));
        this.lit = new Set(spots.map(({ key }) => key));
        super.mark();
        const { activeElement } = document;
        if (spots.length > 0 && !this.board.spotOf(activeElement)) this.board.rove(spots[0]);
        this.markPanel(lighted);
    }

    refresh() {
        super.refresh();
        this.markPanel(this.lighted);
    }

    /**
     * Lights the buttons of the panel that pick these names, or play the move.
     *
     * @param {Option[]} lighted
     */
    markPanel(lighted) {
        const { asked, choice } = this;
        const ready = this.aim ? this.aim.move : choice.exact ?? choice.only?.move;
        const keys = new Set(lighted.map(({ field, value }) => `${field}-${value}`));
        if (asked && ready && isMeant(ready, asked)) keys.add("ready");
        const dice = placements(choice.left.map(({ move }) => move));
        if (dice && asked && "top" in asked) keys.add(buttonToward(choice, dice, asked));
        for (const each of this.panel.querySelectorAll("button[data-key]")) {
            const lit = keys.has(/** @type {HTMLElement} */ (each).dataset.key ?? "");
            each.classList.toggle("lit", lit);
            if (lit) each.setAttribute("aria-description", texts.tutorials.marked);
            else each.removeAttribute("aria-description");
        }
    }

    /** Focuses what can be pressed for the move. */
    focusNext() {
        const lit = this.board.spots.find(({ key }) => this.lit.has(key))?.frame ?? this.panel.querySelector(".lit");
        /** @type {HTMLElement | SVGElement} */ (lit ?? this.panel).focus({ preventScroll: true });
    }

    /** @param {BoardName[]} names */
    optionsFor(names) {
        const wanted = this.toward.filter((option) => fits(option, names));
        return wanted.length > 0 ? wanted : super.optionsFor(names);
    }

    /** @param {Pick} pick */
    admits(pick) {
        return among(pick, this.toward).length > 0;
    }

    /** @param {Pick} pick */
    pick(pick) {
        if (!this.asked || this.moving) return;
        const wanted = among(pick, this.toward);
        if (wanted.length > 0) return super.pick(wanted);
        this.clear();
        this.coach.stray();
    }

    /** @param {...Move} moves */
    play(...moves) {
        const { asked } = this;
        if (this.moving || !asked) return this.moving ?? Promise.resolve();
        if (!isMeant(moves[0], asked)) {
            this.clear();
            this.coach.stray();
            return Promise.resolve();
        }
        const before = this.game.position;
        this.watched = true;
        return super.play(isEqual(moves[0], asked) ? moves[0] : asked).then(() => {
            this.watched = this.game.position !== before;
            if (this.watched) this.coach.played();
        });
    }
}

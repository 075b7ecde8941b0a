// The play area: connects a game (positions), the board (input), the choice (the meaning of input) and the panel (the same as text), for any
// game.

import { announce, h } from "../shared/dom.js";
import * as service from "../api/client.js";
import { texts } from "../texts/texts.js";
import { fly, piecePositions } from "./animation.js";
import { Board } from "./board.js";
import { budgetLeft, budgetText } from "./budget.js";
import { Choice, directions } from "./choice.js";
import { DirectionInput } from "./direction-input.js";
import { Explanation } from "./explanation.js";
import { Aim, plane } from "./flick-aim.js";
import { InputQueue } from "./input-queue.js";
import { markLast, markWinners } from "./last-move.js";
import { openGame } from "./local-game.js";
import { Lookahead } from "./lookahead.js";
import { promptText, showChoice } from "./move-panel.js";
import { moveText } from "./move-text.js";
import { isDirectionOnly, fits } from "./name-matching.js";
import { coordinatesKey, settings, showCoordinates } from "./settings.js";
import { SubsetChoice, rangeOf } from "./subset-choice.js";

/** @typedef {import("./local-game.js").LocalGame} LocalGame */
/** @typedef {import("./choice.js").Option} Option */
/** @typedef {import("./choice.js").Question} Question */
/** @typedef {import("./spots.js").BoardName} BoardName */
/** @typedef {import("./spots.js").Spot} Spot */
/** @typedef {import("../types").Move} Move */
/** @typedef {import("../types").Position} Position */

/**
 * The callbacks of the screen.
 *
 * @typedef {object} Around
 * @property {() => void} changed a position is shown
 * @property {() => string} [waiting] who is to move, for the prompt when the player is not
 * @property {(position: any) => Promise<void>} [present] shows what comes before the position to which a move of this page led
 * @property {(text: string) => string} [words] a text about seats with the names of their players
 * @property {(sentence: string) => void} say shows why an input is no move
 * @property {(move: Move, problem: unknown) => void} showProblem a move could not be played
 * @property {() => void} clearProblem hides messages
 * @property {boolean} [confirms] whether each move waits for its button
 */

const words = texts.game.playArea;
/** Delay before a forced move is played, in milliseconds. */
const FORCED_DELAY = 350;

window.addEventListener("keydown", coordinatesKey);
showCoordinates();

export class PlayArea {
    /**
     * @param {LocalGame} game
     * @param {Around} around
     * @param {boolean} [watched] whether it accepts no moves
     */
    constructor(game, around, watched = false) {
        this.game = game;
        this.around = around;
        this.watched = watched;
        this.board = new Board({
            press: (spot) => this.inputs.takeAll(this.directions.row(spot)),
            dragOver: (from, to) => this.dragOver(from, to),
            dragEnd: (from, to) => this.dragEnd(from, to),
            carries: ({ names }) => this.carries(names),
            way: (dx, dy, from) => this.directions.take(dx, dy, from),
            slides: () => this.directions.hole !== null,
            grabs: (names, touch) => this.grabs(names, touch),
            drag: (down) => this.aim?.drag(down) ?? null,
        });
        this.panel = h("section", { class: "chooser", "aria-label": texts.game.panel.yourMove, tabindex: "-1" });
        /** The question of the panel, above the board on small screens. */
        this.prompt = h("p", { class: "prompt", "aria-hidden": "true" });
        this.choice = new Choice([]);
        /** @type {Aim | null} */
        this.aim = null;
        this.lookahead = new Lookahead(this);
        /** @type {Map<string, Move>} one known move of each type of the open game */
        this.kinds = new Map();
        this.room = "";
        /** @type {Set<string>} the keys of the spots that the message is about */
        this.spokenOf = new Set();
        /** @type {Set<string>} the keys of the spots that a hint is about */
        this.lit = new Set();
        this.directions = new DirectionInput(this);
        this.inputs = new InputQueue(this);
        this.waiting = 0;
        /** @type {{ dx: number, dy: number } | null} */
        this.lastFlick = null;
        /** The move that is being sent. */
        this.moving = /** @type {Promise<void> | null} */ (null);
        /** @type {WeakMap<Position, Promise<string>>} pictures of positions without one */
        this.pictures = new WeakMap();
    }

    /** The picture of the current position. */
    picture() {
        const { position } = this.game;
        const known = position.picture ?? this.pictures.get(position);
        if (known) return known;
        const picture = service.picture(position.state);
        this.pictures.set(position, picture);
        picture.catch(() => this.pictures.delete(position));
        return picture;
    }

    /**
     * Shows the current position.
     *
     * @param {boolean} [animated] whether to animate the move that led to it
     * @param {number} [tempo] factor of the duration
     * @returns {Promise<number | undefined>} duration of the animation in milliseconds, if the position is shown
     */
    async show(animated = false, tempo = 1) {
        const { position } = this.game;
        const picture = this.picture();
        const text = typeof picture === "string" ? picture : await picture;
        if (position !== this.game.position) return;
        const before = animated ? piecePositions(this.board.svg) : [];
        this.board.show(text);
        const svg = /** @type {SVGSVGElement} */ (this.board.svg);
        markLast(svg, position.events?.at(-1) ?? [], this.board.boxes);
        const { winners } = /** @type {{ winners?: number[] }} */ (position);
        if (winners) markWinners(svg, winners, this.board.boxes);
        const flight = animated ? fly(before, svg, (position.events ?? []).flat(), plane(svg, position.state)?.toPicture ?? null, tempo) : 0;
        this.offer();
        this.board.refocus();
        // Marks work without delay, but are drawn after the animation.
        if (flight > 0) {
            const late = { delay: flight, duration: 150, fill: /** @type {const} */ ("backwards") };
            for (const layer of svg.querySelectorAll(".last, .frames, .aim")) layer.animate({ opacity: [0, 1] }, late);
        }
        this.around.changed();
        return flight;
    }

    /** Offers the legal moves of the position that is shown. */
    offer() {
        const { position } = this.game;
        const svg = /** @type {SVGSVGElement} */ (this.board.svg);
        const legal = this.watched ? undefined : position.legal_moves;
        const bounds = legal?.bounds ?? [];
        const range = rangeOf(bounds);
        this.choice = range ? new SubsetChoice(range) : new Choice(legal?.moves ?? []);
        this.aim = bounds.some(({ type }) => type === "flick") && plane(svg, position.state)
            ? new Aim(bounds, position.state, svg, this.panel, {
                play: (move) => this.flick(move), selected: () => this.mark(), last: this.lastFlick,
            })
            : null;
        this.lookahead.stop();
        this.lookahead = new Lookahead(this);
        this.spokenOf.clear();
        this.lit = new Set();
        this.learn();
        if (!this.watched && !this.inputs.waiting) this.lookahead.start();
        this.refresh();
    }

    /**
     * Plays a flick, and remembers its aim.
     *
     * @param {Move} move
     */
    flick(move) {
        if ("dx" in move) this.lastFlick = { dx: move.dx, dy: move.dy };
        this.play(move);
    }

    /** Stores the types of move of the open game. */
    learn() {
        const { position, moves } = this.game;
        const room = openGame(position.state);
        if (room !== this.room) {
            this.kinds.clear();
            this.directions.hole = null;
        }
        this.room = room;
        const played = room === position.state.game ? moves : [];
        for (const move of [...played, ...this.choice.all.map((each) => each.move)]) this.kinds.set(move.type, move);
        if (!this.game.looksAhead) this.directions.findHole();
    }

    /**
     * A move in the position on the board as text.
     *
     * @param {Move} move
     */
    textOf(move) {
        const text = moveText(move, this.game.position.state.table);
        return this.around.words?.(text) ?? text;
    }

    /** Updates the choice on the board and in the panel. */
    refresh() {
        this.mark();
        this.prompt.textContent = this.aim ? words.askFlick : promptText(this.choice, (question) => this.onBoard(question), (move) => this.textOf(move)) || this.around.waiting?.() || "";
        if (this.aim) return;
        showChoice(this.panel, this.choice, {
            pick: (pick) => this.pick(pick),
            removePicks: (from) => this.removePicks(from),
            play: (move) => this.play(move),
            onBoard: (question) => this.onBoard(question),
            named: this.around.words,
            textOf: (move) => this.textOf(move),
            refresh: () => this.refresh(),
            again: (type) => type === "place" && this.board.spots.some(({ what, names }) => what === "place" && names.some(({ kind }) => kind === "die")),
        });
    }

    /** Updates the marks on the board. */
    mark() {
        const options = this.choice.options;
        const picked = this.choice.picks.flat();
        const { aim } = this;
        this.board.element.classList.toggle("choosing", picked.length > 0);
        this.board.mark((names) => ({
            can: aim ? aim.accepts(names) : options.some((option) => fits(option, names)),
            next: aim ? aim.coinOf(names) !== undefined : options.some((option) => option.next && fits(option, names)),
            picked: aim ? aim.coinOf(names) === aim.coin : picked.some((option) => fits(option, names)),
            lead: this.leading(names).length > 0,
        }), this.spokenOf, this.lit);
    }

    /**
     * Lights spots until the next position.
     *
     * @param {Spot[]} spots
     */
    light(spots) {
        this.lit = new Set(spots.map(({ key }) => key));
        this.mark();
    }

    /**
     * Whether the choices of a question are on the board.
     *
     * @param {Question} question
     */
    onBoard({ field, values }) {
        const { type } = this.choice.left[0]?.move ?? {};
        return values.every((value) => this.board.spots.some(({ names }) => fits({ field, value, type }, names)));
    }

    /**
     * The options that match names on the board.
     *
     * @param {BoardName[]} names
     * @returns {Option[]}
     */
    optionsFor(names) {
        const meant = this.choice.options.filter((option) => fits(option, names));
        // Of one type of move, names that come next take precedence.
        return meant.filter(({ next, type }) => next || !meant.some((other) => other.next && other.type === type));
    }

    /**
     * The tried moves whose destination is pressed.
     *
     * @param {BoardName[]} names
     */
    leading(names) {
        if (this.choice.picks.length > 0) return [];
        return this.lookahead.leads.filter(({ place }) => names.some(({ what, value }) => what === "place" && value === place));
    }

    /**
     * @param {Spot} spot
     * @returns {Promise<unknown> | void} after a move that it completed
     */
    press(spot) {
        if (this.watched) return;
        this.clear();
        const { names } = spot;
        if (this.aim) return void (this.aim.press(names) || this.refuse(spot));
        const picked = this.choice.picks.findIndex((pick) => pick.some((option) => fits(option, names)));
        const meant = this.optionsFor(names);
        if (meant.length > 0) return this.pick(meant);
        if (picked >= 0) return this.choice.confirm(picked) ? undefined : this.removePicks(picked);
        return this.pressAhead(spot);
    }

    /**
     * Handles a press that matches no option: plays the tried move with that destination, if there is one.
     *
     * @param {Spot} spot
     */
    async pressAhead(spot) {
        const { position } = this.game;
        await this.during(this.lookahead.finished);
        if (position !== this.game.position) return;
        const [lead, ...more] = this.leading(spot.names);
        // Directions with the same destination are equivalent. Different pieces are not.
        if (lead && (more.length === 0 || isDirectionOnly(lead.move))) return this.play(lead.move);
        if (lead) return this.say(words.severalCan, this.naming([lead, ...more]));
        this.refuse(spot);
    }

    /**
     * The spots that moves name.
     *
     * @param {{ move: Move }[]} moves
     */
    naming(moves) {
        const options = new Choice(moves.map(({ move }) => move)).options.filter(({ field }) => field !== "type");
        return this.board.spots.filter(({ names }) => options.some((option) => fits(option, names)));
    }

    /** Hides messages. */
    clear() {
        this.around.clearProblem();
        if (this.spokenOf.size === 0) return;
        this.spokenOf.clear();
        this.mark();
    }

    /**
     * Shows why an input is no move.
     *
     * @param {string} sentence
     * @param {Spot[]} about
     */
    say(sentence, about) {
        this.spokenOf = new Set(about.map(({ key }) => key));
        this.mark();
        this.around.say(sentence);
    }

    /**
     * Waits for something, and marks the board as busy.
     *
     * @template T
     * @param {Promise<T>} promise
     */
    async during(promise) {
        this.waiting += 1;
        this.board.element.setAttribute("aria-busy", "true");
        try {
            return await promise;
        } finally {
            this.waiting -= 1;
            if (this.waiting === 0) this.board.element.removeAttribute("aria-busy");
        }
    }

    /**
     * @param {BoardName[]} names
     * @param {Touch} touch
     */
    grabs(names, touch) {
        if (this.aim) return this.aim.drag(touch) !== null;
        return this.choice.questions.some((question) => directions(question)) || this.choice.picks.length > 0 || this.optionsFor(names).length > 0;
    }

    /**
     * Whether a drag takes the piece there to where it ends: moves name a destination.
     *
     * @param {BoardName[]} names
     */
    carries(names) {
        if (this.aim || this.moving || this.choice.picks.length > 0) return false;
        const types = new Set(this.optionsFor(names).map(({ type }) => type));
        return this.choice.left.some(({ move }) => types.has(move.type) && "to" in move);
    }

    /**
     * @param {Spot} from
     * @param {Spot} to
     */
    dragOver(from, to) {
        if (this.aim || this.moving) return false;
        const first = this.choice.picks.length === 0 ? this.optionsFor(from.names) : [];
        if (first.length > 0) {
            this.pick(first);
            // The pick may have completed a move.
            if (this.moving) return true;
        }
        const then = this.optionsFor(to.names);
        if (then.length > 0) this.pick(then);
        return then.length > 0;
    }

    /**
     * @param {Spot} _from
     * @param {Spot} to
     */
    dragEnd(_from, to) {
        if (!this.aim && this.choice.picks.length > 0) this.refuse(to);
    }

    /**
     * @param {Option[]} pick
     * @returns {Promise<void> | void}
     */
    pick(pick) {
        if (this.moving) return;
        this.clear();
        if (!this.choice.pick(pick)) return;
        const { only } = this.choice;
        const toPoint = only?.slots.some((slot) => !only.used.has(slot) && this.onBoard({ ...slot, values: [slot.value] }));
        // A slip of the finger must not waste what is left of a budget: the move waits for its button.
        if (only && !toPoint && !this.around.confirms && !budgetLeft(this.choice)?.left) return this.play(only.move);
        this.refresh();
        this.lookahead.startAfterPick();
        const left = budgetText(this.choice) || this.choice.countText;
        if (left) announce(left);
    }

    /**
     * Whether a pick of a legal move is accepted.
     *
     * @param {Option[]} _pick
     */
    admits(_pick) {
        return true;
    }

    /** @param {number} from */
    removePicks(from) {
        this.clear();
        this.choice.removePicks(from);
        this.refresh();
    }

    /**
     * Handles a pick that matches no legal move: starts over with it if possible, and explains why it does not match.
     *
     * @param {Spot} spot
     */
    async refuse(spot) {
        if (this.watched) return;
        // The explanation is about what the player picked, not about what followed from it.
        this.choice.removePicks(this.choice.picks.length);
        const explanation = new Explanation(this, spot);
        let restarted = false;
        if (this.choice.picks.length > 0 && this.choice.startOver()) {
            const meant = this.optionsFor(spot.names);
            restarted = meant.length > 0 && this.admits(meant) && this.choice.pick(meant);
            this.refresh();
        }
        // If no move was possible with it, the pick just begins the next move.
        if (restarted && explanation.attempts.length === 0) return;
        const sentence = await this.during(explanation.answer());
        if (sentence !== null) this.say(sentence, explanation.about);
    }

    /**
     * Plays moves. While they are being sent, no others are played.
     *
     * @param {...Move} moves
     * @returns {Promise<void>} when the position after them is shown
     */
    play(...moves) {
        if (this.moving) return this.moving;
        this.clear();
        this.board.await(this.naming([{ move: moves[0] }]).map(({ key }) => key));
        this.moving = this.during(this.goOn(moves)).catch((problem) => {
            this.board.await([]);
            // Queued input was meant for a position that was not reached.
            this.inputs.queue.length = 0;
            this.around.showProblem(moves[0], problem);
        }).finally(() => {
            this.moving = null;
        });
        return this.moving;
    }

    /** @param {Move[]} moves */
    async goOn(moves) {
        const before = this.game.position;
        const fetched = moves.length === 1 ? this.lookahead.tried.get(moves[0]) : undefined;
        const fresh = () => this.game.send(before.state, moves);
        const position = await (fetched?.catch(fresh) ?? fresh());
        if (this.game.position !== before) return;
        const { bad_move: bad } = position;
        if (bad?.index === 0) throw service.refusal(bad);
        moves = moves.slice(0, bad?.index);
        this.directions.follow(/** @type {Move} */ (moves.at(-1)));
        this.game.goOn(moves, position);
        // Otherwise game and board change in one step: queued input must not find one without the other.
        if (this.around.present) await this.around.present(position);
        const flight = await this.show(true);
        if (flight !== undefined) this.playForced(flight);
    }

    /**
     * Plays the only legal move, if the setting is on. Giving up is never forced.
     *
     * @param {number} flight duration of the animation in milliseconds
     */
    playForced(flight) {
        const { position } = this.game;
        const [only, other] = this.choice.all;
        if (!settings().forced || !only || other || only.slots.length === 1) return;
        setTimeout(() => {
            if (this.game.position === position && this.board.element.isConnected) this.play(only.move);
        }, flight + FORCED_DELAY);
    }

    /** Accepts no more moves, not even those that are queued. */
    freeze() {
        this.watched = true;
        this.inputs.queue.length = 0;
        this.choice = new Choice([]);
    }

    /**
     * Undoes or redoes moves, after those that are being sent.
     *
     * @param {number} steps
     */
    step(steps) {
        return this.inputs.take({ steps });
    }

    /** @param {number} steps */
    async stepNow(steps) {
        const to = this.game.at + steps;
        if (to < 0 || to > this.game.moves.length) return;
        this.clear();
        try {
            await this.during(this.game.go(to).then(() => this.show(steps === 1)));
        } catch (problem) {
            return this.around.showProblem(this.game.moves[Math.max(0, to - 1)], problem);
        }
        announce(steps < 0 ? words.undone : words.redone(moveText(this.game.moves[to - 1])));
    }
}

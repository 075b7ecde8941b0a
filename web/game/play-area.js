// The table: where a game is played. It brings together the game (positions), the board (pointing), the choice (what
// pointing means) and the panel (the same in words), and knows no game by name.

import { announce, h } from "../shared/dom.js";
import * as service from "../api/client.js";
import { fly, piecePositions } from "./animation.js";
import { ARROWS, Board, behind } from "./board.js";
import { Choice, directions, slots } from "./choice.js";
import { Explanation } from "./explanation.js";
import { Aim, plane } from "./flick-aim.js";
import { InputQueue } from "./input-queue.js";
import { markLast } from "./last-move.js";
import { openGame } from "./local-game.js";
import { Lookahead } from "./lookahead.js";
import { showChoice } from "./move-panel.js";
import { moveText } from "./move-text.js";
import { isDirectionOnly, fits } from "./name-matching.js";
import { settings } from "./settings.js";
import { SubsetChoice, rangeOf } from "./subset-choice.js";

/** @typedef {import("./local-game.js").LocalGame} LocalGame */
/** @typedef {import("./choice.js").Option} Option */
/** @typedef {import("./choice.js").Question} Question */
/** @typedef {import("./spots.js").BoardName} BoardName */
/** @typedef {import("./spots.js").Spot} Spot */
/** @typedef {import("../types").Move} Move */
/** @typedef {import("../types").Position} Position */

/**
 * What the table is told to do around it.
 *
 * @typedef {object} Around
 * @property {() => void} changed a position is shown
 * @property {(sentence: string) => void} say says why what was pointed at is no move
 * @property {(move: Move, problem: unknown) => void} showProblem a move could not be played
 * @property {() => void} clearProblem nothing is wrong any more
 */

/** How long a position is seen from which a move is played by itself. */
const FORCED_DELAY = 350;

export class PlayArea {
    /**
     * @param {LocalGame} game
     * @param {Around} around
     * @param {boolean} [watched] whether it is only looked at
     */
    constructor(game, around, watched = false) {
        this.game = game;
        this.around = around;
        this.watched = watched;
        this.board = new Board({
            press: (spot) => this.inputs.take({ spot }),
            dragOver: (from, to) => this.dragOver(from, to),
            dragEnd: (from, to) => this.dragEnd(from, to),
            way: (dx, dy) => this.way(dx, dy),
            slides: () => this.hole !== null,
            grabs: (names, touch) => this.grabs(names, touch),
            drag: (down) => this.aim?.drag(down) ?? null,
        });
        this.panel = h("section", { class: "chooser", "aria-label": "Your move", tabindex: "-1" });
        this.choice = new Choice([]);
        /** @type {Aim | null} */
        this.aim = null;
        this.lookahead = new Lookahead(this);
        /** @type {Map<string, Move>} one move of each kind that the open game has been seen to have */
        this.kinds = new Map();
        this.room = "";
        /** @type {Set<string>} the keys of the spots that are spoken of */
        this.spokenOf = new Set();
        /** The place into which pieces slide, in a game where they do. */
        this.hole = /** @type {string | null} */ (null);
        this.inputs = new InputQueue(this);
        this.waiting = 0;
        /** @type {{ dx: number, dy: number } | null} */
        this.lastFlick = null;
        /** The move that is on its way. */
        this.moving = /** @type {Promise<void> | null} */ (null);
        /** @type {WeakMap<Position, Promise<string>>} pictures that did not come with their positions */
        this.pictures = new WeakMap();
    }

    /** The picture of the position that is shown. */
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
     * Shows the position.
     *
     * @param {boolean} [animated] whether to animate the move that led to it
     * @returns {Promise<number | undefined>} milliseconds until all is still, if it is shown
     */
    async show(animated = false) {
        const { position } = this.game;
        const picture = this.picture();
        const text = typeof picture === "string" ? picture : await picture;
        if (position !== this.game.position) return;
        const before = animated ? piecePositions(this.board.svg) : [];
        this.board.show(text);
        const svg = /** @type {SVGSVGElement} */ (this.board.svg);
        markLast(svg, position.events?.at(-1) ?? [], this.board.boxes);
        const where = plane(svg, position.state);
        const flight = animated ? fly(before, svg, (position.events ?? []).flat(), where && where.toPicture) : 0;
        const legal = this.watched ? undefined : position.legal_moves;
        const bounds = legal && "bounds" in legal ? legal.bounds : undefined;
        const range = rangeOf(bounds);
        this.choice = range ? new SubsetChoice(range) : new Choice(legal?.moves ?? []);
        this.aim = bounds && "least_strength" in bounds && where
            ? new Aim(bounds, position.state, svg, this.panel, {
                play: (move) => this.flick(move), took: () => this.mark(), last: this.lastFlick,
            })
            : null;
        this.lookahead.stop();
        this.lookahead = new Lookahead(this);
        this.spokenOf.clear();
        this.learn();
        if (!this.watched && !this.inputs.waiting) this.lookahead.start();
        this.refresh();
        this.board.refocus();
        // What can be done next is there at once, but is drawn only when all is still.
        if (flight > 0) {
            const late = { delay: flight, duration: 150, fill: /** @type {const} */ ("backwards") };
            for (const layer of svg.querySelectorAll(".last, .frames, .aim")) layer.animate({ opacity: [0, 1] }, late);
        }
        this.around.changed();
        return flight;
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

    /** Remembers the kinds of move that the open game has. */
    learn() {
        const { position, moves } = this.game;
        const room = openGame(position.state);
        if (room !== this.room) {
            this.kinds.clear();
            this.hole = null;
        }
        this.room = room;
        const made = room === position.state.game ? moves : [];
        for (const move of [...made, ...this.choice.all.map((each) => each.move)]) this.kinds.set(move.type, move);
    }

    /** Shows what can be chosen now, on the board and in words. */
    refresh() {
        this.mark();
        if (this.aim) return;
        showChoice(this.panel, this.choice, {
            pick: (pick) => this.pick(pick),
            takeBack: (from) => this.takeBack(from),
            play: (move) => this.play(move),
            onBoard: (question) => this.onBoard(question),
            refresh: () => this.refresh(),
            again: (type) => type === "place" && this.board.spots.some(({ what, names }) => what === "place" && names.some(({ kind }) => kind === "die")),
        });
    }

    /** Marks on the board what can be pointed at. */
    mark() {
        const options = this.choice.options;
        const picked = this.choice.picks.flat();
        const { aim } = this;
        this.board.element.classList.toggle("choosing", picked.length > 0);
        this.board.mark((names) => ({
            can: aim ? aim.takes(names) : options.some((option) => fits(option, names)),
            next: aim ? aim.coinOf(names) !== undefined : options.some((option) => option.next && fits(option, names)),
            picked: aim ? aim.coinOf(names) === aim.coin : picked.some((option) => fits(option, names)),
            lead: this.leading(names).length > 0,
        }), this.spokenOf);
    }

    /**
     * Whether a question's choices lie on the board.
     *
     * @param {Question} question
     */
    onBoard({ field, values }) {
        const { type } = this.choice.left[0]?.move ?? {};
        return values.every((value) => this.board.spots.some(({ names }) => fits({ field, value, type }, names)));
    }

    /**
     * What names that were pointed at may mean now.
     *
     * @param {BoardName[]} names
     * @returns {Option[]}
     */
    optionsFor(names) {
        const meant = this.choice.options.filter((option) => fits(option, names));
        // What a kind of move names next goes before what it names later.
        return meant.filter(({ next, type }) => next || !meant.some((other) => other.next && other.type === type));
    }

    /**
     * The moves that lead to a place that was pointed at.
     *
     * @param {BoardName[]} names
     */
    leading(names) {
        if (this.choice.picks.length > 0) return [];
        return this.lookahead.leads.filter(({ place }) => names.some(({ what, value }) => what === "place" && value === place));
    }

    /**
     * @param {Spot} spot
     * @returns {Promise<unknown> | void} when a move that it made has been made
     */
    press(spot) {
        if (this.watched) return;
        this.clear();
        const { names } = spot;
        if (this.aim) return void (this.aim.press(names) || this.refuse(spot));
        const picked = this.choice.picks.findIndex((pick) => pick.some((option) => fits(option, names)));
        const meant = this.optionsFor(names);
        if (meant.length > 0) return this.pick(meant);
        if (picked >= 0) return this.takeBack(picked);
        return this.pressAhead(spot);
    }

    /**
     * Pointing at what no legal move names: a place where one leads, if any does.
     *
     * @param {Spot} spot
     */
    async pressAhead(spot) {
        const { position } = this.game;
        await this.during(this.lookahead.finished);
        if (position !== this.game.position) return;
        const [lead, ...more] = this.leading(spot.names);
        // Ways to go that end on one place are the same; of pieces that can go there one is to be named.
        if (lead && (more.length === 0 || isDirectionOnly(lead.move))) return this.play(lead.move);
        if (lead) return this.say("More than one piece can go there: choose the one that is to go.", this.naming([lead, ...more]));
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

    /** Says no more what is wrong. */
    clear() {
        this.around.clearProblem();
        if (this.spokenOf.size === 0) return;
        this.spokenOf.clear();
        this.mark();
    }

    /**
     * Says why what was pointed at is no move.
     *
     * @param {string} words
     * @param {Spot[]} about
     */
    say(words, about) {
        this.spokenOf = new Set(about.map(({ key }) => key));
        this.mark();
        this.around.say(words);
    }

    /**
     * Waits for something, while the board says that it is busy.
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
     * @param {Spot} from
     * @param {Spot} to
     */
    dragOver(from, to) {
        if (this.aim || this.moving) return false;
        const first = this.choice.picks.length === 0 ? this.optionsFor(from.names) : [];
        if (first.length > 0) {
            this.pick(first);
            // A tile that can only slide one way has been slid.
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
     * @param {number} dx
     * @param {number} dy
     * @returns {boolean} whether it means anything
     */
    way(dx, dy) {
        if (this.aim || this.watched) return false;
        const means = this.moving !== null || this.hole !== null || this.wayOption(dx, dy) !== null;
        if (means) this.inputs.take({ way: [dx, dy] });
        return means;
    }

    /**
     * An arrow key pressed anywhere on the page slides, in a game where pieces do.
     *
     * @param {KeyboardEvent} event
     */
    key(event) {
        const way = ARROWS[event.key];
        if (way && this.hole !== null && this.way(...way)) event.preventDefault();
    }

    /**
     * The choice that a direction is, if it is one.
     *
     * @param {number} dx
     * @param {number} dy
     * @returns {Option | null}
     */
    wayOption(dx, dy) {
        for (const question of this.choice.questions) {
            const value = directions(question)?.get(`${dx},${dy}`);
            if (value !== undefined) return { field: question.field, value };
        }
        return null;
    }

    /**
     * Goes a way: chooses it, or slides what lies on the other side of the hole.
     *
     * @param {number} dx
     * @param {number} dy
     * @returns {Promise<unknown> | void}
     */
    go(dx, dy) {
        const option = this.wayOption(dx, dy);
        if (option) return this.pick([option]);
        const spot = this.hole === null ? null : behind(this.board.spots, this.hole, dx, dy);
        return spot ? this.press(spot) : undefined;
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
        if (only && !toPoint) return this.play(only.move);
        this.refresh();
        this.lookahead.startAfterPick();
        if (this.choice.countText) announce(this.choice.countText);
    }

    /** @param {number} from */
    takeBack(from) {
        this.clear();
        this.choice.takeBack(from);
        this.refresh();
    }

    /**
     * What was pointed at goes on with no legal move: begins anew with it if it can, and says why it does not.
     *
     * @param {Spot} spot
     */
    async refuse(spot) {
        if (this.watched) return;
        const asked = new Explanation(this, spot);
        let anew = false;
        if (this.choice.picks.length > 0 && this.choice.startOver()) {
            const meant = this.optionsFor(spot.names);
            anew = meant.length > 0 && this.choice.pick(meant);
            this.refresh();
        }
        // Where nothing more was to be pointed at, pointing just begins the next move.
        if (anew && asked.attempts.length === 0) return;
        const words = await this.during(asked.answer());
        if (words !== null) this.say(words, asked.about);
    }

    /**
     * Plays moves, one if not more are known to follow it. While they are on their way nothing else is played.
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
            // What waits was meant for a board that will not come.
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
        if (this.hole !== null) this.hole = String(slots(/** @type {Move} */ (moves.at(-1)))[1]?.value ?? this.hole);
        this.game.goOn(moves, position);
        const flight = await this.show(true);
        if (flight !== undefined) this.playForced(flight);
    }

    /**
     * Plays the only move there is, if that is wanted. Giving up is never forced.
     *
     * @param {number} flight milliseconds until the board is still
     */
    playForced(flight) {
        const { position } = this.game;
        const [only, other] = this.choice.all;
        if (!settings().forced || !only || other || only.slots.length === 1) return;
        setTimeout(() => {
            if (this.game.position === position && this.board.element.isConnected) this.play(only.move);
        }, flight + FORCED_DELAY);
    }

    /**
     * Goes back or forward by moves, once those on their way have been made.
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
        announce(steps < 0 ? "Taken back." : `Made again: ${moveText(this.game.moves[to - 1])}`);
    }
}

// The table: where a game is played. It brings together the journey (positions), the board (pointing), the choice (what
// pointing means) and the panel (the same in words), and knows no game by name.

import { fly, ghosts } from "./animate.js";
import { Board } from "./board.js";
import { showBounds, showChoice } from "./chooser.js";
import { announce, h } from "./dom.js";
import { Aim, plane } from "./flick.js";
import { Choice, directions } from "./moves.js";
import * as service from "./service.js";
import { moveWords, singular } from "./words.js";

/** @typedef {import("./journey.js").Journey} Journey */
/** @typedef {import("./moves.js").Option} Option */
/** @typedef {import("./moves.js").Question} Question */
/** @typedef {import("./spots.js").BoardName} BoardName */
/** @typedef {import("./types").Move} Move */
/** @typedef {import("./types").Position} Position */

/** Kinds of piece by which moves call their fields. */
const KINDS = ["tile", "coin", "die", "pawn"];
/** Moves that name no place are tried ahead, if they are few, to see where they lead. */
const FEW = 4;

export class Table {
    /**
     * @param {Journey} journey
     * @param {{ changed: () => void, showProblem: (move: Move, problem: unknown) => void, clearProblem: () => void }} around
     * @param {boolean} [watched] whether it is only looked at
     */
    constructor(journey, around, watched = false) {
        this.journey = journey;
        this.around = around;
        this.watched = watched;
        this.board = new Board({
            press: (names) => this.press(names),
            dragOver: (from, to) => this.dragOver(from, to),
            dragEnd: (from, to) => this.dragEnd(from, to),
            way: (dx, dy) => this.way(dx, dy),
            grabs: (names, touch) => this.grabs(names, touch),
            drag: (down) => this.aim?.drag(down) ?? null,
        });
        this.panel = h("section", { class: "chooser", "aria-label": "Your move", tabindex: "-1" });
        this.choice = new Choice([]);
        /** @type {Aim | null} */
        this.aim = null;
        /** @type {Map<string, { move: Move, position: Promise<Position> }>} moves tried ahead, by where they lead */
        this.ahead = new Map();
        this.busy = false;
        /** @type {Map<Position, Promise<string>>} */
        this.pictures = new Map();
    }

    /** The picture of the position that is shown. */
    picture() {
        const { position } = this.journey;
        const known = this.pictures.get(position);
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
     */
    async show(animated = false) {
        const { position } = this.journey;
        const picture = await this.picture();
        if (position !== this.journey.position) return;
        const before = animated ? ghosts(this.board.svg) : [];
        this.board.show(picture);
        const svg = /** @type {SVGSVGElement} */ (this.board.svg);
        const where = plane(svg, position.state);
        const flight = animated ? fly(before, svg, (position.events ?? []).flat(), where && where.toPicture) : 0;
        const legal = this.watched ? undefined : position.legal_moves;
        const bounds = legal && "bounds" in legal ? legal.bounds : undefined;
        this.choice = new Choice(legal?.moves ?? []);
        this.aim = bounds && "least_strength" in bounds && where
            ? new Aim(bounds, position.state, svg, this.panel, { play: (move) => this.play(move), took: () => this.mark() })
            : null;
        this.ahead.clear();
        this.refresh();
        // What can be done next is there at once, but is drawn only when all is still.
        if (flight > 0) {
            const late = { delay: flight, duration: 150, fill: /** @type {const} */ ("backwards") };
            for (const layer of svg.querySelectorAll(".frames, .aim")) layer.animate({ opacity: [0, 1] }, late);
        }
        this.around.changed();
        this.lookAhead();
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
        });
        const { legal_moves: legal } = this.journey.position;
        if (!this.watched && legal && "bounds" in legal && legal.bounds) showBounds(this.panel, legal.bounds);
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
            lead: names.some(({ what, value }) => what === "place" && this.ahead.has(value)),
        }));
    }

    /**
     * Whether a question's choices lie on the board.
     *
     * @param {Question} question
     */
    onBoard({ field, values }) {
        return values.every((value) => this.board.spots.some(({ names }) => fits({ field, value }, names)));
    }

    /**
     * What names that were pointed at may mean now.
     *
     * @param {BoardName[]} names
     * @returns {Option[]}
     */
    meant(names) {
        return this.choice.options.filter((option) => fits(option, names));
    }

    /** @param {BoardName[]} names */
    press(names) {
        if (this.aim) return this.aim.press(names);
        const picked = this.choice.picks.findIndex((pick) => pick.some((option) => fits(option, names)));
        const meant = this.meant(names);
        if (meant.length > 0) return this.pick(meant);
        const place = names.find(({ what, value }) => what === "place" && this.ahead.has(value));
        const ahead = place && this.ahead.get(place.value);
        if (ahead) return this.play(ahead.move);
        if (picked >= 0) return this.takeBack(picked);
        this.refuse(names);
    }

    /**
     * @param {BoardName[]} names
     * @param {Touch} touch
     */
    grabs(names, touch) {
        if (this.aim) return this.aim.drag(touch) !== null;
        return this.choice.questions.some((question) => directions(question)) || this.choice.picks.length > 0 || this.meant(names).length > 0;
    }

    /**
     * @param {BoardName[]} from
     * @param {BoardName[]} to
     */
    dragOver(from, to) {
        if (this.aim) return false;
        const first = this.choice.picks.length === 0 ? this.meant(from) : [];
        if (first.length > 0) {
            this.pick(first);
            // A tile that can only slide one way has been slid.
            if (this.busy) return true;
        }
        const then = this.meant(to);
        if (then.length > 0) this.pick(then);
        return then.length > 0;
    }

    /**
     * @param {BoardName[]} _from
     * @param {BoardName[]} to
     */
    dragEnd(_from, to) {
        if (!this.aim && this.choice.picks.length > 0) this.refuse(to);
    }

    /**
     * @param {number} dx
     * @param {number} dy
     */
    way(dx, dy) {
        if (this.aim) return false;
        for (const question of this.choice.questions) {
            const value = directions(question)?.get(`${dx},${dy}`);
            if (value === undefined) continue;
            this.pick([{ field: question.field, value }]);
            return true;
        }
        return false;
    }

    /** @param {Option[]} pick */
    pick(pick) {
        this.around.clearProblem();
        if (!this.choice.pick(pick)) return;
        const { only } = this.choice;
        const toPoint = only?.slots.some((slot) => !only.used.has(slot) && this.onBoard({ ...slot, values: [slot.value] }));
        if (only && !toPoint) return this.play(only.move);
        this.refresh();
        if (this.choice.left.length > 0) announce(`${this.choice.left.length} legal moves left`);
    }

    /** @param {number} from */
    takeBack(from) {
        this.around.clearProblem();
        this.choice.takeBack(from);
        this.refresh();
    }

    /**
     * What was pointed at goes on with no legal move: begins anew with it if it can, and asks the service why not.
     *
     * @param {BoardName[]} names
     */
    refuse(names) {
        if (this.watched) return;
        const attempt = this.choice.attempt((field) => nameFor(field, names));
        if (this.choice.picks.length > 0) {
            this.choice.takeBack(0);
            const anew = this.meant(names);
            if (anew.length > 0) this.choice.pick(anew);
            this.refresh();
        }
        if (attempt) this.explain(attempt);
    }

    /**
     * Asks the service why a move is illegal, and shows its answer.
     *
     * @param {Move} move
     */
    async explain(move) {
        try {
            await service.play(this.journey.position.state, move);
        } catch (problem) {
            this.around.showProblem(move, problem);
        }
    }

    /**
     * Plays a move.
     *
     * @param {Move} move
     */
    async play(move) {
        if (this.busy) return;
        this.busy = true;
        this.around.clearProblem();
        const before = this.journey.position;
        try {
            const ahead = [...this.ahead.values()].find((each) => each.move === move)?.position;
            const position = await (ahead ?? service.play(before.state, move));
            if (this.journey.position !== before) return;
            this.journey.goOn(move, position);
            await this.show(true);
        } catch (problem) {
            this.around.showProblem(move, problem);
        } finally {
            this.busy = false;
        }
    }

    /** Tries the moves that only say a direction, so that the places where they lead can be pointed at. */
    async lookAhead() {
        const { position } = this.journey;
        const blind = this.choice.all.filter(({ slots }) => {
            const [, way, more] = slots;
            return way && !more && directions({ ...way, values: [way.value] });
        });
        if (blind.length === 0 || blind.length > FEW) return;
        await Promise.allSettled(blind.map(async ({ move }) => {
            const tried = service.play(position.state, move);
            const [event] = ((await tried).events ?? []).flat();
            const to = /** @type {any} */ (event)?.to;
            const place = typeof to === "object" ? to?.cell : to;
            if (this.journey.position === position && place !== undefined) this.ahead.set(String(place), { move, position: tried });
        }));
        if (this.journey.position === position) this.mark();
    }

    /**
     * Goes back or forward by moves.
     *
     * @param {number} steps
     */
    async step(steps) {
        const to = this.journey.at + steps;
        if (to < 0 || to > this.journey.moves.length) return;
        this.around.clearProblem();
        try {
            await this.journey.go(to);
            await this.show(steps === 1);
        } catch (problem) {
            return this.around.showProblem(this.journey.moves[Math.max(0, to - 1)], problem);
        }
        announce(steps < 0 ? "Taken back." : `Made again: ${moveWords(this.journey.moves[to - 1])}`);
    }
}

/**
 * Whether something on the board is what a move names. A field that is called by a kind of piece names such a piece, or
 * by a number the place where one lies.
 *
 * @param {Option} option
 * @param {BoardName[]} names
 */
function fits({ field, value }, names) {
    // Left and right may be stacks, or ways to slide; only stacks lie on the board.
    if (directions({ field, index: -1, values: [value] })) return false;
    const kind = singular(field);
    const token = String(value);
    if (!KINDS.includes(kind)) return names.some((name) => name.what !== "piece" && name.value === token);
    const pieces = names.filter((name) => name.what === "piece" && name.kind === kind);
    if (pieces.some((piece) => piece.value === token)) return true;
    return typeof value === "number" && kind === "tile" && pieces.length > 0 && names.some((name) => name.what === "place" && name.value === token);
}

/**
 * What names would be called in a field of a move.
 *
 * @param {string} field
 * @param {BoardName[]} names
 */
function nameFor(field, names) {
    const kind = singular(field);
    return names.find(({ what, kind: is }) => (KINDS.includes(kind) ? what === "piece" && is === kind : what === "place"))?.value;
}

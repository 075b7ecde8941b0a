// Directions as input, from arrow keys and swipes: they pick a direction of the choice, or slide a piece into the empty place.

import { ARROWS, behind } from "./board.js";
import { directions, slots } from "./choice.js";

/** @typedef {import("./choice.js").Option} Option */
/** @typedef {import("../types").Move} Move */

export class DirectionInput {
    /** @param {import("./play-area.js").PlayArea} area */
    constructor(area) {
        this.area = area;
        /** The empty place into which pieces slide, if the game has one. */
        this.hole = /** @type {string | null} */ (null);
    }

    /**
     * Follows the empty place through a move.
     *
     * @param {Move} move
     */
    follow(move) {
        if (this.hole !== null) this.hole = String(slots(move)[1]?.value ?? this.hole);
    }

    /** Finds the empty place of a board of sliding pieces, in a game whose moves cannot be tried. */
    findHole() {
        const { choice, board } = this.area;
        const moves = choice.all.map(({ move }) => move);
        const slides = moves.some(({ type }) => type === "slide") && moves.every((move) => move.type !== "slide" || "cell" in move);
        const empty = board.spots.filter(({ what, names }) => what === "place" && names.every((name) => name.what === "place"));
        this.hole = slides && empty.length === 1 ? empty[0]?.names.at(-1)?.value ?? null : null;
    }

    /**
     * The pieces that slide when a spot is pressed: those from the empty place to it, if it is in the same row or column. In a game whose
     * moves can be tried, each is pressed alone.
     *
     * @param {import("./spots.js").Spot} spot
     * @returns {[...import("./spots.js").Spot[], import("./spots.js").Spot]}
     */
    row(spot) {
        const { board, game, inputs } = this.area;
        const name = (/** @type {import("./spots.js").Spot} */ { names }) => names.at(-1)?.value ?? "";
        const to = name(spot);
        if (this.hole === null || game.looksAhead || inputs.active || spot.what !== "place" || !/^[a-z]\d$/.test(to)) return [spot];
        const [dx, dy] = [0, 1].map((i) => to.charCodeAt(i) - /** @type {string} */ (this.hole).charCodeAt(i));
        const steps = Math.abs(dx ?? 0) + Math.abs(dy ?? 0);
        if ((dx && dy) || steps < 2) return [spot];
        const cells = Array.from({ length: steps - 1 }, (_, i) => [dx, dy].map((d, at) =>
            String.fromCharCode(/** @type {string} */ (this.hole).charCodeAt(at) + Math.sign(d ?? 0) * (i + 1))).join(""));
        const between = cells.flatMap((cell) => board.spots.filter((each) => each.what === "place" && name(each) === cell));
        return between.length === cells.length ? [...between, spot] : [spot];
    }

    /**
     * Queues a direction, if it means anything.
     *
     * @param {number} dx
     * @param {number} dy
     * @returns {boolean} whether it was used
     */
    take(dx, dy) {
        const { area } = this;
        if (area.aim || area.watched) return false;
        const means = area.moving !== null || this.hole !== null || this.option(dx, dy) !== null;
        if (means) area.inputs.take({ way: [dx, dy] });
        return means;
    }

    /**
     * Handles arrow keys anywhere on the page, in games with sliding pieces.
     *
     * @param {KeyboardEvent} event
     */
    key(event) {
        const way = ARROWS[event.key];
        if (way && this.hole !== null && this.take(...way)) event.preventDefault();
    }

    /**
     * The option for a direction, if there is one.
     *
     * @param {number} dx
     * @param {number} dy
     * @returns {Option | null}
     */
    option(dx, dy) {
        for (const question of this.area.choice.questions) {
            const value = directions(question)?.get(`${dx},${dy}`);
            if (value !== undefined) return { field: question.field, value };
        }
        return null;
    }

    /**
     * Picks a direction, or slides the piece opposite to it into the empty place.
     *
     * @param {number} dx
     * @param {number} dy
     * @returns {Promise<unknown> | void}
     */
    go(dx, dy) {
        const option = this.option(dx, dy);
        if (option) return this.area.pick([option]);
        const spot = this.hole === null ? null : behind(this.area.board.spots, this.hole, dx, dy);
        return spot ? this.area.press(spot) : undefined;
    }
}

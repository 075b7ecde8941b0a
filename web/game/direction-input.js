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

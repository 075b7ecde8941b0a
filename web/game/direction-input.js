// Directions as input, from arrow keys and swipes: they pick a direction of the choice, or slide a piece into the empty place.

import { ARROWS, behind } from "./board.js";
import { directions, slots } from "./choice.js";

/** @typedef {import("./choice.js").Option} Option */
/** @typedef {import("../types").Move} Move */
/** @typedef {import("./spots.js").Spot} Spot */

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
     * The pieces that slide when a spot is pressed: those from the empty place to it. Where moves can be tried, each is pressed alone.
     *
     * @param {Spot} spot
     * @returns {[...Spot[], Spot]}
     */
    row(spot) {
        const { board, game, inputs } = this.area;
        for (const way of game.looksAhead || inputs.active ? [] : Object.values(ARROWS)) {
            const row = [];
            for (let at = this.hole; at; at = row.at(-1)?.names.at(-1)?.value ?? null) {
                const next = behind(board.spots, at, ...way);
                if (next?.key === spot.key) return [...row, spot];
                if (!next) break;
                row.push(next);
            }
        }
        return [spot];
    }

    /**
     * Queues a direction, if it means anything. A swipe from a spot that can be picked next, such as a stack, picks it too.
     *
     * @param {number} dx
     * @param {number} dy
     * @param {Spot} [from]
     * @returns {boolean} whether it was used
     */
    take(dx, dy, from) {
        const { area } = this;
        if (area.aim || area.watched) return false;
        const begun = area.choice.picks.length > 0 && from && this.option(dx, dy) !== null;
        if (begun && area.optionsFor(from.names).length > 0) area.inputs.take({ spot: from });
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

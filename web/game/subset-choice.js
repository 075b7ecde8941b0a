// The choice of a subset, for moves that are too many to list. The service sends the names, and the minimum and maximum number. Pressing a
// picked name again removes it.

import { texts } from "../texts/texts.js";
import { Choice, slots } from "./choice.js";

/** @typedef {import("./choice.js").Attempt} Attempt */
/** @typedef {import("./choice.js").Name} Name */
/** @typedef {import("./choice.js").Option} Option */
/** @typedef {import("./choice.js").Pick} Pick */
/** @typedef {import("./choice.js").Question} Question */
/** @typedef {import("./choice.js").Slot} Slot */
/** @typedef {import("../types").Move} Move */
/** @typedef {import("../types").MoveBounds} MoveBounds */
/** @typedef {{ type: string, field: string, names: Name[], least: number, most: number }} Range a type of move, its list field, and the bounds */

/**
 * The bounds of moves as a range, if their only field is a subset.
 *
 * @param {MoveBounds[]} bounds
 * @returns {Range | null}
 */
export function rangeOf(bounds) {
    const [{ type, fields } = { type: "", fields: {} }, ...others] = bounds;
    const [[field, names] = ["", undefined], ...more] = Object.entries(fields);
    if (others.length > 0 || more.length > 0 || !names?.subset_of) return null;
    return { type, field, names: /** @type {Name[]} */ (names.subset_of), least: names.min_items ?? 0, most: names.max_items ?? 0 };
}

/** A choice among the moves of a range. */
export class SubsetChoice extends Choice {
    /** @param {Range} range */
    constructor(range) {
        super([]);
        this.range = range;
        this.make();
    }

    /** Updates the move from the picks. */
    make() {
        const { type, field } = this.range;
        const move = /** @type {Move} */ (/** @type {unknown} */ ({ type, [field]: this.names }));
        const named = slots(move);
        this.left = [{ move, slots: named, used: new Set(named) }];
    }

    /** The picked names. */
    get names() {
        return this.picks.map(([{ value }]) => value);
    }

    get only() {
        return null;
    }

    get exact() {
        return this.picks.length >= this.range.least ? this.left[0].move : null;
    }

    /** @returns {Option[]} */
    get options() {
        const { type, field, names, most } = this.range;
        if (this.picks.length >= most) return [];
        return names.filter((name) => !this.names.includes(name)).map((value) => ({ field, value, type, next: true }));
    }

    /** @returns {Question[]} */
    get questions() {
        const values = this.options.map(({ value }) => value);
        return values.length > 0 ? [{ field: this.range.field, index: this.picks.length, values }] : [];
    }

    get offered() {
        return this.questions;
    }

    get countText() {
        const { least, most } = this.range;
        return texts.game.panel.chosenOf(this.picks.length, least, most);
    }

    /**
     * @param {Pick} pick
     * @returns {Option | undefined} the option that it picks
     */
    meant(pick) {
        return this.options.find(({ field, value }) => pick.some((each) => each.field === field && each.value === value));
    }

    /** @param {Pick} pick */
    accepts(pick) {
        return this.meant(pick) !== undefined;
    }

    /** @param {Pick} pick */
    pick(pick) {
        const option = this.meant(pick);
        if (!option) return false;
        this.picks.push([option]);
        this.make();
        return true;
    }

    /**
     * Removes one pick. Later picks stay, because the order does not matter.
     *
     * @param {number} which
     */
    removePicks(which) {
        this.picks.splice(which, 1);
        this.make();
    }

    /** Picks stay when a pick does not match them. */
    startOver() {
        return false;
    }

    /**
     * The move with one name too many.
     *
     * @param {(like: Slot) => Name | undefined} name
     * @returns {Attempt[]}
     */
    attempts(name) {
        const { field, names } = this.range;
        const value = name({ field, index: this.picks.length, value: names[0] });
        if (value === undefined || !names.includes(value) || this.names.includes(value)) return [];
        const { move } = this.left[0];
        return [{ move: /** @type {Move} */ ({ ...move, [field]: [...this.names, value] }), assumed: [] }];
    }
}

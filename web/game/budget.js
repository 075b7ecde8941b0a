// The budget of a choice: numbers of a move that share a sum, such as the skills of a new character.

import { texts } from "../texts/texts.js";

/** @typedef {import("./choice.js").Choice} Choice */
/** @typedef {import("./choice.js").Slot} Slot */

/**
 * The fields of moves of a type that share a budget, and the budget. Null if they share none.
 *
 * It is read from the legal moves: a budget is the only limit on their sum, so they are all combinations of values up to it.
 *
 * @param {{ slots: Slot[] }[]} moves of one type
 * @returns {{ fields: Set<string>, total: number } | null}
 */
function budgetOf(moves) {
    const fields = moves[0]?.slots.filter(isNumber).map(({ field }) => field) ?? [];
    if (fields.length < 2 || moves.some(({ slots }) => slots.length !== fields.length + 1)) return null;
    const numbers = moves.map(({ slots }) => slots.filter(isNumber));
    const sums = numbers.map(sumOf);
    const total = Math.max(...sums);
    /** @type {number[]} the number of combinations by their sum */
    let combinations = [1];
    let most = 0;
    for (const field of fields) {
        const values = [...new Set(numbers.flatMap((slots) => slots.filter((slot) => slot.field === field).map(({ value }) => Number(value))))];
        most += Math.max(...values);
        combinations = combined(combinations, values);
    }
    const within = combinations.slice(0, total + 1).reduce((sum, count) => sum + (count ?? 0), 0);
    return most > total && within === moves.length ? { fields: new Set(fields), total } : null;
}

/** @param {Slot} slot */
function isNumber({ index, value, part }) {
    return typeof value === "number" && index < 0 && !part;
}

/** @param {Slot[]} slots */
function sumOf(slots) {
    return slots.reduce((sum, { value }) => sum + Number(value), 0);
}

/**
 * @param {number[]} before the number of combinations by their sum
 * @param {number[]} values of one more field
 */
function combined(before, values) {
    /** @type {number[]} */
    const after = [];
    before.forEach((count, sum) => values.forEach((value) => (after[sum + value] = (after[sum + value] ?? 0) + count)));
    return after;
}

/**
 * What is left of the budget of a choice, or null if it has none.
 *
 * @param {Choice} choice
 * @returns {{ total: number, left: number } | null}
 */
export function budgetLeft({ all, left: [first, ...rest] }) {
    const budget = first && budgetOf(all.filter(({ move }) => move.type === first.move.type));
    if (!budget) return null;
    // If one move is left, its other numbers follow from those that were picked.
    const decided = rest.length === 0 ? first.slots : [...first.used];
    const spent = sumOf(decided.filter(({ field }) => budget.fields.has(field)));
    return { total: budget.total, left: budget.total - spent };
}

/**
 * The budget of a choice as text, and what is left of it. Empty if it has none.
 *
 * @param {Choice} choice
 */
export function budgetText(choice) {
    const budget = budgetLeft(choice);
    return budget ? texts.game.panel.budget(budget.total, budget.left) : "";
}

// What the move of a tutorial's step means for a choice: what can be picked next for it, and which moves count as the same.

import { SubsetChoice } from "../game/subset-choice.js";

/** @typedef {import("../game/choice.js").Choice} Choice */
/** @typedef {import("../game/choice.js").Option} Option */
/** @typedef {import("../game/choice.js").Pick} Pick */

/** How far the aim of a flick may be from that of the step, in units of 1/1000 tile. */
const AIM = 400;

/**
 * A value as text. Equal values have the same text.
 *
 * @param {any} value
 * @param {boolean} ordered whether the order of lists matters
 * @returns {string}
 */
function canonical(value, ordered) {
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const parts = Array.isArray(value)
        ? value.map((each) => canonical(each, ordered))
        : Object.entries(value).map(([name, each]) => `${name}:${canonical(each, ordered)}`).sort();
    return ordered || !Array.isArray(value) ? `(${parts})` : `(${parts.sort()})`;
}

/**
 * Whether two moves are equal.
 *
 * @param {Record<string, any>} a
 * @param {Record<string, any>} b
 */
export function isEqual(a, b) {
    return canonical(a, true) === canonical(b, true);
}

/**
 * Whether a learner who makes a move means that of the step: the order of lists does not matter, and an aim need not be exact.
 *
 * @param {Record<string, any>} move
 * @param {Record<string, any>} asked
 */
export function isMeant(move, asked) {
    if (move["type"] === "flick" && asked["type"] === "flick") {
        return move["coin"] === asked["coin"] && Math.hypot(move["dx"] - asked["dx"], move["dy"] - asked["dy"]) <= AIM;
    }
    return canonical(move, false) === canonical(asked, false);
}

/**
 * The names that can be picked next for a move.
 *
 * @param {Choice} choice
 * @param {Record<string, any>} asked
 * @returns {Option[]}
 */
export function optionsToward(choice, asked) {
    if (choice instanceof SubsetChoice) return choice.options.filter(({ field, value }) => [asked[field]].flat().includes(value));
    return choice.optionsOf(choice.left.filter(({ move }) => isMeant(move, asked)));
}

/**
 * The options of a pick that are among others.
 *
 * @param {Pick} pick
 * @param {Option[]} options
 */
export function among(pick, options) {
    return options.filter((option) => pick.some(({ field, value, type, owner }) =>
        field === option.field && value === option.value && (type ?? option.type) === option.type && (owner ?? option.owner) === option.owner));
}

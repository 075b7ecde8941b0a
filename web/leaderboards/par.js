// The par of a deal as text.

import { texts } from "../texts/texts.js";

/** @typedef {import("../types").Schemas["Par"]} Par */

/**
 * The par: proven if its bounds are equal, otherwise the best that was found.
 *
 * @param {Par} par
 */
export function parText({ at_least: least, at_most: most }) {
    return least === most ? texts.leaderboards.par.proven(most) : texts.leaderboards.par.bestKnown(most);
}

/**
 * The mark of a total that reaches par; empty for other totals.
 *
 * @param {Par | undefined} par
 * @param {number} total
 */
export function parMark(par, total) {
    if (!par || total > par.at_most) return "";
    return total < par.at_most ? texts.leaderboards.par.better(parText(par)) : texts.leaderboards.par.reached(parText(par));
}

/**
 * Whether a total reaches par, as a sentence; empty if it does not.
 *
 * @param {Par} par
 * @param {number} total
 */
export function reachText({ at_most: most }, total) {
    if (total > most) return "";
    return total < most ? texts.leaderboards.par.runBetter : texts.leaderboards.par.runReached;
}

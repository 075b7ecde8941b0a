// The par of a deal as text.

import { texts } from "../texts/texts.js";

/** @typedef {import("../types").Schemas["Par"]} Par */
/** @typedef {import("../types").Schemas["Wins"] | undefined} Wins which totals are better */

/**
 * The par: proven if its bounds are equal, otherwise the best that was found.
 *
 * @param {Par} par
 */
export function parText({ total, at_least: least, at_most: most }) {
    return least === most ? texts.leaderboards.par.proven(total) : texts.leaderboards.par.found(total);
}

/**
 * The mark of a total that reaches par; empty for other totals.
 *
 * @param {Par | undefined} par
 * @param {number} total
 * @param {Wins} wins
 */
export function parMark(par, total, wins) {
    if (!par) return "";
    if (total === par.total) return texts.leaderboards.par.reached(parText(par));
    return isBetter(total, par.total, wins) ? texts.leaderboards.par.better(parText(par)) : "";
}

/**
 * Whether a total reaches par, as a sentence; empty if it does not.
 *
 * @param {Par} par
 * @param {number} total
 * @param {Wins} wins
 */
export function reachText(par, total, wins) {
    if (total === par.total) return texts.leaderboards.par.runReached;
    return isBetter(total, par.total, wins) ? texts.leaderboards.par.runBetter : "";
}

/**
 * @param {number} total
 * @param {number} other
 * @param {Wins} wins
 */
function isBetter(total, other, wins) {
    return wins === "high" ? total > other : total < other;
}

// The par of a deal as text.

/** @typedef {import("../types").Schemas["Par"]} Par */

/**
 * The par: proven if its bounds are equal, otherwise the best that was found.
 *
 * @param {Par} par
 */
export function parText({ at_least: least, at_most: most }) {
    return least === most ? `par ${most}, proven` : `par ${most}, the best known`;
}

/**
 * The mark of a total that reaches par; empty for other totals.
 *
 * @param {Par | undefined} par
 * @param {number} total
 */
export function parMark(par, total) {
    if (!par || total > par.at_most) return "";
    return `${total < par.at_most ? "better than" : "reaches"} ${parText(par)}`;
}

/**
 * Whether a total reaches par, as a sentence; empty if it does not.
 *
 * @param {Par} par
 * @param {number} total
 */
export function reachText({ at_most: most }, total) {
    if (total > most) return "";
    return total < most ? " This run is better." : " This run reaches it.";
}

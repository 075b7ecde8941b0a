// The deals about which this browser has shown advice: a hint, values of moves or a best line. Runs that go on afterwards say so.

import { recall, remember } from "../shared/storage.js";

const ADVISED = "funhouse.advised";
/** Maximum number of deals that are remembered. */
const MAX_DEALS = 500;

/** @typedef {{ game: string, seed: string, options: object }} Deal */

/** @returns {string[]} */
function advisedDeals() {
    return recall(ADVISED, []);
}

/** @param {Deal} deal */
function keyOf({ game, seed, options }) {
    return JSON.stringify([game, seed, Object.entries(options).sort()]);
}

/** @param {Deal} deal */
export function isAdvised(deal) {
    return advisedDeals().includes(keyOf(deal));
}

/** @param {Deal} deal */
export function noteAdvice(deal) {
    const key = keyOf(deal);
    remember(ADVISED, [key, ...advisedDeals().filter((other) => other !== key)].slice(0, MAX_DEALS));
}

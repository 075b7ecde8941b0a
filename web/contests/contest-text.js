// Contests as text: their state, and times.

import { texts } from "../texts/texts.js";
import { now } from "../api/tables.js";
import { leftText, timeText } from "../tables/clock.js";

/** @typedef {import("../api/contests.js").Contest} Contest */

/**
 * The state of a contest, for lists.
 *
 * @param {Contest} contest
 */
export function stateText({ rounds }) {
    const words = texts.contests.state;
    const first = (/** @type {string} */ status) => rounds.find((round) => round.status === status);
    const [open, scheduled] = [first("open"), first("scheduled")];
    if (open) return words.open(leftText(Date.parse(open.closes_at) - now()));
    if (scheduled) return words.opens(timeText(scheduled.opens_at));
    return first("closing") ? words.closing : words.over;
}

/**
 * Whether a player can still enter.
 *
 * @param {Contest} contest
 */
export function takesEntrants({ rounds }) {
    return rounds.some(({ status }) => status === "scheduled" || status === "open");
}

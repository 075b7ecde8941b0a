// The clock and the pace of a table as text.

import { locale, texts } from "../texts/texts.js";

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

/**
 * The remaining time.
 *
 * @param {number} left in milliseconds
 */
export function leftText(left) {
    if (left >= 2 * DAY) return texts.tables.clock.daysLeft(Math.floor(left / DAY));
    if (left >= 2 * HOUR) return texts.tables.clock.hoursLeft(Math.floor(left / HOUR));
    if (left >= 10 * MINUTE) return texts.tables.clock.minutesLeft(Math.floor(left / MINUTE));
    const seconds = Math.max(0, Math.ceil(left / SECOND));
    return texts.tables.clock.left(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
}

const { days, hours, minutes, seconds } = texts.tables.clock;

/** @type {[seconds: number, words: string][]} the offered paces */
export const PACES = [[60, minutes(1)], [300, minutes(5)], [3600, hours(1)], [86_400, days(1)], [259_200, days(3)], [604_800, days(7)]];
/** @type {[seconds: number, words: string][]} the offered times of a tick, in games in which all can move at the same moments */
export const TICKS = [[2, seconds(2)], [5, seconds(5)], [10, seconds(10)]];

/**
 * The time per move.
 *
 * @param {number} pace in seconds
 */
export function paceText(pace) {
    const known = PACES.find(([time]) => time === pace);
    if (known) return known[1];
    if (pace % 3600 === 0) return hours(pace / 3600);
    return pace % 60 === 0 ? minutes(pace / 60) : seconds(pace);
}

/**
 * A day with its time, by the clock of the reader.
 *
 * @param {string} moment such as 2026-11-26T20:00:00Z
 */
export function timeText(moment) {
    return new Date(moment).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
}

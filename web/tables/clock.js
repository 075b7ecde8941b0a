// The clock and the pace of a table as text.

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

/**
 * The remaining time.
 *
 * @param {number} left in milliseconds
 */
export function leftText(left) {
    if (left >= 2 * DAY) return `${Math.floor(left / DAY)} days left`;
    if (left >= 2 * HOUR) return `${Math.floor(left / HOUR)} hours left`;
    if (left >= 10 * MINUTE) return `${Math.floor(left / MINUTE)} minutes left`;
    const seconds = Math.max(0, Math.ceil(left / SECOND));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} left`;
}

/** @type {[seconds: number, words: string][]} the offered paces */
export const PACES = [[60, "1 minute"], [300, "5 minutes"], [3600, "1 hour"], [86_400, "1 day"], [259_200, "3 days"], [604_800, "7 days"]];

/**
 * The time per move.
 *
 * @param {number} pace in seconds
 */
export function paceText(pace) {
    const known = PACES.find(([seconds]) => seconds === pace);
    if (known) return known[1];
    if (pace % 3600 === 0) return `${pace / 3600} hours`;
    return pace % 60 === 0 ? `${pace / 60} minutes` : `${pace} seconds`;
}

// The summary of a player's results: number, best, mean, latest, and streaks of daily games. Pure: no page, network or clock. Its size is
// bounded.

/**
 * The result of a finished game.
 *
 * @typedef {object} Result
 * @property {string} id of the game. A game that is finished again counts once
 * @property {number | null} score null if the game was given up and that has no score
 * @property {boolean} won whether it was solved, or has the best possible score
 * @property {number} time of the end, in milliseconds since 1970
 * @property {number} [day] of the daily game (UTC, counted from 1970)
 */
/** @typedef {[first: number, length: number]} Span consecutive days */
/**
 * @typedef {object} Stats
 * @property {number} finished number of finished games, including those given up
 * @property {number} scored number of games with a score
 * @property {number} sum of the scores
 * @property {number} won
 * @property {number | null} least
 * @property {number | null} greatest
 * @property {Result[]} last newest first
 * @property {Span[]} days on which the daily game was finished, oldest first
 */
/** @typedef {{ current: number, best: number, today: boolean }} Streak `today` if it includes the current day */

/** Maximum number of single results. */
const MAX_RESULTS = 20;
/** Maximum number of spans: two years of every other day. */
const MAX_SPANS = 365;
const DAY = 24 * 60 * 60 * 1000;

/** @returns {Stats} the empty summary */
export function noStats() {
    return { finished: 0, scored: 0, sum: 0, won: 0, least: null, greatest: null, last: [], days: [] };
}

/**
 * The stored summary if it is valid, else an empty one.
 *
 * @param {any} stored
 * @returns {Stats}
 */
export function readStats(stored) {
    const numbers = ["finished", "scored", "sum", "won"].every((name) => Number.isFinite(stored?.[name]));
    const ends = ["least", "greatest"].every((name) => stored?.[name] === null || Number.isFinite(stored?.[name]));
    const lists = Array.isArray(stored?.last) && Array.isArray(stored?.days)
        && stored.last.every((/** @type {any} */ result) => typeof result?.id === "string" && (result.score === null || Number.isFinite(result.score)))
        && stored.days.every((/** @type {any} */ span) => Array.isArray(span) && span.length === 2 && span.every(Number.isInteger));
    return numbers && ends && lists ? stored : noStats();
}

/**
 * A summary with one more result.
 *
 * @param {Stats} stats
 * @param {Result} result
 * @returns {Stats}
 */
export function withResult(stats, result) {
    const before = stats.last.find(({ id }) => id === result.id);
    const { finished, scored, sum, won, least, greatest, last, days } = before ? without(stats, before) : stats;
    const { score, day } = result;
    return {
        finished: finished + 1,
        scored: scored + Number(score !== null),
        sum: sum + (score ?? 0),
        won: won + Number(result.won),
        least: score === null ? least : Math.min(score, least ?? score),
        greatest: score === null ? greatest : Math.max(score, greatest ?? score),
        last: [result, ...last].sort((a, b) => b.time - a.time).slice(0, MAX_RESULTS),
        days: day === undefined ? days : withDay(days, day),
    };
}

/**
 * A summary without a result that is replaced. Best scores and days stay.
 *
 * @param {Stats} stats
 * @param {Result} result
 * @returns {Stats}
 */
function without(stats, { id, score, won }) {
    return {
        ...stats,
        finished: stats.finished - 1,
        scored: stats.scored - Number(score !== null),
        sum: stats.sum - (score ?? 0),
        won: stats.won - Number(won),
        last: stats.last.filter((each) => each.id !== id),
    };
}

/**
 * The mean of the scores, to one decimal.
 *
 * @param {Stats} stats
 * @returns {number | null}
 */
export function mean({ sum, scored }) {
    return scored === 0 ? null : Math.round((10 * sum) / scored) / 10;
}

/**
 * Spans with one more day.
 *
 * @param {Span[]} days
 * @param {number} day
 * @returns {Span[]}
 */
export function withDay(days, day) {
    return joinSpans([...days, [day, 1]]);
}

/**
 * Spans that neither overlap nor touch. If there are too many, the oldest are dropped, except the longest.
 *
 * @param {Span[]} spans in any order
 * @returns {Span[]}
 */
export function joinSpans(spans) {
    /** @type {Span[]} */
    const joined = [];
    for (const [first, length] of spans.toSorted(([a], [b]) => a - b)) {
        const before = joined.at(-1);
        if (before && first <= before[0] + before[1]) before[1] = Math.max(before[1], first + length - before[0]);
        else joined.push([first, length]);
    }
    const longest = Math.max(...joined.map(([, length]) => length));
    while (joined.length > MAX_SPANS) joined.splice(joined[0][1] < longest ? 0 : 1, 1);
    return joined;
}

/**
 * The streak of days. A streak that ended yesterday continues until midnight (UTC).
 *
 * @param {Span[]} days
 * @param {number} today
 * @returns {Streak}
 */
export function streak(days, today) {
    // Days in the future come from a wrong clock.
    const past = days.filter(([first]) => first <= today).map(([first, length]) => /** @type {Span} */ ([first, Math.min(length, today - first + 1)]));
    const [first, length] = past.at(-1) ?? [0, 0];
    const end = first + length - 1;
    return {
        current: past.length > 0 && end >= today - 1 ? length : 0,
        best: Math.max(0, ...past.map((span) => span[1])),
        today: past.length > 0 && end === today,
    };
}

/**
 * The number of a day.
 *
 * @param {string} date as 2026-11-22
 */
export function dayNumber(date) {
    return Math.floor(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / DAY);
}

/**
 * The date of a day, as 2026-11-22.
 *
 * @param {number} day
 */
export function dateOf(day) {
    return new Date(day * DAY).toISOString().slice(0, 10);
}

/**
 * The weeks up to the current one, oldest first, each from Monday to Sunday.
 *
 * @param {Span[]} days on which something was finished
 * @param {number} today
 * @param {number} number of weeks
 */
export function calendarWeeks(days, today, number) {
    // Day 0, 1970-01-01, was a Thursday.
    const monday = today - ((today + 3) % 7);
    const week = (/** @type {number} */ first) => Array.from({ length: 7 }, (_, i) => {
        const day = first + i;
        return { day, finished: days.some(([begin, length]) => begin <= day && day < begin + length) };
    });
    return Array.from({ length: number }, (_, i) => week(monday - 7 * (number - 1 - i)));
}

/**
 * The score and whether it wins.
 *
 * @param {{ id: string, wins?: string, least_score?: number | null }} game
 * @param {number} score
 * @param {boolean} givenUp
 * @returns {{ score: number | null, won: boolean }}
 */
export function worth({ id, wins, least_score: least }, score, givenUp) {
    // The score of a slider that was given up is only the number of slides so far.
    if (id === "easy-slider") return { score: givenUp ? null : score, won: !givenUp };
    return { score, won: !givenUp && wins === "low" && score === least };
}

/**
 * How a game is won, or null if it cannot be won.
 *
 * @param {{ id: string, wins?: string, least_score?: number | null }} game
 * @returns {"solved" | "perfect" | null}
 */
export function winning({ id, wins, least_score: least }) {
    if (id === "easy-slider") return "solved";
    return wins === "low" && least !== undefined && least !== null ? "perfect" : null;
}

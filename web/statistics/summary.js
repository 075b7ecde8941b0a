// What a player's results come to: how many, the best, the mean, the last ones, and the days in a row on which the daily game was
// finished. Pure: no page, no network, no clock. It takes no more room the more games are played.

/**
 * A game that was finished.
 *
 * @typedef {object} Result
 * @property {string} id of the game: one that is finished again, after moves were taken back, counts once
 * @property {number | null} score nothing if it was given up where that is no result
 * @property {boolean} won whether it was solved, or as good as can be
 * @property {number} time when it was finished, in milliseconds since 1970
 * @property {number} [day] the day (UTC, counted from 1970) whose daily game it was
 */
/** @typedef {[first: number, length: number]} Span days that follow one another */
/**
 * @typedef {object} Stats
 * @property {number} finished how many games were finished, those given up included
 * @property {number} scored how many of them have a score
 * @property {number} sum of the scores
 * @property {number} won
 * @property {number | null} least
 * @property {number | null} greatest
 * @property {Result[]} last the newest first
 * @property {Span[]} days on which the daily game was finished, the oldest first
 */
/** @typedef {{ current: number, best: number, today: boolean }} Streak `today` if today's is among them */

/** As many results are kept one by one. */
const MAX_RESULTS = 20;
/** As many spans of days are kept: two years of every other day. */
const MAX_SPANS = 365;
const DAY = 24 * 60 * 60 * 1000;

/** @returns {Stats} what nothing comes to */
export function noStats() {
    return { finished: 0, scored: 0, sum: 0, won: 0, least: null, greatest: null, last: [], days: [] };
}

/**
 * What was stored, if it is whole.
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
 * What stats come to with one more result.
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
 * Stats without a result that is finished anew. The best that was ever reached stays, and so does its day.
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
 * Days with one more. Of too many spans the oldest goes, but the longest stays.
 *
 * @param {Span[]} days
 * @param {number} day
 * @returns {Span[]}
 */
export function withDay(days, day) {
    return joinSpans([...days, [day, 1]]);
}

/**
 * The days of some spans as spans that neither overlap nor touch.
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
 * How many days in a row. A row that ends yesterday goes on: there is time until midnight (UTC).
 *
 * @param {Span[]} days
 * @param {number} today
 * @returns {Streak}
 */
export function streak(days, today) {
    // What lies ahead comes of a clock that was wrong.
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
 * What a score is worth.
 *
 * @param {{ id: string, wins?: string, least_score?: number | null }} game
 * @param {number} score
 * @param {boolean} givenUp
 * @returns {{ score: number | null, won: boolean }}
 */
export function worth({ id, wins, least_score: least }, score, givenUp) {
    // A slider that was given up counts the slides so far, which is no result.
    if (id === "easy-slider") return { score: givenUp ? null : score, won: !givenUp };
    return { score, won: !givenUp && wins === "low" && score === least };
}

/**
 * What it is called to win a game, if it can be won.
 *
 * @param {{ id: string, wins?: string, least_score?: number | null }} game
 * @returns {string | null}
 */
export function winning({ id, wins, least_score: least }) {
    if (id === "easy-slider") return "solved";
    return wins === "low" && least !== undefined && least !== null ? "perfect" : null;
}

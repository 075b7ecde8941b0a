// The summary of results, without a browser.

import assert from "node:assert/strict";
import { it } from "node:test";
import { calendarWeeks, dateOf, dayNumber, mean, noStats, readStats, streak, joinSpans, winning, withDay, withResult, worth } from "../../web/statistics/summary.js";

/** @typedef {import("../../web/statistics/summary.js").Result} Result */
/** @typedef {import("../../web/statistics/summary.js").Span} Span */

/**
 * @param {Partial<Result>[]} results
 */
function statsOf(results) {
    return results.reduce((stats, result, i) => withResult(stats, { id: `game ${i}`, score: 0, won: false, time: i, ...result }), noStats());
}

const low = { id: "slide-jam", wins: "low", least_score: 0 };
const high = { id: "magic-bag", wins: "high", least_score: 0 };
const slider = { id: "easy-slider", wins: "low", least_score: 0 };

it("summarizes count, extremes, mean and latest results", () => {
    const stats = statsOf([{ score: 12 }, { score: 0, won: true }, { score: 7 }]);
    assert.deepEqual([stats.finished, stats.won, stats.least, stats.greatest, mean(stats)], [3, 1, 0, 12, 6.3]);
    assert.deepEqual(stats.last.map(({ score }) => score), [7, 0, 12]);
    assert.equal(mean(noStats()), null);
});

it("a result without score leaves best and mean unchanged", () => {
    const stats = statsOf([{ score: 80 }, { score: null }]);
    assert.deepEqual([stats.finished, stats.scored, stats.least, mean(stats)], [2, 1, 80, 80]);
});

it("a game finished again counts once, with its best", () => {
    const stats = statsOf([{ id: "a", score: 20 }, { id: "b", score: 9, won: true }, { id: "b", score: 30 }, { id: "a", score: null }, { id: "a", score: 16 }]);
    assert.deepEqual([stats.finished, stats.scored, stats.sum, stats.won], [2, 2, 46, 0]);
    assert.deepEqual([stats.least, stats.greatest], [9, 30]);
    assert.deepEqual(stats.last.map(({ id, score }) => [id, score]), [["a", 16], ["b", 30]]);
});

it("has a bounded size", () => {
    const one = (/** @type {number} */ i) => ({ id: `${1_000_000_000 + i}`, score: 10 + (i % 80), time: 1_000_000_000_000 + i, day: 20_000 + 2 * i });
    const some = statsOf(Array.from({ length: 1000 }, (_, i) => one(i)));
    const many = statsOf(Array.from({ length: 10_000 }, (_, i) => one(i)));
    assert.equal(many.finished, 10_000);
    const [least, most] = [some, many].map((stats) => JSON.stringify(stats).length);
    assert.ok(most < least + 20 && most < 8000, `${least}, then ${most}`);
});

it("joins days into spans in any order", () => {
    const days = [5, 3, 9, 4, 4, 8, 5].reduce(withDay, /** @type {Span[]} */ ([]));
    assert.deepEqual(days, [[3, 3], [8, 2]]);
    assert.deepEqual(joinSpans([[8, 2], [3, 3], [6, 2], [20, 1], [4, 10]]), [[3, 11], [20, 1]]);
    assert.deepEqual(joinSpans([]), []);
});

it("drops the oldest spans, but keeps the longest", () => {
    const longest = /** @type {Span} */ ([100, 50]);
    const others = Array.from({ length: 500 }, (_, i) => /** @type {Span} */ ([200 + 3 * i, 2]));
    const joined = joinSpans([[0, 1], longest, ...others]);
    assert.deepEqual(joined[0], longest);
    assert.deepEqual(joined.at(-1), others.at(-1));
    assert.equal(joined.length, 365);
});

it("a streak continues until midnight of the next day", () => {
    /** @type {Span[]} */
    const days = [[10, 5], [20, 3]];
    assert.deepEqual(streak(days, 22), { current: 3, best: 5, today: true });
    assert.deepEqual(streak(days, 23), { current: 3, best: 5, today: false });
    assert.deepEqual(streak(days, 24), { current: 0, best: 5, today: false });
    assert.deepEqual(streak([], 24), { current: 0, best: 0, today: false });
});

it("ignores days in the future", () => {
    assert.deepEqual(streak([[10, 5]], 12), { current: 3, best: 3, today: true });
    assert.deepEqual(streak([[10, 2], [50, 9]], 12), { current: 2, best: 2, today: false });
});

it("counts days in UTC", () => {
    assert.equal(dayNumber("1970-01-02"), 1);
    assert.equal(dayNumber("2026-11-22T23:59:59.999Z") + 1, dayNumber("2026-11-23T00:00:00.000Z"));
    assert.equal(dayNumber("2028-03-01") - dayNumber("2028-02-28"), 2);
});

it("knows the winning score of each game", () => {
    assert.deepEqual([low, high, slider].map(winning), ["perfect", null, "solved"]);
    assert.deepEqual(worth(low, 0, false), { score: 0, won: true });
    assert.deepEqual(worth(low, 3, true), { score: 3, won: false });
    assert.deepEqual(worth(high, 0, false), { score: 0, won: false });
    assert.deepEqual(worth(slider, 80, false), { score: 80, won: true });
    assert.deepEqual(worth(slider, 80, true), { score: null, won: false });
});

it("starts empty if the stored summary is invalid", () => {
    const whole = statsOf([{ score: 3, day: 7 }]);
    assert.deepEqual(readStats(JSON.parse(JSON.stringify(whole))), whole);
    for (const stored of [null, 7, [], {}, { ...whole, sum: "3" }, { ...whole, last: [null] }, { ...whole, days: [[1]] }, { ...whole, least: undefined }]) {
        assert.deepEqual(readStats(stored), noStats());
    }
});

it("the calendar shows whole weeks from Monday, with the days that were finished", () => {
    // 2026-11-26 was a Thursday.
    const today = dayNumber("2026-11-26");
    const weeks = calendarWeeks([[today - 11, 3], [today, 1]], today, 3);
    assert.deepEqual(weeks.map((week) => week.length), [7, 7, 7]);
    assert.deepEqual([dateOf(weeks[0][0].day), dateOf(weeks[2][6].day)], ["2026-11-09", "2026-11-29"]);
    const finished = weeks.flat().filter((day) => day.finished).map(({ day }) => dateOf(day));
    assert.deepEqual(finished, ["2026-11-15", "2026-11-16", "2026-11-17", "2026-11-26"]);
    // On a Monday and a Sunday, the current week is the last one.
    for (const date of ["2026-11-23", "2026-11-29"]) {
        assert.ok(calendarWeeks([], dayNumber(date), 2)[1].some(({ day }) => dateOf(day) === date), date);
    }
});

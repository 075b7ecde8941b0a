// The statistics of a player: games that were finished in this browser, and submitted runs.

import { button, h } from "../shared/dom.js";
import { humanise, title as titleText } from "../shared/text.js";
import { info as infoOf } from "../api/client.js";
import { daily, playersRuns } from "../api/runs.js";
import { texts } from "../texts/texts.js";
import { allStats, entryOf, forgetStats, restoreStats } from "./result-store.js";
import { streakCalendar } from "./streak-calendar.js";
import { dayNumber, mean, noStats, streak, joinSpans, winning, withResult, worth } from "./summary.js";

/** @typedef {import("./summary.js").Stats} Stats */
/** @typedef {import("./summary.js").Streak} Streak */
/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../types").Schemas} Schemas */
/** @typedef {{ entry: string, info: GameInfo, options: URLSearchParams, stats: Stats }} Line */

/** Number of latest results that are shown. */
const MAX_SHOWN = 10;

/**
 * The statistics of the player of this browser.
 *
 * @param {Map<string, string>} titles
 * @param {string} [name] of the player
 */
export async function statistics(titles, name) {
    const [here, submitted, today] = await Promise.all([allStats(), name === undefined ? null : playersRuns(), dayNow()]);
    const lines = await withInfo(here.filter(({ game }) => titles.has(game)));
    const runs = submitted ? await ofRuns(submitted.runs.filter(({ game }) => titles.has(game))) : [];
    const days = joinSpans([...lines, ...runs].flatMap(({ stats }) => stats.days));
    const section = h("section", { "aria-labelledby": "statistics", class: "statistics" });
    const show = () => section.replaceChildren(
        h("h2", { id: "statistics" }, texts.statistics.heading),
        h("p", { class: "streak" }, streakText(streak(days, today))),
        ...(days.length > 0 ? [streakCalendar(days, today)] : []),
        ...group(texts.statistics.finishedHere, lines, today, texts.statistics.stayHere),
        ...(lines.length > 0 ? [forgetButton(show, section)] : []),
        ...(name === undefined ? [] : group(texts.statistics.savedAs(name), runs, today, "", submitted?.more ? texts.statistics.newestRuns(submitted.runs.length) : "")));
    show();
    return section;
}

/** The number of the current day by the service, or by this device if the service cannot be reached. */
export async function dayNow() {
    const today = await daily(undefined).catch(() => null);
    return dayNumber(today?.date ?? new Date().toISOString());
}

/**
 * The button that deletes the statistics of this browser, with undo.
 *
 * @param {() => void} show shows the statistics again
 * @param {HTMLElement} section
 */
function forgetButton(show, section) {
    return button(texts.statistics.forget, () => {
        const forgotten = forgetStats();
        section.replaceChildren(h("h2", { id: "statistics" }, texts.statistics.heading), h("p", { role: "status" }, `${texts.statistics.forgotten} `,
            button(texts.statistics.undo, () => { restoreStats(forgotten); show(); }, { class: "tool" })));
        section.querySelector("button")?.focus();
    }, { class: "tool" });
}

/**
 * @param {string} heading
 * @param {Line[]} lines
 * @param {number} today
 * @param {string} none text if there are none
 * @param {string} [more]
 */
function group(heading, lines, today, none, more = "") {
    return [
        h("h3", {}, heading),
        lines.length === 0 ? h("p", {}, none || texts.statistics.none) : h("div", { class: "stats" }, lines.map((line) => card(line, today))),
        ...(more === "" ? [] : [h("p", { class: "hint" }, more)]),
    ];
}

/**
 * @param {Line} line
 * @param {number} today
 */
function card({ info, options, stats }, today) {
    const words = texts.statistics.card;
    const won = winning(info);
    const row = streak(stats.days, today);
    const part = (/** @type {string} */ name, /** @type {string | number | null} */ value) => value !== null && h("div", {}, h("dt", {}, name), h("dd", {}, value));
    return h("article", { class: "card", "aria-label": info.title },
        h("h4", {}, info.title),
        options.size > 0 && h("p", { class: "hint" }, [...options].map(([name, value]) => `${titleText(name)}: ${humanise(value)}`).join(", ")),
        h("dl", { class: "parts" },
            part(words.finished, stats.finished),
            part(words.best, best(info, stats)),
            part(words.mean, mean(stats)),
            won && part(words[won], stats.won),
            row.best > 0 && part(words.daily, rowText(row))),
        h("p", { class: "hint" }, words.last(stats.last.slice(0, MAX_SHOWN).map(({ score }) => score ?? (info.kind === "referee" ? words.lost : words.givenUp)).join(", "))));
}

/**
 * The best score, if there is one. In referee games for one player the lowest total is best.
 *
 * @param {Pick<GameInfo, "wins" | "kind">} info
 * @param {Stats} stats
 */
export function best({ wins, kind }, { least, greatest }) {
    return wins === "low" || kind === "referee" ? least : greatest;
}

/**
 * The streak of daily games as a sentence.
 *
 * @param {Streak} streak
 */
export function streakText({ current, best, today }) {
    const { ended, none, withToday, withoutToday } = texts.statistics.streak;
    if (best === 0) return none;
    if (current === 0) return ended(best);
    return today ? withToday(current, best) : withoutToday(current, best);
}

/** @param {Streak} streak */
function rowText({ current, best }) {
    return current === 0 ? texts.statistics.streak.best(best) : texts.statistics.streak.current(current, best);
}

/**
 * The statistics of one game as a line, for its setup screen.
 *
 * @param {GameInfo} info
 * @param {Stats} stats
 * @param {number} today
 */
export function statsText(info, stats, today) {
    if (stats.finished === 0) return "";
    const [reached, middle, won, row] = [best(info, stats), mean(stats), winning(info), streak(stats.days, today)];
    const words = texts.statistics.line;
    const parts = [
        words.finished(stats.finished),
        reached !== null && words.best(reached),
        middle !== null && stats.scored > 1 && words.mean(middle),
        won && words[won](stats.won),
        row.best > 0 && words.daily(rowText(row)),
    ];
    return `${parts.filter(Boolean).join(" · ")}.`;
}

/**
 * @param {Awaited<ReturnType<typeof allStats>>} all
 * @returns {Promise<Line[]>}
 */
function withInfo(all) {
    return Promise.all(all.map(async ({ game, options, stats }) => ({ entry: `${game}?${options}`, info: await infoOf(game), options, stats })));
}

/**
 * The summaries of runs, by game.
 *
 * @param {Schemas["RunSummary"][]} runs
 * @returns {Promise<Line[]>}
 */
async function ofRuns(runs) {
    /** @type {Map<string, Line>} */
    const lines = new Map();
    // Oldest first, so that the newest results are the latest.
    for (const { id, game, options, score, class: seeds, received_at: received } of runs.toReversed()) {
        const info = await infoOf(game);
        const entry = entryOf(info, { ...options });
        const line = lines.get(entry) ?? { entry, info, options: new URLSearchParams(entry.split("?")[1]), stats: noStats() };
        const day = seeds === "daily" ? dayNumber(received) : undefined;
        const result = { id, time: Date.parse(received), day, ...worth(info, score, false) };
        lines.set(entry, { ...line, stats: withResult(line.stats, result) });
    }
    return [...lines.values()].sort((a, b) => (a.entry < b.entry ? -1 : 1));
}

// The ranked game of the day, for the front page: the time that is left, the player's streak, the button to play it, and the best scores.

import { fill, h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import { now } from "../api/tables.js";
import { board } from "../api/runs.js";
import { podium } from "../leaderboards/run-tables.js";
import { leftText } from "../tables/clock.js";
import { tableButton } from "../tables/table-button.js";

/** @typedef {import("../api/tables.js").TableData} TableData */

const words = texts.daily.card;
const DAY = 24 * 60 * 60 * 1000;
/** Number of scores that are shown. */
const MAX_PLACES = 3;

/**
 * Fills the card of the page. Until then, it has a link to the daily games and the time at which the day ends.
 *
 * @param {HTMLElement} card
 * @param {import("../types").GameList["games"][number]} game
 * @param {import("../types").Schemas["Daily"]} today
 * @param {TableData[]} tables the player's
 */
export async function fillDailyCard(card, { id }, today, tables) {
    const query = new URLSearchParams({ class: "ranked_daily", period: "day", date: today.date });
    const best = await board(id, new URLSearchParams([...query, ["limit", `${MAX_PLACES}`]])).catch(() => null);
    const mine = tables.find(({ day, game }) => day === today.date && game === id);
    const days = streak(tables, today.date);
    const left = card.querySelector(".left");
    if (left) fill(left, words.left(leftText(Date.parse(today.ends_at) - now())), days > 1 && ` ${words.streak(days)}`);
    const door = card.querySelector(".door");
    if (door) fill(door, mine
        ? h("a", { class: "button", href: `/play#/tables/${mine.id}` }, mine.status === "over" ? words.yours : words.continue)
        : tableButton(words.play, () => ({ game: id, daily: true })));
    if (best && best.entries.length > 0) {
        card.append(h("div", { class: "day-best" },
            h("h3", {}, h("a", { href: `/play#/boards/${id}?${query}` }, words.best)),
            podium(best)));
    }
}

/**
 * The number of days in a row, until today or yesterday, on which the player finished a ranked daily game.
 *
 * @param {TableData[]} tables
 * @param {string} today as 2026-11-26
 */
export function streak(tables, today) {
    const played = new Set(tables.filter(({ ending }) => ending === "finished").map(({ day }) => day));
    const before = (/** @type {number} */ days) => new Date(Date.parse(today) - days * DAY).toISOString().slice(0, 10);
    const first = played.has(today) ? 0 : 1;
    let days = 0;
    while (played.has(before(first + days))) days += 1;
    return days;
}

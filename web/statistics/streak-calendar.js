// The calendar of daily games: the latest weeks, with the days on which one was finished.

import { h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import { calendarWeeks, dateOf } from "./summary.js";

/** Number of weeks that are shown. */
const WEEKS = 5;

/**
 * @param {import("./summary.js").Span[]} days on which a daily game was finished
 * @param {number} today
 */
export function streakCalendar(days, today) {
    return h("table", { class: "calendar" },
        h("caption", {}, texts.statistics.calendar.caption),
        h("thead", {}, h("tr", {}, texts.statistics.calendar.weekdays.map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, calendarWeeks(days, today, WEEKS).map((week) => h("tr", {}, week.map((each) => cell(each, today))))));
}

/**
 * @param {{ day: number, finished: boolean }} day
 * @param {number} today
 */
function cell({ day, finished }, today) {
    if (day > today) return h("td", {});
    const date = dateOf(day);
    const state = finished ? texts.statistics.calendar.finished : texts.statistics.calendar.notFinished;
    return h("td", { class: finished ? "finished" : false, "aria-current": day === today && "date" },
        h("time", { datetime: date, title: `${date}: ${state}` }, Number(date.slice(-2)), h("span", { class: "unseen" }, `: ${state}`)));
}

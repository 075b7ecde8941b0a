// The parts of a lesson as elements.

import { h } from "../shared/dom.js";
import { recall, remember } from "../shared/storage.js";
import { texts } from "../texts/texts.js";
import { lessonSteps } from "./lesson-steps.js";
import { poolTable } from "./pool-table.js";

/** @typedef {import("./load-lesson.js").Lesson} Lesson */

/**
 * The steps, the short rules, the pool table and the scoring of a game, as far as its lesson has them.
 *
 * @param {string} game
 * @param {Lesson} lesson
 */
export function lessonParts(game, lesson) {
    return [lessonSteps(game, lesson), ruleList(lesson), lesson.poolTable ? poolTable() : null, scoringTable(lesson)].filter((part) => part !== null);
}

/** @param {Lesson} lesson */
function ruleList({ rules }) {
    return rules ? h("ul", { class: "how", lang: "en" }, rules.map((line) => h("li", {}, line))) : null;
}

/** @param {Lesson} lesson */
function scoringTable({ scoring }) {
    if (!scoring) return null;
    return h("table", { class: "scoring" },
        h("caption", {}, texts.lessons.scoring),
        h("tbody", { lang: "en" }, scoring.map(([what, points]) => h("tr", {}, h("th", { scope: "row" }, what), h("td", {}, points)))));
}

/**
 * The link to the tutorial of a game.
 *
 * @param {string} game
 * @param {string} [kind] of the link
 */
export function tutorialLink(game, kind = "tool") {
    return h("a", { class: kind || false, href: `#/tutorials/${game}` }, texts.lessons.learnByPlaying);
}

/**
 * The fold with the lesson of a game. It is open the first time that this browser shows it.
 *
 * @param {string} game
 * @param {Lesson} lesson
 */
export function lessonFold(game, lesson) {
    const key = `funhouse.taught.${game}`;
    const body = h("div", {});
    const fill = () => {
        if (!fold.open || body.childElementCount > 0) return;
        remember(key, true);
        body.append(...lessonParts(game, lesson), h("p", {}, tutorialLink(game, ""), " · ", h("a", { href: `#/rules/${game}` }, texts.lessons.fullRules)));
    };
    const fold = h("details", { class: "fold lesson", open: !recall(key, false), ontoggle: fill }, h("summary", {}, texts.lessons.howToPlay), body);
    fill();
    return fold;
}

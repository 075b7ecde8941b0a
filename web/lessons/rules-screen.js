// The screen of the rules of a game: the lesson, then the full rules.

import { h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import * as service from "../api/client.js";
import { lessonParts } from "./lesson-parts.js";
import { loadLesson } from "./load-lesson.js";

/** @type {import("../types").Screen} */
export async function screen(show, [game]) {
    const [info, rules, all, lesson] = await Promise.all([service.info(game), service.rules(game), service.games(), loadLesson(game)]);
    const titles = new Map(all.map(({ id, title }) => [id, title]));
    const whole = h("div", { class: "prose", lang: "en" });
    // The service generates this HTML from its own pages, without scripts or external content.
    whole.innerHTML = rules;
    for (const link of whole.querySelectorAll("a")) adapt(link, whole);
    show(
        texts.lessons.rulesOf(info.title),
        h("div", { class: "page narrow" },
            h("p", { class: "back" }, h("a", { href: `#/new/${game}` }, info.title)),
            h("h1", {}, texts.lessons.rulesOf(info.title)),
            h("p", { class: "lead", lang: "en" }, lesson.goal ?? info.summary),
            lessonParts(game, lesson),
            info.rooms && h("p", {}, texts.lessons.rooms(info.rooms.flatMap((room, i) => [...(i > 0 ? [", "] : []), h("a", { href: `#/rules/${room}` }, titles.get(room) ?? room)]))),
            h("h2", {}, texts.lessons.fullRules),
            whole,
            h("p", { class: "credit" }, `${texts.shared.credit(info.source, info.designer)} ${texts.lessons.rulesVersion(info.rules)}`)),
    );
}

/**
 * Makes a link of the rules work on this page: within the rules it scrolls, since the address after # names the screen, and to the rules of
 * another game it leads to their screen.
 * @param {HTMLAnchorElement} link
 * @param {HTMLElement} whole
 */
function adapt(link, whole) {
    const [, game] = link.pathname.match(/^\/v1\/games\/([^/]+)\/rules$/) ?? [];
    if (game) {
        link.href = `#/rules/${game}`;
    } else if (link.hash) {
        const { hash } = link;
        link.addEventListener("click", (event) => {
            event.preventDefault();
            whole.querySelector(hash)?.scrollIntoView();
        });
    }
}

// The setup of a shared-screen game: number of seats, who plays each, and options.

import { fill, h } from "../shared/dom.js";
import * as service from "../api/hotseat.js";
import { lessonFold, tutorialLink } from "../lessons/lesson-parts.js";
import { robotChoices } from "../shared/robot-levels.js";
import { texts } from "../texts/texts.js";
import { newHotseatGame } from "./hotseat-games.js";

/** @typedef {import("../types").GameInfo} GameInfo */

/**
 * @param {import("../types").Show} show
 * @param {GameInfo} info
 * @param {import("../lessons/load-lesson.js").Lesson} lesson
 * @param {{ least: number, most: number }} seats
 * @param {(HTMLElement)[]} options the fields for options and seed
 * @param {string} stats the player's results, or an empty text
 */
export function showHotseatSetup(show, info, lesson, { least, most }, options, stats) {
    const isReferee = info.kind === "referee";
    const who = h("div", { class: "who" });
    const count = h("select", { id: "seats", name: "seats", onchange: () => showWho() },
        Array.from({ length: most - least + 1 }, (_, i) => h("option", { value: least + i }, least + i)));
    const message = h("p", { class: "problem", role: "alert", hidden: true });
    const chosen = () => [.../** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (who.querySelectorAll("select, input"))].map(({ value }) => value.trim());
    const showWho = () => {
        const before = chosen();
        fill(who, Array.from({ length: Number(count.value) }, (_, i) => (isReferee ? nameField(i + 1, before[i] ?? "") : seat(info, i + 1, before[i] ?? (i === 0 ? "person" : "robot")))));
    };
    showWho();
    const start = async () => {
        try {
            const players = chosen();
            if (!isReferee && !players.includes("person")) throw new Error(texts.hotseat.setup.needsPerson);
            const fields = [...new FormData(form)].map(([name, value]) => /** @type {const} */ ([name, String(value)]));
            const { seed = "", seats, ...others } = Object.fromEntries(fields);
            const chosenOptions = Object.fromEntries(Object.entries(others).filter(([name]) => !name.startsWith("who-")));
            const what = { seats: Number(seats), options: chosenOptions, ...(seed === "" ? {} : { seed }) };
            const dealt = await service.deal(info.id, what);
            const table = isReferee ? newHotseatGame(dealt, players.map(() => "person"), players) : newHotseatGame(dealt, players);
            location.hash = `#/together/${table.id}`;
        } catch (error) {
            message.hidden = false;
            message.textContent = error instanceof Error ? error.message : String(error);
        }
    };
    const form = h("form", { class: "setup", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); start(); } },
        message,
        h("div", { class: "field" }, h("label", { for: "seats" }, texts.tables.seats), count),
        h("fieldset", { class: "field" },
            h("legend", {}, texts.tables.form.whoPlays),
            h("p", { class: "hint" }, texts.hotseat.setup[isReferee ? "realTableHint" : "whoPlaysHint"]),
            who),
        h("button", { type: "submit", class: "primary" }, texts.hotseat.setup.deal),
        h("details", { class: "fold" }, h("summary", {}, info.options.length > 0 ? texts.hotseat.setup.optionsAndSeed : texts.hotseat.setup.seed), h("div", {}, options)));
    show(
        info.title,
        h("div", { class: "page narrow" },
            h("p", { class: "back" }, h("a", { href: "#/" }, texts.hotseat.setup.allGames)),
            h("h1", {}, info.title),
            h("p", { class: "lead", lang: "en" }, lesson.goal ?? info.summary),
            h("div", { class: "tools" }, tutorialLink(info.id)),
            stats && h("p", { class: "hint own-stats" }, stats),
            !isReferee && h("p", { class: "hint" }, texts.hotseat.setup.ownScreens((label) => h("a", { href: `#/tables?game=${info.id}` }, label))),
            form,
            lessonFold(info.id, lesson),
            h("p", { class: "credit" }, texts.hotseat.setup.credit(info.source, info.designer))),
    );
}

/**
 * The field for the name of a player at a real table.
 *
 * @param {number} number
 * @param {string} value
 */
function nameField(number, value) {
    const id = `who-${number}`;
    return h("p", {}, h("label", { for: id }, texts.tables.form.player(number)), h("input", { id, name: id, maxlength: 20, autocomplete: "off", value }));
}

/**
 * The choice of who plays a seat.
 *
 * @param {GameInfo} info
 * @param {number} number
 * @param {string} chosen
 */
function seat(info, number, chosen) {
    const id = `who-${number}`;
    return h("p", {},
        h("label", { for: id }, texts.tables.form.player(number)),
        h("select", { id, name: id }, [["person", texts.hotseat.setup.person], ...robotChoices(info)].map(([value, words]) =>
            h("option", { value, selected: value === chosen }, words))));
}

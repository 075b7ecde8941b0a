// The screen before a deal: options and seed.

import { h } from "../shared/dom.js";
import { pack } from "../shared/link.js";
import { optionField } from "../shared/option-field.js";
import { texts } from "../texts/texts.js";
import { seatsOf } from "../api/client.js";
import * as service from "../api/client.js";
import { draw } from "../api/runs.js";
import { lessonFold, tutorialLink } from "../lessons/lesson-parts.js";
import { loadLesson } from "../lessons/load-lesson.js";
import { statsOf } from "../statistics/result-store.js";
import { dayNow, statsText } from "../statistics/statistics-panel.js";
import { RANKED, computerHelp } from "../leaderboards/seed-classes.js";
import { tableButton } from "../tables/table-button.js";
import { showHotseatSetup } from "../hotseat/hotseat-setup.js";

const words = texts.catalogue.setup;
const SEED = "[A-Za-z0-9._\\-]{1,64}";

/** @type {import("../types").Screen} */
export async function screen(show, [game], query) {
    const [info, today, lesson] = await Promise.all([service.info(game), dayNow(), loadLesson(game)]);
    const seed = h("input", {
        id: "seed", name: "seed", type: "text", maxlength: 64, pattern: SEED, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
        "aria-describedby": "seed-hint", value: query.get("seed") ?? "",
    });
    const message = h("p", { class: "problem", role: "alert", hidden: true });
    const chosenOptions = () => Object.fromEntries([...new FormData(form)].filter(([name]) => name !== "seed").map(([name, value]) => [name, String(value)]));
    const start = async () => {
        try {
            const options = chosenOptions();
            const { state } = await (seed.value ? service.deal(game, { seed: seed.value, options }) : draw(game, options));
            location.hash = `#/at/${await pack({ ...state, options: { ...state.options }, moves: [] })}`;
        } catch (error) {
            message.hidden = false;
            message.textContent = error instanceof Error ? error.message : String(error);
        }
    };
    const fields = [
        ...info.options.map(optionField),
        h("div", { class: "field" },
            h("label", { for: "seed" }, words.seed), seed,
            h("p", { class: "hint", id: "seed-hint" }, words.seedHint)),
    ];
    const seats = seatsOf(info);
    if (seats) return void showHotseatSetup(show, info, lesson, seats, fields, statsText(info, statsOf(info), today));
    const form = h(
        "form",
        { class: "setup", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); start(); } },
        message,
        h("button", { type: "submit", class: "primary" }, words.deal),
        h("details", { class: "fold", open: seed.value !== "" },
            h("summary", {}, info.options.length > 0 ? words.optionsAndSeed : words.seed),
            h("div", {}, fields)),
    );
    show(
        info.title,
        h("div", { class: "page narrow" },
            h("p", { class: "back" }, h("a", { href: "#/" }, texts.catalogue.allGames)),
            h("h1", {}, info.title),
            h("p", { class: "lead", lang: "en" }, lesson.goal ?? info.summary),
            h("div", { class: "tools" }, tutorialLink(game)),
            h("p", { class: "hint own-stats" }, statsText(info, statsOf(info), today)),
            form,
            h("section", { class: "card", "aria-labelledby": "ranked" },
                h("h2", { class: "panel-title", id: "ranked" }, words.ranked),
                h("p", { class: "hint" }, `${RANKED} ${words.noUndo}`),
                computerHelp(info),
                tableButton(words.playRanked, () => ({ game, options: chosenOptions() }), { class: "tool" }),
                h("div", { class: "tools" }, h("a", { class: "tool", href: `#/contests?game=${game}` }, texts.contests.challenge))),
            lessonFold(game, lesson),
            h("p", { class: "credit" }, texts.shared.credit(info.source, info.designer))),
    );
}

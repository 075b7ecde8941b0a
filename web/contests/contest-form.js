// The form that creates a contest. As it opens, it creates a challenge: one round for those who have the link.

import { button, fill, h } from "../shared/dom.js";
import { optionField } from "../shared/option-field.js";
import { texts } from "../texts/texts.js";
import { info as infoOf } from "../api/client.js";
import { create, enter } from "../api/contests.js";
import { now } from "../api/tables.js";
import { askForName } from "../tables/table-button.js";

const words = texts.contests.form;
const { days, hours } = texts.tables.clock;
const MAX_ROUNDS = 12;

/** @type {[seconds: number, words: string][]} how long the rounds can be open */
const TIMES = [[3600, hours(1)], [86_400, days(1)], [259_200, days(3)], [604_800, days(7)]];
/** The time that is selected at first, in seconds. */
const DEFAULT_TIME = 86_400;

/**
 * @param {import("../types").GameList["games"]} games that can be played
 * @param {string | null} requested the game that is selected at first
 */
export async function createForm(games, requested) {
    const chosen = games.find(({ id }) => id === requested) ?? games[0];
    const options = h("form", {});
    const optionFold = h("details", { class: "fold" }, h("summary", {}, words.options), options);
    const showOptions = async () => {
        const info = await infoOf(game.value);
        optionFold.hidden = info.options.length === 0;
        fill(options, ...info.options.map(optionField));
    };
    const game = h("select", { id: "contest-game", onchange: showOptions },
        games.map(({ id, title }) => h("option", { value: id, selected: id === chosen.id }, title)));
    await showOptions();
    const name = h("input", { id: "contest-name", type: "text", required: true, maxlength: 64, autocomplete: "off", value: words.defaultName });
    const time = select("contest-time", TIMES.map(([seconds, text]) => [`${seconds}`, text]), `${DEFAULT_TIME}`);
    const timeField = field(words.time, time);
    const rounds = select("contest-rounds", Array.from({ length: MAX_ROUNDS }, (_, i) => [`${i + 1}`, `${i + 1}`]));
    const schedule = select("contest-schedule", Object.entries(words.schedules));
    const daily = h("p", { class: "hint", hidden: true }, words.timeOfDaily);
    schedule.addEventListener("change", () => {
        timeField.hidden = schedule.value === "daily";
        daily.hidden = !timeField.hidden;
    });
    const opens = h("input", { id: "contest-opens", type: "datetime-local" });
    const entry = select("contest-entry", Object.entries(words.entries));
    const scoring = select("contest-scoring", Object.entries(words.scorings));
    const approval = h("input", { type: "checkbox", id: "contest-approval" });
    const takesPart = h("input", { type: "checkbox", id: "contest-part", checked: true });
    const order = () => {
        const opening = opens.value === "" ? undefined : new Date(opens.value);
        const closing = new Date((opening?.getTime() ?? now()) + Number(time.value) * 1000);
        return {
            name: name.value,
            game: game.value,
            options: Object.fromEntries([...new FormData(options)].map(([option, value]) => [option, String(value)])),
            rounds: Number(rounds.value),
            schedule: schedule.value,
            opens_at: opening?.toISOString(),
            closes_at: schedule.value === "daily" ? undefined : closing.toISOString(),
            entry: entry.value,
            approval: approval.checked,
            scoring: scoring.value,
        };
    };
    const place = h("div", { class: "asks" });
    const start = async () => {
        if (!name.reportValidity()) return;
        const { isAsking, problem } = askForName(place, start, texts.contests.chooseName);
        if (isAsking) return;
        press.disabled = true;
        try {
            const { id } = await create(/** @type {any} */ (order()));
            // The contest is there, and its screen has a button to enter it.
            if (takesPart.checked) await enter(id).catch(() => {});
            location.hash = `#/contests/${id}`;
        } catch (error) {
            problem(error);
        } finally {
            press.disabled = false;
        }
    };
    const press = button(words.create, start, { class: "primary" });
    return h("div", { class: "setup" },
        field(words.game, game),
        optionFold,
        field(words.name, name),
        timeField, daily,
        h("details", { class: "fold" }, h("summary", {}, words.more),
            h("div", {},
                field(words.rounds, rounds),
                field(words.schedule, schedule),
                field(words.opens, opens),
                field(words.entry, entry),
                h("label", { class: "switch" }, approval, " ", words.approve),
                field(words.scoring, scoring))),
        h("label", { class: "switch" }, takesPart, " ", words.takePart),
        h("div", { class: "table-button" }, press, place));
}

/**
 * @param {string} label
 * @param {HTMLInputElement | HTMLSelectElement} input
 */
function field(label, input) {
    return h("div", { class: "field" }, h("label", { for: input.id }, label), input);
}

/**
 * @param {string} id
 * @param {[value: string, words: string][]} values
 * @param {string} [selected]
 */
function select(id, values, selected = values[0][0]) {
    return h("select", { id }, values.map(([value, text]) => h("option", { value, selected: value === selected }, text)));
}

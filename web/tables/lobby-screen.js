// The lobby: the player's tables, tables with open seats, and the form that creates a table.

import { fill, h } from "../shared/dom.js";
import { optionField } from "../shared/option-field.js";
import { robotChoices, robotLevel } from "../shared/robot-levels.js";
import { texts } from "../texts/texts.js";
import { games, info as infoOf, seatsOf } from "../api/client.js";
import * as tables from "../api/tables.js";
import { PACES, TICKS } from "./clock.js";
import { PlayNow } from "./play-now.js";
import { screen as atTable } from "./open-table.js";
import { tableButton } from "./table-button.js";
import { ownTables, waitingList } from "./table-lists.js";
import { screen as replay } from "./table-replay.js";

/** @type {import("../types").Screen} */
export async function screen(show, [id, part], query) {
    if (id && part === "moves") return replay(show, [id], query);
    if (id) return atTable(show, [id], query);
    const all = await games();
    const titles = new Map(all.map(({ id, title }) => [id, title]));
    const [mine, waiting, form] = await Promise.all([ownTables(titles), tables.listWaiting(), createForm(all, query.get("game"))]);
    const played = all.filter((game) => seatsOf(game) && game.kind !== "referee");
    const now = new PlayNow(played, query.get("game") ?? played[0].id);
    show(
        texts.tables.lobby.title,
        h("div", { class: "page" },
            h("h1", {}, texts.tables.lobby.title),
            h("p", { class: "lead" }, texts.tables.lobby.lead),
            h("div", { class: "tools" }, h("a", { class: "tool", href: "#/contests" }, texts.contests.title)),
            mine,
            now.element,
            h("section", { "aria-labelledby": "waiting" },
                h("h2", { id: "waiting" }, texts.tables.lobby.open),
                waitingList(waiting, titles)),
            h("section", { "aria-labelledby": "make" },
                h("h2", { id: "make" }, texts.tables.form.title),
                form)),
    );
    return () => now.leave();
}

/** The pace that is selected at first, and in place of one that is no longer offered, in seconds. */
const DEFAULT_PACE = 86_400;

/**
 * The form that creates a table.
 *
 * @param {Awaited<ReturnType<typeof games>>} all
 * @param {string | null} requested the game that is selected at first
 */
async function createForm(all, requested) {
    const seated = all.filter((game) => seatsOf(game));
    const chosen = seated.find(({ id }) => id === requested) ?? seated[0];
    const rest = h("div", { class: "setup-rest" });
    const game = h("select", { id: "game", onchange: () => showRest() },
        seated.map(({ id, title }) => h("option", { value: id, selected: id === chosen.id }, title)));
    const showRest = async () => fill(rest, ...(await fields(game.value)));
    fill(rest, ...(await fields(chosen.id)));
    return h("div", { class: "setup" },
        h("div", { class: "field" }, h("label", { for: "game" }, texts.tables.form.game), game), rest);
}

/**
 * The fields for a table of a game, and the button that creates it.
 *
 * @param {string} game
 */
async function fields(game) {
    const info = await infoOf(game);
    const { least, most } = /** @type {{ least: number, most: number }} */ (seatsOf(info));
    const who = h("div", { class: "who" });
    const count = h("select", { id: "table-seats", onchange: () => showWho() },
        Array.from({ length: most - least + 1 }, (_, i) => h("option", { value: least + i }, least + i)));
    const chosen = () => [...who.querySelectorAll("select")].map(({ value }) => value);
    const showWho = () => {
        const before = chosen();
        fill(who,
            h("p", {}, h("span", { class: "who-you" }, texts.tables.form.player(1)), texts.tables.you),
            Array.from({ length: Number(count.value) - 1 }, (_, i) => other(info, i + 2, before[i] ?? "open")));
    };
    showWho();
    const pace = h("select", { id: "pace" });
    const listed = h("input", { type: "checkbox", id: "listed" });
    const approval = h("input", { type: "checkbox", id: "approval" });
    const rated = h("input", { type: "checkbox", id: "rated", checked: true });
    const options = h("form", { onchange: () => showPaces() }, info.options.map(optionField));
    const showPaces = () => {
        const before = Number(pace.value);
        const ticks = info.ticks && new FormData(options).get(info.ticks.option) === info.ticks.value ? TICKS : [];
        const paces = [...ticks, ...PACES];
        const selected = paces.some(([seconds]) => seconds === before) ? before : DEFAULT_PACE;
        fill(pace, ...paces.map(([seconds, words]) => h("option", { value: seconds, selected: seconds === selected }, words)));
    };
    showPaces();
    const order = () => ({
        game,
        seats: ["you", ...chosen().map(asSeat)],
        pace: Number(pace.value),
        listed: listed.checked,
        approval: approval.checked,
        // A checked box is the default, which depends on who plays.
        rated: rated.checked ? undefined : false,
        options: Object.fromEntries([...new FormData(options)].map(([name, value]) => [name, String(value)])),
    });
    return [
        most > least && h("div", { class: "field" }, h("label", { for: "table-seats" }, texts.tables.seats), count),
        h("fieldset", { class: "field" },
            h("legend", {}, texts.tables.form.whoPlays),
            h("p", { class: "hint" }, texts.tables.form.whoPlaysHint),
            who),
        h("div", { class: "field" },
            h("label", { for: "pace" }, texts.tables.form.pace), pace,
            h("p", { class: "hint" }, texts.tables.form.paceHint)),
        h("label", { class: "switch" }, listed, " ", texts.tables.form.list),
        h("label", { class: "switch" }, approval, " ", texts.tables.form.approve),
        info.kind === "seated" && h("label", { class: "switch" }, rated, " ", texts.tables.form.rated),
        info.options.length > 0 && h("details", { class: "fold" }, h("summary", {}, texts.tables.form.options), options),
        tableButton(texts.tables.form.create, order, { class: "primary" }),
    ].filter((field) => field !== false);
}

/**
 * The choice of who plays another seat.
 *
 * @param {import("../types").GameInfo} info
 * @param {number} number
 * @param {string} now
 */
function other(info, number, now) {
    const id = `table-seat-${number}`;
    return h("p", {},
        h("label", { for: id }, texts.tables.form.player(number)),
        h("select", { id }, [["open", texts.tables.form.openSeat], ...robotChoices(info)].map(([value, words]) =>
            h("option", { value, selected: value === now }, words))));
}

/**
 * A seat as the request for a table has it.
 *
 * @param {string} choice
 */
function asSeat(choice) {
    const level = robotLevel(choice);
    return level > 1 ? { kind: "robot", level } : choice;
}

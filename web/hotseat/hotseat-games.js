// The shared-screen games that are stored in this browser.

import { newKey } from "../api/player.js";
import { button, fill, h } from "../shared/dom.js";
import { keys, recall, remember } from "../shared/storage.js";
import { texts } from "../texts/texts.js";

/** @typedef {import("../api/hotseat.js").SeatState} SeatState */
/** @typedef {import("../api/hotseat.js").SeatMove} SeatMove */
/**
 * @typedef {object} HotseatGame
 * @property {string} id
 * @property {string} game
 * @property {string[]} who by seat, from seat 1: `person`, `robot`, or `robot-2` for a robot of level 2
 * @property {string[]} [names] by seat; none for players without one, and in games of earlier versions
 * @property {SeatState} state
 * @property {number[]} points
 * @property {number[]} to_act
 * @property {number[]} [places]
 * @property {boolean} finished
 * @property {number} made number of moves, undone ones and undos included
 * @property {SeatState} [dealt] the state after the deal; games that were stored by earlier versions have none
 * @property {SeatMove[]} [moves] all moves; none without `dealt`
 * @property {Record<number, { state: SeatState, moves: SeatMove[] }>} seen for each person's seat, the last state that it saw, and the moves since
 * @property {number} changed time of the last save, in milliseconds since 1970
 */

const PREFIX = "funhouse.together.";
/** Maximum number of stored games. */
const MAX_GAMES = 12;

/**
 * The key under which a game is saved.
 *
 * @param {string} id
 */
export function storageKey(id) {
    return `${PREFIX}${id}`;
}

/**
 * @param {string} id
 * @returns {HotseatGame | null}
 */
export function savedHotseatGame(id) {
    return recall(storageKey(id), null);
}

/** @param {HotseatGame} table */
export function saveHotseatGame(table) {
    table.changed = Date.now();
    return remember(storageKey(table.id), table);
}

/**
 * Stores a new game.
 *
 * @param {import("../api/hotseat.js").SeatPosition} dealt
 * @param {string[]} who
 * @param {string[]} [names]
 */
export function newHotseatGame({ state, points, to_act, places, finished }, who, names) {
    for (const { id } of savedHotseatGames().slice(MAX_GAMES - 1)) remember(`${PREFIX}${id}`, undefined);
    const people = who.flatMap((each, i) => (each === "person" ? [i + 1] : []));
    const seen = Object.fromEntries(people.map((seat) => [seat, { state, moves: [] }]));
    const id = newKey().slice(0, 8);
    const table = { id, game: state.game, who, names, state, points, to_act, places, finished, made: 0, dealt: state, moves: [], seen, changed: 0 };
    if (!saveHotseatGame(table)) throw new Error(texts.hotseat.saved.cannotSave);
    return table;
}

/**
 * The name of a seat: that of its player or robot, or its number.
 *
 * @param {{ who: string[], names?: string[] }} game
 * @param {number} seat
 */
export function nameAt({ who, names }, seat) {
    if (who[seat - 1] !== "person") return texts.shared.robotNames[seat - 1];
    return names?.[seat - 1] || texts.tables.form.player(seat);
}

/** @returns {HotseatGame[]} most recently played first */
function savedHotseatGames() {
    const tables = keys(PREFIX).flatMap((key) => savedHotseatGame(key.slice(PREFIX.length)) ?? []);
    return tables.sort((a, b) => b.changed - a.changed);
}

/**
 * The section with unfinished games, or null if there are none.
 *
 * @param {Map<string, string>} titles
 */
export function hotseatList(titles) {
    const tables = savedHotseatGames().filter(({ game, finished }) => titles.has(game) && !finished);
    if (tables.length === 0) return null;
    const item = (/** @type {HotseatGame} */ saved) => {
        const { id, game, who, to_act: toAct } = saved;
        const title = titles.get(game) ?? "";
        const how = texts.hotseat.saved.status(who.length, nameAt(saved, toAct[0]));
        const line = h("li", {});
        const drop = () => {
            remember(`${PREFIX}${id}`, undefined);
            fill(line, h("p", { tabindex: "-1" }, texts.hotseat.saved.deleted(title)));
            line.querySelector("p")?.focus();
        };
        fill(line,
            h("a", { href: `/play#/together/${id}` }, h("strong", {}, title), h("span", {}, how)),
            button("×", drop, { class: "quiet", "aria-label": texts.hotseat.saved.delete(title, how) }));
        return line;
    };
    return h("section", { "aria-labelledby": "together" },
        h("h2", { id: "together" }, texts.hotseat.saved.title),
        h("ul", { class: "go-on" }, tables.map(item)));
}

// The list of games to continue.

import { announce, button, fill, h } from "../shared/dom.js";
import { scoreText } from "../lessons/score-text.js";
import { locale, texts } from "../texts/texts.js";
import { deleteGame, openGames, restoreGame } from "./saved-games.js";

/** Number of games that are shown at first. */
const MAX_SHOWN = 3;

/** @typedef {import("./saved-games.js").SavedGame} SavedGame */

/**
 * The section with the list, or null if it is empty.
 *
 * @param {Map<string, string>} titles
 */
export function savedList(titles) {
    const games = openGames().filter(({ run }) => titles.has(run.game));
    if (games.length === 0) return null;
    const items = games.map((game) => item(game, titles.get(game.run.game) ?? ""));
    return h("section", { "aria-labelledby": "go-on" },
        h("h2", { id: "go-on" }, texts.saved.heading),
        h("ul", { class: "go-on" }, items.slice(0, MAX_SHOWN)),
        items.length > MAX_SHOWN && h("details", {},
            h("summary", {}, texts.saved.more(items.length - MAX_SHOWN)),
            h("ul", { class: "go-on" }, items.slice(MAX_SHOWN))));
}

/**
 * The status of a saved game.
 *
 * @param {SavedGame} game
 */
export function statusText({ run, at, score, finished }) {
    return finished ? texts.saved.finished(scoreText(run.game, score)) : texts.saved.running(at, score);
}

/**
 * @param {SavedGame} game
 * @param {string} title
 */
function item(game, title) {
    const line = h("li", {});
    const show = () => fill(
        line,
        h("a", { href: `/play#/go-on/${game.id}` }, h("strong", {}, title), h("span", {}, `${statusText(game)} · ${day(game.changed)}`)),
        button("×", () => {
            deleteGame(game);
            fill(line, h("p", {}, `${texts.saved.deleted(title)} `, button(texts.saved.undo, () => { restoreGame(game); show(); }, { class: "tool" })));
            line.querySelector("button")?.focus();
            announce(texts.saved.deleted(title));
        }, { class: "quiet", "aria-label": texts.saved.delete(title, statusText(game)) }));
    show();
    return line;
}

/** @param {number} time */
function day(time) {
    const then = new Date(time);
    return then.toDateString() === new Date().toDateString() ? texts.saved.today : then.toLocaleDateString(locale, { day: "numeric", month: "long" });
}

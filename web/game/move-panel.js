// The panel that shows the choice of a move as text: questions, picks, and all legal moves. It offers everything that the board does, for
// players who cannot point at the board.

import { button, h, refill } from "../shared/dom.js";
import { singular, title } from "../shared/text.js";
import { texts } from "../texts/texts.js";
import { budgetText } from "./budget.js";
import { directions } from "./choice.js";
import { dieToPlace, placements } from "./die-placement.js";
import { moveText, valueText } from "./move-text.js";
import { askFor } from "./questions.js";

/** @typedef {import("./choice.js").Choice} Choice */
/** @typedef {import("./choice.js").Pick} Pick */
/** @typedef {import("./choice.js").Question} Question */
/** @typedef {import("../types").Move} Move */

const { fields, panel: words } = texts.game;
/** @type {Record<string, string>} */
const FIELDS = fields;
/** Number of moves that are listed at first. */
const MAX_LISTED = 40;
/** Maximum number of chips for choices on the board. More are folded away. */
const MAX_CHIPS = 8;

/** Maximum number of values that are each asked together with directions. */
const MAX_PAIRED = 3;

/** @type {Record<string, [string, string]>} */
const ARROWS = { "0,-1": ["↑", "n"], "0,1": ["↓", "s"], "-1,0": ["←", "w"], "1,0": ["→", "e"] };

/**
 * The questions that a choice asks now. Those about the board come first and alone; the rest can be picked in any order.
 *
 * @param {Choice} choice
 * @param {(question: Question) => boolean} onBoard
 */
export function questionsOf({ offered }, onBoard) {
    const first = offered.find(onBoard);
    return first && offered[0].field !== "type" ? [first] : offered.toSorted((a, b) => Number(a.field === "type") - Number(b.field === "type"));
}

/**
 * The question of a choice in one line; the move if it is the only one.
 *
 * @param {Choice} choice
 * @param {(question: Question) => boolean} onBoard
 * @param {(move: Move) => string} [textOf] a move as text
 */
export function promptText(choice, onBoard, textOf = moveText) {
    const questions = questionsOf(choice, onBoard);
    if (choice.all.length === 0 && questions.length === 0) return "";
    const question = questions.find(onBoard) ?? questions.at(-1);
    if (question) return askFor(question.field, question.index, kind(choice));
    const ready = choice.exact ?? choice.only?.move;
    return ready ? words.isIt(textOf(ready)) : "";
}

/**
 * Shows a choice.
 *
 * @param {HTMLElement} panel
 * @param {Choice} choice
 * @param {{
 *     pick: (pick: Pick) => void,
 *     removePicks: (from: number) => void,
 *     play: (move: Move) => void,
 *     onBoard: (question: Question) => boolean,
 *     named?: (text: string) => string,
 *     textOf?: (move: Move) => string,
 *     refresh: () => void,
 *     again: (type: string) => boolean,
 * }} actions
 */
export function showChoice(panel, choice, { pick, removePicks, play, onBoard, named = (text) => text, textOf = moveText, refresh, again }) {
    const ready = choice.exact ?? choice.only?.move;
    const questions = questionsOf(choice, onBoard);
    const left = choice.left.map(({ move }) => move);
    const dice = placements(left);
    const labelOf = (/** @type {any} */ type) => (again(type) ? words.startAgain : textOf(/** @type {Move} */ ({ type })));
    const label = (/** @type {string} */ field, /** @type {any} */ value) => (field === "type" ? labelOf(value) : named(valueText(field, value, kind(choice))));
    const pair = withDirections(choice, onBoard);
    const asks = pair?.map((both) => compass(both.directions, pickText(choice, [both]), choice, (way) => [[both], way].forEach((each) => pick(each)), `${both.value}-`))
        ?? questions.map((question) => ask(question, choice, pick, onBoard(question), label));
    const lying = pair ? undefined : questions.find(onBoard);
    const budget = budgetText(choice);
    refill(
        panel,
        h("h2", { class: "panel-title" }, words.yourMove),
        choice.picks.length > 0 && h(
            "div",
            { class: "picked" },
            h("span", { class: "unseen" }, words.chosen),
            choice.picks.map((each, i) =>
                button(named(pickText(choice, each)), () => removePicks(i), {
                    class: "chip picked-chip",
                    "data-key": `picked-${i}`,
                    "aria-label": words.takeBack(named(pickText(choice, each))),
                }),
            ),
        ),
        budget && h("p", { class: "hint" }, budget),
        ready && (choice.picks.length > 0 || choice.only) &&
            button(textOf(ready), () => play(ready), { class: "primary", "data-key": "ready" }),
        lying && !dice && opener(panel, askFor(lying.field, lying.index, kind(choice))),
        dice && dieToPlace(choice, dice, again(dice[0].type) ? words.startAgain : words.placeDie, { play, refresh }),
        dice ? h("details", { class: "ask", "data-key": "by-number" }, h("summary", { "data-key": "summary-by-number" }, words.byNumber), asks) : asks,
        choice.left.length > 1 && allMoves(choice, play, textOf),
    );
}

/**
 * The button that on a small screen opens the choices that are also on the board.
 *
 * @param {HTMLElement} panel
 * @param {string} label
 */
export function opener(panel, label) {
    const open = () => {
        const opened = panel.classList.toggle("opened");
        line.setAttribute("aria-expanded", String(opened));
        if (opened) line.scrollIntoView({ block: "nearest" });
    };
    const line = button(label, open, { class: "opener", "data-key": "opener", "aria-expanded": panel.classList.contains("opened") ? "true" : "false" });
    return line;
}

/**
 * @param {Choice} choice
 * @param {Pick} pick
 */
function pickText(choice, pick) {
    const { slots, used } = choice.left[0];
    const slot = slots.find((each) => used.has(each) && pick.some(({ field, value }) => each.field === field && each.value === value));
    const { field, value } = slot ?? pick[0];
    if (field === "type") return askType(value);
    const name = slot && slot.index >= 0 ? singular(field) : field;
    return words.pick(FIELDS[name] ?? title(name), valueText(field, value, kind(choice)));
}

/** @param {unknown} type */
function askType(type) {
    return moveText(/** @type {Move} */ ({ type }));
}

/**
 * A question with its choices.
 *
 * @param {Question} question
 * @param {Choice} choice
 * @param {(pick: Pick) => void} pick
 * @param {boolean} onBoard whether its choices are on the board
 * @param {(field: string, value: any) => string} label the text of a value
 */
function ask(question, choice, pick, onBoard, label) {
    const { field, index, values } = question;
    const heading = field === "type" && values.length < kinds(choice) ? words.or : askFor(field, index, kind(choice));
    const chip = (/** @type {any} */ value) =>
        button(label(field, value), () => pick([{ field, value, type: kind(choice) }]), { class: "chip", "data-key": `${field}-${value}` });
    if (directions(question)) return compass(question, heading, choice, pick);
    const chips = h("div", { class: "chips" }, values.map(chip));
    if (!onBoard || values.length <= MAX_CHIPS) return h("fieldset", { class: onBoard ? "ask on-board" : "ask" }, h("legend", {}, heading), chips);
    return h(
        "details",
        { class: "ask on-board", "data-key": `ask-${field}` },
        h("summary", { "data-key": `summary-${field}` }, words.alsoOnBoard(heading)),
        chips,
    );
}

/**
 * The values of a question on the board, each with a question of directions, if these two are all that is asked: then one press answers both.
 *
 * @param {Choice} choice
 * @param {(question: Question) => boolean} onBoard
 */
function withDirections({ offered: [first, second, more], left }, onBoard) {
    if (more || !second || first.values.length > MAX_PAIRED || !onBoard(first) || !directions(second) || left.length !== first.values.length * second.values.length) return null;
    return first.values.map((value) => ({ field: first.field, value, directions: second }));
}

/**
 * A question of directions.
 *
 * @param {Question} question
 * @param {string} heading
 * @param {Choice} choice
 * @param {(pick: Pick) => void} pick
 * @param {string} [prefix] of the keys of its buttons
 */
function compass(question, heading, choice, pick, prefix = "") {
    const { field } = question;
    const arrow = (/** @type {[string, any]} */ [way, value]) =>
        h(
            "button",
            {
                type: "button",
                class: `chip way way-${ARROWS[way][1]}`,
                "data-key": `${prefix}${field}-${value}`,
                onclick: () => pick([{ field, value }]),
            },
            h("span", { "aria-hidden": "true" }, ARROWS[way][0]),
            h("span", { class: "way-name" }, valueText(field, value, kind(choice))),
        );
    return h("fieldset", { class: "ask" }, h("legend", {}, heading), h("div", { class: "compass" }, [...directions(question) ?? []].map(arrow)));
}

/**
 * The number of types of move that are left.
 *
 * @param {Choice} choice
 */
function kinds(choice) {
    return new Set(choice.left.map(({ move }) => move.type)).size;
}

/**
 * The type of all moves that are left, if it is only one.
 *
 * @param {Choice} choice
 */
function kind(choice) {
    return kinds(choice) === 1 ? choice.left[0].move.type : undefined;
}

/**
 * All moves that are left, as a list.
 *
 * @param {Choice} choice
 * @param {(move: Move) => void} play
 * @param {(move: Move) => string} textOf
 */
function allMoves(choice, play, textOf) {
    const moves = choice.left.map(({ move }) => move);
    const item = (/** @type {Move} */ move) => h("li", {}, button(textOf(move), () => play(move), { class: "move" }));
    const list = h("ul", { class: "moves" });
    const details = h(
        "details",
        { class: "all-moves", "data-key": "all-moves" },
        h("summary", { "data-key": "summary-all" }, words.allMoves),
        list,
    );
    const fillList = () => {
        if (details.open && list.childElementCount === 0) list.append(...partialList(moves, item));
    };
    details.addEventListener("toggle", fillList);
    return details;
}

/**
 * The first items of a list, and a button that shows the others.
 *
 * @template T
 * @param {T[]} all
 * @param {(each: T) => HTMLLIElement} item an item with a button
 */
export function partialList(all, item) {
    const first = all.slice(0, MAX_LISTED).map(item);
    if (all.length <= MAX_LISTED) return first;
    const more = button(words.showOthers(all.length - MAX_LISTED), () => {
        const rest = all.slice(MAX_LISTED).map(item);
        more.parentElement?.replaceWith(...rest);
        rest[0].querySelector("button")?.focus();
    }, { class: "quiet" });
    return [...first, h("li", {}, more)];
}

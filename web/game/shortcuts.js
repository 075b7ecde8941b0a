// The keyboard shortcuts, and the dialog that lists them.

import { button, h } from "../shared/dom.js";

/** @type {[string, string][]} */
const KEYS = [
    ["Tab", "to the board, and on to the choices"],
    ["Arrows", "over the board; with Shift, or where tiles slide, they go that way"],
    ["Enter", "chooses what is pointed at"],
    ["Esc", "clears the choice"],
    ["u", "undoes a move"],
    ["r", "redoes it"],
    ["h", "shows a hint, then the move, where hints are offered"],
    ["f", "flicks on with the same aim"],
    ["n", "deals a new game"],
    ["s", "skips the moves of others, or continues"],
    ["?", "shows these keys"],
];

/** Shows the dialog. */
export function showKeys() {
    if (document.querySelector("dialog.keys")) return;
    const sheet = h("dialog", { class: "keys card", "aria-label": "Keys", onclose: () => sheet.remove() },
        h("h2", { class: "panel-title" }, "Keys"),
        h("dl", {}, KEYS.map(([key, what]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)))),
        button("Close", () => sheet.close(), { class: "tool" }));
    document.body.append(sheet);
    sheet.showModal();
}

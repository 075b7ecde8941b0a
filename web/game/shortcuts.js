// The keyboard shortcuts, and the dialog that lists them.

import { button, h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";

const words = texts.game.shortcuts;

/** Shows the dialog. */
export function showKeys() {
    if (document.querySelector("dialog.keys")) return;
    const sheet = h("dialog", { class: "keys card", "aria-label": words.title, onclose: () => sheet.remove() },
        h("h2", { class: "panel-title" }, words.title),
        h("dl", {}, Object.values(words.keys).map(([key, what]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)))),
        button(words.close, () => sheet.close(), { class: "tool" }));
    document.body.append(sheet);
    sheet.showModal();
}

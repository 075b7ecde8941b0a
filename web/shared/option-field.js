// The field of a form in which an option of a game is chosen.

import { h } from "./dom.js";
import { humanise, title } from "./text.js";

/** @param {import("../types").GameInfo["options"][number]} option */
export function optionField({ name, values, summary }) {
    return h(
        "fieldset", { class: "field" },
        h("legend", {}, title(name)),
        h("p", { class: "hint", lang: "en" }, summary),
        h("div", { class: "radios" }, values.map((value, i) =>
            h("label", {}, h("input", { type: "radio", name, value, checked: i === 0 }), h("span", {}, humanise(value))))),
    );
}

// The form for the theme, the language and the size of text. The script `appearance.js` applies them.

import { h } from "../shared/dom.js";
import { recall, remember } from "../shared/storage.js";
import { LANGUAGES, texts } from "../texts/texts.js";

const KEY = "funhouse.appearance";
const words = texts.profile.appearance;
const NAMES = Object.entries(LANGUAGES);

/** The values of each setting, with their labels. The first is the default, and is not stored. A setting with one value is not offered. */
const CHOICES = [
    { name: "theme", legend: words.theme, values: [["", words.asSystem], ["light", words.light], ["dark", words.dark]] },
    { name: "language", legend: words.language, values: NAMES.length > 1 ? [["", words.asBrowser], ...NAMES] : NAMES },
    { name: "text", legend: words.text, values: [["", words.normal], ["large", words.large], ["larger", words.larger]] },
];

/** A section with the settings of this browser. */
export function appearanceForm() {
    return h("section", { "aria-labelledby": "appearance" },
        h("h2", { id: "appearance" }, words.heading),
        CHOICES.filter(({ values }) => values.length > 1).map(({ name, legend, values }) => h("fieldset", { class: "field" },
            h("legend", {}, legend),
            h("div", { class: "radios" }, values.map(([value, label]) => h("label", {},
                h("input", { type: "radio", name, value, checked: chosen(name) === value, onchange: () => choose(name, value) }),
                h("span", { lang: name === "language" && value !== "" && value }, label)))))));
}

/** @param {string} name */
function chosen(name) {
    return recall(KEY, /** @type {Record<string, string>} */ ({}))[name] ?? "";
}

/**
 * @param {string} name
 * @param {string} value
 */
function choose(name, value) {
    remember(KEY, { ...recall(KEY, {}), [name]: value || undefined });
    window.dispatchEvent(new StorageEvent("storage", { key: KEY }));
}

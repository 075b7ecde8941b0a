// Names of the API, lists and numbers as text.

import { texts } from "../texts/texts.js";

/** @param {string[]} words */
export function listed(words) {
    return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${texts.shared.and} ${words.at(-1)}`;
}

/**
 * A name of the API as text.
 *
 * @param {string} name
 */
export function humanise(name) {
    return texts.names[name] ?? name.replaceAll("_", " ").replaceAll("-", " ");
}

/**
 * The same with a capital letter.
 *
 * @param {string} name
 */
export function title(name) {
    const words = humanise(name);
    return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The singular of a field's name: `tile` for `tiles`, `die` for `dice`.
 *
 * @param {string} field
 */
export function singular(field) {
    if (field === "dice") return "die";
    return field.endsWith("s") ? field.slice(0, -1) : field;
}

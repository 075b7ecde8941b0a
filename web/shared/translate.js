// The texts of an HTML file in the language of the page. The file itself has them in English, for readers without scripts and for search
// engines.

import { language, texts } from "../texts/texts.js";

/**
 * Replaces the text of elements with `data-text`, and the `aria-label` of elements with `data-label`. Both attributes have keys of
 * `texts.page`, such as `nav.play`.
 *
 * @param {ParentNode} root
 */
export function translate(root) {
    if (language === "en") return;
    for (const element of root.querySelectorAll("[data-text]")) element.textContent = textAt(element.getAttribute("data-text") ?? "");
    for (const element of root.querySelectorAll("[data-label]")) element.setAttribute("aria-label", textAt(element.getAttribute("data-label") ?? ""));
}

/** @param {string} path */
export function textAt(path) {
    /** @type {any} */
    let found = texts.page;
    for (const key of path.split(".")) found = found?.[key];
    return /** @type {string} */ (found);
}

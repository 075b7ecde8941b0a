// Elements, and announcements to screen readers.

import { rooted } from "./root.js";

/** @typedef {Node | string | number | false | null | undefined} Child */

/**
 * Creates an element. Properties that begin with `on` are listeners, `true` is an attribute without a value, and `false`, `null` and
 * `undefined` are left out. A link to a path leads to that path of the service.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
        if (value === false || value === null || value === undefined) continue;
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else element.setAttribute(name, value === true ? "" : name === "href" ? rooted(String(value)) : String(value));
    }
    fill(element, ...children);
    return element;
}

/**
 * Replaces the children of an element.
 *
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
    const shown = children.flat().filter((child) => child !== false && child !== null && child !== undefined);
    element.replaceChildren(.../** @type {(Node | string)[]} */ (shown.map((c) => (typeof c === "number" ? `${c}` : c))));
}

/**
 * Replaces the children of an element, and keeps the focus on the child with the same `data-key`. If there is none, the element itself
 * gets the focus.
 *
 * @param {HTMLElement} element
 * @param {...(Child | Child[])} children
 */
export function refill(element, ...children) {
    const focused = element.contains(document.activeElement) ? document.activeElement : null;
    const key = focused instanceof HTMLElement ? focused.dataset.key : undefined;
    const open = new Set([...element.querySelectorAll("details[open]")].map((d) => /** @type {HTMLElement} */ (d).dataset.key));
    fill(element, ...children);
    for (const details of element.querySelectorAll("details")) if (open.has(details.dataset.key)) details.open = true;
    if (!focused) return;
    const same = key && element.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
    /** @type {HTMLElement} */ (same || element).focus();
}

/**
 * Announces a text to screen readers, and after it one in English, such as a description by the service.
 *
 * @param {string} text
 * @param {string} [english]
 */
export function announce(text, english) {
    const region = document.getElementById("announcer");
    if (region) fill(region, text, ...(english ? [" ", h("span", { lang: "en" }, english)] : []));
}

/**
 * A button.
 *
 * @param {string} label
 * @param {() => void} press
 * @param {Record<string, any>} [properties]
 */
export function button(label, press, properties = {}) {
    return h("button", { type: "button", onclick: press, ...properties }, label);
}

// Building elements, and saying things aloud: the few helpers that stand in for a framework.

/** @typedef {Node | string | number | false | null | undefined} Child */

/**
 * An element. Properties that begin with `on` are listeners, `true` is an attribute without a value, and `false`,
 * `null` and `undefined` are left out.
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
        else element.setAttribute(name, value === true ? "" : String(value));
    }
    fill(element, ...children);
    return element;
}

/**
 * Puts children in the place of those an element has.
 *
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
    const shown = children.flat().filter((child) => child !== false && child !== null && child !== undefined);
    element.replaceChildren(.../** @type {(Node | string)[]} */ (shown.map((c) => (typeof c === "number" ? `${c}` : c))));
}

/**
 * Fills an element anew without losing the keyboard's place: what has the focus is known by its `data-key`. Where it
 * is gone, the focus goes to the element itself.
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
 * Says something to those who hear the page.
 *
 * @param {string} text
 */
export function announce(text) {
    const region = document.getElementById("announcer");
    if (region) region.textContent = text;
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

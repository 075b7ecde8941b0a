// The settings of this browser.

import { h } from "../shared/dom.js";
import { recall, remember } from "../shared/storage.js";
import { texts } from "../texts/texts.js";

const words = texts.game.settings;
const SETTINGS = "funhouse.settings";

/** @typedef {"slow" | "normal" | "fast" | "instant"} Speed how the moves of others are shown */
/** @typedef {{ forced: boolean, sound: boolean, notify: boolean, coordinates: boolean, speed: Speed }} Settings */

/** @type {Speed[]} */
const SPEEDS = ["slow", "normal", "fast", "instant"];

/** @returns {Settings} */
export function settings() {
    return { forced: false, sound: false, notify: false, coordinates: false, speed: "normal", ...recall(SETTINGS, {}) };
}

/**
 * Stores a setting.
 *
 * @template {keyof Settings} K
 * @param {K} name
 * @param {Settings[K]} value
 */
export function setSetting(name, value) {
    remember(SETTINGS, { ...settings(), [name]: value });
    showCoordinates();
}

/** Shows the coordinates on boards, if the setting is on. */
export function showCoordinates() {
    const { coordinates } = settings();
    document.documentElement.toggleAttribute("data-coordinates", coordinates);
    for (const input of document.querySelectorAll("input[name=coordinates]")) /** @type {HTMLInputElement} */ (input).checked = coordinates;
}

/**
 * Shows or hides the coordinates with a key.
 *
 * @param {KeyboardEvent} event
 */
export function coordinatesKey({ key, target, ctrlKey, metaKey, altKey }) {
    if (key !== "c" || ctrlKey || metaKey || altKey || /** @type {Element} */ (target).closest("input, textarea, select")) return;
    setSetting("coordinates", !settings().coordinates);
}

/**
 * The checkbox of a setting.
 *
 * @param {"forced" | "sound" | "coordinates"} name
 */
function box(name) {
    const input = h("input", { type: "checkbox", name, checked: settings()[name], onchange: () => setSetting(name, input.checked) });
    return h("label", { class: "setting" }, input, h("span", {}, words[name]));
}

/** The list of the speeds at which the moves of others are shown. */
function speedList() {
    const list = h("select", { onchange: () => setSetting("speed", /** @type {Speed} */ (list.value)) },
        SPEEDS.map((speed) => h("option", { value: speed, selected: speed === settings().speed }, words.speeds[speed])));
    return h("label", { class: "setting" }, h("span", {}, words.movesOfOthers), list);
}

/**
 * The fold with all settings.
 *
 * @param {boolean} others whether others move in the game
 * @param {...(import("../shared/dom.js").Child | import("../shared/dom.js").Child[])} more
 */
export function settingsFold(others = true, ...more) {
    return h("details", { class: "fold" }, h("summary", {}, words.title),
        h("div", {}, others && speedList(), box("forced"), box("coordinates"), box("sound"), ...more));
}

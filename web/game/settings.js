// The settings of this browser.

import { h } from "../shared/dom.js";
import { recall, remember } from "../shared/storage.js";

const SETTINGS = "funhouse.settings";

/** @typedef {"slow" | "normal" | "fast" | "instant"} Speed how the moves of others are shown */
/** @typedef {{ forced: boolean, sound: boolean, notify: boolean, speed: Speed }} Settings */

/** @type {[speed: Speed, words: string][]} */
const SPEEDS = [["slow", "Slow"], ["normal", "Normal"], ["fast", "Fast"], ["instant", "Instant: nothing waits"]];

/** @returns {Settings} */
export function settings() {
    return { forced: false, sound: false, notify: false, speed: "normal", ...recall(SETTINGS, {}) };
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
}

/**
 * The checkbox of a setting.
 *
 * @param {"forced" | "sound"} name
 * @param {string} words
 */
function box(name, words) {
    const input = h("input", { type: "checkbox", checked: settings()[name], onchange: () => setSetting(name, input.checked) });
    return h("label", { class: "setting" }, input, h("span", {}, words));
}

/** The list of the speeds at which the moves of others are shown. */
function speedList() {
    const list = h("select", { onchange: () => setSetting("speed", /** @type {Speed} */ (list.value)) },
        SPEEDS.map(([speed, words]) => h("option", { value: speed, selected: speed === settings().speed }, words)));
    return h("label", { class: "setting" }, h("span", {}, "Moves of others"), list);
}

/**
 * The fold with all settings.
 *
 * @param {boolean} others whether others move in the game
 * @param {...(import("../shared/dom.js").Child | import("../shared/dom.js").Child[])} more
 */
export function settingsFold(others = true, ...more) {
    return h("details", { class: "fold" }, h("summary", {}, "Settings"),
        h("div", {}, others && speedList(), box("forced", "Auto-play forced moves"), box("sound", "Sound"), ...more));
}

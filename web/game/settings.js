// The settings of this browser.

import { h } from "../shared/dom.js";
import { recall, remember } from "../shared/storage.js";

const SETTINGS = "funhouse.settings";

/** @typedef {{ forced: boolean, sound: boolean }} Settings */

/** @returns {Settings} */
export function settings() {
    return { forced: false, sound: false, ...recall(SETTINGS, {}) };
}

/**
 * The checkbox of a setting.
 *
 * @param {keyof Settings} name
 * @param {string} words
 */
function box(name, words) {
    const input = h("input", {
        type: "checkbox", checked: settings()[name], onchange: () => remember(SETTINGS, { ...settings(), [name]: input.checked }),
    });
    return h("label", { class: "setting" }, input, h("span", {}, words));
}

/** The checkboxes of all settings. */
export function settingBoxes() {
    return [box("forced", "Auto-play forced moves"), box("sound", "Sound")];
}

// The form that creates a player.

import { h } from "../shared/dom.js";
import { language, texts } from "../texts/texts.js";
import { Refused } from "../api/client.js";
import { newKey, createPlayer } from "../api/player.js";

/**
 * @param {string} label of the button
 * @param {() => void} taken called after success
 */
export function nameForm(label, taken) {
    // One key per name, so that a request whose response was lost can be repeated.
    /** @type {Map<string, string>} */
    const keys = new Map();
    const problem = h("p", { class: "problem", role: "alert", hidden: true });
    const name = h("input", { id: "name", name: "name", type: "text", required: true, minlength: 2, maxlength: 32, autocomplete: "nickname", "aria-describedby": "name-hint" });
    const submit = async (/** @type {Event} */ event) => {
        event.preventDefault();
        try {
            const key = keys.get(name.value) ?? newKey();
            keys.set(name.value, key);
            await createPlayer(name.value, key);
            taken();
        } catch (error) {
            problem.hidden = false;
            problem.lang = error instanceof Refused ? "en" : language;
            problem.textContent = error instanceof Error ? error.message : String(error);
        }
    };
    return h(
        "form", { class: "setup", onsubmit: submit },
        h("div", { class: "field" },
            h("label", { for: "name" }, texts.account.name.label), name,
            h("p", { class: "hint", id: "name-hint" }, texts.account.name.hint)),
        problem,
        h("button", { type: "submit", class: "primary" }, label),
    );
}

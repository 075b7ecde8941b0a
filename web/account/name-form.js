// The form that creates a player.

import { h } from "../shared/dom.js";
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
            problem.textContent = error instanceof Error ? error.message : String(error);
        }
    };
    return h(
        "form", { class: "setup", onsubmit: submit },
        h("div", { class: "field" },
            h("label", { for: "name" }, "Your name"), name,
            h("p", { class: "hint", id: "name-hint" }, "2 to 32 letters and digits of any script. Everyone can see it.")),
        problem,
        h("button", { type: "submit", class: "primary" }, label),
    );
}

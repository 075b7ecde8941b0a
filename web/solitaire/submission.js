// The form that submits a finished run, and the receipt.

import { announce, button, fill, h } from "../shared/dom.js";
import { counted } from "../shared/text.js";
import { player } from "../api/player.js";
import { submitRun } from "../api/runs.js";
import { receiptLines } from "../leaderboards/receipt.js";
import { nameForm } from "../account/name-form.js";

/** @typedef {import("../types").Schemas} Schemas */

/**
 * @param {import("../api/runs.js").Finished} finished
 * @param {Map<string, string>} titles
 * @param {(stored: string) => void} done called with the id of the stored run
 */
export function submissionForm(finished, titles, done) {
    const place = h("div", { class: "submission" });
    const send = async () => {
        try {
            const stored = await submitRun(finished);
            done(stored.run.id);
            fill(place, ...receiptLines(stored, titles));
            announce(["Handed in.", ...[...place.querySelectorAll("p, li")].map((line) => line.textContent)].join(" "));
        } catch (error) {
            offer(error instanceof Error ? error.message : String(error));
        }
    };
    const offer = (/** @type {string} */ problem) => {
        const self = player();
        fill(
            place,
            h("p", { class: "hint" }, claim(finished)),
            problem !== "" && h("p", { class: "problem", role: "alert" }, problem),
            self ? button(`Save score as ${self.name}`, send, { class: "primary" }) : nameForm("Save score", send),
        );
    };
    offer("");
    return place;
}

/**
 * What will be submitted about undone moves and hints.
 *
 * @param {import("../api/runs.js").Finished} finished
 */
function claim(finished) {
    const { assisted } = finished;
    const hints = assisted === undefined ? "" : assisted ? " Your score will show that you used hints." : " No hints used.";
    return undoClaim(finished.takenBack) + hints;
}

/** @param {number | undefined} takenBack */
function undoClaim(takenBack) {
    if (takenBack === undefined) return "Your score will not show how many undos were used, because the game did not start here.";
    if (takenBack === 0) return "No undos used; your score will show it.";
    return `${counted(takenBack, "undo")} used; your score will show it.`;
}

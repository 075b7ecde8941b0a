// The form that submits a finished run, and the receipt.

import { announce, button, fill, h } from "../shared/dom.js";
import { player } from "../api/player.js";
import { submitRun } from "../api/runs.js";
import { receiptLines } from "../leaderboards/receipt.js";
import { nameForm } from "../account/name-form.js";
import { texts } from "../texts/texts.js";

/** @typedef {import("../types").Schemas} Schemas */

/**
 * @param {import("../api/runs.js").Finished} finished
 * @param {Map<string, string>} titles
 * @param {(stored: string) => void} onStored called with the id of the stored run
 */
export function submissionForm(finished, titles, onStored) {
    const place = h("div", { class: "submission" });
    const send = async () => {
        try {
            const stored = await submitRun(finished);
            onStored(stored.run.id);
            fill(place, ...receiptLines(stored, titles));
            announce([texts.solitaire.submission.submitted, ...[...place.querySelectorAll("p, li")].map((line) => line.textContent)].join(" "));
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
            self ? button(texts.solitaire.submission.saveAs(self.name), send, { class: "primary" }) : nameForm(texts.solitaire.submission.save, send),
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
function claim({ takenBack, assisted }) {
    const { hintsUsed, noHints, undos, undosUnknown } = texts.solitaire.submission;
    const undoClaim = takenBack === undefined ? undosUnknown : undos(takenBack);
    return assisted === undefined ? undoClaim : `${undoClaim} ${assisted ? hintsUsed : noHints}`;
}

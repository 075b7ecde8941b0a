// The fold about fairness: the commitments and seeds of the rounds, the export, and its check in this browser.

import { announce, button, fill, h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import { exportPath, verify } from "../api/contests.js";
import { hasModule } from "../api/module.js";

/** @typedef {import("../api/contests.js").Contest} Contest */

const words = texts.contests.contest;

/** @param {Contest} contest */
export function checkFold({ id, rounds }) {
    const closed = rounds.some(({ status }) => status === "closed");
    return h("details", { class: "fold", "data-key": "fair" },
        h("summary", { "data-key": "fair-summary" }, words.fair),
        h("div", {},
            h("p", {}, words.fairness),
            h("ul", {}, rounds.map(({ number, commitment, seed }) => h("li", {},
                words.commitment(number, h("code", {}, commitment)), seed && words.seed(h("code", {}, seed))))),
            closed && checkTools(id)));
}

/** @param {string} id of the contest */
function checkTools(id) {
    const found = h("div", { class: "checked", role: "status" });
    const check = async () => {
        press.disabled = true;
        try {
            const verdict = await verify(id);
            fill(found, ...(verdict ? resultOf(verdict) : [h("p", { class: "hint" }, words.checkElsewhere)]));
        } catch (error) {
            fill(found, h("p", { class: "problem" }, error instanceof Error ? error.message : String(error)));
        } finally {
            press.disabled = false;
        }
        announce(found.textContent ?? "");
    };
    const press = button(words.check, check, { class: "tool", "data-key": "check" });
    // In a build without the module, the check could only fail.
    if (!hasModule) fill(found, h("p", { class: "hint" }, words.checkElsewhere));
    return h("div", { class: "check" },
        h("div", { class: "tools" }, hasModule && press, h("a", { class: "tool", href: exportPath(id), download: true }, words.export)),
        found);
}

/** @param {import("../api/contests.js").ContestVerdict} verdict */
function resultOf({ holds, rounds, runs, places, faults }) {
    const lines = holds ? [words.holds(rounds, runs, places)] : faults;
    return [
        h("ul", {}, lines.map((line) => h("li", { class: holds ? "holds" : "fails", lang: !holds && "en" }, h("strong", {}, holds ? "✓ " : "✗ "), line))),
        h("p", { class: "hint" }, words.checkHere),
    ];
}

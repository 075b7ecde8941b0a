// The explanation of an error at a table.

import { h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import { Refused } from "../api/client.js";

/**
 * The paragraph that explains an error. Texts of the service are in English.
 *
 * @param {unknown} problem
 */
export function explanation(problem) {
    if (!(problem instanceof Refused)) return h("p", {}, problem instanceof Error ? problem.message : String(problem));
    const { code, title, detail } = problem.problem;
    if (code === "unauthorized") return h("p", {}, texts.tables.screen.invalidToken);
    if (code === "unknown_table") return h("p", {}, texts.tables.screen.lost);
    if (code === "must_wait") return h("p", {}, texts.tables.screen.leftEarly, " ", h("span", { lang: "en" }, `(${detail}.)`));
    return h("p", { lang: "en" }, `${title}: ${detail}.`);
}

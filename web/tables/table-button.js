// The button that creates a table. It asks for a name if this browser has no player.

import { button, fill, h } from "../shared/dom.js";
import { rooted } from "../shared/root.js";
import { texts } from "../texts/texts.js";
import { Refused } from "../api/client.js";
import { player } from "../api/player.js";
import { create } from "../api/tables.js";
import { nameForm } from "../account/name-form.js";
import { noteCommitment } from "./table-check.js";

/** The place of the open name form: there is at most one. */
let asking = /** @type {HTMLElement | null} */ (null);

/**
 * A button that creates a table and opens it.
 *
 * @param {string} label
 * @param {() => import("../api/tables.js").Order} order
 * @param {Record<string, any>} [properties] of the button
 */
export function tableButton(label, order, properties = {}) {
    const place = h("div", { class: "asks" });
    const start = async () => {
        const { isAsking, problem } = askForName(place, start);
        if (isAsking) return;
        press.disabled = true;
        try {
            const table = await create(order());
            noteCommitment(table);
            location.href = rooted(`/play#/tables/${table.id}`);
        } catch (error) {
            const open = error instanceof Refused && error.problem.code === "table_open" && error.problem.table;
            if (open) fill(place, openGame(open));
            else problem(error);
        } finally {
            press.disabled = false;
        }
    };
    const press = button(label, start, { class: "primary narrow-button", ...properties });
    return h("div", { class: "table-button" }, press, place);
}

/**
 * The link to an open game that the player must finish first.
 *
 * @param {string} table
 */
function openGame(table) {
    return h("p", { role: "alert" }, texts.tables.form.openRankedGame, " ",
        h("a", { class: "button", href: `/play#/tables/${table}` }, texts.tables.form.continueRankedGame));
}

/**
 * Shows the name form if this browser has no player.
 *
 * @param {HTMLElement} place
 * @param {() => void} then called after a name was taken
 * @param {string} [reason] why a name is needed
 */
export function askForName(place, then, reason = texts.tables.form.chooseName) {
    if (asking && asking !== place) fill(asking);
    const problem = (/** @type {unknown} */ error) => fill(place,
        h("p", { class: "problem", role: "alert", lang: error instanceof Refused && "en" }, error instanceof Error ? error.message : String(error)));
    fill(place);
    if (player()) return { isAsking: false, problem };
    asking = place;
    fill(place,
        h("p", { class: "hint" }, reason),
        nameForm(texts.tables.form.useName, () => {
            fill(place);
            then();
        }));
    place.querySelector("input")?.focus();
    return { isAsking: true, problem };
}

// The tools of a player at a table: auto-decline, and giving up.

import { button, fill, h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import * as tables from "../api/tables.js";
import { resignationText } from "./table-end.js";
import { isSeated } from "./table-game.js";

/** @typedef {import("../api/tables.js").TableData} TableData */

export class TableTools {
    /**
     * @param {{ attempt: (act: () => Promise<void>) => Promise<void>, take: (data: TableData) => void }} actions
     * @param {boolean} hints whether the game has hints, which ranked games do without
     */
    constructor({ attempt, take }, hints) {
        this.hints = hints;
        this.attempt = attempt;
        this.take = take;
        this.windows = h("div", { class: "tools" });
        this.resignation = h("div", { class: "tools" });
        /** How many requests to switch auto-decline are on their way. */
        this.switching = 0;
    }

    /** @param {TableData} data */
    show(data) {
        this.showAutoDecline(data);
        this.showResignation(data);
    }

    /**
     * Shows the switch of auto-decline, in games that ask every seat to react.
     *
     * @param {TableData} data
     */
    showAutoDecline({ id, auto_decline: on }) {
        if (on === undefined) return fill(this.windows);
        const box = this.windows.querySelector("input");
        if (box) {
            // News of the table may be older than the player's choice.
            if (this.switching === 0) box.checked = on;
            return;
        }
        const change = async () => {
            this.switching += 1;
            try {
                this.take(await tables.setAutoDecline(id, input.checked));
            } catch (error) {
                input.checked = !input.checked;
                throw error;
            } finally {
                this.switching -= 1;
            }
        };
        const input = h("input", { type: "checkbox", checked: on, onchange: () => this.attempt(change) });
        fill(this.windows, h("label", { class: "setting" }, input, h("span", {}, texts.tables.tools.autoDecline)),
            h("span", { class: "hint" }, texts.tables.tools.autoDeclineHint));
    }

    /**
     * Shows the button to give up, which asks for confirmation.
     *
     * @param {TableData} data
     */
    showResignation(data) {
        const playing = data.status === "playing" && data.you !== undefined && !data.seats[data.you - 1]?.left;
        if (!playing) return fill(this.resignation);
        if (this.resignation.childElementCount > 0) return;
        const ask = () => {
            fill(this.resignation, h("span", { class: "hint" }, resignationText(data)),
                button(texts.tables.tools.giveUpNow, () => this.attempt(async () => this.take(await tables.resign(data.id))), { class: "tool" }),
                button(texts.tables.tools.playOn, rest, { class: "tool" }));
            this.resignation.querySelector("button")?.focus();
        };
        const rest = () => fill(this.resignation, button(texts.tables.tools.giveUp, ask, { class: "tool" }),
            !isSeated(data) && this.hints && button(texts.tables.tools.hint, () => {}, { class: "tool", disabled: true, "aria-describedby": "no-hints" }),
            !isSeated(data) && h("span", { class: "hint", id: "no-hints" }, noUndoText(data, this.hints)));
        rest();
    }
}

/**
 * @param {TableData} data of a solitaire
 * @param {boolean} hasHints whether the game has hints elsewhere
 */
function noUndoText({ contest }, hasHints) {
    const { noUndo, noUndoNoHints, noUndoNoHintsInContest } = texts.tables.tools;
    if (!hasHints) return noUndo;
    return contest ? noUndoNoHintsInContest : noUndoNoHints;
}

// Opens the screen of a table. When the service lost moves, nothing that the screen knows about the table is certain, so it is opened again.

import { h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import { Refused, Unreachable, games, info as infoOf } from "../api/client.js";
import * as tables from "../api/tables.js";
import { explanation } from "./problem-text.js";
import { noteCommitment } from "./table-check.js";
import { loadSnapshot } from "./table-game.js";
import { TableScreen } from "./table-screen.js";
import { TurnNotices } from "./turn-notices.js";

/** Delay before a table is loaded again, in milliseconds: after a failure, and if it has been opened again before. */
const DELAY = 1000;
/** The longest such delay. */
const MAX_DELAY = 8000;

/** @type {import("../types").Screen} */
export async function screen(show, [id]) {
    const opened = new OpenTable(show, id);
    return (await opened.begin()) ? () => opened.leave() : undefined;
}

class OpenTable {
    /**
     * @param {import("../types").Show} show
     * @param {string} id
     */
    constructor(show, id) {
        this.show = show;
        this.id = id;
        this.closed = false;
        this.screen = /** @type {TableScreen | null} */ (null);
        /** How often it was loaded again. */
        this.reopened = 0;
    }

    /** Shows the table, unless another screen was opened meanwhile. */
    async begin() {
        const { info, titles, shown } = await load(this.id);
        const notices = new TurnNotices(info.title, shown.table);
        this.screen = await this.createScreen(info, titles, shown, notices);
        if (!this.show(info.title, this.screen.element)) return false;
        await this.screen.begin();
        return true;
    }

    /**
     * @param {import("../types").GameInfo} info
     * @param {Map<string, string>} titles
     * @param {import("./table-game.js").Snapshot} shown
     * @param {TurnNotices} notices
     */
    async createScreen(info, titles, shown, notices) {
        const screen = new TableScreen(info, titles, shown, notices, () => this.reopen());
        // The goal above the board is shown before the board, so that the board does not shift.
        await screen.showRules(shown.position);
        return screen;
    }

    /** Replaces the screen by one of the table as it is now. */
    async reopen() {
        const before = this.screen;
        if (!before || this.closed) return;
        before.freeze();
        try {
            const { info, titles, shown } = await this.loadAgain(before);
            // Notifications go on: it can be the player's turn again.
            before.notices.forget();
            const screen = await this.createScreen(info, titles, shown, before.notices);
            const focused = before.element.contains(document.activeElement);
            if (this.closed || !this.show(info.title, screen.element)) return;
            before.leave();
            this.screen = screen;
            if (focused) document.getElementById("main")?.focus({ preventScroll: true });
            await screen.begin();
            screen.noteSetBack();
        } catch (error) {
            if (!this.closed) this.showLost(before.info.title, error);
        }
    }

    /**
     * Loads the table until the service answers.
     *
     * @param {TableScreen} before which shows that the connection is lost
     */
    async loadAgain(before) {
        for (;; this.reopened += 1) {
            if (this.reopened > 0) await new Promise((resolve) => { setTimeout(resolve, Math.min(DELAY * this.reopened, MAX_DELAY)); });
            try {
                const loaded = await load(this.id);
                this.reopened += 1;
                return loaded;
            } catch (error) {
                const passing = error instanceof Unreachable || (error instanceof Refused && (error.problem.status >= 500 || error.problem.status === 429));
                if (!passing || this.closed) throw error;
                before.showConnection(false);
            }
        }
    }

    /**
     * Shows that the service no longer has the table, or refuses it.
     *
     * @param {string} title
     * @param {unknown} error
     */
    showLost(title, error) {
        this.show(title, h("section", { class: "page narrow" },
            h("h1", {}, title),
            h("div", { role: "alert" }, explanation(error)),
            h("div", { class: "tools" }, h("a", { class: "tool", href: "#/tables" }, texts.tables.end.anotherTable))));
        this.screen?.leave();
    }

    leave() {
        this.closed = true;
        this.screen?.leave();
    }
}

/**
 * Everything that is needed to show a table.
 *
 * @param {string} id
 */
async function load(id) {
    const data = await tables.load(id, { legal: true });
    noteCommitment(data);
    const [info, all, shown] = await Promise.all([infoOf(data.game), games(), loadSnapshot(data, data.moves)]);
    return { info, titles: new Map(all.map(({ id, title }) => [id, title])), shown };
}

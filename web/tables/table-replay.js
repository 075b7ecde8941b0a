// The screen that replays a finished game of a table move by move, as the player or onlooker could see it.

import { fill, h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import { info as infoOf } from "../api/client.js";
import * as tables from "../api/tables.js";
import { PlayArea } from "../game/play-area.js";
import { ReplayControls } from "../game/replay-controls.js";
import { addressed } from "../game/second-person.js";
import { playerName, seatName, seatStandings } from "./seat-standings.js";
import { isSeated } from "./table-game.js";

/** @typedef {import("../api/tables.js").News} News */
/** @typedef {import("../api/tables.js").TableData} TableData */

/** @type {import("../types").Screen} */
export async function screen(show, [id]) {
    const table = await tables.load(id, { after: 0 });
    const info = await infoOf(table.game);
    const title = texts.tables.replay.title(info.title);
    const back = h("a", { class: "tool", href: `#/tables/${id}` }, texts.tables.replay.back);
    if (table.status !== "over" || !table.position || !isSeated(table)) {
        show(title, h("div", { class: "page narrow" }, h("h1", {}, title),
            h("p", {}, texts.tables.replay.notYet), h("div", { class: "tools" }, back)));
        return;
    }
    const replay = new TableReplay(table, await newsOf(table), title, back);
    await replay.go(0, false);
    if (!show(title, replay.element)) return;
    await replay.area.show();
    return () => replay.leave();
}

/**
 * All moves of a table.
 *
 * @param {TableData} table with its first moves
 */
async function newsOf(table) {
    const all = [...(table.news ?? [])];
    while (all.length < table.moves) {
        const { news = [] } = await tables.load(table.id, { after: all.length });
        if (news.length === 0) break;
        all.push(...news);
    }
    return all;
}

class TableReplay {
    /**
     * @param {TableData} table
     * @param {News[]} news
     * @param {string} title
     * @param {HTMLElement} back
     */
    constructor(table, news, title, back) {
        this.table = table;
        this.news = news;
        /** @type {Map<number, Promise<string>>} pictures by number of moves */
        this.pictures = new Map();
        this.game = { position: /** @type {any} */ (null), moves: [], at: 0 };
        this.area = new PlayArea(/** @type {any} */ (this.game), { changed: () => {}, say: () => {}, showProblem: () => {}, clearProblem: () => {} }, true);
        this.area.board.nameOf = (seat) => playerName(table, seat);
        this.controls = new ReplayControls(news.map((each) => this.words(each)), (to, isNext) => this.go(to, isNext));
        this.problem = h("div", { class: "why-not", role: "alert" });
        this.element = h("div", { class: "playing" },
            h("h1", { class: "unseen" }, title),
            h("div", { class: "first" }, this.area.board.element, this.controls.element),
            h("div", { class: "side" }, this.problem,
                h("section", { class: "card", "aria-label": texts.tables.replay.result }, seatStandings(table, table.places), h("div", { class: "tools" }, back)),
                this.controls.list));
    }

    /**
     * A move as sentences.
     *
     * @param {News} move
     */
    words({ seat, events }) {
        const { table } = this;
        const sentences = events.map(({ text }) => addressed(text, table.you, (other) => playerName(table, other)));
        return sentences.join(" ") || texts.tables.replay.moves(seatName(table, seat));
    }

    /**
     * Shows the table after some moves.
     *
     * @param {number} to
     * @param {boolean} isNext whether the move to it is animated
     */
    async go(to, isNext) {
        fill(this.problem);
        try {
            const picture = await this.picture(to);
            // Another position may have been chosen in the meantime.
            if (to !== this.controls.at) return;
            this.game.position = { state: this.table.position?.view, picture, events: to > 0 ? [this.news[to - 1].events] : [] };
            if (this.element.isConnected) await this.area.show(isNext);
            if (to < this.news.length) this.picture(to + 1).catch(() => {});
        } catch (error) {
            this.controls.pause();
            fill(this.problem, h("p", {}, error instanceof Error ? error.message : String(error)));
        }
    }

    /** @param {number} moves */
    picture(moves) {
        const known = this.pictures.get(moves);
        if (known) return known;
        const picture = tables.pictureAfter(this.table.id, moves);
        this.pictures.set(moves, picture);
        picture.catch(() => this.pictures.delete(moves));
        return picture;
    }

    leave() {
        this.controls.pause();
        this.area.board.remove();
    }
}

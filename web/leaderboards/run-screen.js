// The screen that replays a stored run move by move, or the run that reaches the par of its deal.

import { button, h } from "../shared/dom.js";
import { pack } from "../shared/link.js";
import { info as infoOf } from "../api/client.js";
import { parOfRun, storedRun } from "../api/runs.js";
import { LocalGame } from "../game/local-game.js";
import { moveText } from "../game/move-text.js";
import { PlayArea } from "../game/play-area.js";
import { ReplayControls } from "../game/replay-controls.js";
import { texts } from "../texts/texts.js";
import { bestLine, hasBestLine } from "./best-line.js";
import { parText, reachText } from "./par.js";
import { reportText } from "./run-tables.js";

/** @typedef {import("../types").Schemas} Schemas */
/** @typedef {import("../types").Show} Show */
/** @typedef {(go: (moves: number) => void) => import("../shared/dom.js").Child[]} Card what the page says about the run; `go` shows the position after some moves */

/** @type {import("../types").Screen} */
export async function screen(show, [id, part]) {
    const stored = await storedRun(id);
    const info = await infoOf(stored.game);
    return part === "par" ? showPar(show, stored, info) : showRun(show, stored, info);
}

/**
 * @param {Show} show
 * @param {Schemas["StoredRun"]} stored
 * @param {import("../types").GameInfo} info
 */
async function showRun(show, stored, info) {
    const { id, par, score: { total } } = stored;
    const title = texts.leaderboards.run.title(id, info.title);
    if (!stored.run) {
        show(title, h("div", { class: "page narrow" }, h("h1", {}, title),
            h("p", { class: "lead" }, texts.leaderboards.run.scoreBy(total, stored.player?.name)),
            h("p", {}, stored.contest ? texts.leaderboards.run.secretOfRound : texts.leaderboards.run.secret(stored.embargoed_until?.slice(0, 10)))));
        return;
    }
    const run = { ...stored.run, options: { ...stored.run.options } };
    return replay(show, title, stored.run, (go) => [
        h("h2", { class: "panel-title" }, stored.player?.name ?? texts.leaderboards.run.deletedPlayer),
        h("p", {}, texts.leaderboards.run.saved(info.title, total, stored.received_at.slice(0, 10))),
        reportText(stored) !== "" && h("p", {}, texts.leaderboards.run.reported(reportText(stored))),
        par && h("p", {}, [texts.leaderboards.par.ofDeal(parText(par)), reachText(par, total, info.wins)].filter(Boolean).join(" ")),
        h("p", { class: "hint" }, texts.leaderboards.run.seed(stored.seed, stored.class)),
        hasBestLine(info) && bestLine(run, total, go),
    ], [
        // The line of a daily game is public once its day is closed.
        par && !stored.embargoed_until && h("a", { class: "tool", href: `#/runs/${id}/par` }, texts.leaderboards.par.watch),
        h("a", { class: "tool", href: `/embed/runs/${id}` }, texts.leaderboards.run.share),
    ]);
}

/**
 * @param {Show} show
 * @param {Schemas["StoredRun"]} stored
 * @param {import("../types").GameInfo} info
 */
async function showPar(show, { id }, info) {
    const { par, run } = await parOfRun(id);
    const title = texts.leaderboards.par.title(id, info.title);
    return replay(show, title, run, () => [
        h("h2", { class: "panel-title" }, texts.leaderboards.par.ofDeal(parText(par))),
        h("p", {}, texts.leaderboards.par.playedBy),
    ], [h("a", { class: "tool", href: `#/runs/${id}` }, texts.leaderboards.run.title(id, info.title))]);
}

/**
 * @param {Show} show
 * @param {string} title
 * @param {NonNullable<Schemas["StoredRun"]["run"]>} run
 * @param {Card} card
 * @param {import("../shared/dom.js").Child[]} links
 */
async function replay(show, title, run, card, links) {
    const game = await LocalGame.open({ ...run, options: { ...run.options } }, 0);
    const shown = new Replay(title, game, card, links);
    if (!show(title, shown.element)) return;
    await shown.area.show();
    return () => shown.leave();
}

class Replay {
    /**
     * @param {string} title
     * @param {LocalGame} game
     * @param {Card} card
     * @param {import("../shared/dom.js").Child[]} links
     */
    constructor(title, game, card, links) {
        this.game = game;
        this.area = new PlayArea(game, { changed: () => {}, say: () => {}, showProblem: () => {}, clearProblem: () => {} }, true);
        this.controls = new ReplayControls(game.moves.map(moveText), async (to, isNext) => {
            await game.go(to);
            await this.area.show(isNext);
        });
        this.element = h(
            "div", { class: "playing" },
            h("h1", { class: "unseen" }, title),
            h("div", { class: "first" }, this.area.board.element, this.controls.element),
            h("div", { class: "side" },
                h("section", { class: "card" },
                    ...card((moves) => this.go(moves)),
                    h("div", { class: "tools" }, button(texts.leaderboards.run.playOn, () => this.playOn(), { class: "tool" }), ...links)),
                this.controls.list),
        );
    }

    leave() {
        this.controls.pause();
        this.area.board.remove();
    }

    /** Shows the position after some moves. @param {number} moves */
    async go(moves) {
        this.controls.pause();
        await this.controls.go(moves);
        this.area.board.element.scrollIntoView({ block: "nearest" });
    }

    /** Opens the chosen position as a game. */
    async playOn() {
        const { game, controls } = this;
        location.hash = `#/at/${await pack({ ...game.run, moves: game.moves.slice(0, controls.at) })}`;
    }
}

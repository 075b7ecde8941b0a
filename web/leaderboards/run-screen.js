// The screen that replays a stored run move by move.

import { button, h } from "../shared/dom.js";
import { pack } from "../shared/link.js";
import { info as infoOf } from "../api/client.js";
import { storedRun } from "../api/runs.js";
import { LocalGame } from "../game/local-game.js";
import { moveText } from "../game/move-text.js";
import { PlayArea } from "../game/play-area.js";
import { ReplayControls } from "../game/replay-controls.js";
import { texts } from "../texts/texts.js";
import { parText, reachText } from "./par.js";
import { reportText } from "./run-tables.js";

/** @type {import("../types").Screen} */
export async function screen(show, [id]) {
    const stored = await storedRun(id);
    const info = await infoOf(stored.game);
    const title = texts.leaderboards.run.title(id, info.title);
    if (!stored.run) {
        show(title, h("div", { class: "page narrow" }, h("h1", {}, title),
            h("p", { class: "lead" }, texts.leaderboards.run.scoreBy(stored.score.total, stored.player?.name)),
            h("p", {}, texts.leaderboards.run.secret(stored.embargoed_until?.slice(0, 10)))));
        return;
    }
    const game = await LocalGame.open({ ...stored.run, options: { ...stored.run.options } }, 0);
    const watching = new RunScreen(stored, game, info);
    if (!show(title, watching.element)) return;
    await watching.area.show();
    return () => watching.leave();
}

class RunScreen {
    /**
     * @param {import("../types").Schemas["StoredRun"]} stored
     * @param {LocalGame} game
     * @param {import("../types").GameInfo} info
     */
    constructor(stored, game, info) {
        this.game = game;
        this.area = new PlayArea(game, { changed: () => {}, say: () => {}, showProblem: () => {}, clearProblem: () => {} }, true);
        this.controls = new ReplayControls(game.moves.map(moveText), async (to, isNext) => {
            await game.go(to);
            await this.area.show(isNext);
        });
        this.element = h(
            "div", { class: "playing" },
            h("h1", { class: "unseen" }, texts.leaderboards.run.title(stored.id, info.title)),
            h("div", { class: "first" }, this.area.board.element, this.controls.element),
            h("div", { class: "side" },
                h("section", { class: "card" },
                    h("h2", { class: "panel-title" }, stored.player?.name ?? texts.leaderboards.run.deletedPlayer),
                    h("p", {}, texts.leaderboards.run.saved(info.title, stored.score.total, stored.received_at.slice(0, 10))),
                    reportText(stored) !== "" && h("p", {}, texts.leaderboards.run.reported(reportText(stored))),
                    stored.par && h("p", {}, [texts.leaderboards.par.ofDeal(parText(stored.par)), reachText(stored.par, stored.score.total)].filter(Boolean).join(" ")),
                    h("p", { class: "hint" }, texts.leaderboards.run.seed(stored.seed, stored.class)),
                    h("div", { class: "tools" },
                        button(texts.leaderboards.run.playOn, () => this.playOn(), { class: "tool" }),
                        h("a", { class: "tool", href: `/embed/runs/${stored.id}` }, texts.leaderboards.run.share))),
                this.controls.list),
        );
    }

    leave() {
        this.controls.pause();
        this.area.board.remove();
    }

    /** Opens the chosen position as a game. */
    async playOn() {
        const { game, controls } = this;
        location.hash = `#/at/${await pack({ ...game.run, moves: game.moves.slice(0, controls.at) })}`;
    }
}

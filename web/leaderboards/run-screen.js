// The screen that replays a stored run move by move.

import { button, h } from "../shared/dom.js";
import { pack } from "../shared/link.js";
import { info as infoOf } from "../api/client.js";
import { storedRun } from "../api/runs.js";
import { LocalGame } from "../game/local-game.js";
import { moveText } from "../game/move-text.js";
import { PlayArea } from "../game/play-area.js";
import { ReplayControls } from "../game/replay-controls.js";
import { parMark, parText } from "./par.js";
import { reportText } from "./run-tables.js";

/** @type {import("../types").Screen} */
export async function screen(show, [id]) {
    const stored = await storedRun(id);
    const info = await infoOf(stored.game);
    const title = `Run ${id} of ${info.title}`;
    if (!stored.run) {
        const until = stored.embargoed_until?.slice(0, 10) ?? "the day is over";
        show(title, h("div", { class: "page narrow" }, h("h1", {}, title),
            h("p", { class: "lead" }, `Score ${stored.score.total}, by ${stored.player?.name ?? "a deleted player"}.`),
            h("p", {}, `The moves of a daily run stay secret while others still play it. They are public on ${until}.`)));
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
            h("h1", { class: "unseen" }, `Run ${stored.id} of ${info.title}`),
            h("div", { class: "first" }, this.area.board.element, this.controls.element),
            h("div", { class: "side" },
                h("section", { class: "card" },
                    h("h2", { class: "panel-title" }, stored.player?.name ?? "A deleted player"),
                    h("p", {}, `${info.title}, score ${stored.score.total}, saved on ${stored.received_at.slice(0, 10)}.`),
                    reportText(stored) !== "" && h("p", {}, `Reported by the player: ${reportText(stored)}.`),
                    stored.par && h("p", {}, `This deal: ${parText(stored.par)}.${parMark(stored.par, stored.score.total) ? " This run reaches it." : ""}`),
                    h("p", { class: "hint" }, `Seed ${stored.seed} (${stored.class}).`),
                    h("div", { class: "tools" },
                        button("Play on from here", () => this.playOn(), { class: "tool" }),
                        h("a", { class: "tool", href: `/embed/runs/${stored.id}` }, "Page to share"))),
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

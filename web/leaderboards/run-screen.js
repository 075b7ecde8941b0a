// The screen that replays a stored run move by move.

import { button, h } from "../shared/dom.js";
import { pack } from "../shared/link.js";
import { info as infoOf } from "../api/client.js";
import { storedRun } from "../api/runs.js";
import { prefersReducedMotion } from "../game/animation.js";
import { LocalGame } from "../game/local-game.js";
import { moveText } from "../game/move-text.js";
import { PlayArea } from "../game/play-area.js";
import { parText, reachText } from "./par.js";
import { reportText } from "./run-tables.js";

/** Time per move during playback, in milliseconds. */
const PACE = 1100;

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
        this.area = new PlayArea(game, { changed: () => this.changed(), say: () => {}, showProblem: () => {}, clearProblem: () => {} }, true);
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        this.timer = undefined;
        const { length } = game.moves;
        this.slider = h("input", { type: "range", min: 0, max: length, step: 1, value: 0, "aria-label": "Move", oninput: () => { this.pause(); this.go(this.slider.valueAsNumber); } });
        this.play = button("Play", () => this.toggle(), { class: "tool" });
        this.count = h("span", { class: "count" });
        this.list = h("ol", { class: "run-moves" }, game.moves.map((move, i) =>
            h("li", {}, button(moveText(move), () => { this.pause(); this.go(i + 1); }, { class: "move" }))));
        this.element = h(
            "div", { class: "playing" },
            h("h1", { class: "unseen" }, `Run ${stored.id} of ${info.title}`),
            h("div", { class: "first" },
                this.area.board.element,
                h("div", { class: "dock" },
                    this.slider,
                    h("div", { class: "tools", role: "group", "aria-label": "Watching" },
                        button("First", () => { this.pause(); this.go(0); }, { class: "tool" }),
                        button("Back", () => { this.pause(); this.go(this.game.at - 1); }, { class: "tool" }),
                        this.play,
                        button("Next", () => { this.pause(); this.go(this.game.at + 1); }, { class: "tool" }),
                        button("Last", () => { this.pause(); this.go(length); }, { class: "tool" }),
                        this.count))),
            h("div", { class: "side" },
                h("section", { class: "card" },
                    h("h2", { class: "panel-title" }, stored.player?.name ?? "A deleted player"),
                    h("p", {}, `${info.title}, score ${stored.score.total}, saved on ${stored.received_at.slice(0, 10)}.`),
                    reportText(stored) !== "" && h("p", {}, `Reported by the player: ${reportText(stored)}.`),
                    stored.par && h("p", {}, `This deal: ${parText(stored.par)}.${reachText(stored.par, stored.score.total)}`),
                    h("p", { class: "hint" }, `Seed ${stored.seed} (${stored.class}).`),
                    h("div", { class: "tools" },
                        button("Play on from here", () => this.playOn(), { class: "tool" }),
                        h("a", { class: "tool", href: `/embed/runs/${stored.id}` }, "Page to share"))),
                h("section", { class: "card", "aria-label": "Moves" }, this.list)),
        );
    }

    leave() {
        this.pause();
        this.area.board.remove();
    }

    /** @param {number} to */
    async go(to) {
        if (to < 0 || to > this.game.moves.length || to === this.game.at) return;
        const on = to === this.game.at + 1;
        await this.game.go(to);
        await this.area.show(on);
    }

    changed() {
        const { at, moves } = this.game;
        this.slider.value = String(at);
        this.slider.setAttribute("aria-valuetext", at === 0 ? "The deal" : `Move ${at}: ${moveText(moves[at - 1])}`);
        this.count.textContent = `Move ${at} of ${moves.length}`;
        [...this.list.querySelectorAll("button")].forEach((line, i) => {
            if (i + 1 === at) line.setAttribute("aria-current", "step");
            else line.removeAttribute("aria-current");
        });
        const line = this.list.children[Math.max(0, at - 1)];
        if (line instanceof HTMLElement) this.list.scrollTop = line.offsetTop - this.list.clientHeight / 2;
    }

    /** Opens the current position as a game. */
    async playOn() {
        location.hash = `#/at/${await pack(this.game.run)}`;
    }

    async toggle() {
        if (this.timer !== undefined) return this.pause();
        this.play.textContent = "Pause";
        if (this.game.at === this.game.moves.length) await this.go(0);
        const next = async () => {
            await this.go(this.game.at + 1);
            if (this.timer === undefined) return;
            if (this.game.at === this.game.moves.length) return this.pause();
            this.timer = setTimeout(next, prefersReducedMotion() ? PACE / 2 : PACE);
        };
        this.timer = setTimeout(next, 0);
    }

    pause() {
        clearTimeout(this.timer);
        this.timer = undefined;
        this.play.textContent = "Play";
    }
}

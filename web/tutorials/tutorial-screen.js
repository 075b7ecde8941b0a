// The screen of a tutorial: the first moves of a prepared deal, step by step. The learner makes the marked moves with the usual input.

import { announce, button, fill, h } from "../shared/dom.js";
import { language, texts } from "../texts/texts.js";
import { Refused, info as infoOf, seatsOf } from "../api/client.js";
import { moveText } from "../game/move-text.js";
import { Playback } from "../game/playback.js";
import { settingsFold } from "../game/settings.js";
import { GuidedArea } from "./guided-area.js";
import { loadTutorial } from "./load-tutorial.js";
import { dealTutorial } from "./tutorial-game.js";

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("./load-tutorial.js").Tutorial} Tutorial */
/** @typedef {import("./load-tutorial.js").TutorialStep} TutorialStep */
/** @typedef {import("./tutorial-game.js").TutorialGame} TutorialGame */

/** @type {import("../types").Screen} */
export async function screen(show, [id]) {
    const [info, tutorial] = await Promise.all([infoOf(id), loadTutorial(id)]);
    if (!tutorial) throw new Error(texts.tutorials.missing);
    const tutorialScreen = new TutorialScreen(info, tutorial.steps, await dealTutorial(info, tutorial));
    if (!show(texts.tutorials.title(info.title), tutorialScreen.element)) return;
    const keys = (/** @type {KeyboardEvent} */ event) => tutorialScreen.key(event);
    window.addEventListener("keydown", keys);
    await tutorialScreen.area.show();
    tutorialScreen.begin(0);
    return () => {
        window.removeEventListener("keydown", keys);
        tutorialScreen.leave();
    };
}

class TutorialScreen {
    /**
     * @param {GameInfo} info
     * @param {TutorialStep[]} steps
     * @param {TutorialGame} tutorialGame
     */
    constructor(info, steps, tutorialGame) {
        this.info = info;
        // After a last step with a move, a step without one ends the tutorial.
        this.steps = steps.at(-1)?.move ? [...steps, { text: texts.tutorials.end }] : steps;
        this.tutorialGame = tutorialGame;
        this.at = 0;
        this.left = false;
        /** @type {(() => Promise<void>)[]} return to the positions at which the steps began */
        this.starts = [];
        const prepared = steps.map(({ text }, i) => h("p", { lang: "en" }, h("strong", { lang: language }, texts.tutorials.step(i + 1, steps.length)), " ", text));
        const added = this.steps.slice(steps.length).map(({ text }) => h("p", {}, text));
        this.texts = [...prepared, ...added];
        this.note = h("div", { class: "note-place", role: "status" });
        this.problem = h("div", { class: "why-not", role: "alert" });
        this.playback = new Playback();
        this.area = new GuidedArea(tutorialGame.game, {
            changed: () => {},
            present: (position) => this.present(position),
            say: (sentence) => fill(this.problem, h("p", {}, sentence)),
            showProblem: (_move, problem) => this.showProblem(problem),
            clearProblem: () => this.clear(),
        }, { stray: () => this.refuseGently(), played: () => this.advance() });
        this.playback.attach(this.area);
        this.back = button(texts.tutorials.back, () => this.goBack(), { class: "tool" });
        this.skip = h("a", { class: "tool", href: `#/new/${info.id}` }, texts.tutorials.skip);
        this.showMe = button(texts.tutorials.showMe, () => this.makeMove(), { class: "tool" });
        this.next = button(texts.tutorials.next, () => this.advance(), { class: "primary narrow-button" });
        this.rules = h("a", { class: "tool", href: `#/rules/${info.id}` }, texts.tutorials.rules);
        this.playNow = h("a", { class: "button", href: `#/start/${info.id}` }, texts.tutorials.playNow);
        this.element = h("div", { class: "playing tutorial" },
            h("h1", { class: "unseen" }, texts.tutorials.title(info.title)),
            h("div", { class: "first" },
                h("section", { class: "coach", "aria-label": texts.tutorials.thisStep }, this.texts),
                this.area.prompt,
                this.area.board.element,
                h("div", { class: "dock" },
                    h("div", { class: "tools", role: "group", "aria-label": texts.tutorials.tools }, this.back, this.skip, this.rules, this.showMe, this.next, this.playNow),
                    h("div", { class: "choice" }, this.playback.element, this.note, this.problem, this.area.panel))),
            h("div", { class: "side" }, settingsFold(seatsOf(info) !== null)));
    }

    /** The current step. */
    get step() {
        return this.steps[this.at];
    }

    leave() {
        this.left = true;
        this.playback.leave();
        this.area.board.remove();
    }

    /**
     * Begins a step in the current position.
     *
     * @param {number} at
     */
    begin(at) {
        this.at = at;
        this.starts[at] = this.tutorialGame.bookmark();
        this.area.ask(this.step.move ?? null);
        this.showTools(false);
        this.texts.forEach((text, i) => text.classList.toggle("current", i === at));
        announce("", this.texts[at].textContent ?? "");
    }

    /**
     * Shows the buttons of the step.
     *
     * @param {boolean} busy whether moves are being shown
     */
    showTools(busy) {
        const isLast = this.at === this.steps.length - 1;
        const { move } = this.step;
        this.element.dataset.step = busy ? "" : String(this.at + 1);
        this.back.disabled = busy || this.at === 0;
        this.skip.hidden = isLast;
        this.showMe.hidden = isLast || !move;
        this.showMe.disabled = busy;
        this.next.hidden = isLast || move !== undefined;
        this.next.disabled = busy;
        this.rules.hidden = this.playNow.hidden = !isLast;
    }

    /** Focuses what continues the step. */
    focusNext() {
        if (this.step.move) return this.area.focusNext();
        const shown = this.next.hidden ? this.playNow : this.next;
        shown.focus({ preventScroll: true });
    }

    /** Plays the move of the step for the learner. */
    makeMove() {
        if (this.area.asked) this.area.play(this.area.asked);
    }

    /**
     * Waits at a showdown to which a move of the learner led.
     *
     * @param {import("../types").Position} position
     */
    async present({ events = [], finished }) {
        const all = events.flat();
        await this.playback.hold(all, this.tutorialGame.sentencesOf(all), finished);
        this.playback.end();
    }

    /** Shows what follows the step, and begins the next one. */
    async advance() {
        if (this.left) return;
        this.clear();
        this.showTools(true);
        try {
            await this.playOthers(this.step.then ?? []);
            if (this.left) return;
            this.begin(this.at + 1);
        } catch (problem) {
            await this.returnTo(this.at);
            this.showProblem(problem);
        }
        this.focusNext();
    }

    /**
     * Shows moves of others one by one.
     *
     * @param {Record<string, any>[]} moves
     */
    async playOthers(moves) {
        const { area, playback } = this;
        for (const move of moves) {
            const { events, sentences, finished, apply } = await this.tutorialGame.playOther(move);
            if (this.left) return;
            await playback.show({ events, sentences, current: false, over: finished }, () => {
                apply();
                return area.show(true, playback.tempo);
            });
            if (this.left) return;
        }
        playback.end();
    }

    async goBack() {
        if (this.at === 0 || this.area.moving) return;
        this.clear();
        await this.returnTo(this.at - 1);
        this.focusNext();
    }

    /**
     * Begins a step again.
     *
     * @param {number} at
     */
    async returnTo(at) {
        this.playback.end();
        await this.starts[at]();
        this.area.ask(null);
        await this.area.show();
        if (!this.left) this.begin(at);
    }

    /** Says which move the step is about, when the learner makes another legal one. */
    refuseGently() {
        const { asked } = this.area;
        if (asked) fill(this.note, h("p", { class: "moment" }, texts.tutorials.otherMove(h("strong", {}, moveText(asked)))));
    }

    clear() {
        fill(this.note);
        fill(this.problem);
    }

    /** @param {unknown} problem */
    showProblem(problem) {
        const detail = problem instanceof Error ? problem.message : String(problem);
        fill(this.problem, h("p", { lang: problem instanceof Refused && "en" }, problem instanceof Refused && h("strong", {}, `${problem.problem.title}: `), detail));
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const target = /** @type {Element} */ (event.target);
        if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select") || this.area.watched) return;
        if (event.key === "Escape") this.area.removePicks(0);
        else if (!event.defaultPrevented) this.area.directions.key(event);
    }
}

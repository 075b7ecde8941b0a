// The screen of a solitaire: the play area, the score, the lesson, and the tools for undo, links and submission.

import { Address } from "../shared/address.js";
import { announce, button, fill, h, refill } from "../shared/dom.js";
import { pack, unpack } from "../shared/link.js";
import { recall, remember } from "../shared/storage.js";
import { humanise, title } from "../shared/text.js";
import { Refused, Unreachable, games, info as infoOf, picturePng, reachableAgain } from "../api/client.js";
import { draw } from "../api/runs.js";
import { lessonFold } from "../lessons/lesson-parts.js";
import { loadLesson } from "../lessons/load-lesson.js";
import { scoreText } from "../lessons/score-text.js";
import { noteAdvice } from "../saved/advised-deals.js";
import { Entry, savedGame } from "../saved/saved-games.js";
import { statusText } from "../saved/saved-list.js";
import { celebrate, pictureButton, resultText, roomCards, shareButton, verdict } from "../game/endings.js";
import { LocalGame, openGame } from "../game/local-game.js";
import { magicBagSheet } from "../game/magic-bag-sheet.js";
import { moveText } from "../game/move-text.js";
import { faceDown, peek } from "../game/peek.js";
import { PlayArea } from "../game/play-area.js";
import { showScore } from "../game/score-card.js";
import { settingsFold } from "../game/settings.js";
import { showKeys } from "../game/shortcuts.js";
import { sound } from "../game/sound.js";
import { noteResult } from "../statistics/result-store.js";
import { texts } from "../texts/texts.js";
import { Analyses } from "./analyses.js";
import { BestOfDeal } from "./best-of-deal.js";
import { Hints } from "./hints.js";
import { Study } from "./study.js";
import { submissionForm } from "./submission.js";

/** @typedef {import("../types").Move} Move */
/** @typedef {import("../types").GameInfo} GameInfo */

/** @type {import("../types").Screen} */
export async function screen(show, [packed]) {
    // A reload continues the saved game: the address is written a moment later.
    const known = savedGame(history.state?.saved ?? "");
    if (known && known.stored === undefined) return play(show, known.run, known.at, known);
    const run = await unpack(packed);
    return play(show, run, run.moves.length, null);
}

/**
 * Continues a saved game.
 *
 * @type {import("../types").Screen}
 */
export async function resume(show, [id]) {
    const known = savedGame(id);
    if (!known) throw new Error(texts.solitaire.gone);
    return play(show, known.run, known.at, known);
}

/**
 * @param {import("../types").Show} show
 * @param {import("../shared/link.js").Run} run
 * @param {number} at number of moves to replay
 * @param {import("../saved/saved-games.js").SavedGame | null} known the saved game, if it is one
 */
async function play(show, run, at, known) {
    const loading = infoOf(run.game);
    const [info, game, titles] = await Promise.all([loading, LocalGame.open(run, at), loading.then(roomTitles)]);
    if (known) Object.assign(game, { takenBack: known.takenBack, assisted: known.assisted });
    const solitaire = new SolitaireScreen(info, game, titles, new Entry(known));
    // The goal above the board is shown before the board, so that the board does not shift.
    await solitaire.showRules();
    if (!show(info.title, solitaire.element)) return;
    const keys = (/** @type {KeyboardEvent} */ event) => solitaire.key(event);
    const storage = (/** @type {StorageEvent} */ event) => solitaire.follow(event);
    window.addEventListener("keydown", keys);
    window.addEventListener("storage", storage);
    await solitaire.area.show();
    return () => {
        window.removeEventListener("keydown", keys);
        window.removeEventListener("storage", storage);
        solitaire.address.stop();
        solitaire.best?.leave();
        solitaire.area.board.remove();
    };
}

/**
 * The titles of games by their ids, for a game with rooms; otherwise none are needed.
 *
 * @param {GameInfo} info
 */
async function roomTitles({ rooms }) {
    return new Map(rooms ? (await games()).map(({ id, title }) => [id, title]) : []);
}

const DEVELOPING = "funhouse.developing";

/** Whether details for developers are shown. */
function developing() {
    return recall(DEVELOPING, false);
}

class SolitaireScreen {
    /**
     * @param {GameInfo} info
     * @param {LocalGame} game
     * @param {Map<string, string>} titles of rooms
     * @param {Entry} entry of the saved game
     */
    constructor(info, game, titles, entry) {
        this.entry = entry;
        this.address = new Address();
        /** The position that was opened. It needs no save. */
        this.opened = /** @type {import("../types").Position | null} */ (game.position);
        /** The submitted moves. */
        this.submitted = /** @type {Move[] | null} */ (null);
        this.notice = h("div", { class: "notice", role: "status" });
        this.info = info;
        this.game = game;
        this.titles = titles;
        this.area = new PlayArea(game, {
            changed: () => this.changed(),
            say: (sentence) => {
                fill(this.problem, h("p", {}, sentence));
                sound("no");
            },
            showProblem: (move, problem) => this.showProblem(move, problem),
            clearProblem: () => fill(this.problem),
        });
        this.score = h("div", {});
        this.problem = h("div", { class: "why-not", role: "alert" });
        this.end = h("div", { class: "end", tabindex: "-1" });
        this.undo = button(texts.solitaire.tools.undo, () => this.area.step(-1), { class: "tool", "aria-keyshortcuts": "u" });
        this.redo = button(texts.solitaire.tools.redo, () => this.area.step(1), { class: "tool", "aria-keyshortcuts": "r" });
        this.peeking = false;
        /** Number of moves when the last sound was played. */
        this.heard = game.at;
        this.peek = button(texts.solitaire.tools.peek, () => this.togglePeek(), { class: "tool", "aria-pressed": "false" });
        this.moves = h("span", { class: "count" });
        const analyses = new Analyses(game);
        const advised = () => this.noteAdvice();
        /** Hints and study mode in games with an analysis, and the best total if chance ends with the deal. */
        this.hints = info.analysis ? new Hints(this.area, analyses, advised) : null;
        this.study = info.analysis ? new Study(this.area, analyses, advised, info.wins) : null;
        this.best = info.analysis && info.open_information ? new BestOfDeal(this.area, analyses, { advised, watched: () => this.end.focus() }) : null;
        this.rules = h("div", {});
        this.goal = h("p", { class: "goal", lang: "en" });
        this.sheet = h("div", {});
        this.moment = h("div", { class: "moments" });
        this.byHand = h("div", {});
        this.room = "";
        this.element = h(
            "div", { class: "playing" },
            h("h1", { class: "unseen" }, info.title),
            h("div", { class: "first" },
                this.goal,
                this.area.prompt,
                this.area.board.element,
                h("div", { class: "dock" },
                    h("div", { class: "tools", role: "group", "aria-label": texts.solitaire.tools.group },
                        this.undo, this.redo, this.hints?.button, this.peek,
                        button(texts.solitaire.tools.link, () => this.copyLink(), { class: "tool", "aria-label": texts.solitaire.tools.linkToPosition }),
                        button(texts.solitaire.tools.new, () => this.again(), { class: "tool", "aria-label": texts.solitaire.tools.newGame, "aria-keyshortcuts": "n" }), this.moves),
                    this.notice,
                    this.best?.playback.element,
                    h("div", { class: "choice" }, this.hints?.element, this.moment, this.problem, this.area.panel))),
            h("div", { class: "side" },
                this.end,
                this.score,
                this.sheet,
                this.study?.element,
                this.rules,
                settingsFold(false, h("div", { class: "tools" },
                    button(texts.solitaire.tools.allKeys, showKeys, { class: "tool", "aria-keyshortcuts": "?" }),
                    h("a", { class: "tool", href: `#/new/${info.id}` }, texts.solitaire.tools.newWithOptions))),
                this.deal(),
                this.advanced()),
        );
    }

    /** Updates everything around the board. */
    async changed() {
        if (this.best?.watching) return this.showTools();
        const { position, at, moves } = this.game;
        showScore(this.score, position, this.info, this.titles);
        fill(this.sheet, magicBagSheet(position));
        fill(this.moment, ...(at > 0 && position !== this.opened ? roomCards(position, this.info, this.titles) : []));
        this.moves.textContent = at === moves.length ? texts.solitaire.tools.moves(at) : texts.solitaire.tools.moveOf(at, moves.length);
        this.hints?.clear();
        this.study?.show();
        this.showEnd();
        this.showPeek();
        this.showTools();
        if (at > 0) announce(this.lastMoveText(), this.area.board.title);
        if (at > this.heard) sound(position.finished ? "end" : "move");
        this.heard = at;
        if (position !== this.opened && moves !== this.submitted) {
            this.save();
            if (position.finished) noteResult(this.entry.id, position, this.info, this.game.run);
        }
        this.address.write(async () => ({ fragment: `#/at/${await pack(this.game.run)}`, state: { saved: this.entry.id } }));
        await this.showRules();
    }

    /** Enables the tools that can be used now. */
    showTools() {
        const watching = this.best?.watching ?? false;
        this.undo.disabled = watching || !this.game.canUndo;
        this.redo.disabled = watching || !this.game.canRedo;
        if (this.hints) this.hints.button.disabled = watching || this.game.position.finished;
        if (watching) this.peek.hidden = true;
    }

    /** Notes that advice on this deal was shown: moves that follow are reported as assisted. */
    noteAdvice() {
        noteAdvice(this.game.run);
    }

    /**
     * Follows moves that another tab made in the same game.
     *
     * @param {StorageEvent} event
     */
    async follow(event) {
        const { area, game } = this;
        const saved = area.moving || this.best?.watching ? null : this.entry.follow(event);
        if (!saved) return;
        if (saved.stored !== undefined) return this.say(texts.solitaire.saving.submittedElsewhere);
        const before = game.at;
        try {
            await area.during(game.follow(saved.run.moves, saved.at, saved));
        } catch (problem) {
            return area.around.showProblem(saved.run.moves[saved.at - 1], problem);
        }
        // The other tab has saved it.
        this.opened = game.position;
        await area.show(game.at === before + 1);
    }

    /** Saves the game in this browser, and shows a notice if that fails or deletes another game. */
    save() {
        this.opened = null;
        const { position, moves, at, takenBack, assisted } = this.game;
        const { saved, dropped } = this.entry.save({
            run: { ...this.game.run, moves }, at, score: position.score.total, finished: position.finished, takenBack, assisted,
        });
        if (!saved) return this.say(texts.solitaire.saving.notSaved);
        // A reload continues the saved game even before the address is written.
        if (history.state?.saved !== this.entry.id && this.address.isOwn) history.replaceState({ saved: this.entry.id }, "");
        for (const game of dropped) this.sayDropped(game);
    }

    /**
     * Shows that a saved game was deleted.
     *
     * @param {import("../saved/saved-games.js").SavedGame} game
     */
    async sayDropped(game) {
        const { title } = await infoOf(game.run.game).catch(() => ({ title: game.run.game }));
        this.say(texts.solitaire.saving.dropped(title, statusText(game)));
    }

    /**
     * Shows a notice.
     *
     * @param {string} words
     */
    say(words) {
        fill(this.notice, h("p", {}, words));
    }

    /**
     * Replaces the saved game by a note, after it was submitted.
     *
     * @param {string} stored id of the run
     */
    noteStored(stored) {
        const { run, position: { score, finished } } = this.game;
        this.entry.save({ run: { ...run, moves: [] }, at: 0, score: score.total, finished, stored });
        this.entry = new Entry();
        this.submitted = this.game.moves;
    }

    /** The last move and its consequences, for screen readers. */
    lastMoveText() {
        const { position, moves, at } = this.game;
        const ended = roomCards(position, this.info, this.titles).map((card) => card.textContent ?? "");
        return [`${moveText(moves[at - 1])}.`, ...ended].join(" ");
    }

    /** The result as text, with a link to the same deal. */
    async result() {
        const link = new URL(`#/at/${await pack({ ...this.game.run, moves: [] })}`, location.href).href;
        return resultText(this.game.position, this.info, link);
    }

    togglePeek() {
        this.peeking = !this.peeking;
        this.showPeek();
    }

    /** Shows the values of pieces that are face down, if the player peeks. */
    showPeek() {
        const { svg } = this.area.board;
        if (!svg) return;
        const { state } = this.game.position;
        this.peek.hidden = faceDown(svg, state).length === 0;
        this.peek.setAttribute("aria-pressed", String(this.peeking));
        peek(svg, state, this.peeking);
    }

    /** Shows the outcome if the game is over. */
    showEnd() {
        const { position } = this.game;
        const { words, won } = verdict(position, this.info, this.game.run);
        const wasChoosing = this.area.panel.contains(document.activeElement) || this.hints?.button === document.activeElement;
        this.area.panel.hidden = position.finished;
        if (!position.finished) return fill(this.end);
        const { total } = position.score;
        refill(
            this.end,
            h("h2", { class: "panel-title" }, words || texts.solitaire.end.over),
            h("p", { class: "final" }, total, h("span", {}, scoreText(this.info.id, total).replace(/^\d+/, ""))),
            this.best?.element,
            submissionForm({ run: this.game.run, score: total, takenBack: this.game.takenBack, assisted: this.hints ? this.game.assisted : undefined }, this.titles, (stored) => this.noteStored(stored)),
            h("div", { class: "tools" },
                shareButton(() => this.result(), (words) => this.say(words)),
                pictureButton(this.info.id, () => picturePng(position.state), (words) => this.say(words)),
                button(texts.solitaire.end.again, () => this.again(), { class: "tool" })),
        );
        this.best?.show(this.game.run.moves.at(-1)?.type === "give_up" ? null : total);
        if (won && this.game.at > 0 && position !== this.opened) celebrate(this.area.board.element);
        if (wasChoosing) this.end.focus();
    }

    /**
     * Shows why a move is illegal.
     *
     * @param {Move} move
     * @param {unknown} problem
     */
    async showProblem(move, problem) {
        if (!(problem instanceof Refused)) {
            const notice = h("p", {}, problem instanceof Error ? problem.message : String(problem));
            fill(this.problem, notice);
            if (problem instanceof Unreachable) reachableAgain(() => notice.isConnected).then(() => notice.remove());
            return;
        }
        const { rule, title, detail, errors } = problem.problem;
        const sentence = this.info.refusing_rules.find(({ id }) => id === rule)?.sentence;
        const others = developing() ? (errors ?? []).filter((error) => error.detail !== detail) : [];
        fill(
            this.problem,
            h("p", { class: "tried" }, moveText(move)),
            h("p", { lang: "en" }, h("strong", {}, `${title}: `), `${detail}.`),
            others.length > 0 && h("ul", { lang: "en" }, others.map((error) => h("li", {}, h("code", {}, error.pointer), ` ${error.detail}`))),
            sentence && h("p", { class: "rule", lang: "en" }, sentence, developing() && h("code", {}, ` ${rule}`)),
        );
    }

    /** Shows the goal and the lesson of the open room. */
    async showRules() {
        const room = openGame(this.game.position.state);
        if (room === this.room) return;
        this.room = room;
        const [info, lesson] = await Promise.all([room === this.info.id ? this.info : infoOf(room), loadLesson(room)]);
        fill(this.goal, room !== this.info.id && h("strong", {}, `${info.title}. `), lesson.goal ?? info.summary);
        fill(this.rules, lessonFold(room, lesson));
    }

    /** The fold with seed and options. */
    deal() {
        const { seed, options, rules } = this.game.position.state;
        const optionTexts = Object.entries(options).map(([name, value]) => `${title(name)}: ${humanise(value)}`);
        return h(
            "details", { class: "fold" },
            h("summary", {}, texts.solitaire.deal.summary),
            h("div", {},
                h("p", {}, texts.solitaire.deal.seed(h("code", { class: "seed" }, seed))),
                optionTexts.map((option) => h("p", {}, option)),
                h("p", { class: "hint" }, texts.solitaire.deal.version(rules)),
                h("div", { class: "tools" }, h("a", { class: "tool", href: `#/new/${this.info.id}?${new URLSearchParams({ seed })}` }, texts.solitaire.deal.again)),
                h("label", { class: "switch" },
                    h("input", { type: "checkbox", checked: developing(), onchange: (/** @type {Event} */ event) => this.develop(/** @type {HTMLInputElement} */ (event.target).checked) }),
                    ` ${texts.solitaire.developers.show}`)));
    }

    /** @param {boolean} wanted */
    develop(wanted) {
        remember(DEVELOPING, wanted || undefined);
        this.advanced();
    }

    /** The form for moves as JSON, if details for developers are shown. */
    advanced() {
        this.byHand.hidden = !developing();
        this.byHand.replaceChildren(this.json());
        return this.byHand;
    }

    json() {
        const text = h("textarea", { id: "json", rows: 4, spellcheck: "false", autocapitalize: "off" });
        const play = () => {
            try {
                this.area.play(JSON.parse(text.value));
            } catch (error) {
                fill(this.problem, h("p", {}, texts.solitaire.developers.notJson(error instanceof Error ? error.message : String(error))));
            }
        };
        const begin = () => {
            if (!fold.open || text.value) return;
            text.value = JSON.stringify(this.game.position.legal_moves?.moves[0] ?? { type: "" });
        };
        const fold = h(
            "details", { class: "fold", ontoggle: begin },
            h("summary", {}, texts.solitaire.developers.write),
            h("label", { for: "json" }, texts.solitaire.developers.label), text,
            button(texts.solitaire.developers.play, play, { class: "tool" }),
        );
        return fold;
    }

    /** Deals a new game with the same options. */
    async again() {
        try {
            const { state } = await draw(this.info.id, { ...this.game.position.state.options });
            location.hash = `#/at/${await pack({ ...state, options: { ...state.options }, moves: [] })}`;
        } catch (error) {
            fill(this.problem, h("p", {}, error instanceof Error ? error.message : String(error)));
        }
    }

    async copyLink() {
        const link = new URL(`#/at/${await pack(this.game.run)}`, location.href).href;
        try {
            await navigator.clipboard.writeText(link);
            announce(texts.solitaire.tools.linkIsCopied);
            this.moves.textContent = texts.solitaire.tools.linkCopied;
        } catch {
            this.moves.textContent = texts.solitaire.tools.copyFromAddressBar;
        }
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const target = /** @type {Element} */ (event.target);
        if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select")) return;
        if (this.best?.watching) return;
        if (event.key === "u") this.area.step(-1);
        else if (event.key === "r") this.area.step(1);
        else if (event.key === "Escape") this.area.removePicks(0);
        else if (event.key === "f") this.area.aim?.flickOn();
        else if (event.key === "n") this.again();
        else if (event.key === "h") this.hints?.press();
        else if (event.key === "?") showKeys();
        else if (!event.defaultPrevented) this.area.directions.key(event);
    }
}

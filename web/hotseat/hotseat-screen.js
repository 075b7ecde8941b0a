// The screen of a game that several people share, or that one person plays against robots. The page has the state, but shows only the view of
// the current seat. Before the next person's turn, the board is removed until that person is there.

import { robotLabel, robotLevel } from "../shared/robot-levels.js";
import { announce, button, fill, h, refill } from "../shared/dom.js";
import { listed } from "../shared/text.js";
import { texts } from "../texts/texts.js";
import { Refused, Unreachable, info as infoOf, reachableAgain } from "../api/client.js";
import * as service from "../api/hotseat.js";
import { lessonFold } from "../lessons/lesson-parts.js";
import { loadLesson } from "../lessons/load-lesson.js";
import { EventLog } from "../game/event-log.js";
import { moveText } from "../game/move-text.js";
import { outcomeText, reasonText, standings } from "../game/outcome.js";
import { PlayArea } from "../game/play-area.js";
import { Playback } from "../game/playback.js";
import { seatsOf } from "../game/seat-labels.js";
import { addressed } from "../game/second-person.js";
import { settingsFold } from "../game/settings.js";
import { noteTotal } from "../statistics/result-store.js";
import { nameAt, savedHotseatGame, storageKey } from "./hotseat-games.js";
import { HotseatRecord } from "./hotseat-record.js";
import { SeatGame } from "./seat-game.js";

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../api/hotseat.js").SeatMove} SeatMove */
/** @typedef {import("../api/hotseat.js").SeatPosition} SeatPosition */
/** @typedef {import("./hotseat-games.js").HotseatGame} HotseatGame */

/** @type {import("../types").Screen} */
export async function screen(show, [id]) {
    const saved = savedHotseatGame(id);
    if (!saved) throw new Error(texts.hotseat.saved.missing);
    const [info, lesson] = await Promise.all([infoOf(saved.game), loadLesson(saved.game)]);
    const hotseat = new HotseatScreen(info, lesson, saved);
    if (!show(info.title, hotseat.element)) return;
    // Another tab may play the same game.
    const follow = (/** @type {StorageEvent} */ { key }) => {
        if (key === storageKey(id)) hotseat.follow();
    };
    window.addEventListener("storage", follow);
    await hotseat.goOn();
    return () => {
        window.removeEventListener("storage", follow);
        hotseat.leave();
    };
}

class HotseatScreen {
    /**
     * @param {GameInfo} info
     * @param {import("../lessons/load-lesson.js").Lesson} lesson
     * @param {HotseatGame} saved
     */
    constructor(info, lesson, saved) {
        this.info = info;
        this.record = new HotseatRecord(saved);
        this.left = false;
        /** Whether moves of another tab are being shown. */
        this.following = false;
        /** The seat whose view is shown. */
        this.viewer = /** @type {number | null} */ (null);
        this.area = /** @type {PlayArea | null} */ (null);
        this.seatGame = /** @type {SeatGame | null} */ (null);
        this.place = h("div", { class: "first" });
        this.goal = h("p", { class: "goal", lang: "en" }, lesson.goal ?? info.summary);
        this.problem = h("div", { class: "why-not", role: "alert" });
        this.next = h("div", {});
        this.points = h("div", {});
        /** The seat of the only person, if there is one: that person is "you". */
        this.you = this.record.people === 1 ? saved.who.indexOf("person") + 1 : undefined;
        this.playback = new Playback();
        this.log = new EventLog((sentence) => this.words(sentence), (seat) => this.name(seat));
        /** The place of the log. It is empty while no one's view is shown. */
        this.logPlace = h("div", {});
        /** The seat for which the log was built, or null for everyone. */
        this.reader = /** @type {number | null | undefined} */ (undefined);
        this.pointsNote = lesson.points;
        /** Players of a real table correct their reports. */
        this.undo = button(texts.solitaire.tools.undo, () => this.undoReport(), { class: "tool", hidden: true });
        this.end = h("div", { class: "end", tabindex: "-1" });
        this.element = h("div", { class: "playing hotseat" },
            h("h1", { class: "unseen" }, info.title),
            this.place,
            h("div", { class: "side" }, this.end, this.points, this.logPlace, lessonFold(info.id, lesson), settingsFold(),
                h("details", { class: "fold" }, h("summary", {}, texts.hotseat.screen.deal),
                    h("div", {}, h("p", {}, texts.hotseat.screen.dealOf(info.title, saved.who.length)),
                        h("div", { class: "tools" }, h("a", { class: "tool", href: `#/new/${info.id}` }, texts.hotseat.screen.newGame))))));
    }

    get saved() {
        return this.record.saved;
    }

    leave() {
        this.left = true;
        this.playback.leave();
        this.area?.board.remove();
    }

    /**
     * Sets the status in the attributes of the page, for styles and tests.
     *
     * @param {string} what
     */
    shows(what) {
        this.element.dataset.shows = what;
        this.element.dataset.made = String(this.saved.made);
    }

    /** @param {number} seat */
    name(seat) {
        if (this.record.isRobot(seat)) return robotLabel(this.shortName(seat), robotLevel(this.saved.who[seat - 1]));
        return seat === this.you ? texts.tables.you : this.shortName(seat);
    }

    /** @param {number} seat */
    shortName(seat) {
        return nameAt(this.saved, seat);
    }

    /**
     * A sentence of the service for the person at the screen.
     *
     * @param {string} sentence
     */
    words(sentence) {
        return addressed(sentence, this.you, (seat) => this.shortName(seat));
    }

    /**
     * Follows moves that another tab made. If several people play, the screen asks again for the person at the seat.
     */
    async follow() {
        if (this.area?.moving || this.following || !this.record.isBehind()) return;
        this.following = true;
        this.reader = undefined;
        if (this.record.people > 1) this.viewer = null;
        await this.goOn();
        this.following = false;
        if (!this.left) await this.follow();
    }

    /** Plays for the robots, then shows the seat that acts next, or asks for its person. */
    async goOn() {
        try {
            await this.robots();
            if (this.left) return;
            const { finished, to_act: toAct } = this.saved;
            if (finished) return await this.showEnd();
            const next = this.viewer !== null && toAct.includes(this.viewer) ? this.viewer : toAct[0];
            if (next === this.viewer || this.record.people === 1) return await this.showSeat(next);
            if (!(await this.record.hides(next, this.viewer))) return await this.showSeat(next);
            if (this.viewer === null) return this.cover(next);
            this.showPoints();
            this.offerPass(next);
        } catch (problem) {
            this.showProblem(problem);
        }
    }

    /** Plays for the robots until a person must act, or should. If one person plays, each move is shown before the next. */
    async robots() {
        let goesOn = true;
        while (goesOn && !this.left) {
            goesOn = await this.record.playRobot(() => !this.left);
            const more = goesOn && !this.saved.finished && this.saved.to_act.some((seat) => this.record.isRobot(seat));
            if (this.you !== undefined && more && !this.playback.immediate) await this.showUnseen(this.you, false);
        }
    }

    /**
     * Shows the game to a seat, with the moves since its last turn.
     *
     * @param {number} seat
     */
    async showSeat(seat) {
        await this.showUnseen(seat, true);
        if (this.left) return;
        if (this.viewer !== seat || this.playback.active || !this.area || !this.isCurrent()) {
            const seatPosition = await this.record.load(seat);
            if (this.left) return;
            this.playback.end();
            await this.loadLog(seat);
            await this.showPosition(seat, seatPosition);
        }
        this.shows(`seat ${seat}`);
    }

    /** Whether the board shows the current state. Another tab may have moved on. */
    isCurrent() {
        return JSON.stringify(this.seatGame?.seatPosition.state) === JSON.stringify(this.saved.state);
    }

    /**
     * Shows a seat the moves that it has not seen: one by one, or all at once if nothing waits.
     *
     * @param {number} seat
     * @param {boolean} current whether the seat may act after them
     */
    async showUnseen(seat, current) {
        const { playback } = this;
        while (this.saved.seen[seat].moves.length > 0 && !this.left) {
            const { state, moves } = this.saved.seen[seat];
            const shown = playback.immediate ? moves : moves.slice(0, 1);
            const last = current && shown.length === moves.length;
            if (!this.area && !last) {
                // The board is shown before the first move.
                playback.begin();
                await this.showPosition(seat, { ...(await this.record.load(seat, state)), legal_moves: undefined });
                this.shows("moves");
            }
            const seatPosition = await service.play(state, shown, seat, true);
            if (this.left) return;
            await this.loadLog(seat);
            this.log.add(logged(shown, seatPosition));
            const events = (seatPosition.events ?? []).flat();
            const step = { events, sentences: events.map(({ text }) => this.words(text)), current: last, over: seatPosition.finished };
            await playback.show(step, () => {
                this.record.markSeen(seat, seatPosition.state, moves.slice(shown.length));
                return this.showPosition(seat, seatPosition);
            });
        }
    }

    /**
     * Draws a position for a seat.
     *
     * @param {number} seat
     * @param {SeatPosition} seatPosition
     */
    async showPosition(seat, seatPosition) {
        if (!this.area || this.seatGame?.seat !== seat) return this.createArea(seat, seatPosition);
        this.viewer = seat;
        this.seatGame.take(seatPosition);
        return this.area.show(true, this.playback.tempo);
    }

    /**
     * Fills the log with the moves that a seat has seen, or at the end with all.
     *
     * @param {number | null} reader
     */
    async loadLog(reader) {
        if (this.reader === reader) return;
        this.reader = reader;
        const { dealt, moves } = this.saved;
        const unseen = reader === null ? 0 : this.saved.seen[reader].moves.length;
        const seen = moves?.slice(0, moves.length - unseen) ?? [];
        this.log.clear(moves ? "" : texts.hotseat.screen.earlierMoves);
        if (!dealt || seen.length === 0) return;
        this.log.add(logged(seen, await service.play(dealt, seen, reader, false)), true);
    }

    /**
     * Creates the play area for a seat.
     *
     * @param {number | null} seat
     * @param {SeatPosition} seatPosition
     */
    async createArea(seat, seatPosition) {
        this.area?.board.remove();
        this.viewer = seat;
        await this.loadLog(seat ?? this.you ?? null);
        this.seatGame = new SeatGame(seat, seatPosition, (after, moves) => {
            this.record.add(after, moves);
            this.record.markSeen(/** @type {number} */ (seat), after.state);
            this.log.add(logged(moves, after));
        });
        const area = new PlayArea(/** @type {any} */ (this.seatGame), {
            changed: () => this.changed(),
            waiting: () => this.toMove,
            present: (position) => this.present(position.seatPosition),
            words: (text) => this.words(text),
            say: (sentence) => fill(this.problem, h("p", {}, this.words(sentence))),
            showProblem: (move, problem) => this.showProblem(problem, move),
            clearProblem: () => fill(this.problem),
            confirms: this.isReferee,
        }, seat === null);
        area.board.nameOf = (each) => this.shortName(each);
        this.area = area;
        this.playback.attach(area);
        fill(this.next);
        fill(this.problem);
        if (!this.logPlace.firstChild) fill(this.logPlace, this.log.element);
        fill(this.place, this.goal, area.prompt, area.board.element,
            h("div", { class: "dock" }, h("div", { class: "choice" }, this.next, this.playback.element, this.problem, seat !== null && area.panel, this.undo)));
        return area.show();
    }

    /**
     * Waits at a showdown to which a move of this page led.
     *
     * @param {SeatPosition} seatPosition
     */
    async present({ events = [], finished }) {
        const all = events.flat();
        await this.playback.hold(all, all.map(({ text }) => this.words(text)), finished);
        this.playback.end();
    }

    /** Continues the game after a move of this page. */
    changed() {
        const { seatGame } = this;
        if (!seatGame || seatGame.seat === null) return;
        this.showPoints();
        if (this.playback.active) return;
        announce("", this.area?.board.title);
        const mine = seatGame.seatPosition.to_act.includes(seatGame.seat);
        if (this.area) this.area.panel.hidden = !mine;
        this.undo.hidden = !this.isReferee || !this.record.canUndo;
        if (!mine) this.goOn();
        else if (seatGame.seatPosition.to_act.some((seat) => this.record.isRobot(seat))) this.letRobotsCatchUp(seatGame.seat);
        else this.shows(`seat ${seatGame.seat}`);
    }

    /**
     * Plays for robots that may act at the same time as the person at the screen, who cannot move meanwhile.
     *
     * @param {number} seat the person's
     */
    async letRobotsCatchUp(seat) {
        const { area } = this;
        const before = this.saved.state;
        if (area) area.board.element.inert = true;
        if (area) area.panel.hidden = true;
        try {
            await this.robots();
        } catch (problem) {
            this.showProblem(problem);
        }
        if (this.left) return;
        if (this.saved.state !== before) await this.goOn();
        else this.shows(`seat ${seat}`);
        if (area) area.board.element.inert = false;
        if (area) area.panel.hidden = !this.saved.to_act.includes(seat);
    }

    /**
     * Shows the button that passes the screen to the next person.
     *
     * @param {number} next
     */
    offerPass(next) {
        fill(this.next, button(texts.hotseat.screen.pass(this.shortName(next)), () => this.cover(next), { class: "primary" }));
        this.next.querySelector("button")?.focus();
        this.shows(`pass ${next}`);
    }

    /**
     * Removes the board from the page, and asks whether the next person is there.
     *
     * @param {number} next
     */
    cover(next) {
        this.area?.board.remove();
        this.area = null;
        this.seatGame = null;
        this.viewer = null;
        this.log.clear();
        fill(this.logPlace);
        this.reader = undefined;
        fill(this.problem);
        fill(this.next);
        const name = this.shortName(next);
        const here = button(texts.hotseat.screen.isHere(name), () => this.uncover(next), { class: "primary" });
        fill(this.place, h("section", { class: "cover card" },
            h("h2", { tabindex: "-1" }, texts.hotseat.screen.areYouThere(name)),
            h("p", {}, texts.hotseat.screen.passHint(name)),
            here, this.problem));
        here.focus();
        announce(texts.hotseat.screen.areYouThere(name));
        this.shows(`cover ${next}`);
    }

    /** @param {number} seat */
    async uncover(seat) {
        try {
            await this.showSeat(seat);
        } catch (problem) {
            this.showProblem(problem);
        }
    }

    /** Who is to move in the position on the board, as text. */
    get toMove() {
        const { to_act: toAct = [] } = seatsOf(this.area?.board.svg) ?? {};
        if (toAct.length === 0) return "";
        if (this.playback.title) return this.playback.title;
        const { turn, yourTurn } = texts.tables;
        return this.you !== undefined && toAct.includes(this.you) ? yourTurn : turn.toMove(listed(toAct.map((seat) => this.shortName(seat))));
    }

    /** Shows the points of the position on the board, and the seats to act. */
    showPoints() {
        const { points, to_act: toAct } = seatsOf(this.area?.board.svg) ?? { points: [], to_act: [] };
        if (toAct.length === 0) return fill(this.points);
        refill(this.points, h("section", { class: "card", "aria-label": texts.tables.theSeats },
            h("h2", { class: "panel-title" }, this.toMove),
            standings({ points, nameOf: (seat) => this.name(seat), current: toAct, you: this.you }),
            this.pointsNote && h("p", { class: "hint", lang: "en" }, this.pointsNote)));
    }

    /** Whether the players are at a real table, and report what happens there. */
    get isReferee() {
        return this.info.kind === "referee";
    }

    /** Undoes the last report. */
    async undoReport() {
        if (this.area?.moving) return;
        try {
            await this.record.undo();
            fill(this.end);
            this.reader = undefined;
            this.viewer = null;
            announce(texts.game.playArea.undone);
            await this.goOn();
        } catch (problem) {
            this.showProblem(problem);
        }
    }

    /** Shows the last moves, then the outcome and the picture with everything. */
    async showEnd() {
        if (this.you !== undefined) await this.showUnseen(this.you, false);
        const { state, points, places = [], to_act: toAct, finished } = this.saved;
        const picture = await service.picture(state);
        if (this.left) return;
        this.playback.end();
        const reader = this.you ?? null;
        await this.loadLog(reader);
        const { last } = this.log;
        await this.createArea(null, { state, points, to_act: toAct, places, finished, picture, events: [last] });
        fill(this.points);
        // The total of one player is stored.
        this.undo.hidden = !this.isReferee || points.length === 1;
        const words = outcomeText(points, places, this.you, (seat) => this.shortName(seat));
        const why = reasonText(points, places, this.you, (seat) => this.shortName(seat));
        const reason = last.at(-1)?.text;
        const lowest = await this.lowestTotal();
        fill(this.end, h("section", { class: "card" },
            h("h2", { class: "panel-title" }, words), why && h("p", {}, why), reason && h("p", { lang: "en" }, this.words(reason)),
            lowest !== null && h("p", {}, texts.hotseat.screen.lowestTotal(lowest)),
            standings({ points, places, nameOf: (seat) => this.name(seat), you: this.you }),
            this.pointsNote && h("p", { class: "hint", lang: "en" }, this.pointsNote),
            h("div", { class: "tools" }, h("a", { class: "tool", href: `#/new/${this.info.id}` }, texts.hotseat.screen.playAgain))));
        announce(words);
        this.end.focus();
        this.shows("end");
    }

    /** Stores the total of a referee game that a person played alone, and returns the lowest one; null if there is none. */
    async lowestTotal() {
        const { id, points, state } = this.saved;
        if (!this.isReferee || points.length > 1 || this.you === undefined) return null;
        return noteTotal(id, this.info, points[0], state.table.result === "won");
    }

    /**
     * @param {unknown} problem
     * @param {any} [move]
     */
    showProblem(problem, move) {
        const words = problem instanceof Refused ? this.words(`${problem.problem.title}: ${problem.problem.detail}.`) : problem instanceof Error ? problem.message : String(problem);
        if (!this.problem.isConnected) this.place.append(this.problem);
        const notice = h("p", { lang: problem instanceof Refused && "en" }, words);
        const again = () => {
            fill(this.problem);
            if (!move) this.goOn();
        };
        fill(this.problem, move && h("p", { class: "tried" }, this.words(moveText(move))), notice, !move && button(texts.hotseat.screen.tryAgain, again, { class: "tool" }));
        if (problem instanceof Unreachable) reachableAgain(() => notice.isConnected).then((isWanted) => { if (isWanted) again(); });
    }
}

/**
 * Moves with their events, for the log.
 *
 * @param {SeatMove[]} moves
 * @param {SeatPosition} seatPosition after them
 */
function logged(moves, { events = [] }) {
    return moves.map(({ seat }, i) => ({ seat, events: events[i] ?? [] }));
}

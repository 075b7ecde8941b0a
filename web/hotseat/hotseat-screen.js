// The screen of a game that several people share, or that one person plays against robots. The page has the state, but shows only the view of
// the current seat. Before the next person's turn, the board is removed until that person is there.

import { announce, button, fill, h, refill } from "../shared/dom.js";
import { listed } from "../shared/text.js";
import { Refused, info as infoOf, whyNot } from "../api/client.js";
import * as service from "../api/hotseat.js";
import { lessonFold } from "../lessons/lesson-parts.js";
import { loadLesson } from "../lessons/load-lesson.js";
import { showLog } from "../game/event-log.js";
import { moveText } from "../game/move-text.js";
import { PlayArea } from "../game/play-area.js";
import { storageKey, saveHotseatGame, savedHotseatGame } from "./hotseat-games.js";

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../api/hotseat.js").SeatMove} SeatMove */
/** @typedef {import("../api/hotseat.js").SeatState} SeatState */
/** @typedef {import("../api/hotseat.js").SeatPosition} SeatPosition */
/** @typedef {import("./hotseat-games.js").HotseatGame} HotseatGame */

/** @type {import("../types").Screen} */
export async function screen(show, [id]) {
    const saved = savedHotseatGame(id);
    if (!saved) throw new Error("This game is no longer in this browser.");
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

/** The game as one seat sees it, for the play area. Its moves have no seat. */
class SeatGame {
    /**
     * @param {number | null} seat null at the end
     * @param {SeatPosition} seatPosition
     * @param {(seatPosition: SeatPosition, moves: SeatMove[]) => void} onPlayed called after moves of this page
     */
    constructor(seat, seatPosition, onPlayed) {
        this.seat = seat;
        this.onPlayed = onPlayed;
        this.seatPosition = seatPosition;
        this.position = positionOf(seatPosition);
        /** @type {any[]} */
        this.moves = [];
        this.at = 0;
        /** Trying moves in advance would reveal hidden information. */
        this.looksAhead = false;
    }

    /**
     * @param {any} _state
     * @param {any[]} moves
     * @param {AbortSignal} [signal]
     * @returns {Promise<any>}
     */
    async send(_state, moves, signal) {
        const seat = /** @type {number} */ (this.seat);
        const played = moves.map((move) => ({ ...move, seat }));
        const seatPosition = await service.attempt(this.seatPosition.state, played, seat, signal);
        return Object.assign(positionOf(seatPosition), { seatPosition, played: played.slice(0, seatPosition.bad_move?.index) });
    }

    /**
     * @param {any[]} moves
     * @param {any} position
     */
    goOn(moves, position) {
        this.moves = [...this.moves, ...moves];
        this.at += moves.length;
        this.take(position.seatPosition);
        this.position = position;
        this.onPlayed(position.seatPosition, position.played);
    }

    /** @param {SeatPosition} seatPosition */
    take(seatPosition) {
        this.seatPosition = seatPosition;
        this.position = positionOf(seatPosition);
    }

    /**
     * The reason why a move is illegal, or null if it is legal.
     *
     * @param {any} move
     */
    whyNot(move) {
        return whyNot(this.seatPosition.state, { ...move, seat: this.seat });
    }
}

/**
 * Does something in one tab at a time, if the browser has locks: otherwise robots in two tabs would play the same moves twice.
 *
 * @param {string} name
 * @param {() => Promise<void>} act
 */
function alone(name, act) {
    return navigator.locks ? navigator.locks.request(name, act) : act();
}

/**
 * @param {SeatPosition} seatPosition
 * @returns {any}
 */
function positionOf(seatPosition) {
    const { state, picture, events, finished, bad_move, legal_moves: legal } = seatPosition;
    const moves = (legal?.moves ?? []).map(({ seat, ...move }) => move);
    return { state, picture, events, finished, bad_move, legal_moves: legal && { ...legal, moves } };
}

class HotseatScreen {
    /**
     * @param {GameInfo} info
     * @param {import("../lessons/load-lesson.js").Lesson} lesson
     * @param {HotseatGame} saved
     */
    constructor(info, lesson, saved) {
        this.info = info;
        this.saved = saved;
        this.left = false;
        /** Whether moves of another tab are being shown. */
        this.following = false;
        /** The seat whose view is shown. */
        this.viewer = /** @type {number | null} */ (null);
        this.area = /** @type {PlayArea | null} */ (null);
        this.seatGame = /** @type {SeatGame | null} */ (null);
        this.place = h("div", { class: "first" });
        this.problem = h("div", { class: "why-not", role: "alert" });
        this.next = h("div", {});
        this.points = h("div", {});
        this.log = h("div", {});
        this.end = h("div", { class: "end", tabindex: "-1" });
        this.element = h("div", { class: "playing hotseat" },
            h("h1", { class: "unseen" }, info.title),
            h("p", { class: "goal" }, lesson.goal ?? info.summary),
            this.place,
            h("div", { class: "side" }, this.end, this.points, this.log, lessonFold(info.id, lesson),
                h("details", { class: "fold" }, h("summary", {}, "This deal"),
                    h("div", {}, h("p", {}, `${info.title} with ${saved.who.length} seats.`),
                        h("div", { class: "tools" }, h("a", { class: "tool", href: `#/new/${info.id}` }, "New game"))))));
    }

    leave() {
        this.left = true;
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
    isRobot(seat) {
        return this.saved.who[seat - 1] === "robot";
    }

    /** Number of seats of people. */
    get people() {
        return this.saved.who.filter((who) => who !== "robot").length;
    }

    /** @param {number} seat */
    name(seat) {
        if (this.isRobot(seat)) return `Seat ${seat} (robot)`;
        return this.people === 1 ? `Seat ${seat} (you)` : `Seat ${seat}`;
    }

    /**
     * Follows moves that another tab made. If several people play, the screen asks again for the person at the seat.
     */
    async follow() {
        if (this.area?.moving || this.following || !this.isBehind()) return;
        this.following = true;
        if (this.people > 1) this.viewer = null;
        await this.goOn();
        this.following = false;
        if (!this.left) await this.follow();
    }

    /** Whether another tab has made moves that this one has not shown. */
    isBehind() {
        return (savedHotseatGame(this.saved.id)?.made ?? 0) > this.saved.made;
    }

    /** Plays for the robots, then shows the seat that acts next, or asks for its person. */
    async goOn() {
        try {
            await alone(storageKey(this.saved.id), () => this.robots());
            if (this.left) return;
            this.showPoints();
            const { finished, to_act: toAct } = this.saved;
            if (finished) return await this.showEnd();
            const next = this.viewer !== null && toAct.includes(this.viewer) ? this.viewer : toAct[0];
            if (next === this.viewer || this.people === 1) return await this.showSeat(next);
            if (!(await this.hides(next))) return await this.showSeat(next);
            if (this.viewer === null) return this.cover(next);
            this.offerPass(next);
        } catch (problem) {
            this.showProblem(problem);
        }
    }

    /** Plays for the robots until a person must act, or should: where all may act at any time, robots wait for their turn. */
    async robots() {
        if (this.isBehind()) this.saved = savedHotseatGame(this.saved.id) ?? this.saved;
        for (;;) {
            const { to_act: toAct, state } = this.saved;
            const robot = toAct.find((seat) => this.isRobot(seat));
            if (robot === undefined || this.left) return;
            const personActs = toAct.some((seat) => !this.isRobot(seat));
            const [move] = await service.plan(state, personActs ? undefined : robot);
            if (move && !this.isRobot(move.seat)) return;
            if (!move) throw new Error(`Seat ${robot} has no plan.`);
            this.recordMoves(await service.play(state, [move], move.seat, false), [move]);
        }
    }

    /**
     * Saves moves, and notes that each person has yet to see them.
     *
     * @param {SeatPosition} seatPosition
     * @param {SeatMove[]} moves
     */
    recordMoves({ state, points, to_act: toAct, places, finished }, moves) {
        Object.assign(this.saved, { state, points, to_act: toAct, places, finished });
        this.saved.made += moves.length;
        for (const seen of Object.values(this.saved.seen)) seen.moves.push(...moves);
        saveHotseatGame(this.saved);
    }

    /**
     * Whether the next seat or the current one sees anything that an onlooker does not.
     *
     * @param {number} next
     */
    async hides(next) {
        const { state } = this.saved;
        const seats = [next, ...(this.viewer === null ? [] : [this.viewer])];
        const views = await Promise.all([service.view(state), ...seats.map((seat) => service.view(state, seat))]);
        const [open, ...others] = views.map((view) => JSON.stringify(view));
        return others.some((view) => view !== open);
    }

    /**
     * Shows the game to a seat, with the events since its last turn.
     *
     * @param {number} seat
     */
    async showSeat(seat) {
        const seen = this.saved.seen[seat];
        const seatPosition = seen.moves.length > 0
            ? await service.play(seen.state, seen.moves, seat, true)
            : await this.loadSeat(seat);
        if (this.left) return;
        this.recordSeen(seat, seatPosition.state);
        this.showEvents((seatPosition.events ?? []).flat());
        if (this.area && this.seatGame?.seat === seat) {
            this.seatGame.take(seatPosition);
            await this.area.show(true);
        } else {
            await this.createArea(seat, seatPosition);
        }
        this.shows(`seat ${seat}`);
    }

    /**
     * The position of a seat without new events.
     *
     * @param {number} seat
     * @returns {Promise<SeatPosition>}
     */
    async loadSeat(seat) {
        const { state, points, to_act: toAct, places, finished } = this.saved;
        const [legal, picture] = await Promise.all([service.moves(state, seat), service.picture(state, seat)]);
        return { state, points, to_act: toAct, places, finished, legal_moves: legal, picture };
    }

    /**
     * Saves that a seat has seen all events up to a state.
     *
     * @param {number} seat
     * @param {SeatState} state
     */
    recordSeen(seat, state) {
        this.saved.seen[seat] = { state, moves: [] };
        saveHotseatGame(this.saved);
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
        this.seatGame = new SeatGame(seat, seatPosition, (after, moves) => {
            this.recordMoves(after, moves);
            this.recordSeen(/** @type {number} */ (seat), after.state);
            this.showEvents((after.events ?? []).flat());
        });
        const area = new PlayArea(/** @type {any} */ (this.seatGame), {
            changed: () => this.changed(),
            say: (sentence) => fill(this.problem, h("p", {}, sentence)),
            showProblem: (move, problem) => this.showProblem(problem, move),
            clearProblem: () => fill(this.problem),
        }, seat === null);
        this.area = area;
        fill(this.next);
        fill(this.problem);
        fill(this.place, area.board.element,
            h("div", { class: "dock" }, h("div", { class: "choice" }, this.next, this.problem, seat !== null && area.panel)));
        await area.show();
    }

    /** Continues the game after a move of this page. */
    changed() {
        const { seatGame } = this;
        if (!seatGame || seatGame.seat === null) return;
        this.showPoints();
        announce(this.area?.board.title ?? "");
        const mine = seatGame.seatPosition.to_act.includes(seatGame.seat);
        if (this.area) this.area.panel.hidden = !mine;
        if (!mine) this.goOn();
        else if (seatGame.seatPosition.to_act.some((seat) => this.isRobot(seat))) this.letRobotsCatchUp(seatGame.seat);
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
        this.place.inert = true;
        if (area) area.panel.hidden = true;
        try {
            await alone(storageKey(this.saved.id), () => this.robots());
        } catch (problem) {
            this.showProblem(problem);
        }
        if (this.left) return;
        if (this.saved.state !== before) await this.goOn();
        else this.shows(`seat ${seat}`);
        this.place.inert = false;
        if (area) area.panel.hidden = !this.saved.to_act.includes(seat);
    }

    /**
     * Shows the button that passes the screen to the next person.
     *
     * @param {number} next
     */
    offerPass(next) {
        fill(this.next, button(`Pass the screen to seat ${next}`, () => this.cover(next), { class: "primary" }));
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
        fill(this.log);
        fill(this.problem);
        fill(this.next);
        const here = button(`Seat ${next} is here`, () => this.uncover(next), { class: "primary" });
        fill(this.place, h("section", { class: "cover card" },
            h("h2", { tabindex: "-1" }, `Seat ${next}, are you there?`),
            h("p", {}, `Pass the screen to the player of seat ${next}. Their view stays hidden until they confirm.`),
            here, this.problem));
        here.focus();
        announce(`Seat ${next}, are you there?`);
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

    /**
     * Shows events.
     *
     * @param {Record<string, any>[]} events
     */
    showEvents(events) {
        if (events.length === 0) return;
        showLog(this.log, events.map(({ text }) => text));
    }

    /** Shows the points, and the seat to act. */
    showPoints() {
        const { points, to_act: toAct, finished, places } = this.saved;
        if (finished) return fill(this.points);
        refill(this.points, h("section", { class: "card", "aria-label": "The seats" },
            h("h2", { class: "panel-title" }, `${listed(toAct.map((seat) => `Seat ${seat}`))} to move`),
            this.standings(points, places, toAct)));
    }

    /**
     * @param {number[]} points
     * @param {number[] | undefined} places
     * @param {number[]} toAct
     */
    standings(points, places, toAct) {
        const seats = points.map((_, i) => i + 1);
        if (places) seats.sort((a, b) => places[a - 1] - places[b - 1] || a - b);
        return h("table", { class: "standings" },
            h("thead", {}, h("tr", {}, places && h("th", { scope: "col" }, "Place"), h("th", { scope: "col" }, "Who"), h("th", { scope: "col" }, "Points"))),
            h("tbody", {}, seats.map((seat) => h("tr", { "aria-current": toAct.includes(seat) && "true" },
                places && h("td", {}, places[seat - 1]), h("th", { scope: "row" }, this.name(seat)), h("td", {}, points[seat - 1])))));
    }

    /** Shows the outcome, and the picture with everything. */
    async showEnd() {
        const { state, points, places = [], to_act: toAct, finished } = this.saved;
        const picture = await service.picture(state);
        if (this.left) return;
        await this.createArea(null, { state, points, to_act: toAct, places, finished, picture });
        const first = places.flatMap((place, i) => (place === 1 ? [`Seat ${i + 1}`] : []));
        const words = first.length === 1 ? `${first[0]} has won` : `${listed(first)} share the first place`;
        fill(this.end, h("section", { class: "card" },
            h("h2", { class: "panel-title" }, words), this.standings(points, places, []),
            h("div", { class: "tools" }, h("a", { class: "tool", href: `#/new/${this.info.id}` }, "Play again"))));
        announce(words);
        this.end.focus();
        this.shows("end");
    }

    /**
     * @param {unknown} problem
     * @param {any} [move]
     */
    showProblem(problem, move) {
        const words = problem instanceof Refused ? `${problem.problem.title}: ${problem.problem.detail}.` : problem instanceof Error ? problem.message : String(problem);
        if (!this.problem.isConnected) this.place.append(this.problem);
        fill(this.problem, move && h("p", { class: "tried" }, moveText(move)), h("p", {}, words),
            !move && button("Try again", () => { fill(this.problem); this.goOn(); }, { class: "tool" }));
    }
}

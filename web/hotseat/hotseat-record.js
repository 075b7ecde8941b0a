// The record of a game that several people share: its state and its moves, stored in this browser after each move. The service plays them.

import * as service from "../api/hotseat.js";
import { robotLevel } from "../shared/robot-levels.js";
import { texts } from "../texts/texts.js";
import { saveHotseatGame, savedHotseatGame, storageKey } from "./hotseat-games.js";

/** @typedef {import("../api/hotseat.js").SeatMove} SeatMove */
/** @typedef {import("../api/hotseat.js").SeatPosition} SeatPosition */
/** @typedef {import("../api/hotseat.js").SeatState} SeatState */

/**
 * Does something in one tab at a time, if the browser has locks: otherwise robots in two tabs would play the same moves twice.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} act
 * @returns {Promise<T>}
 */
async function alone(name, act) {
    return navigator.locks ? navigator.locks.request(name, act) : act();
}

export class HotseatRecord {
    /** @param {import("./hotseat-games.js").HotseatGame} saved */
    constructor(saved) {
        this.saved = saved;
    }

    /** @param {number} seat */
    isRobot(seat) {
        return this.saved.who[seat - 1] !== "person";
    }

    /** Number of seats of people. */
    get people() {
        return this.saved.who.filter((who) => who === "person").length;
    }

    /** Whether another tab has played on. */
    isBehind() {
        return (savedHotseatGame(this.saved.id)?.made ?? 0) > this.saved.made;
    }

    /**
     * Plays one move of a robot, unless a person must act, or should: where all may act at any time, robots wait for their turn.
     *
     * @param {() => boolean} wanted whether it is still wanted when this tab's turn comes
     * @returns {Promise<boolean>} whether a robot moved
     */
    playRobot(wanted) {
        return alone(storageKey(this.saved.id), async () => wanted() && this.playNextRobot());
    }

    /** @returns {Promise<boolean>} whether a robot moved */
    async playNextRobot() {
        if (this.isBehind()) this.saved = savedHotseatGame(this.saved.id) ?? this.saved;
        const { to_act: toAct, state } = this.saved;
        const robot = toAct.find((seat) => this.isRobot(seat));
        if (robot === undefined) return false;
        const personActs = toAct.some((seat) => !this.isRobot(seat));
        const [move] = await service.plan(state, personActs ? undefined : robot, robotLevel(this.saved.who[robot - 1]));
        if (move && !this.isRobot(move.seat)) return false;
        if (!move) throw new Error(texts.hotseat.screen.noPlan(robot));
        this.add(await service.play(state, [move], move.seat, false), [move]);
        return true;
    }

    /**
     * Saves moves, and notes that each person has yet to see them.
     *
     * @param {SeatPosition} seatPosition
     * @param {SeatMove[]} moves
     */
    add({ state, points, to_act: toAct, places, finished }, moves) {
        Object.assign(this.saved, { state, points, to_act: toAct, places, finished });
        this.saved.made += moves.length;
        this.saved.moves?.push(...moves);
        for (const seen of Object.values(this.saved.seen)) seen.moves.push(...moves);
        saveHotseatGame(this.saved);
    }

    /** Whether there is a move to undo. */
    get canUndo() {
        return this.saved.dealt !== undefined && (this.saved.moves?.length ?? 0) > 0;
    }

    /** Undoes the last move, for everyone. */
    async undo() {
        const { dealt, moves = [], made } = this.saved;
        if (!dealt || !this.canUndo) return;
        const left = moves.slice(0, -1);
        const { state, points, to_act: toAct, places, finished } = left.length > 0 ? await service.play(dealt, left, null, false) : await this.dealAgain(dealt);
        if (this.isBehind() || this.saved.made !== made) return;
        const seen = Object.fromEntries(Object.keys(this.saved.seen).map((seat) => [seat, { state, moves: [] }]));
        // A greater number of moves, so that other tabs follow.
        Object.assign(this.saved, { state, points, to_act: toAct, places, finished, moves: left, seen, made: made + 1 });
        saveHotseatGame(this.saved);
    }

    /** @param {SeatState} dealt */
    dealAgain({ game, rules, seed, options }) {
        return service.deal(game, { seats: this.saved.points.length, seed, options, rules });
    }

    /**
     * Saves that a seat has seen everything up to a state. If another tab has moved on, its game stays.
     *
     * @param {number} seat
     * @param {SeatState} state
     * @param {SeatMove[]} [moves] the moves since
     */
    markSeen(seat, state, moves = []) {
        this.saved.seen[seat] = { state, moves };
        if (!this.isBehind()) saveHotseatGame(this.saved);
    }

    /**
     * Whether the next seat or the current one sees anything that an onlooker does not.
     *
     * @param {number} next
     * @param {number | null} current
     */
    async hides(next, current) {
        const { state } = this.saved;
        const seats = [next, ...(current === null ? [] : [current])];
        const views = await Promise.all([service.view(state), ...seats.map((seat) => service.view(state, seat))]);
        const [open, ...others] = views.map((view) => JSON.stringify(view));
        return others.some((view) => view !== open);
    }

    /**
     * The position of a seat without new events.
     *
     * @param {number} seat
     * @param {SeatState} [state] the current one by default
     * @returns {Promise<SeatPosition>}
     */
    async load(seat, state = this.saved.state) {
        const { points, to_act: toAct, places, finished } = this.saved;
        const [legal, picture] = await Promise.all([service.moves(state, seat), service.picture(state, seat)]);
        return { state, points, to_act: toAct, places, finished, legal_moves: legal, picture };
    }
}

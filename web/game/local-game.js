// A game whose state is in the page: its run and positions, with undo and redo. Missing positions, such as those of a link, are loaded on
// demand.

import * as service from "../api/client.js";
import { isAdvised } from "../saved/advised-deals.js";

/** @typedef {import("../types").Position} Position */
/** @typedef {import("../types").Move} Move */
/** @typedef {import("../shared/link.js").Run} Run */

export class LocalGame {
    /**
     * @param {Position} dealt
     * @param {Move[]} moves
     */
    constructor(dealt, moves) {
        /** @type {(Position | undefined)[]} by number of moves */
        this.positions = [dealt];
        this.moves = moves;
        this.at = 0;
        /** Number of undone moves; undefined if the first moves came from elsewhere. */
        this.takenBack = moves.length > 0 ? undefined : /** @type {number | undefined} */ (0);
        /** Whether the player moved on after advice on the deal; undefined if the first moves came from elsewhere. */
        this.assisted = moves.length > 0 ? undefined : /** @type {boolean | undefined} */ (false);
    }

    /**
     * Deals and replays a run.
     *
     * @param {Run} run
     * @param {number} [to] number of moves to show, all by default
     */
    static async open({ game, seed, options, rules, moves }, to = moves.length) {
        const opened = new LocalGame(await service.deal(game, { seed, options, rules }), moves);
        await opened.go(to);
        return opened;
    }

    /** The current position. */
    get position() {
        return /** @type {Position} */ (this.positions[this.at]);
    }

    /** @returns {Run} the run up to the current position */
    get run() {
        const { game, rules, seed, options } = this.position.state;
        return { game, rules, seed, options: { ...options }, moves: this.moves.slice(0, this.at) };
    }

    /** Whether moves can be tried before the player chooses one. */
    looksAhead = true;

    /**
     * Plays moves in a state, up to the first illegal one.
     *
     * @param {import("../types").State} state
     * @param {Move[]} moves
     * @param {AbortSignal} [signal]
     */
    send(state, moves, signal) {
        return service.attempt(state, moves, signal);
    }

    /**
     * The reason why a move is illegal here, or null if it is legal.
     *
     * @param {Move} move
     */
    whyNot(move) {
        return service.whyNot(this.position.state, move);
    }

    /** Whether there is a move to undo. */
    get canUndo() {
        return this.at > 0;
    }

    /** Whether there is a move to redo. */
    get canRedo() {
        return this.at < this.moves.length;
    }

    /**
     * Goes to the position after `to` moves.
     *
     * @param {number} to
     */
    async go(to) {
        if (!this.positions[to]) {
            const from = this.positions.slice(0, to).findLastIndex((position) => position !== undefined);
            const known = /** @type {Position} */ (this.positions[from]);
            const { events, ...there } = await service.play(known.state, this.moves.slice(from, to));
            this.positions[to] = /** @type {Position} */ ({ ...there, events: events?.slice(-1) });
        }
        if (this.takenBack !== undefined && to < this.at) this.takenBack += this.at - to;
        this.at = to;
    }

    /**
     * Follows the moves of another page that plays the same run.
     *
     * @param {Move[]} moves
     * @param {number} to number of moves that are not undone
     * @param {{ takenBack?: number, assisted?: boolean }} reported
     */
    async follow(moves, to, { takenBack, assisted }) {
        const differs = moves.findIndex((move, i) => JSON.stringify(move) !== JSON.stringify(this.moves[i]));
        const other = new LocalGame(/** @type {Position} */ (this.positions[0]), moves);
        other.positions = this.positions.slice(0, (differs < 0 ? moves.length : differs) + 1);
        await other.go(to);
        Object.assign(this, { positions: other.positions, moves, at: to, takenBack, assisted });
    }

    /**
     * Appends moves, and drops undone ones.
     *
     * @param {Move[]} moves
     * @param {Position} position after them
     */
    goOn(moves, position) {
        if (isAdvised(this.run)) this.assisted = true;
        this.moves = [...this.moves.slice(0, this.at), ...moves];
        this.positions.length = this.at + 1;
        this.at += moves.length;
        this.positions[this.at] = position;
    }
}

/**
 * The table of a state, or of its open room.
 *
 * @param {import("../types").State} state
 * @returns {Record<string, any>}
 */
export function openTable(state) {
    const table = /** @type {Record<string, any>} */ (state.table);
    return table.open?.table ?? table;
}

/**
 * The game of a state, or of its open room.
 *
 * @param {import("../types").State} state
 * @returns {string}
 */
export function openGame(state) {
    const table = /** @type {Record<string, any>} */ (state.table);
    return table.open?.room ?? state.game;
}

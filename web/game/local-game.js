// A game on its way: the run so far, and the positions that it went through. The service keeps nothing, so it is here
// that moves are taken back. Positions that were never asked for (those within a link) are made when they are.

import * as service from "../api/client.js";

/** @typedef {import("../types").Position} Position */
/** @typedef {import("../types").Move} Move */
/** @typedef {import("../shared/link.js").Run} Run */

export class LocalGame {
    /**
     * @param {Position} dealt
     * @param {Move[]} moves
     */
    constructor(dealt, moves) {
        /** @type {(Position | undefined)[]} by the number of moves made */
        this.positions = [dealt];
        this.moves = moves;
        this.at = 0;
        /** How many moves were taken back; nothing if nobody here knows, since the moves came from elsewhere. */
        this.takenBack = moves.length > 0 ? undefined : /** @type {number | undefined} */ (0);
    }

    /**
     * Deals a run and plays it to its end.
     *
     * @param {Run} run
     * @param {number} [to] the number of moves to show, all unless told
     */
    static async open({ game, seed, options, rules, moves }, to = moves.length) {
        const opened = new LocalGame(await service.deal(game, { seed, options, rules }), moves);
        await opened.go(to);
        return opened;
    }

    /** The position that is shown. */
    get position() {
        return /** @type {Position} */ (this.positions[this.at]);
    }

    /** @returns {Run} the run up to what is shown */
    get run() {
        const { game, rules, seed, options } = this.position.state;
        return { game, rules, seed, options: { ...options }, moves: this.moves.slice(0, this.at) };
    }

    /** Whether few moves are tried before one of them is chosen. */
    looksAhead = true;

    /**
     * Makes moves in a state, up to the first illegal one.
     *
     * @param {import("../types").State} state
     * @param {Move[]} moves
     * @param {AbortSignal} [signal]
     */
    send(state, moves, signal) {
        return service.attempt(state, moves, signal);
    }

    /**
     * Why a move is illegal here, if it is.
     *
     * @param {Move} move
     */
    whyNot(move) {
        return service.whyNot(this.position.state, move);
    }

    /** Whether a move can be taken back. */
    get canUndo() {
        return this.at > 0;
    }

    /** Whether a move that was taken back can be made again. */
    get canRedo() {
        return this.at < this.moves.length;
    }

    /**
     * Goes to the position after so many moves.
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
     * Takes up the moves that another page made of the same run.
     *
     * @param {Move[]} moves
     * @param {number} to how many of them are made
     * @param {number | undefined} takenBack
     */
    async follow(moves, to, takenBack) {
        const differs = moves.findIndex((move, i) => JSON.stringify(move) !== JSON.stringify(this.moves[i]));
        const other = new LocalGame(/** @type {Position} */ (this.positions[0]), moves);
        other.positions = this.positions.slice(0, (differs < 0 ? moves.length : differs) + 1);
        await other.go(to);
        Object.assign(this, { positions: other.positions, moves, at: to, takenBack });
    }

    /**
     * Goes on with moves, in place of those taken back.
     *
     * @param {Move[]} moves
     * @param {Position} position after them
     */
    goOn(moves, position) {
        this.moves = [...this.moves.slice(0, this.at), ...moves];
        this.positions.length = this.at + 1;
        this.at += moves.length;
        this.positions[this.at] = position;
    }
}

/**
 * What lies on the table of a state; of a suite of rooms, on that of the open one.
 *
 * @param {import("../types").State} state
 * @returns {Record<string, any>}
 */
export function openTable(state) {
    const table = /** @type {Record<string, any>} */ (state.table);
    return table.open?.table ?? table;
}

/**
 * The game that the rules of a state are those of: of a suite, the open room.
 *
 * @param {import("../types").State} state
 * @returns {string}
 */
export function openGame(state) {
    const table = /** @type {Record<string, any>} */ (state.table);
    return table.open?.room ?? state.game;
}

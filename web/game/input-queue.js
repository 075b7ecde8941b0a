// The queue of inputs that arrive while a move is being sent. Where possible, the moves that queued inputs mean are predicted and sent
// together.

import { behind } from "./board.js";
import { inFormOf, slots } from "./choice.js";
import { nameFor } from "./name-matching.js";

/** @typedef {import("./spots.js").Spot} Spot */
/** @typedef {import("../types").Move} Move */
/** @typedef {{ spot: Spot } | { way: [number, number] } | { steps: number }} Input a tap, a direction, or a number of moves to undo or redo */

export class InputQueue {
    /** @param {import("./play-area.js").PlayArea} area */
    constructor(area) {
        this.area = area;
        /** @type {Input[]} */
        this.queue = [];
        this.active = false;
        this.served = Promise.resolve();
    }

    /** Whether any input is queued. */
    get waiting() {
        return this.queue.length > 0;
    }

    /**
     * Handles an input after all earlier ones.
     *
     * @param {Input} input
     * @returns {Promise<void>}
     */
    take(input) {
        this.queue.push(input);
        if (!this.active) this.served = this.serve();
        if ("spot" in input && this.waiting) this.area.board.await([input.spot.key], true);
        return this.served;
    }

    /**
     * Handles taps after all earlier inputs, if possible as moves of one request.
     *
     * @param {[...Spot[], Spot]} spots
     */
    takeAll(spots) {
        this.queue.push(...spots.slice(0, -1).map((spot) => ({ spot })));
        return this.take({ spot: /** @type {Spot} */ (spots.at(-1)) });
    }

    async serve() {
        this.active = true;
        try {
            while (this.waiting) {
                if (this.area.moving) await this.area.moving;
                const moves = this.foreseen();
                // The first illegal move is played alone, which shows the reason.
                if (moves.length > 1 && (await this.playAll(moves)) === moves.length) continue;
                const input = this.queue.shift();
                const acting = input && this.act(input);
                if (acting) await acting;
            }
        } finally {
            this.active = false;
        }
    }

    /**
     * @param {Move[]} moves
     * @returns {Promise<number>} number of moves that were legal
     */
    async playAll(moves) {
        const before = this.area.game.at;
        await this.area.play(...moves);
        const played = this.area.game.at - before;
        this.queue.splice(0, played);
        return played;
    }

    /**
     * @param {Input} input
     * @returns {Promise<unknown> | void}
     */
    act(input) {
        const { area } = this;
        if ("steps" in input) return area.stepNow(input.steps);
        if ("way" in input) return area.directions.go(...input.way);
        // The board may have changed: the spot with the same key is meant.
        const spot = area.board.spots.find(({ key }) => key === input.spot.key);
        return spot ? area.press(spot) : undefined;
    }

    /**
     * The moves that queued inputs mean, as far as they can be predicted: moves with a single name.
     *
     * @returns {Move[]}
     */
    foreseen() {
        const { choice, board, aim } = this.area;
        if (this.queue.length < 2 || aim || choice.picks.length > 0) return [];
        const simple = choice.all.filter(({ slots }) => slots.length === 2).map(({ move }) => move);
        let { hole } = this.area.directions;
        /** @type {Move[]} */
        const moves = [];
        for (const input of this.queue) {
            const spot = "spot" in input ? input.spot : "way" in input && hole !== null ? behind(board.spots, hole, ...input.way) : null;
            const move = spot && named(moves[0] ? [moves[0]] : simple, spot);
            if (!move) break;
            moves.push(move);
            hole = String(slots(move)[1].value);
        }
        return moves.length > 0 && simple.some((move) => JSON.stringify(move) === JSON.stringify(moves[0])) ? moves : [];
    }
}

/**
 * The move for a spot, in the form of one of these moves.
 *
 * @param {Move[]} likes
 * @param {Spot} spot
 * @returns {Move | null}
 */
function named(likes, spot) {
    for (const like of likes) {
        const [, slot] = slots(like);
        const name = nameFor(slot, spot.names);
        const value = name === undefined ? undefined : inFormOf(name, slot.value);
        if (value !== undefined) return /** @type {Move} */ (/** @type {unknown} */ ({ type: like.type, [slot.field]: value }));
    }
    return null;
}

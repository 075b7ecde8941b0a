// Lookahead: if few moves are possible, their positions are loaded in advance. So a move is shown without delay, and the player can press its
// destination.

import { isDirectionOnly } from "./name-matching.js";

/** @typedef {import("../types").Move} Move */
/** @typedef {import("../types").Position} Position */
/** @typedef {{ move: Move, place: string }} Lead a move and its destination */

/** Maximum number of moves to try. */
const MAX_MOVES = 4;
/** Time within which taps belong together, in milliseconds. */
const BURST = 40;

/** The positions after the current one, as far as they are loaded. */
export class Lookahead {
    /** @param {import("./play-area.js").PlayArea} area */
    constructor(area) {
        this.area = area;
        /** @type {Map<Move, Promise<Position>>} */
        this.tried = new Map();
        /** @type {Lead[]} */
        this.leads = [];
        this.stopping = new AbortController();
        this.timer = 0;
        /** Resolves when all moves have been tried. */
        this.finished = Promise.resolve();
    }

    /** Tries the moves with a single name, if they are few, to find their destinations. */
    start() {
        if (!this.area.game.looksAhead) return;
        const simple = this.area.choice.all.filter(({ slots }) => slots.length === 2);
        if (simple.length > 0 && simple.length <= MAX_MOVES) this.finished = this.tryAll(simple.map(({ move }) => move));
    }

    /** Tries the moves that are left after a pick, if they are few. Waits for the last tap of a burst. */
    startAfterPick() {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
            const { choice: { left, picks }, game, moving } = this.area;
            if (moving || !game.looksAhead || picks.length === 0 || left.length > MAX_MOVES) return;
            for (const { move } of left) if (!this.tried.has(move)) this.fetch(move);
        }, BURST);
    }

    /** Cancels pending requests. */
    stop() {
        clearTimeout(this.timer);
        this.stopping.abort();
    }

    /** @param {Move[]} moves */
    async tryAll(moves) {
        await Promise.allSettled(moves.map((move) => this.tryOne(move)));
        if (this.stopping.signal.aborted) return;
        const holes = new Set(this.leads.filter(({ move }) => !isDirectionOnly(move)).map(({ place }) => place));
        if (holes.size === 1 && this.leads.length > 1) [this.area.directions.hole] = holes;
        this.area.mark();
    }

    /** @param {Move} move */
    fetch(move) {
        const { game } = this.area;
        const trying = game.send(game.position.state, [move], this.stopping.signal);
        this.tried.set(move, trying);
        trying.catch(() => this.tried.delete(move));
        return trying;
    }

    /** @param {Move} move */
    async tryOne(move) {
        const [event] = ((await this.fetch(move)).events ?? []).flat();
        const to = /** @type {any} */ (event)?.to;
        const place = typeof to === "object" ? to?.cell : to;
        if (place !== undefined) this.leads.push({ move, place: String(place) });
    }
}

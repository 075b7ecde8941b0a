// Looking ahead: where few moves can be made, or few are left of what was chosen, the positions after them are fetched before one
// of them is made. So a move is there at once, and the places where moves lead can be pointed at.

import { isDirectionOnly } from "./name-matching.js";

/** @typedef {import("../types").Move} Move */
/** @typedef {import("../types").Position} Position */
/** @typedef {{ move: Move, place: string }} Lead a move, and the place where it leads */

/** Not more than so many moves are tried. */
const MAX_MOVES = 4;
/** Taps that come faster than this, in milliseconds, were all meant before the first. */
const BURST = 40;

/** What is known of the positions after the one that is shown. */
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
        /** When all has been tried. */
        this.finished = Promise.resolve();
    }

    /** Tries the moves that name but one thing, if they are few, so that it is known where they lead. */
    start() {
        if (!this.area.game.looksAhead) return;
        const simple = this.area.choice.all.filter(({ slots }) => slots.length === 2);
        if (simple.length > 0 && simple.length <= MAX_MOVES) this.finished = this.tryAll(simple.map(({ move }) => move));
    }

    /** Tries the moves that are left of those that begin with what was chosen, if they are few: one of them comes next. Of taps in one breath it waits for the last. */
    startAfterPick() {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
            const { choice: { left, picks }, game, moving } = this.area;
            if (moving || !game.looksAhead || picks.length === 0 || left.length > MAX_MOVES) return;
            for (const { move } of left) if (!this.tried.has(move)) this.fetch(move);
        }, BURST);
    }

    /** Gives up what has not been answered yet. */
    stop() {
        clearTimeout(this.timer);
        this.stopping.abort();
    }

    /** @param {Move[]} moves */
    async tryAll(moves) {
        await Promise.allSettled(moves.map((move) => this.tryOne(move)));
        if (this.stopping.signal.aborted) return;
        const holes = new Set(this.leads.filter(({ move }) => !isDirectionOnly(move)).map(({ place }) => place));
        if (holes.size === 1 && this.leads.length > 1) [this.area.hole] = holes;
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

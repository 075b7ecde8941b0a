// The analyses of the positions of a game, and what they prove, as text.

import { analyze } from "../api/analysis.js";
import { scoreText } from "../lessons/score-text.js";
import { texts } from "../texts/texts.js";

/** @typedef {import("../types").Analysis} Analysis */
/** @typedef {import("../types").Position} Position */

export class Analyses {
    /** @param {import("../game/local-game.js").LocalGame} game */
    constructor(game) {
        this.game = game;
        /** @type {WeakMap<Position, Analysis>} */
        this.known = new WeakMap();
    }

    /**
     * The analysis of the current position.
     *
     * @param {AbortSignal} signal
     */
    async current(signal) {
        const { position } = this.game;
        return this.known.get(position) ?? this.onLine() ?? this.learn(position, await analyze(position.state, { signal }));
    }

    /**
     * The analysis of the current position with the value of each move.
     *
     * @param {AbortSignal} signal
     */
    async withMoves(signal) {
        const { position } = this.game;
        const known = this.known.get(position);
        if (known?.moves) return known;
        return this.learn(position, await analyze(position.state, { withMoves: true, signal }));
    }

    /** The analysis of the deal. */
    async ofDeal() {
        const dealt = /** @type {Position} */ (this.game.positions[0]);
        return this.known.get(dealt) ?? this.learn(dealt, await analyze(dealt.state));
    }

    /**
     * The rest of the line of the previous position, if the last move followed it. So a line that was begun does not change on its way.
     *
     * @returns {Analysis | undefined}
     */
    onLine() {
        const { at, moves, position, positions } = this.game;
        const before = positions[at - 1];
        const known = before && this.known.get(before);
        if (!known?.hint || JSON.stringify(known.line[0]) !== JSON.stringify(moves[at - 1])) return undefined;
        const [, ...line] = known.line;
        if (line.length === 0) return undefined;
        return this.learn(position, { bounds: known.bounds, line, hint: { move: line[0], text: known.hint.text } });
    }

    /**
     * Stores an analysis, unless a better line is known.
     *
     * @param {Position} position
     * @param {Analysis} found
     * @returns {Analysis} what is known then
     */
    learn(position, found) {
        const known = this.known.get(position);
        const best = known && known.bounds.at_most < found.bounds.at_most ? { ...known, moves: found.moves } : found;
        this.known.set(position, best);
        return best;
    }
}

/**
 * Bounds as text: one number if they are equal.
 *
 * @param {import("../types").Bounds} bounds
 */
export function boundsText({ at_least: least, at_most: most }) {
    return least === most ? String(most) : texts.solitaire.study.bounds(least, most);
}

/**
 * A mean total with its standard error, each with one decimal.
 *
 * @param {import("../types").Expected} expected
 */
export function expectedText({ mean, standard_error: error }) {
    return [mean, error].map((thousandths) => (thousandths / 1000).toFixed(1)).join(" ± ");
}

/**
 * What the analysis of a deal says about a game that ended.
 *
 * @param {string} game
 * @param {import("../types").Bounds} bounds
 * @param {number | null} total null if the player gave up
 */
export function bestText(game, { at_least: least, at_most: most }, total) {
    const [low, found] = [least, most].map((score) => scoreText(game, score));
    if (least === most) {
        return total === most ? texts.solitaire.best.reached(found) : texts.solitaire.best.missed(found);
    }
    if (total === null || total > most) return texts.solitaire.best.found(found, low);
    return texts.solitaire.best.noBetter(low);
}

/**
 * Why an analysis failed, as text.
 *
 * @param {unknown} error
 */
export function failureText(error) {
    return texts.solitaire.best.failed(error instanceof Error ? error.message : String(error));
}

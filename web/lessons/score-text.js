// Scores with their unit.

import { texts } from "../texts/texts.js";

/**
 * A score with what it counts.
 *
 * @param {string} game
 * @param {number} score
 */
export function scoreText(game, score) {
    const { scores, points } = texts.lessons;
    return (scores[game] ?? points)(score);
}

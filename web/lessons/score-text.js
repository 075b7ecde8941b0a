// Scores with their unit.

import { counted } from "../shared/text.js";

/** @type {Record<string, string>} units of scores other than points */
const UNITS = { "easy-slider": "slide" };

/**
 * A score with what it counts.
 *
 * @param {string} game
 * @param {number} score
 */
export function scoreText(game, score) {
    return counted(score, UNITS[game] ?? "point");
}

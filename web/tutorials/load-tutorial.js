// The tutorials of the games: one file per game in `games/`, with only data.

import { ScriptUnreachable } from "../api/client.js";

/**
 * @typedef {object} TutorialStep
 * @property {string} text at most 200 characters: what to see or to do, and why; no markup
 * @property {Record<string, any>} [move] the learner's move, without a seat: the learner has seat 1. Without a move, the learner only reads
 * @property {Record<string, any>[]} [then] moves that are played after the step: of other seats, with `seat`; in a solitaire, moves that the learner need not make
 *
 * @typedef {object} Tutorial
 * @property {string} seed of the prepared deal
 * @property {number} [seats] for a game for several seats
 * @property {Record<string, any>} [options]
 * @property {TutorialStep[]} steps five to eight
 */

/** @type {Record<string, () => Promise<{ default: Tutorial }>>} */
const TUTORIALS = {
    "board-game-project-55": () => import("./games/board-game-project-55.js"),
    "break-the-bank": () => import("./games/break-the-bank.js"),
    "caribbean-star": () => import("./games/caribbean-star.js"),
    catwalk: () => import("./games/catwalk.js"),
    "darwinian-poker": () => import("./games/darwinian-poker.js"),
    "dungeon-crawl": () => import("./games/dungeon-crawl.js"),
    "easy-slider": () => import("./games/easy-slider.js"),
    "easy-slider-match": () => import("./games/easy-slider-match.js"),
    "epic-funhouse": () => import("./games/epic-funhouse.js"),
    "fight-the-power": () => import("./games/fight-the-power.js"),
    "graveyard-shift": () => import("./games/graveyard-shift.js"),
    "headless-in-seattle": () => import("./games/headless-in-seattle.js"),
    "hermans-castle": () => import("./games/hermans-castle.js"),
    "hotel-transylvania": () => import("./games/hotel-transylvania.js"),
    "king-of-the-beach": () => import("./games/king-of-the-beach.js"),
    "land-grab": () => import("./games/land-grab.js"),
    "magic-bag": () => import("./games/magic-bag.js"),
    "magic-hate-ball": () => import("./games/magic-hate-ball.js"),
    "magic-mirror": () => import("./games/magic-mirror.js"),
    "monster-builder": () => import("./games/monster-builder.js"),
    "nickies-castle": () => import("./games/nickies-castle.js"),
    "one-ball": () => import("./games/one-ball.js"),
    "particle-stream": () => import("./games/particle-stream.js"),
    "penniless-and-insane": () => import("./games/penniless-and-insane.js"),
    pontifuse: () => import("./games/pontifuse.js"),
    "putwoodys-castle": () => import("./games/putwoodys-castle.js"),
    queensland: () => import("./games/queensland.js"),
    "roll-out-the-barrels": () => import("./games/roll-out-the-barrels.js"),
    "seven-handed-poker": () => import("./games/seven-handed-poker.js"),
    shipwreck: () => import("./games/shipwreck.js"),
    "short-bus-to-paradise": () => import("./games/short-bus-to-paradise.js"),
    "slide-jam": () => import("./games/slide-jam.js"),
    "ten-die-poker": () => import("./games/ten-die-poker.js"),
    "trampo-land": () => import("./games/trampo-land.js"),
    "whack-a-dummy": () => import("./games/whack-a-dummy.js"),
    "wild-bill": () => import("./games/wild-bill.js"),
};

/**
 * Loads the tutorial of a game, or null if it has none. Throws {@link ScriptUnreachable} if it cannot be fetched.
 *
 * @param {string} game
 * @returns {Promise<Tutorial | null>}
 */
export async function loadTutorial(game) {
    return TUTORIALS[game]?.().then((module) => module.default, () => { throw new ScriptUnreachable(); }) ?? null;
}

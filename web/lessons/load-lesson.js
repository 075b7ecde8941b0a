// The lessons of the games: one file per game in `games/`, with only data. A lesson is optional.

/** @typedef {{ of?: string, at: number, caption: string }} Step a picture after `at` moves of the run of the lesson, or of that of another game */
/**
 * @typedef {object} Lesson
 * @property {string} [goal] in one line
 * @property {string} [points] what the points of a game for several seats mean, where they are not the goal
 * @property {[what: string, points: string][]} [scoring]
 * @property {string[]} [rules] in short
 * @property {boolean} [poolTable] whether it shows the spots and strings of a pool table
 * @property {number} [seats] of the run, for a game for several seats
 * @property {Record<string, any>[]} [moves] of the run that the pictures show
 * @property {Step[]} [steps]
 */

/** @type {Record<string, () => Promise<{ default: Lesson }>>} */
const LESSONS = {
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
    "particle-stream": () => import("./games/particle-stream.js"),
    "one-ball": () => import("./games/one-ball.js"),
    "penniless-and-insane": () => import("./games/penniless-and-insane.js"),
    pontifuse: () => import("./games/pontifuse.js"),
    "putwoodys-castle": () => import("./games/putwoodys-castle.js"),
    queensland: () => import("./games/queensland.js"),
    "roll-out-the-barrels": () => import("./games/roll-out-the-barrels.js"),
    "seven-handed-poker": () => import("./games/seven-handed-poker.js"),
    "short-bus-to-paradise": () => import("./games/short-bus-to-paradise.js"),
    shipwreck: () => import("./games/shipwreck.js"),
    "slide-jam": () => import("./games/slide-jam.js"),
    "ten-die-poker": () => import("./games/ten-die-poker.js"),
    "trampo-land": () => import("./games/trampo-land.js"),
    "whack-a-dummy": () => import("./games/whack-a-dummy.js"),
    "wild-bill": () => import("./games/wild-bill.js"),
};

/**
 * Loads the lesson of a game. It is empty if the game has none, or if it cannot be fetched: a game can be played without its lesson.
 *
 * @param {string} game
 * @returns {Promise<Lesson>}
 */
export async function loadLesson(game) {
    const load = LESSONS[game];
    return load ? load().then((module) => module.default, () => ({})) : {};
}

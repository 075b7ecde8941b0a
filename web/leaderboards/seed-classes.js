// Seed classes: what leaderboards of each class prove.

import { h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";

/** Why ranked games count. */
export const RANKED = texts.leaderboards.seeds.rankedGames;

/**
 * What a leaderboard of a seed class proves.
 *
 * @param {string} seeds
 */
export function classText(seeds) {
    const { open, ownSeed, programs, proof, sameSeed, sameSeedOfRound } = texts.leaderboards.seeds;
    if (seeds === "contest") return [proof, sameSeedOfRound, programs].join(" ");
    return isRanked(seeds) ? [RANKED, proof, seeds === "ranked" ? ownSeed : sameSeed, programs].join(" ") : open;
}

/** The label of ranked games with open information. */
export const COMPUTER_HELP = texts.leaderboards.seeds.computerHelp;

/**
 * The notice that computer help is possible, for games with open information.
 *
 * @param {{ open_information: boolean }} of a game or a leaderboard
 */
export function computerHelp({ open_information: open }) {
    return open && h("p", { class: "computer-help" },
        h("strong", {}, `${COMPUTER_HELP}.`), ` ${texts.leaderboards.seeds.computerHelpReason}`);
}

/**
 * Whether a seed class is one of ranked games.
 *
 * @param {string} seeds
 */
export function isRanked(seeds) {
    return seeds === "ranked" || seeds === "ranked_daily";
}

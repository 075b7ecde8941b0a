// Seed classes: their labels, and what leaderboards of each class prove.

import { h } from "../shared/dom.js";

/** @type {Record<string, string>} labels */
export const SEED_CLASSES = { ranked: "Ranked", ranked_daily: "Ranked daily", drawn: "Random", daily: "Practice daily", chosen: "Custom seed" };

/** Why ranked games count. */
export const RANKED = "Ranked: no one knows the deal in advance, and every score is verified.";
const PROOF = "The server deals and keeps these games, there is no undo, and once the seed is public anyone can verify them.";
const PROGRAMS = "We can't rule out computer help.";

/** @type {Record<string, string>} */
const TEXTS = {
    ranked: `${RANKED} ${PROOF} Each table has a seed of its own.`,
    ranked_daily: `${RANKED} ${PROOF} Everyone gets the same seed, which is published when the day is over. A player with a second account can learn the day's game with it; no service without identities can prevent that.`,
    open: "Random seeds are drawn by the server for one player. Anyone can play a custom seed. The seed of the practice daily is public when the day begins. With a known seed all chance can be computed ahead, and anyone can draw many deals, search them with a program, and play the best: these leaderboards show skill with tools. On the ranked leaderboards no one knew what came next.",
};

/**
 * What a leaderboard of a seed class proves.
 *
 * @param {string} seeds
 */
export function classText(seeds) {
    return isRanked(seeds) ? `${TEXTS[seeds]} ${PROGRAMS}` : TEXTS.open;
}

/** The label of ranked games with open information. */
export const COMPUTER_HELP = "Computer help possible";

/**
 * The notice that computer help is possible, for games with open information.
 *
 * @param {{ open_information: boolean }} of a game or a leaderboard
 */
export function computerHelp({ open_information: open }) {
    return open && h("p", { class: "computer-help" },
        h("strong", {}, `${COMPUTER_HELP}.`), " Everything is open after the deal, so a program can compute the best moves.");
}

/**
 * Whether a seed class is one of ranked games.
 *
 * @param {string} seeds
 */
export function isRanked(seeds) {
    return seeds === "ranked" || seeds === "ranked_daily";
}

/**
 * The explanation of averages.
 *
 * @param {number} abandoned score of an abandoned game
 */
export function averagesText(abandoned) {
    return `The mean of all ranked games that a player started in the month (UTC), from 20 games on. Every started game counts: an unfinished one counts ${abandoned}, or its current score if that is worse. The list does not prove that a player used no program, or has only one account.`;
}

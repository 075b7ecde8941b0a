// The calls about runs, leaderboards and daily games.

import { deal, get, isTokenRefused, post } from "./client.js";
import { proof } from "./player.js";

/** @typedef {import("../types").Schemas} Schemas */

/** Number of runs per page, and the maximum number of pages to read. */
const [PAGE, PAGES] = [100, 10];

/**
 * The runs of the player of this browser, newest first.
 *
 * @returns {Promise<{ runs: Schemas["RunSummary"][], more: boolean }>} `more` if there are older ones that were not read
 */
export async function playersRuns() {
    const runs = [];
    let cursor = "";
    for (let page = 0; page < PAGES; page++) {
        /** @type {Schemas["PlayersRuns"]} */
        const { runs: these, next } = await get(`/v1/players/me/runs?limit=${PAGE}${cursor}`, proof());
        runs.push(...these);
        if (!next) return { runs, more: false };
        cursor = `&cursor=${encodeURIComponent(next)}`;
    }
    return { runs, more: true };
}

/**
 * A finished run, with what the page reports about it: the number of moves that were undone, and whether advice was shown, if they are known.
 *
 * @typedef {{ run: import("../shared/link.js").Run, score: number, takenBack?: number, assisted?: boolean }} Finished
 */

/**
 * Submits a finished run.
 *
 * @param {Finished} finished
 * @returns {Promise<Schemas["RunReceipt"]>}
 */
export async function submitRun({ run, score, takenBack, assisted }) {
    const claims = new URLSearchParams();
    if (takenBack !== undefined) claims.set("taken_back", String(takenBack));
    if (assisted !== undefined) claims.set("assisted", String(assisted));
    return (await post(claims.size > 0 ? `/v1/runs?${claims}` : "/v1/runs", { ...run, score }, proof())).json();
}

/**
 * @param {string} id
 * @returns {Promise<Schemas["StoredRun"]>}
 */
export function storedRun(id) {
    return get(`/v1/runs/${id}`, proof());
}

/**
 * The par of a run's deal, and a run that reaches it.
 *
 * @param {string} id
 * @returns {Promise<Schemas["ParLine"]>}
 */
export function parOfRun(id) {
    return get(`/v1/runs/${id}/par`);
}

/**
 * @param {string} game
 * @param {URLSearchParams} query
 * @returns {Promise<Schemas["Leaderboard"]>}
 */
export function board(game, query) {
    return get(`/v1/leaderboards/${game}?${query}`);
}

/**
 * Players by the mean of the ranked games that they started in a month.
 *
 * @param {string} game
 * @param {URLSearchParams} query
 * @returns {Promise<Schemas["Averages"]>}
 */
export function averages(game, query) {
    return get(`/v1/leaderboards/${game}/averages?${query}`);
}

/**
 * The listed players of a game with seats, by their ratings.
 *
 * @param {string} game
 * @param {URLSearchParams} query
 * @returns {Promise<Schemas["Ratings"]>}
 */
export function ratings(game, query) {
    return get(`/v1/ratings/${game}?${query}`);
}

/**
 * @param {string | undefined} date today by default
 * @returns {Promise<Schemas["Daily"]>}
 */
export function daily(date) {
    return get(date ? `/v1/daily/${date}` : "/v1/daily");
}

/**
 * Deals with a seed that the service draws for the player of this browser.
 *
 * @param {string} game
 * @param {Record<string, string>} options
 */
export async function draw(game, options) {
    try {
        return await deal(game, { options }, proof());
    } catch (error) {
        // Without a valid token the seed belongs to no player.
        if (isTokenRefused(error)) return deal(game, { options });
        throw error;
    }
}

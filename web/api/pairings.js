// The calls that find opponents.

import { Refused, Unreachable, call, post } from "./client.js";
import { newKey, proof } from "./player.js";

/** @typedef {import("../types").Schemas["Pairing"]} Pairing */
/** @typedef {{ game: string, rated?: boolean, robots_after?: number }} Wish what the player wants to play */

/** How long a response waits for opponents, in seconds. */
const WAIT = 20;
/** Delay after a call without a response, in milliseconds. */
const RETRY_DELAY = 2000;

/**
 * Asks for opponents.
 *
 * @param {Wish} wish
 * @returns {Promise<Pairing>}
 */
export async function ask(wish) {
    return (await post("/v1/pairings", wish, { ...proof(), "Idempotency-Key": newKey() })).json();
}

/**
 * Waits until there is a table.
 *
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {Promise<string | undefined>} the table, none if the search was canceled
 */
export async function wait(id, signal) {
    while (!signal.aborted) {
        try {
            const response = await call(`/v1/pairings/${id}?wait=${WAIT}`, { headers: proof(), signal, cache: "no-store" });
            const { table } = /** @type {Pairing} */ (await response.json());
            if (table) return table;
        } catch (error) {
            if (signal.aborted) return undefined;
            const passing = error instanceof Unreachable || (error instanceof Refused && [429, 503].includes(error.problem.status));
            if (!passing) throw error;
            await new Promise((resolve) => { setTimeout(resolve, RETRY_DELAY); });
        }
    }
    return undefined;
}

/**
 * Cancels a search.
 *
 * @param {string} id
 * @returns {Promise<string | undefined>} the table, if there was one before
 */
export async function cancel(id) {
    try {
        await call(`/v1/pairings/${id}`, { method: "DELETE", headers: proof(), keepalive: true });
        return undefined;
    } catch (error) {
        if (error instanceof Refused && error.problem.code === "paired") return error.problem.table;
        throw error;
    }
}

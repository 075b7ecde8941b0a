// The showdowns of all games: events that compare hands or score a round, after which the board goes on to the next one.

import { texts } from "../texts/texts.js";

/** @type {Record<string, string | ((value: any) => string)>} titles, by the type of an event and a field that it must have */
const SHOWDOWNS = texts.game.showdowns;

/**
 * The title of the showdown among the events of a move, or null if there is none.
 *
 * @param {Record<string, any>[]} events
 * @returns {string | null}
 */
export function showdownTitle(events) {
    for (const event of events) {
        const key = Object.keys(event).find((field) => `${event.type}.${field}` in SHOWDOWNS);
        const title = key && SHOWDOWNS[`${event.type}.${key}`];
        if (title) return typeof title === "string" ? title : title(event[key]);
    }
    return null;
}

/** The types and fields of the events that are showdowns. */
export const SHOWDOWN_EVENTS = Object.keys(SHOWDOWNS);

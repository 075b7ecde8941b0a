// The showdowns of all games: events that compare hands or score a round, after which the board goes on to the next one.

/** @type {Record<string, string>} titles, by the type of an event and a field that it must have */
const SHOWDOWNS = {
    "revealed.cards": "The cards are turned up",
    "revealed.seeds": "The seeds are turned up",
    "revealed.bids": "The bids are turned up",
    "revealed.hands": "The hands are turned up",
    "showdown.hands": "Showdown",
    "compared.hands": "Showdown",
    "fought.strengths": "The cards are turned up",
    "pot_won.each": "The pot is won",
    "scored.points": "The round is over",
    "scored.seats": "The round is over",
    "round_over.points": "The round is over",
    "round_ended.round": "The round is over",
    "game_over.scores": "The game is over",
    "game_ended.number": "The game is over",
};

/**
 * The title of the showdown among the events of a move, or null if there is none.
 *
 * @param {Record<string, any>[]} events
 * @returns {string | null}
 */
export function showdownTitle(events) {
    for (const event of events) {
        const key = Object.keys(event).find((field) => `${event.type}.${field}` in SHOWDOWNS);
        if (key) return SHOWDOWNS[`${event.type}.${key}`];
    }
    return null;
}

/** The types and fields of the events that are showdowns. */
export const SHOWDOWN_EVENTS = Object.keys(SHOWDOWNS);

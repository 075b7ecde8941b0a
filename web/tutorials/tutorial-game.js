// The game of a tutorial: a solitaire, or a game for several seats as seat 1 sees it. Positions can be returned to, and others can move.

import * as service from "../api/client.js";
import * as hotseat from "../api/hotseat.js";
import { LocalGame } from "../game/local-game.js";
import { moveText } from "../game/move-text.js";
import { addressed } from "../game/second-person.js";
import { SeatGame } from "../hotseat/seat-game.js";

/** @typedef {import("./load-tutorial.js").Tutorial} Tutorial */
/** @typedef {import("../types").GameInfo} GameInfo */
/**
 * A move of another seat, or of chance, before it is shown.
 *
 * @typedef {object} Other
 * @property {Record<string, any>[]} events
 * @property {string[]} sentences what happens
 * @property {boolean} finished whether the game is over after it
 * @property {() => void} apply continues the game with it
 */
/**
 * @typedef {object} TutorialGame
 * @property {LocalGame} game for the play area
 * @property {(events: Record<string, any>[]) => string[]} sentencesOf describes events of a move of the learner
 * @property {() => () => Promise<void>} bookmark returns a function that returns to the current position
 * @property {(move: Record<string, any>) => Promise<Other>} playOther
 */

/** The seat of the learner. */
const LEARNER = 1;

/**
 * Deals the game of a tutorial.
 *
 * @param {GameInfo} info
 * @param {Tutorial} tutorial
 * @returns {Promise<TutorialGame>}
 */
export function dealTutorial(info, tutorial) {
    const seats = service.seatsOf(info);
    return seats ? dealSeats(info.id, tutorial, tutorial.seats ?? seats.least) : dealSolitaire(info.id, tutorial);
}

/**
 * @param {string} id
 * @param {Tutorial} tutorial
 * @returns {Promise<TutorialGame>}
 */
async function dealSolitaire(id, { seed, options }) {
    const game = new LocalGame(await service.deal(id, { seed, options }), []);
    return {
        game,
        sentencesOf: () => [],
        bookmark: () => {
            const { at } = game;
            return () => game.go(at);
        },
        playOther: async (other) => {
            const move = /** @type {import("../types").Move} */ (other);
            const position = await service.play(game.position.state, [move]);
            const { events = [], finished } = position;
            return { events: events.flat(), sentences: [`${moveText(move)}.`], finished, apply: () => game.goOn([move], position) };
        },
    };
}

/**
 * @param {string} id
 * @param {Tutorial} tutorial
 * @param {number} seats
 * @returns {Promise<TutorialGame>}
 */
async function dealSeats(id, { seed, options }, seats) {
    const dealt = await hotseat.deal(id, { seats, seed, options });
    const [legal, picture] = await Promise.all([hotseat.moves(dealt.state, LEARNER), hotseat.picture(dealt.state, LEARNER)]);
    const game = new SeatGame(LEARNER, { ...dealt, legal_moves: legal, picture }, () => {});
    const sentencesOf = (/** @type {Record<string, any>[]} */ events) => events.map(({ text }) => addressed(text, LEARNER));
    return {
        game: /** @type {any} */ (game),
        sentencesOf,
        bookmark: () => {
            const { seatPosition } = game;
            return async () => game.take(seatPosition);
        },
        playOther: async (move) => {
            const position = await hotseat.play(game.seatPosition.state, [/** @type {hotseat.SeatMove} */ (move)], LEARNER, true);
            const events = (position.events ?? []).flat();
            return { events, sentences: sentencesOf(events), finished: position.finished, apply: () => game.take(position) };
        },
    };
}

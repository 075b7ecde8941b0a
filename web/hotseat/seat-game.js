// A shared-screen game as one seat sees it, for the play area. Its moves have no seat.

import { whyNot } from "../api/client.js";
import * as service from "../api/hotseat.js";
import { winnersOf } from "../game/outcome.js";

/** @typedef {import("../api/hotseat.js").SeatMove} SeatMove */
/** @typedef {import("../api/hotseat.js").SeatPosition} SeatPosition */

export class SeatGame {
    /**
     * @param {number | null} seat null at the end
     * @param {SeatPosition} seatPosition
     * @param {(seatPosition: SeatPosition, moves: SeatMove[]) => void} onPlayed called after moves of this page
     */
    constructor(seat, seatPosition, onPlayed) {
        this.seat = seat;
        this.onPlayed = onPlayed;
        this.seatPosition = seatPosition;
        this.position = positionOf(seatPosition);
        /** @type {any[]} */
        this.moves = [];
        this.at = 0;
        /** Trying moves in advance would reveal hidden information. */
        this.looksAhead = false;
    }

    /**
     * @param {any} _state
     * @param {any[]} moves
     * @param {AbortSignal} [signal]
     * @returns {Promise<any>}
     */
    async send(_state, moves, signal) {
        const seat = /** @type {number} */ (this.seat);
        const played = moves.map((move) => ({ ...move, seat }));
        const seatPosition = await service.attempt(this.seatPosition.state, played, seat, signal);
        return Object.assign(positionOf(seatPosition), { seatPosition, played: played.slice(0, seatPosition.bad_move?.index) });
    }

    /**
     * @param {any[]} moves
     * @param {any} position
     */
    goOn(moves, position) {
        this.moves = [...this.moves, ...moves];
        this.at += moves.length;
        this.take(position.seatPosition);
        this.position = position;
        this.onPlayed(position.seatPosition, position.played);
    }

    /** @param {SeatPosition} seatPosition */
    take(seatPosition) {
        this.seatPosition = seatPosition;
        this.position = positionOf(seatPosition);
    }

    /**
     * The reason why a move is illegal, or null if it is legal.
     *
     * @param {any} move
     */
    whyNot(move) {
        return whyNot(this.seatPosition.state, { ...move, seat: this.seat });
    }
}

/**
 * @param {SeatPosition} seatPosition
 * @returns {any}
 */
function positionOf(seatPosition) {
    const { state, picture, events, finished, places, bad_move, legal_moves: legal } = seatPosition;
    const moves = (legal?.moves ?? []).map(({ seat, ...move }) => move);
    return { state, picture, events, finished, winners: places && winnersOf(places), bad_move, legal_moves: legal && { ...legal, moves } };
}

// The game of a table, for the play area. It has views, but no state and no seed, so moves cannot be tried or undone.

import { texts } from "../texts/texts.js";
import { Refused } from "../api/client.js";
import * as tables from "../api/tables.js";
import { winnersOf } from "../game/outcome.js";
import { isSetBack } from "./table-order.js";

/** @typedef {import("../api/tables.js").AnyMove} AnyMove */
/** @typedef {import("../api/tables.js").TableData} TableData */
/** @typedef {import("../api/tables.js").News} News */

/** Another player moved first. */
export class StaleMove extends Error {
    /** @param {Snapshot} shown the current position */
    constructor(shown) {
        super(texts.tables.screen.staleMove);
        this.shown = shown;
    }
}

/** The service lost moves that the page knows. */
export class LostMoves extends Error {}

/**
 * A table with everything that is needed to show it.
 *
 * @typedef {{ table: TableData, position: any, news: News[] }} Snapshot `position` for the play area
 */

/** @param {TableData} table */
export function isSeated({ class: ranked }) {
    return ranked === undefined;
}

/**
 * Whether the player must act.
 *
 * @param {TableData} table
 */
export function isYourTurn({ status, you, seats, position }) {
    if (status !== "playing" || you === undefined || seats[you - 1]?.left || !position || position.finished) return false;
    return position.to_act?.includes(you) ?? true;
}

/**
 * Loads the picture of a table, and the legal moves if the player must act.
 *
 * @param {TableData} table
 * @param {number} after number of moves that were known before
 * @returns {Promise<Snapshot>}
 */
export async function loadSnapshot(table, after) {
    const seat = isSeated(table) ? table.you : undefined;
    const view = table.position?.view;
    if (!view) return { table, position: null, news: table.news ?? [] };
    const asks = isYourTurn(table) && !table.position?.legal_moves;
    const drawn = tables.picture(view, seat);
    // If the table changes in the meantime, it is drawn again, and a failure of this call does not matter.
    drawn.catch(() => {});
    const whole = asks ? await tables.load(table.id, { after, legal: true }) : table;
    const picture = await (whole.moves === table.moves && whole.status === table.status ? drawn : tables.picture(whole.position?.view ?? view, isSeated(whole) ? whole.you : undefined));
    const news = (whole.news ?? table.news ?? []).filter(({ number }) => number > after);
    return { table: { ...whole, receipt: whole.receipt ?? table.receipt }, position: positionOf(whole, picture, news), news };
}

/**
 * @param {TableData} table
 * @param {string} picture
 * @param {News[]} news
 */
function positionOf(table, picture, news) {
    const { view, legal_moves: listed, finished, score, places } = /** @type {import("../api/tables.js").TablePosition} */ (table.position);
    const legal = isYourTurn(table) ? listed : undefined;
    const moves = (legal?.moves ?? []).map(({ seat, ...move }) => move);
    return { state: view, picture, score, finished, winners: places && winnersOf(places), events: news.map(({ events }) => events), legal_moves: legal && { ...legal, moves } };
}

/** The game as a seat or an onlooker sees it. */
export class TableGame {
    /**
     * @param {Snapshot} shown
     * @param {(shown: Snapshot) => void} onPlayed called after moves of this page
     */
    constructor(shown, onPlayed) {
        this.shown = shown;
        this.onPlayed = onPlayed;
        this.position = shown.position;
        /** The moves of this page. @type {any[]} */
        this.moves = [];
        this.at = 0;
        /** Moves cannot be tried without playing them. */
        this.looksAhead = false;
    }

    /** Number of known moves. */
    get known() {
        return this.shown.table.moves;
    }

    /** @param {Snapshot} shown */
    take(shown) {
        this.shown = shown;
        this.position = shown.position;
    }

    /**
     * Adds the seat to a move of a game for several seats.
     *
     * @param {any} move
     */
    seated(move) {
        const { table } = this.shown;
        return isSeated(table) ? { ...move, seat: table.you } : move;
    }

    /**
     * Plays moves up to the first illegal one.
     *
     * @param {any} _state
     * @param {any[]} moves
     * @returns {Promise<any>}
     */
    async send(_state, moves) {
        const { table } = this.shown;
        try {
            const answer = await tables.move(table, table.moves, moves.map((move) => this.seated(move)));
            if (isSetBack(answer, table)) throw new LostMoves();
            const next = await loadSnapshot(answer, this.known);
            return { ...next.position, shown: next, bad_move: answer.bad_move };
        } catch (error) {
            if (!(error instanceof Refused)) throw error;
            const { code, rule, detail } = error.problem;
            if (code === "illegal_move") return { bad_move: { index: 0, rule, detail } };
            // No other refusal of this code has the number of moves.
            if (code === "inconsistent" && error.problem.moves !== undefined) throw new LostMoves();
            if (code !== "stale") throw error;
            const current = await tables.load(table.id, { after: this.known, legal: true });
            throw isSetBack(current, table) ? new LostMoves() : new StaleMove(await loadSnapshot(current, this.known));
        }
    }

    /**
     * @param {any[]} moves
     * @param {any} position
     */
    goOn(moves, position) {
        this.moves = [...this.moves, ...moves];
        this.at += moves.length;
        this.take(position.shown);
        this.onPlayed(position.shown);
    }

    /**
     * The reason why a move is illegal. The move is posted to find out, so moves that may be legal are excluded: all legal moves are listed.
     *
     * @param {any} move
     * @returns {Promise<{ rule: string, detail: string } | null>}
     */
    async whyNot(move) {
        const { table, position } = this.shown;
        const legal = position.legal_moves;
        if (!isYourTurn(table) || !legal || legal.bounds || legal.moves.some((/** @type {any} */ other) => canonical(other) === canonical(move))) return null;
        try {
            await tables.move(table, table.moves, [this.seated(move)]);
        } catch (error) {
            if (error instanceof Refused && error.problem.code === "illegal_move") return { rule: error.problem.rule ?? "", detail: error.problem.detail };
        }
        return null;
    }
}

/**
 * The canonical text of a move: equal for moves with the same names in any order.
 *
 * @param {any} value
 * @returns {string}
 */
function canonical(value) {
    if (Array.isArray(value)) return `[${value.map(canonical).sort().join()}]`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    return `{${Object.keys(value).sort().map((key) => `${key}:${canonical(value[key])}`).join()}}`;
}

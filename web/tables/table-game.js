// A game that the service holds, as the table on the screen takes it: the position that may be seen, and moves that are posted. No
// state is here and no seed, so nothing is tried before it is done, and nothing is taken back.

import { Refused } from "../api/client.js";
import * as tables from "../api/tables.js";

/** @typedef {import("../api/tables.js").AnyMove} AnyMove */
/** @typedef {import("../api/tables.js").TableData} TableData */
/** @typedef {import("../api/tables.js").News} News */

/** What is thrown where somebody else was faster, and the game stands otherwise now. */
export class StaleMove extends Error {
    /** @param {Snapshot} shown how it stands */
    constructor(shown) {
        super("Somebody else moved first, so your move was not made. Look how it stands now, and choose again.");
        this.shown = shown;
    }
}

/**
 * A table with all that is needed to show it.
 *
 * @typedef {{ table: TableData, position: any, news: News[] }} Snapshot `position` as the table on the screen takes it
 */

/** @param {TableData} table */
export function isSeated({ class: sealed }) {
    return sealed === undefined;
}

/**
 * Whether whoever looks is to act.
 *
 * @param {TableData} table
 */
export function isYourTurn({ status, you, seats, position }) {
    if (status !== "playing" || you === undefined || seats[you - 1]?.left || !position || position.finished) return false;
    return position.to_act?.includes(you) ?? true;
}

/**
 * Fetches what is missing of a table: the picture, and the legal moves of whoever is to act.
 *
 * @param {TableData} table
 * @param {number} after how many moves were known before
 * @returns {Promise<Snapshot>}
 */
export async function loadSnapshot(table, after) {
    const seat = isSeated(table) ? table.you : undefined;
    const view = table.position?.view;
    if (!view) return { table, position: null, news: table.news ?? [] };
    const asks = isYourTurn(table) && !table.position?.legal_moves;
    const drawn = tables.picture(view, seat);
    // A table that stands otherwise by then is drawn anew; that the first drawing fails matters no more.
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
function positionOf({ position }, picture, news) {
    const { view, legal_moves: legal, finished, score } = /** @type {import("../api/tables.js").TablePosition} */ (position);
    const moves = (legal?.moves ?? []).map(({ seat, ...move }) => move);
    return { state: view, picture, score, finished, events: news.map(({ events }) => events), legal_moves: legal && { ...legal, moves } };
}

/** The game as one who sits at it plays it, or as an onlooker sees it. */
export class TableGame {
    /**
     * @param {Snapshot} shown
     * @param {(shown: Snapshot) => void} made what is done when a move that was made here was taken
     */
    constructor(shown, made) {
        this.shown = shown;
        this.made = made;
        this.position = shown.position;
        /** The moves that were made here. @type {any[]} */
        this.moves = [];
        this.at = 0;
        /** Trying a move is making it. */
        this.looksAhead = false;
    }

    /** How many moves are known. */
    get known() {
        return this.shown.table.moves;
    }

    /** @param {Snapshot} shown */
    take(shown) {
        this.shown = shown;
        this.position = shown.position;
    }

    /**
     * A move with its seat, where there are several.
     *
     * @param {any} move
     */
    seated(move) {
        const { table } = this.shown;
        return isSeated(table) ? { ...move, seat: table.you } : move;
    }

    /**
     * Makes moves. Of several, those before the first illegal one are made.
     *
     * @param {any} _state
     * @param {any[]} moves
     * @returns {Promise<any>}
     */
    async send(_state, moves) {
        const { table } = this.shown;
        try {
            const answer = await tables.move(table, table.moves, moves.map((move) => this.seated(move)));
            const next = await loadSnapshot(answer, this.known);
            return { ...next.position, shown: next, bad_move: answer.bad_move };
        } catch (error) {
            if (!(error instanceof Refused)) throw error;
            const { code, rule, detail } = error.problem;
            if (code === "illegal_move") return { bad_move: { index: 0, rule, detail } };
            if (code !== "stale") throw error;
            throw new StaleMove(await loadSnapshot(await tables.load(table.id, { after: this.known, legal: true }), this.known));
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
        this.made(position.shown);
    }

    /**
     * Why a move is illegal. It is asked by posting it, so only of moves that cannot be legal: all that are were listed.
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
 * A move as text that is the same for moves that name the same, in whatever order.
 *
 * @param {any} value
 * @returns {string}
 */
function canonical(value) {
    if (Array.isArray(value)) return `[${value.map(canonical).sort().join()}]`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    return `{${Object.keys(value).sort().map((key) => `${key}:${canonical(value[key])}`).join()}}`;
}

// Tables: games that the service holds. `docs/tables.md` explains them.

import { Problem } from "./problem.js";
import { events } from "./events.js";
import { segment } from "./http.js";

/** How often moves are chosen again because others moved first, or because the service lost moves. */
const MAX_CHOICES = 16;
/** What has no further effect if it is sent again. */
const REPEATABLE = { isRepeatable: true };

/** A table, as the player of the service's token sees it. */
export class Table {
    /**
     * @param {import("./remote.js").Remote} service
     * @param {string} id
     */
    constructor(service, id) {
        this.service = service;
        this.id = id;
        // An id from a link must not lead to another path.
        this.path = `/v1/tables/${segment(id)}`;
    }

    /** @param {{ with_legal_moves?: boolean, with_text?: boolean, after?: number, wait?: number }} [query] */
    show(query) {
        return this.#request("GET", "", { query });
    }

    /** @param {number} seat */
    join(seat) {
        return this.#request("POST", `/seats/${seat}`, REPEATABLE);
    }

    /** @param {string} player */
    invite(player) {
        return this.#request("POST", "/invitations", { body: { player }, ...REPEATABLE });
    }

    /** @param {number} seat */
    leave(seat) {
        return this.#request("DELETE", `/seats/${seat}`);
    }

    resign() {
        return this.#request("POST", "/resignation", REPEATABLE);
    }

    async rematch() {
        const { id } = await this.#request("POST", "/rematch", REPEATABLE);
        return this.service.table(id);
    }

    run() {
        return this.#request("GET", "/run");
    }

    /**
     * Says a phrase to everyone who listens to the table. It is not sent again if the response is lost.
     *
     * @param {string} phrase
     */
    say(phrase) {
        return this.#request("POST", "/phrases", { body: { phrase } });
    }

    /**
     * Makes moves. If the response is lost, the same request is sent again: the service makes the moves once.
     *
     * @param {{ game: string, after: number, moves: object[], with_legal_moves?: boolean, with_text?: boolean }} body
     */
    move(body) {
        return this.#request("POST", "/moves", { body, ...REPEATABLE });
    }

    /**
     * Makes moves that a function chooses for the current table. If others move first, or the table is set back, it chooses again.
     * Returns the table after the moves, or the current one if the function chooses none.
     *
     * @param {(table: any) => object[] | undefined | Promise<object[] | undefined>} choose
     */
    async moveWith(choose) {
        for (let nth = 1; ; nth++) {
            const table = await this.show({ with_legal_moves: true });
            const moves = await choose(table);
            if (moves === undefined || moves.length === 0) return table;
            try {
                return await this.move({ game: table.game, after: table.moves, moves });
            } catch (error) {
                if (!isOutdated(error) || nth === MAX_CHOICES) throw error;
            }
        }
    }

    /**
     * The events of the table. A lost connection is resumed after the last event, so no move is missed. After a `set_back`, the moves
     * come again from the first one.
     *
     * @param {{ lastId?: string, with_text?: boolean, with_legal_moves?: boolean, signal?: AbortSignal }} [options]
     */
    events(options = {}) {
        return events(this.service, `${this.path}/events`, options);
    }

    /** @param {string} method @param {string} path @param {object} [options] */
    #request(method, path, options) {
        return this.service.request(method, this.path + path, options);
    }
}

/**
 * Whether moves were chosen for a table that has changed: others moved, or the service lost moves.
 *
 * @param {unknown} error
 */
function isOutdated(error) {
    if (!(error instanceof Problem)) return false;
    // No other refusal of moves as inconsistent has their number.
    return error.code === "stale" || (error.code === "inconsistent" && error.body.moves !== undefined);
}

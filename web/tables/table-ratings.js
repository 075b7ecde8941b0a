// The ratings of the players at a table: next to their names, and how the reader's changed.

import { texts } from "../texts/texts.js";
import * as tables from "../api/tables.js";
import { isSeated } from "./table-game.js";

/** @typedef {import("../api/tables.js").TableData} TableData */
/** @typedef {Map<number, import("../types").Schemas["PlayersRating"]>} Ratings by seat */

export class TableRatings {
    /** @param {() => void} changed called when ratings are loaded */
    constructor(changed) {
        this.changed = changed;
        /** The status of the table for which they were requested, and for which they were loaded. */
        this.requested = "";
        this.loaded = "";
        this.current = /** @type {Ratings} */ (new Map());
        /** Those during the game, if this page has shown it. */
        this.earlier = /** @type {Ratings | null} */ (null);
    }

    /**
     * Loads the ratings when the game is first shown, and again when it is over.
     *
     * @param {TableData} data
     */
    async take(data) {
        const players = data.seats.filter(({ kind }) => kind === "player");
        if (!isSeated(data) || data.status === "waiting" || data.status === this.requested || players.length < 2) return;
        this.requested = data.status;
        try {
            const { seats } = await tables.ratings(data.id);
            if (data.status !== this.requested) return;
            if (this.loaded === "playing") this.earlier = this.current;
            this.loaded = data.status;
            this.current = new Map(seats.map(({ seat, rating }) => [seat, rating]));
            this.changed();
        } catch {
            // The table is shown without ratings.
        }
    }

    /**
     * The rating of a seat after its name, if it is listed.
     *
     * @param {number} seat
     */
    after(seat) {
        const rating = this.current.get(seat);
        return rating && !rating.provisional ? ` · ${rating.rating}` : "";
    }

    /**
     * What a game that is over means for the rating of a seat; empty if it has none.
     *
     * @param {number | undefined} you
     */
    outcome(you) {
        const now = this.current.get(you ?? 0);
        if (this.loaded !== "over" || !now) return "";
        const { own, provisional, unchanged } = texts.tables.ratings;
        const current = now.provisional ? provisional : own;
        if (!this.earlier) return current(now.rating);
        const before = this.earlier.get(you ?? 0);
        if (before?.games === now.games) return unchanged(now.rating);
        const by = now.rating - (before?.rating ?? 1500);
        return current(`${now.rating} (${by < 0 ? "−" : "+"}${Math.abs(by)})`);
    }
}

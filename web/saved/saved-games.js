// The solitaires that were started in this browser.
//
// Each game has its own entry in the storage. Pages that play the same game follow each other. A page that missed a change by another page
// finds an entry that it did not write, and saves to a new one.

import { unpack } from "../shared/link.js";
import { keys, read, recall, remember } from "../shared/storage.js";

/** @typedef {import("../shared/link.js").Run} Run */
/**
 * @typedef {object} SavedGame a game that was started here
 * @property {string} id of its entry
 * @property {Run} run with all moves, including undone ones
 * @property {number} at number of moves that are not undone
 * @property {number} score at that move
 * @property {boolean} finished
 * @property {number} [takenBack] number of undone moves, if it is known
 * @property {boolean} [assisted] whether the player moved on after advice on the deal, if it is known
 * @property {number} changed time of the last save, in milliseconds since 1970
 * @property {string} [stored] the id of the submitted run. Its moves are then no longer stored here
 */

const PREFIX = "funhouse.game.";
/** The key under which older versions stored one game per kind. */
const LEGACY_KEY = "funhouse.left";

/**
 * All saved games, most recently played first.
 *
 * @returns {SavedGame[]}
 */
export function savedGames() {
    return keys(PREFIX).flatMap((key) => savedGame(key.slice(PREFIX.length)) ?? []).sort((a, b) => b.changed - a.changed);
}

/**
 * The games that are unfinished, or finished and not submitted.
 */
export function openGames() {
    return savedGames().filter(({ stored }) => stored === undefined);
}

/**
 * @param {string} id
 * @returns {SavedGame | null}
 */
export function savedGame(id) {
    return recall(PREFIX + id, /** @type {SavedGame | null} */ (null));
}

/** @param {SavedGame} game */
export function deleteGame({ id }) {
    remember(PREFIX + id, undefined);
}

/**
 * Undoes a deletion.
 *
 * @param {SavedGame} game
 */
export function restoreGame(game) {
    remember(PREFIX + game.id, game);
}

/** The storage entry of the game that a page plays. */
export class Entry {
    /** @param {SavedGame | null} [saved] the game that is stored there */
    constructor(saved) {
        this.id = saved?.id ?? newId();
        /** The text that this page read or wrote last. */
        this.text = saved ? read(PREFIX + this.id) : null;
    }

    /**
     * Follows a change of this entry by another page, unless this page has diverged from it.
     *
     * @param {StorageEvent} event
     * @returns {SavedGame | null} the saved game
     */
    follow({ key, oldValue, newValue }) {
        if (key !== PREFIX + this.id || newValue === null || oldValue !== this.text) return null;
        this.text = newValue;
        return JSON.parse(newValue);
    }

    /**
     * Saves the game. If the storage is full, deletes the least recently played games: submitted ones first, of which only a note is stored.
     *
     * @param {Omit<SavedGame, "id" | "changed">} game
     * @returns {{ saved: boolean, dropped: SavedGame[] }} whether it was saved, and the open games that were deleted
     */
    save(game) {
        if (read(PREFIX + this.id) !== this.text) this.id = newId();
        const text = JSON.stringify({ id: this.id, ...game, changed: Date.now() });
        const others = savedGames().filter(({ id }) => id !== this.id).reverse();
        const droppable = [...others.filter(({ stored }) => stored), ...others.filter(({ stored }) => !stored)];
        const room = droppable.reduce((sum, { id }) => sum + (read(PREFIX + id)?.length ?? 0), this.text?.length ?? 0);
        /** @type {SavedGame[]} */
        const dropped = [];
        for (;;) {
            try {
                localStorage.setItem(PREFIX + this.id, text);
                this.text = text;
                return { saved: true, dropped };
            } catch {
                // If deleting all other games is not enough, no further one is deleted.
                const oldest = room < text.length ? undefined : droppable.shift();
                if (!oldest) return { saved: false, dropped };
                deleteGame(oldest);
                if (!oldest.stored) dropped.push(oldest);
            }
        }
    }
}

/** Migrates games of older versions. The ids are fixed, so a repeated migration creates no duplicates. */
export async function migrateGames() {
    const left = recall(LEGACY_KEY, /** @type {{ game: string, link: string, caption: string }[]} */ ([]));
    let all = true;
    for (const [i, { game, link, caption }] of left.entries()) {
        const id = `left-${game}`;
        // An unreadable link is dropped.
        const run = await unpack(link.replace("#/at/", "")).catch(() => null);
        if (!run || savedGame(id)) continue;
        const score = Number(/score (\d+)/.exec(caption)?.[1] ?? 0);
        all = remember(PREFIX + id, { id, run, at: run.moves.length, score, finished: false, changed: Date.now() - i }) && all;
    }
    if (all && left.length > 0) remember(LEGACY_KEY, undefined);
}

function newId() {
    return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

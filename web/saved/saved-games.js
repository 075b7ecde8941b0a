// What this browser remembers, and nobody else: games that are not done with, and the player's name and token. No cookies.
//
// Each game has an entry of its own, so that two pages that play two games never write to the same place. Two pages that
// play the same game follow each other. Where one of them missed what the other did, they part as it writes: it finds an entry that is not
// as it left it, and takes a new one.

import { unpack } from "../shared/link.js";
import { keys, read, recall, remember } from "../shared/storage.js";

/** @typedef {import("../shared/link.js").Run} Run */
/**
 * @typedef {object} SavedGame a game that was begun here
 * @property {string} id of its entry
 * @property {Run} run with all its moves, those taken back included
 * @property {number} at how many of its moves stand
 * @property {number} score there
 * @property {boolean} finished
 * @property {number} [takenBack] how many moves were taken back, if that is known
 * @property {number} changed when it was saved last, in milliseconds since 1970
 * @property {string} [stored] the id of the run as which it was handed in; its moves are then no longer here
 */

const PREFIX = "funhouse.game.";
/** Where one game of each kind was remembered before there were entries. */
const LEGACY_KEY = "funhouse.left";

/**
 * Every game that was begun here, the one that was played last first.
 *
 * @returns {SavedGame[]}
 */
export function savedGames() {
    return keys(PREFIX).flatMap((key) => savedGame(key.slice(PREFIX.length)) ?? []).sort((a, b) => b.changed - a.changed);
}

/**
 * The games that wait for their player: unfinished, or finished and not handed in.
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
 * Takes a deletion back.
 *
 * @param {SavedGame} game
 */
export function restoreGame(game) {
    remember(PREFIX + game.id, game);
}

/** The entry of the game that a page plays. */
export class Entry {
    /** @param {SavedGame | null} [saved] the game that it holds already */
    constructor(saved) {
        this.id = saved?.id ?? newId();
        /** What the page believes that the entry holds. */
        this.text = saved ? read(PREFIX + this.id) : null;
    }

    /**
     * Takes up what another page saved to this entry, unless this page has gone its own way.
     *
     * @param {StorageEvent} event
     * @returns {SavedGame | null} the game as it was saved there
     */
    follow({ key, oldValue, newValue }) {
        if (key !== PREFIX + this.id || newValue === null || oldValue !== this.text) return null;
        this.text = newValue;
        return JSON.parse(newValue);
    }

    /**
     * Saves how the game stands. Where the browser's store is full, the games that were played longest ago make room:
     * first those that were handed in, of which no more than a note is here.
     *
     * @param {Omit<SavedGame, "id" | "changed">} game
     * @returns {{ saved: boolean, dropped: SavedGame[] }} whether it was saved, and the open games that had to make room
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
                // Where all the others are not enough, none of them is dropped for nothing.
                const oldest = room < text.length ? undefined : droppable.shift();
                if (!oldest) return { saved: false, dropped };
                deleteGame(oldest);
                if (!oldest.stored) dropped.push(oldest);
            }
        }
    }
}

/** Carries over the games that were remembered one of a kind. Each gets the same id however often this is tried. */
export async function migrateGames() {
    const left = recall(LEGACY_KEY, /** @type {{ game: string, link: string, caption: string }[]} */ ([]));
    let all = true;
    for (const [i, { game, link, caption }] of left.entries()) {
        const id = `left-${game}`;
        // A link that cannot be read was lost before.
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

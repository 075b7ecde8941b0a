// What this browser remembers, and nobody else: games that were left, and the player's name and token. No cookies.

/** @typedef {{ game: string, link: string, caption: string }} Left */

const LEFT = "funhouse.left";
/** As many games as are remembered. */
const MOST = 4;

/**
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(key, otherwise) {
    try {
        const text = localStorage.getItem(key);
        return text === null ? otherwise : JSON.parse(text);
    } catch {
        // A browser may refuse to remember; then nothing is remembered.
        return otherwise;
    }
}

/**
 * @param {string} key
 * @param {unknown} value nothing forgets
 */
export function remember(key, value) {
    try {
        if (value === undefined) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(value));
    } catch {
        // As above.
    }
}

/** The games that were left unfinished, the last one first. */
export function lastGames() {
    return recall(LEFT, /** @type {Left[]} */ ([]));
}

/**
 * Remembers where a game stands, or that there is nothing to go on with.
 *
 * @param {string} game
 * @param {Left | null} left
 */
export function leaveGame(game, left) {
    const others = lastGames().filter((each) => each.game !== game);
    remember(LEFT, (left ? [left, ...others] : others).slice(0, MOST));
}

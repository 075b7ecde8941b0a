// Values in the storage of this browser, as JSON. A browser may refuse to store anything: then nothing is stored, and every read gives the
// default.

/**
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(key, otherwise) {
    try {
        const text = localStorage.getItem(key);
        return text === null ? otherwise : JSON.parse(text) ?? otherwise;
    } catch {
        // The browser refuses to store anything.
        return otherwise;
    }
}

/**
 * @param {string} key
 * @param {unknown} value `undefined` removes the key
 * @returns {boolean} whether it was stored
 */
export function remember(key, value) {
    try {
        if (value === undefined) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(value));
        return true;
    } catch {
        // The browser refuses, or its storage is full.
        return false;
    }
}

/**
 * The text that is stored under a key.
 *
 * @param {string} key
 */
export function read(key) {
    try {
        return localStorage.getItem(key);
    } catch {
        return null;
    }
}

/**
 * The stored keys that begin with a prefix.
 *
 * @param {string} prefix
 */
export function keys(prefix) {
    try {
        return Object.keys(localStorage).filter((key) => key.startsWith(prefix)).sort();
    } catch {
        return [];
    }
}

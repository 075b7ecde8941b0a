// The address of a screen that changes while the screen is shown. Browsers limit how often a page can write its address (Safari throws after
// 100 times in 30 seconds), so writes are spaced out and only the latest one counts.

/** Minimum time between two writes, in milliseconds. */
const MIN_INTERVAL = 1000;

/** @typedef {() => Promise<{ fragment: string, state: object }>} Target */

export class Address {
    constructor() {
        /** The fragment that this screen wrote last. If the address has another one, the user followed a link. */
        this.fragment = location.hash;
        this.written = -MIN_INTERVAL;
        /** @type {Target | null} */
        this.target = null;
        this.timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
    }

    /** Whether the screen still owns the address. */
    get isOwn() {
        return location.hash === this.fragment;
    }

    /**
     * Writes an address soon, unless a later call replaces it.
     *
     * @param {Target} target called when the address is written
     */
    write(target) {
        this.target = target;
        const wait = Math.max(0, this.written + MIN_INTERVAL - performance.now());
        this.timer ??= setTimeout(() => this.writeNow(), wait);
    }

    async writeNow() {
        this.timer = undefined;
        const { target } = this;
        if (!target) return;
        const { fragment, state } = await target();
        if (target !== this.target || !this.isOwn) return;
        this.written = performance.now();
        history.replaceState(state, "", fragment);
        // An empty fragment loses its `#`.
        this.fragment = location.hash;
    }

    /** Cancels a pending write. */
    stop() {
        this.target = null;
        clearTimeout(this.timer);
    }
}

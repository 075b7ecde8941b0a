// A script of this page that cannot be loaded.

/** Shown to the user. Some browsers remember that a script failed: it is loaded again only after the page is. */
export class ScriptUnreachable extends Error {
    constructor() {
        super("Can't load this page. Check your internet.");
    }
}

// A script of this page that cannot be loaded.

import { texts } from "../texts/texts.js";

/** Shown to the user. Some browsers remember that a script failed: it is loaded again only after the page is. */
export class ScriptUnreachable extends Error {
    constructor() {
        super(texts.shared.scriptUnreachable);
    }
}

// Where the pages are: at the root of their host, or below a path such as `/games`.

const style = globalThis.document?.querySelector('link[rel="stylesheet"][href$="/style.css"]');

/** The folder of this build's files, which the style sheet comes from. */
export const FILES = /** @type {HTMLLinkElement | null | undefined} */ (style)?.href ?? globalThis.location?.href ?? "";
/** The path that precedes all others, without a slash at its end. Files are at `ROOT/play/BUILD/`. Tests without a browser have no document. */
const ROOT = style ? new URL("../..", FILES).pathname.replace(/\/$/, "") : "";

/**
 * The path of something that the service has at a path.
 *
 * @param {string} path such as `/play#/tables`; anything else is returned as it is
 */
export function rooted(path) {
    return path.startsWith("/") ? ROOT + path : path;
}

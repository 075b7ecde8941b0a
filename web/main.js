// The page at /play: which screen is shown is told by the fragment of the address.

import { fill, h } from "./dom.js";
import { Refused } from "./service.js";

/**
 * A screen fills the page, and may give back what is to be done when it is left.
 *
 * @typedef {(main: HTMLElement, path: string[], query: URLSearchParams) => Promise<(() => void) | void>} Screen
 */

/** @type {Record<string, { nav: string, load: () => Promise<{ screen: Screen }> }>} by the first part of the path */
const SCREENS = {
    "": { nav: "play", load: () => import("./games.js") },
    new: { nav: "play", load: () => import("./setup.js") },
    at: { nav: "play", load: () => import("./playing.js") },
    rules: { nav: "play", load: () => import("./rules.js") },
    daily: { nav: "daily", load: () => import("./daily.js") },
    boards: { nav: "boards", load: () => import("./boards.js") },
    runs: { nav: "boards", load: () => import("./watch.js") },
    you: { nav: "you", load: () => import("./you.js") },
};

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
/** @type {(() => void) | void} */
let leave;
let shown = 0;

async function show() {
    const fragment = location.hash.slice(1) || "/";
    const [path, query = ""] = fragment.split("?");
    const [name, ...rest] = path.split("/").slice(1).map(decodeURIComponent);
    const screen = SCREENS[name] ?? SCREENS[""];
    const mine = ++shown;
    leave?.();
    leave = undefined;
    for (const link of document.querySelectorAll("[data-nav]")) {
        const here = link.getAttribute("data-nav") === screen.nav;
        if (here) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    }
    try {
        const loaded = await screen.load();
        if (mine !== shown) return;
        const left = await loaded.screen(main, rest, new URLSearchParams(query));
        if (mine === shown) leave = left;
        else left?.();
    } catch (error) {
        if (mine === shown) fail(error);
    }
    if (mine === shown && shown > 1) main.focus({ preventScroll: true });
    if (mine === shown) window.scrollTo(0, 0);
}

/** @param {unknown} error */
function fail(error) {
    document.title = "Something is wrong · funhouse";
    const status = error instanceof Refused ? `${error.problem.title}. ` : "";
    fill(
        main,
        h("section", { class: "page narrow" },
            h("h1", {}, "That did not work"),
            h("p", {}, status, error instanceof Error ? error.message : String(error)),
            h("p", {}, h("a", { class: "button", href: "#/" }, "To the games"))),
    );
}

document.getElementById("skip")?.addEventListener("click", () => main.focus());
window.addEventListener("hashchange", show);
show();

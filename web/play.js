// The page at /play. The fragment of the address selects the screen.

import { announce, button, fill, h } from "./shared/dom.js";
import { Refused, ScriptUnreachable, Unreachable } from "./api/client.js";
import { hasModule } from "./api/module.js";
import { onPlayerChange, player } from "./api/player.js";
import { rooted } from "./shared/root.js";
import { translate } from "./shared/translate.js";
import { migrateGames } from "./saved/saved-games.js";
import { notFound } from "./not-found.js";
import { prepareOffline } from "./offline.js";
import { texts } from "./texts/texts.js";
import { screen as games } from "./catalogue/games-screen.js";
import { screen as setup } from "./catalogue/setup-screen.js";
import { screen as start } from "./catalogue/start-screen.js";
import { screen as rules } from "./lessons/rules-screen.js";
import { resume, screen as solitaire } from "./solitaire/solitaire-screen.js";

/** @typedef {import("./types").Screen} Screen */
/** @typedef {import("./types").Show} Show */

/** @type {Map<string, { nav: string, screen: Screen }>} by the first part of the path */
const SCREENS = new Map(Object.entries({
    "": { nav: "play", screen: games },
    new: { nav: "play", screen: setup },
    start: { nav: "play", screen: start },
    "go-on": { nav: "play", screen: resume },
    at: { nav: "play", screen: solitaire },
    together: { nav: "play", screen: more("hotseat") },
    tables: { nav: "tables", screen: more("tables") },
    tutorials: { nav: "play", screen: other("tutorial") },
    rules: { nav: "play", screen: rules },
    daily: { nav: "daily", screen: more("daily") },
    contests: { nav: "tables", screen: later(async () => (await import("./contest-screens.js")).screen) },
    boards: { nav: "boards", screen: other("leaderboards") },
    runs: { nav: "boards", screen: more("run") },
    you: { nav: "you", screen: more("profile") },
    link: { nav: "you", screen: other("link") },
}));

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
/** @type {(() => void) | void} */
let leave;
let opened = 0;
let isWatching = false;

async function open() {
    const { hash } = location;
    const [address, query = ""] = (hash.slice(1) || "/").split("?");
    const path = readPath(address);
    const { nav, screen } = SCREENS.get(path[0]) ?? {};
    const mine = ++opened;
    let begun = false;
    /** @type {Show} */
    const show = (title, ...children) => {
        // The address changes before the event `hashchange`.
        if (mine !== opened || location.hash !== hash) return false;
        document.title = texts.page.titled(title);
        fill(main, ...children);
        // Only once: after that, the player may have focused something or scrolled.
        if (!begun && mine > 1) main.focus({ preventScroll: true });
        if (!begun) window.scrollTo(0, 0);
        begun = true;
        return true;
    };
    leave?.();
    leave = undefined;
    // Clears announcements of the previous screen.
    announce("");
    for (const link of document.querySelectorAll("[data-nav]")) {
        const here = link.getAttribute("data-nav") === nav;
        if (here) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    }
    try {
        // Without a network, the service worker shows this page in place of every other.
        if (location.pathname !== rooted("/play")) throw new Unreachable();
        const left = screen ? await screen(show, path.slice(1), new URLSearchParams(query)) : notFound(show, address);
        if (mine === opened) leave = left;
        else left?.();
    } catch (error) {
        fail(show, error);
    }
    // The screen `start` leads to another one.
    if (path[0] !== "start") prepareOffline({ module: true });
}

/**
 * The parts of a path such as `/rules/catwalk`, or none if it is invalid.
 *
 * @param {string} path
 */
function readPath(path) {
    if (!path.startsWith("/")) return [];
    try {
        return path.split("/").slice(1).map(decodeURIComponent);
    } catch {
        // A stray percent sign.
        return [];
    }
}

/**
 * A screen that a solitaire does not need, loaded when it is first opened.
 *
 * @param {Exclude<keyof typeof import("./more-screens.js"), "watchTurns">} name
 */
function more(name) {
    return later(async () => (await import("./more-screens.js"))[name]);
}

/**
 * A screen that no game needs, loaded when it is first opened.
 *
 * @param {keyof typeof import("./other-screens.js")} name
 */
function other(name) {
    return later(async () => (await import("./other-screens.js"))[name]);
}

/**
 * @param {() => Promise<Screen>} load
 * @returns {Screen}
 */
function later(load) {
    return async (...args) => {
        const screen = await load().catch(() => { throw new ScriptUnreachable(); });
        return screen(...args);
    };
}

/**
 * @param {Show} show
 * @param {unknown} error
 */
function fail(show, error) {
    if (error instanceof Unreachable && hasModule) return offline(show);
    show(
        texts.page.failed.title,
        h("section", { class: "page narrow" },
            h("h1", {}, texts.page.failed.heading),
            explanation(error),
            h("div", { class: "tools" }, button(texts.page.tryAgain, error instanceof ScriptUnreachable ? reload : open, { class: "primary narrow-button" }), h("a", { class: "tool", href: "#/" }, texts.page.toGames))),
    );
}

/**
 * Shows that this screen needs the service, which cannot be reached, and what works without it.
 *
 * @param {Show} show
 */
function offline(show) {
    const again = location.pathname === rooted("/play") ? open : reload;
    const shown = show(
        texts.page.offline.title,
        h("section", { class: "page narrow" },
            h("h1", {}, texts.page.offline.heading),
            h("p", { class: "lead" }, texts.page.offline.lead),
            h("p", {}, texts.page.offline.possible),
            h("div", { class: "tools" }, button(texts.page.tryAgain, again, { class: "primary narrow-button" }), h("a", { class: "tool", href: "/play#/" }, texts.page.toGames))),
    );
    if (!shown) return;
    window.addEventListener("online", again);
    leave = () => window.removeEventListener("online", again);
}

/** Loads the page again if the service can be reached. Some browsers remember that a module failed, and do not fetch it a second time. */
async function reload() {
    await fetch(location.pathname, { method: "HEAD" }).then(() => location.reload(), () => {});
}

/**
 * The paragraph that explains an error. Texts of the service are in English.
 *
 * @param {unknown} error
 */
function explanation(error) {
    if (!(error instanceof Refused)) return h("p", {}, error instanceof Error ? error.message : String(error));
    const known = texts.page.problems[error.problem.code];
    return known ? h("p", {}, known) : h("p", { lang: "en" }, `${error.problem.title}. ${error.message}`);
}

translate(document);
document.getElementById("skip")?.addEventListener("click", () => main.focus());
window.addEventListener("hashchange", open);
migrateGames().finally(open);

/** Shows the player's turns on every screen, once this browser has a player. */
function watchTurns() {
    if (!player() || isWatching) return;
    isWatching = true;
    // Without it, the screens of tables still show turns.
    import("./more-screens.js").then((watch) => watch.watchTurns(), () => {});
}
watchTurns();
onPlayerChange(watchTurns);

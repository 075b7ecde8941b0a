// The screen that a link of an app opens: a person takes over the player for whom the app acts, or lets the app play for them.

import { button, h } from "../shared/dom.js";
import { Refused } from "../api/client.js";
import { appLink, consentToApp, newKey, player, takeOver } from "../api/player.js";
import { language, texts } from "../texts/texts.js";

/** @typedef {import("../types").Schemas} Schemas */

/** @type {import("../types").Screen} */
export async function screen(show, [code = ""]) {
    const link = await appLink(code);
    // One key, so that a request whose response was lost can be repeated.
    const key = newKey();
    if (link.purpose === "take_over") showTakeOver(show, link, () => takeOver(code, key));
    else showConsent(show, link, () => consentToApp(code));
}

/**
 * @param {import("../types").Show} show
 * @param {Schemas["AppLink"]} link
 * @param {() => Promise<unknown>} use
 */
function showTakeOver(show, { app, player: { id, name } }, use) {
    const words = texts.profile.takeOver;
    const self = player();
    const other = self && self.id !== id ? self : null;
    show(
        words.title,
        page(words.heading(name), app,
            h("p", {}, words.consequences(app.name)),
            other
                ? signInAs(words.signedInAs(other.name))
                : confirm(words.takeOver, async () => {
                    await use();
                    // There, the recovery code is shown until it is saved.
                    location.hash = "#/you";
                })),
    );
}

/**
 * @param {import("../types").Show} show
 * @param {Schemas["AppLink"]} link
 * @param {() => Promise<unknown>} use
 */
function showConsent(show, { app, player: { id, name } }, use) {
    const words = texts.profile.consent;
    const allowed = () => show(words.title, page(words.allowed(app.name), app, h("p", {}, words.undo)));
    show(
        words.title,
        page(words.heading(app.name), app,
            h("p", {}, words.consequences(app.name)),
            player()?.id === id
                ? confirm(words.allow, () => use().then(allowed))
                : signInAs(words.signInAs(name))),
    );
}

/**
 * @param {string} heading
 * @param {Schemas["PublicApp"]} app
 * @param {...Node} children
 */
function page(heading, app, ...children) {
    return h("section", { class: "page narrow" },
        h("h1", {}, heading),
        h("p", { class: "lead" }, texts.profile.appAt(app.name, h("a", { href: app.home_page, rel: "noopener noreferrer" }, app.home_page))),
        ...children);
}

/** @param {string} text */
function signInAs(text) {
    return h("div", {}, h("p", { class: "problem" }, text), h("a", { class: "tool", href: "#/you" }, texts.profile.toAccount));
}

/**
 * @param {string} label
 * @param {() => Promise<unknown>} confirmed
 */
function confirm(label, confirmed) {
    const problem = h("p", { class: "problem", role: "alert", hidden: true });
    const act = () => confirmed().catch((error) => {
        problem.hidden = false;
        problem.lang = error instanceof Refused ? "en" : language;
        problem.textContent = error instanceof Error ? error.message : String(error);
    });
    return h("div", {}, problem,
        h("div", { class: "tools" },
            button(label, act, { class: "primary narrow-button" }),
            h("a", { class: "tool", href: "#/" }, texts.profile.cancel)));
}

// The screen for an address without a screen.

import { h } from "./shared/dom.js";
import { texts } from "./texts/texts.js";

/**
 * @param {import("./types").Show} show
 * @param {string} address the part after `#`, as it was typed
 */
export function notFound(show, address) {
    const words = texts.page.notFound;
    show(
        words.title,
        h("section", { class: "page narrow" },
            h("h1", {}, words.title),
            h("p", { class: "lead" }, words.leadWith(h("code", {}, `#${address}`))),
            h("div", { class: "tools" },
                h("a", { class: "button", href: "#/" }, words.allGames),
                h("a", { class: "tool", href: "#/tables" }, words.tables),
                h("a", { class: "tool", href: "#/daily" }, words.daily))),
    );
}

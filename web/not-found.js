// The screen for an address without a screen.

import { h } from "./shared/dom.js";

/**
 * @param {import("./types").Show} show
 * @param {string} address the part after `#`, as it was typed
 */
export function notFound(show, address) {
    show(
        "Page not found",
        h("section", { class: "page narrow" },
            h("h1", {}, "Page not found"),
            h("p", { class: "lead" }, "There is no page at ", h("code", {}, `#${address}`), ". The link may be mistyped or out of date."),
            h("div", { class: "tools" },
                h("a", { class: "button", href: "#/" }, "All games"),
                h("a", { class: "tool", href: "#/tables" }, "Tables"),
                h("a", { class: "tool", href: "#/daily" }, "Daily game"))),
    );
}

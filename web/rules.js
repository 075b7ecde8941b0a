// The screen of a game's rules: how to play in short, and what the catalogue says: what can refuse a move, and the
// rulings, where the rulebook is silent.

import { fill, h } from "./dom.js";
import { howTo } from "./howto.js";
import * as service from "./service.js";

/** @type {import("./main.js").Screen} */
export async function screen(main, [game]) {
    const info = await service.info(game);
    document.title = `Rules of ${info.title} · funhouse`;
    fill(
        main,
        h("div", { class: "page narrow" },
            h("p", { class: "back" }, h("a", { href: `#/new/${game}` }, info.title)),
            h("h1", {}, `Rules of ${info.title}`),
            h("p", { class: "lead" }, info.summary),
            ...rulesOf(info),
            h("p", { class: "credit" }, `${info.source}, by ${info.designer}. Rules version ${info.rules}.`)),
    );
}

/**
 * The rules of a game, or of a room.
 *
 * @param {import("./types").GameInfo} info
 * @returns {HTMLElement[]}
 */
export function rulesOf({ id, refusing_rules: rules, rulings }) {
    return [
        h("ul", { class: "how" }, howTo(id).map((line) => h("li", {}, line))),
        h("h2", {}, "What a move must keep to"),
        h("dl", { class: "rules" }, rules.flatMap(({ id: rule, sentence }) => [h("dt", {}, h("code", {}, rule)), h("dd", {}, sentence)])),
        h("h2", {}, "Rulings where the rulebook is silent"),
        rulings.length > 0
            ? h("ul", { class: "rulings" }, rulings.map((ruling) => h("li", {}, ruling.replaceAll("`", ""))))
            : h("p", {}, "None."),
    ];
}

// The card of a game in lists.

import { h } from "../shared/dom.js";
import { whenNear } from "../shared/near.js";
import { FILES } from "../shared/root.js";
import { texts } from "../texts/texts.js";

/** @typedef {import("../types").GameList["games"][number]} Game */

/**
 * @param {Game} game
 * @param {boolean} isNew
 */
export function gameCard({ id, title, summary, seats, duration }, isNew) {
    // The picture is decorative: if it cannot be loaded, it is removed. Its size is fixed before it is loaded.
    const image = h("img", { class: "look", alt: "", width: 600, height: 400, decoding: "async", onerror: () => image.remove() });
    whenNear(image, () => { image.src = new URL(`look-${id}.svg`, FILES).href; });
    return h("li", { class: "game pick" },
        h("div", { class: "look-frame" }, image),
        h("div", { class: "pick-words" },
            h("h3", {}, h("a", { href: `/play#/new/${id}` }, title), isNew && [" ", h("span", { class: "new" }, texts.catalogue.card.new)]),
            h("p", { class: "credit" }, texts.catalogue.card.facts(range(seats), seats.most === 1, range(duration))),
            h("p", { class: "summary", lang: "en" }, summary)));
}

/** @param {{ least: number, most: number }} range */
function range({ least, most }) {
    return least === most ? `${least}` : `${least}–${most}`;
}

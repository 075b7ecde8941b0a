// The screen with the catalogue of games.

import { h } from "../shared/dom.js";
import { seatsOf } from "../api/client.js";
import * as service from "../api/client.js";
import { savedList } from "../saved/saved-list.js";
import { ownTables } from "../tables/table-lists.js";
import { hotseatList } from "../hotseat/hotseat-games.js";

/** @type {import("../types").Screen} */
export async function screen(show) {
    const games = await service.games();
    const titles = new Map(games.map(({ id, title }) => [id, title]));
    const tables = await ownTables(titles);
    const [first, ...others] = games;
    /** @type {(kind: string, heading: string) => HTMLElement | false} */
    const ofKind = (kind, heading) => {
        const own = games.filter((game) => game.kind === kind);
        return own.length > 0 && h("section", { "aria-labelledby": kind }, h("h2", { id: kind }, heading), h("ul", { class: "games" }, own.map((game) => card(game))));
    };
    show(
        "Play",
        h("div", { class: "page" },
            h("h1", {}, "Choose a game"),
            tables,
            savedList(titles),
            hotseatList(titles),
            h("section", { "aria-label": "Games" },
                h("ul", { class: "games" }, card(first, "grand"), others.filter(({ kind }) => kind === "solitaire").map((game) => card(game)))),
            ofKind("seated", "With others, or against robots"),
            ofKind("referee", "At a real table, with this page as referee"),
        ),
    );
}

/**
 * The card of a game.
 *
 * @param {Awaited<ReturnType<typeof service.games>>[number]} game
 * @param {string} [size]
 */
export function card(game, size = "") {
    const { id, title, summary, designer, wins } = game;
    const seats = seatsOf(game);
    // The picture is decorative: if it cannot be loaded, it is removed.
    const image = h("img", { class: "look", src: new URL(`../look-${id}.svg`, import.meta.url).href, alt: "", width: 1000, height: 1100, loading: "lazy", onerror: () => image.remove() });
    const numbers = seats && (seats.least === seats.most ? `${seats.least}` : `${seats.least} to ${seats.most}`);
    return h(
        "li", { class: `game ${size}` },
        h("div", { class: "look-frame" }, image),
        h("h2", {}, h("a", { href: `/play#/new/${id}` }, title)),
        h("p", {}, summary),
        h("p", { class: "credit" }, `By ${designer}. ${seats ? `${numbers} ${seats.most === 1 ? "seat" : "seats"}.` : `${wins === "low" ? "Low" : "High"} scores win.`}`),
    );
}

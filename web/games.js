// The screen that shows which games there are.

import { fill, h } from "./dom.js";
import * as service from "./service.js";
import { lastGames } from "./memory.js";
import { thumbnail } from "./thumbnail.js";

/** @type {import("./main.js").Screen} */
export async function screen(main) {
    const games = await service.games();
    document.title = "Play · funhouse";
    const [first, ...others] = games;
    const left = lastGames().filter(({ game }) => games.some(({ id }) => id === game));
    fill(
        main,
        h("div", { class: "page" },
            h("h1", {}, "What will you play?"),
            left.length > 0 && h("section", { "aria-labelledby": "go-on" },
                h("h2", { id: "go-on" }, "Go on where you were"),
                h("ul", { class: "go-on" }, left.map(({ game, link, caption }) =>
                    h("li", {}, h("a", { href: link }, h("strong", {}, games.find(({ id }) => id === game)?.title ?? game), h("span", {}, caption)))))),
            h("section", { "aria-label": "Games" },
                h("ul", { class: "games" }, card(first, "grand"), others.map((game) => card(game, "")))),
        ),
    );
}

/**
 * @param {Awaited<ReturnType<typeof service.games>>[number]} game
 * @param {string} size
 */
function card({ id, title, summary, designer, wins }, size) {
    const look = h("img", { class: "look", alt: "", width: 1000, height: 1100 });
    thumbnail(look, id);
    return h(
        "li", { class: `game ${size}` },
        h("div", { class: "look-frame" }, look),
        h("h2", {}, h("a", { href: `#/new/${id}` }, title)),
        h("p", {}, summary),
        h("p", { class: "credit" }, `By ${designer}. ${wins === "low" ? "Low" : "High"} scores win.`),
    );
}

// The screen with the catalogue of games.

import { h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import * as service from "../api/client.js";
import { savedList } from "../saved/saved-list.js";
import { ownTables } from "../tables/table-lists.js";
import { hotseatList } from "../hotseat/hotseat-games.js";
import { gameBrowser } from "./game-browser.js";

/** @type {import("../types").Screen} */
export async function screen(show, _path, query) {
    const games = await service.games();
    const titles = new Map(games.map(({ id, title }) => [id, title]));
    const tables = await ownTables(titles);
    const { section, leave } = gameBrowser(games, query, { path: "/" });
    show(
        texts.catalogue.play,
        h("div", { class: "page" },
            h("h1", {}, texts.catalogue.chooseGame),
            tables,
            savedList(titles),
            hotseatList(titles),
            section,
            h("p", { class: "hint" }, texts.catalogue.noGame)),
    );
    return leave;
}

// The front page's script: the games to go on with, and those that there are.

import { h } from "./dom.js";
import { card } from "./games.js";
import { carryOver } from "./memory.js";
import { savedList } from "./saved-list.js";
import { games } from "./service.js";

try {
    await carryOver();
    const all = await games();
    const list = savedList(new Map(all.map(({ id, title }) => [id, title])));
    if (list) document.querySelector(".hero")?.after(list);
    const section = document.getElementById("games");
    section?.append(
        h("h2", { id: "to-play" }, "What there is to play"),
        h("ul", { class: "games" }, all.map((game) => card(game))));
    section?.removeAttribute("hidden");
} catch {
    // Without the service there is nothing to go on with, and nothing to play.
}

// The screen of the player whom this browser plays as: taking a name, and what was done under it.

import { bestsOf, runsList } from "./board-table.js";
import { button, fill, h } from "./dom.js";
import { nameForm } from "./name.js";
import { games } from "./service.js";
import { comeBack, deletePlayer, forget, player, playerPage } from "./stored.js";

/** @type {import("./main.js").Screen} */
export async function screen(main, [id]) {
    const self = player();
    const shown = id ?? self?.id;
    document.title = "You · funhouse";
    if (!shown) return welcome(main);
    const [page, all] = await Promise.all([playerPage(shown), games()]);
    const titles = new Map(all.map(({ id, title }) => [id, title]));
    document.title = `${page.player.name} · funhouse`;
    fill(
        main,
        h("div", { class: "page" },
            h("h1", {}, page.player.name),
            h("p", { class: "lead" }, `Playing since ${page.player.created_at.slice(0, 10)}.`),
            h("section", { "aria-labelledby": "bests" }, h("h2", { id: "bests" }, "Best runs"), bestsOf(page.bests, titles)),
            h("section", { "aria-labelledby": "latest" }, h("h2", { id: "latest" }, "Latest runs"), runsList(page.latest, titles)),
            self?.id === shown && account(main, self.token)),
    );
}

/** @param {HTMLElement} main */
function welcome(main) {
    const problem = h("p", { class: "problem", role: "alert", hidden: true });
    const token = h("input", { id: "token", type: "text", autocomplete: "off", spellcheck: "false", autocapitalize: "off" });
    const bring = async () => {
        try {
            await comeBack(token.value.trim());
            await screen(main, [], new URLSearchParams());
        } catch (error) {
            problem.hidden = false;
            problem.textContent = error instanceof Error ? error.message : String(error);
        }
    };
    fill(
        main,
        h("div", { class: "page narrow" },
            h("h1", {}, "Who are you?"),
            h("p", { class: "lead" }, "Nobody need be anybody to play. To stand on a leaderboard, take a name; there is no password and no address to give."),
            nameForm("Take this name", () => screen(main, [], new URLSearchParams())),
            h("details", { class: "fold" },
                h("summary", {}, "I have a token from another browser"),
                h("form", { class: "setup", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); bring(); } },
                    h("div", { class: "field" }, h("label", { for: "token" }, "Token"), token),
                    problem,
                    h("button", { type: "submit", class: "primary" }, "Be this player")))),
    );
}

/**
 * @param {HTMLElement} main
 * @param {string} token
 */
function account(main, token) {
    const again = () => screen(main, [], new URLSearchParams());
    const sure = h("div", { class: "tools", hidden: true },
        h("span", {}, "Your runs stay without a name, and nobody can ever take yours again."),
        button("Delete me", () => deletePlayer().then(again), { class: "tool" }));
    return h("details", { class: "fold" },
        h("summary", {}, "Your token"),
        h("div", {},
            h("p", {}, "It proves that you are you. Take it with you to play on elsewhere; whoever has it can hand in runs in your name."),
            h("p", {}, h("code", {}, token)),
            h("div", { class: "tools" },
                button("Forget me in this browser", () => { forget(); again(); }, { class: "tool" }),
                button("Delete this player", () => { sure.hidden = false; }, { class: "tool" })),
            sure));
}

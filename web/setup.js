// The screen before a deal: options and seed. Options are those that the catalogue lists, whatever the game.

import { fill, h } from "./dom.js";
import { pack } from "./link.js";
import { howTo } from "./howto.js";
import * as service from "./service.js";
import { humanise, title } from "./words.js";

const SEED = "[A-Za-z0-9._\\-]{1,64}";

/** @type {import("./main.js").Screen} */
export async function screen(main, [game], query) {
    const info = await service.info(game);
    document.title = `${info.title} · funhouse`;
    const seed = h("input", {
        id: "seed", name: "seed", type: "text", maxlength: 64, pattern: SEED, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
        "aria-describedby": "seed-hint", value: query.get("seed") ?? "",
    });
    const message = h("p", { class: "problem", role: "alert", hidden: true });
    const start = async () => {
        try {
            const options = Object.fromEntries([...new FormData(form)].filter(([name]) => name !== "seed").map(([name, value]) => [name, String(value)]));
            const { state } = await service.deal(game, seed.value ? { seed: seed.value, options } : { options });
            location.hash = `#/at/${await pack({ ...state, options: { ...state.options }, moves: [] })}`;
        } catch (error) {
            message.hidden = false;
            message.textContent = error instanceof Error ? error.message : String(error);
        }
    };
    const form = h(
        "form",
        { class: "setup", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); start(); } },
        message,
        h("button", { type: "submit", class: "primary" }, "Deal"),
        h("details", { class: "fold", open: seed.value !== "" },
            h("summary", {}, info.options.length > 0 ? "Options and seed" : "Seed"),
            h("div", {},
                info.options.map(option),
                h("div", { class: "field" },
                    h("label", { for: "seed" }, "Seed"), seed,
                    h("p", { class: "hint", id: "seed-hint" }, "Leave it empty to be dealt a game that nobody has seen. The same seed gives the same deal, for ever.")))),
    );
    const how = howTo(game);
    fill(
        main,
        h("div", { class: "page narrow" },
            h("p", { class: "back" }, h("a", { href: "#/" }, "All games")),
            h("h1", {}, info.title),
            h("p", { class: "lead" }, info.summary),
            form,
            how.length > 0 && h("section", { class: "about", "aria-label": "How to play" },
                h("ul", { class: "how" }, how.map((line) => h("li", {}, line))),
                h("p", {}, h("a", { href: `#/rules/${game}` }, "All rules and rulings"))),
            h("p", { class: "credit" }, `${info.source}, by ${info.designer}.`)),
    );
}

/** @param {import("./types").GameInfo["options"][number]} option */
function option({ name, values, summary }) {
    return h(
        "fieldset", { class: "field" },
        h("legend", {}, title(name)),
        h("p", { class: "hint" }, summary),
        h("div", { class: "radios" }, values.map((value, i) =>
            h("label", {}, h("input", { type: "radio", name, value, checked: i === 0 }), h("span", {}, humanise(value))))),
    );
}

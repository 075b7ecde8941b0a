// The screen of contests: the player's, the form that creates one, and those that anyone may enter.

import { button, h, refill } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import { games, seatsOf } from "../api/client.js";
import { listOpen, listOwn } from "../api/contests.js";
import { player } from "../api/player.js";
import { createForm } from "./contest-form.js";
import { screen as atContest } from "./contest-screen.js";
import { stateText, takesEntrants } from "./contest-text.js";
import { screen as replays } from "./replays-screen.js";

/** @typedef {import("../api/contests.js").Contest} Contest */

/** @type {import("../types").Screen} */
export async function screen(show, [id, part, round], query) {
    if (id && part === "replays") return replays(show, [id, round], query);
    if (id) return atContest(show, [id], query);
    const all = await games();
    const titles = new Map(all.map(({ id, title }) => [id, title]));
    const words = texts.contests;
    const [own, open, form] = await Promise.all([
        player() ? listOwn().catch(() => []) : [], listOpen(), createForm(all.filter((game) => !seatsOf(game)), query.get("game")),
    ]);
    show(
        words.title,
        h("div", { class: "page" },
            h("h1", {}, words.title),
            h("p", { class: "lead" }, words.lead),
            own.length > 0 && h("section", { "aria-labelledby": "own-contests" },
                h("h2", { id: "own-contests" }, words.yours),
                contestList(own, titles)),
            h("section", { "aria-labelledby": "new-contest" },
                h("h2", { id: "new-contest" }, words.form.title),
                form),
            h("section", { "aria-labelledby": "open-contests" },
                h("h2", { id: "open-contests" }, words.open),
                openContests(open, titles))),
    );
}

/**
 * The contests that anyone may enter, a page at a time.
 *
 * @param {import("../types").Schemas["ContestList"]} first
 * @param {Map<string, string>} titles
 */
function openContests(first, titles) {
    const element = h("div", { tabindex: "-1" });
    let { contests, next } = first;
    const further = async () => {
        const page = await listOpen(next).catch(() => null);
        if (page) [contests, next] = [[...contests, ...page.contests], page.next];
        show();
    };
    const show = () => {
        const open = contests.filter(takesEntrants);
        refill(element,
            open.length > 0 ? contestList(open, titles) : h("p", {}, texts.contests.noneOpen),
            next && button(texts.contests.contest.more, further, { class: "tool", "data-key": "more-contests" }));
    };
    show();
    return element;
}

/**
 * @param {Contest[]} contests
 * @param {Map<string, string>} titles
 */
function contestList(contests, titles) {
    return h("ul", { class: "go-on" }, contests.map((contest) => h("li", {},
        h("a", { href: `#/contests/${contest.id}` },
            h("strong", {}, contest.name),
            h("span", {}, `${titles.get(contest.game) ?? contest.game} · ${stateText(contest)}`)))));
}

// The screen of the daily games: first the ranked ones, then those for practice, whose seeds are public.

import { button, h } from "../shared/dom.js";
import { pack } from "../shared/link.js";
import { counted, title as titled } from "../shared/text.js";
import { games, info } from "../api/client.js";
import { player } from "../api/player.js";
import { board, daily } from "../api/runs.js";
import { listOwn } from "../api/tables.js";
import { savedGames } from "../saved/saved-games.js";
import { statusText as savedStatusText } from "../saved/saved-list.js";
import { parText } from "../leaderboards/par.js";
import { boardTable } from "../leaderboards/run-tables.js";
import { COMPUTER_HELP, classText } from "../leaderboards/seed-classes.js";
import { tableButton } from "../tables/table-button.js";

const DAY = 24 * 60 * 60 * 1000;

/** @type {import("../types").Screen} */
export async function screen(show, [date]) {
    const [day, all] = await Promise.all([daily(date), games()]);
    const today = new Date().toISOString().slice(0, 10);
    const titles = new Map(all.map(({ id, title }) => [id, title]));
    const query = new URLSearchParams({ class: "ranked_daily", period: "day", date: day.date, limit: "10" });
    const open = day.games;
    // Games with chance or hidden information come first.
    const dealt = all.filter(({ id }) => open?.[id]).sort((one, other) => Number(one.open_information) - Number(other.open_information));
    const first = all[0].id;
    const [best, tables] = await Promise.all([open ? board(first, query) : null, tablesOf(day.date)]);
    const other = (/** @type {number} */ days) => new Date(Date.parse(day.date) + days * DAY).toISOString().slice(0, 10);
    const now = day.date === today;
    show(
        `Daily game of ${day.date}`,
        h("div", { class: "page" },
            h("h1", {}, now ? "The daily game" : `The game of ${day.date}`),
            h("p", { class: "lead" }, now
                ? "Everyone gets the same deal today, and no one knows what comes next. The seed is published at midnight (UTC)."
                : "The day is over. Its seeds are public, its leaderboards are closed, and you can play its deals for practice."),
            h("div", { class: "tools" },
                h("a", { class: "tool", href: `#/daily/${other(-1)}` }, "The day before"),
                day.date < today && h("a", { class: "tool", href: `#/daily/${other(1)}` }, "The day after")),
            open && h("section", { "aria-labelledby": "ranked" },
                h("h2", { id: "ranked" }, "Ranked"),
                h("ul", { class: "games" }, dealt.map(({ id, title, summary, open_information: isOpen }, i) =>
                    h("li", { class: i === 0 ? "game grand" : "game" }, h("h3", {}, title), h("p", {}, summary), isOpen && h("p", { class: "credit" }, `${COMPUTER_HELP}.`), parNote(day.ranked[id]?.par), rankedGame(day, id, title, tables.get(id), now)))),
                h("p", { class: "hint" }, classText("ranked_daily"))),
            best && h("section", { "aria-labelledby": "best" }, h("h2", { id: "best" }, `${titles.get(first)}, ranked: the day's best`), boardTable(best, titles)),
            open && h("section", { "aria-labelledby": "practice" },
                h("h2", { id: "practice" }, "Practice"),
                h("p", { class: "hint" }, `Other deals, with public seeds: undo is allowed, and moves can be computed ahead. ${now ? "Scores count if they are saved before midnight (UTC)." : ""}`),
                h("ul", { class: "games" }, dealt.map(({ id, title }) => h("li", { class: "game" },
                    h("h3", {}, title),
                    parNote(open[id].par),
                    practiceGame(id, open[id].seed, title,
                        h("a", { class: "tool over", href: `#/boards/${id}?${new URLSearchParams({ class: "daily", period: "day", date: day.date })}`, "aria-label": `${title}, the practice board` }, "Board")))))),
            h("details", { class: "fold" },
                h("summary", {}, "How you can verify that no one chose these seeds"),
                h("div", {},
                    h("p", {}, "The SHA-256 of each ranked game's seed is shown a week ahead, the seed itself once the day is over."),
                    h("ul", {}, dealt.map(({ id, title }) => h("li", {}, `${title} `, h("code", {}, day.ranked[id]?.commitment ?? ""), day.ranked[id]?.seed && [", seed ", h("code", {}, day.ranked[id].seed)]))),
                    h("p", {}, "For the practice games, the SHA-256 of the day's key is shown a week ahead, the key itself once the day is over. A game's seed is the HMAC of its id under that key."),
                    h("p", {}, "Commitment ", h("code", {}, day.commitment)),
                    day.key && h("p", {}, "Key ", h("code", {}, day.key))))),
    );
}

/** @param {import("../types").Schemas["Par"] | undefined} par */
function parNote(par) {
    return par && h("p", { class: "hint" }, `${titled(parText(par))}.`);
}

/**
 * The player's tables of a day's ranked games, by game.
 *
 * @param {string} date
 */
async function tablesOf(date) {
    const all = player() ? await listOwn().catch(() => []) : [];
    return new Map(all.filter(({ day }) => day === date).map((table) => [table.game, table]));
}

/**
 * A ranked daily game: its status, and the link or button to play it.
 *
 * @param {import("../types").Schemas["Daily"]} day
 * @param {string} game
 * @param {string} title
 * @param {import("../api/tables.js").TableData | undefined} table the player's
 * @param {boolean} now whether the day is today
 */
function rankedGame(day, game, title, table, now) {
    const seed = day.ranked[game]?.seed;
    const query = new URLSearchParams({ class: "ranked_daily", period: "day", date: day.date });
    const way = table
        ? h("a", { class: table.status === "over" ? "tool over" : "button over", href: `#/tables/${table.id}`, "aria-label": `${table.status === "over" ? "Your table of" : "Continue"} the ranked ${title}` }, table.status === "over" ? "Your table" : "Continue")
        : now ? tableButton("Play", () => ({ game, daily: true }), { class: "primary narrow-button", "aria-label": `Play today's ranked ${title}` })
            : seed && button("Play the deal", () => deal(game, seed), { class: "tool over", "aria-label": `Play the deal of the ranked ${title}` });
    return h("div", { class: "day-game" },
        table && h("p", {}, h("strong", {}, statusText(table))),
        h("div", { class: "tools" }, way,
            h("a", { class: "tool over", href: `#/boards/${game}?${query}`, "aria-label": `${title}, the ranked board` }, "Board")));
}

/** @param {import("../api/tables.js").TableData} table */
function statusText({ status, ending, moves }) {
    if (status !== "over") return `Begun: ${counted(moves, "move")}`;
    return ending === "finished" ? "Played" : ending === "resigned" ? "Given up" : "Time was up";
}

/**
 * A practice daily game: the status of saved games with its deal, and the buttons to play it.
 *
 * @param {string} game
 * @param {string} seed
 * @param {string} title
 * @param {HTMLElement} link shown after the buttons
 */
function practiceGame(game, seed, title, link) {
    const mine = savedGames().filter(({ run }) => run.game === game && run.seed === seed);
    const open = mine.find(({ stored, finished }) => stored === undefined && !finished) ?? mine.find(({ stored }) => stored === undefined);
    const stored = mine.find((each) => each.stored !== undefined);
    const again = button(mine.length > 0 ? "Play again" : "Play", () => deal(game, seed), { class: mine.length > 0 ? "tool over" : "primary narrow-button", "aria-label": `Play ${mine.length > 0 ? "again " : ""}today's practice ${title}` });
    return h("div", { class: "day-game" },
        stored && h("p", {}, h("strong", {}, `Played: ${stored.score}`), " · ", h("a", { class: "over", href: `#/runs/${stored.stored}`, "aria-label": `Your run of ${title}` }, "your run")),
        open && h("p", {}, h("strong", {}, open.finished ? `Played: ${open.score}` : `Begun: ${savedStatusText(open)}`), open.finished && ", score not saved"),
        h("div", { class: "tools" },
            open && h("a", { class: "button over", href: `#/go-on/${open.id}`, "aria-label": `${open.finished ? "Save the score of" : "Continue"} today's practice ${title}` }, open.finished ? "Save score" : "Continue"),
            again, link));
}

/**
 * Opens a deal with the default options.
 *
 * @param {string} game
 * @param {string} seed
 */
async function deal(game, seed) {
    const { rules } = await info(game);
    location.hash = `#/at/${await pack({ game, rules, seed, options: {}, moves: [] })}`;
}

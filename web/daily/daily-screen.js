// The screen of the daily games: first the ranked ones, then those for practice, whose seeds are public.

import { button, h } from "../shared/dom.js";
import { pack } from "../shared/link.js";
import { title as titled } from "../shared/text.js";
import { texts } from "../texts/texts.js";
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

const { ranked, practice, proof } = texts.daily;
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
        texts.daily.screenTitle(day.date),
        h("div", { class: "page" },
            h("h1", {}, now ? texts.daily.today : texts.daily.ofDate(day.date)),
            h("p", { class: "lead" }, now ? texts.daily.todayLead : texts.daily.pastLead),
            h("div", { class: "tools" },
                h("a", { class: "tool", href: `#/daily/${other(-1)}` }, texts.daily.dayBefore),
                day.date < today && h("a", { class: "tool", href: `#/daily/${other(1)}` }, texts.daily.dayAfter),
                h("a", { class: "tool", href: "#/contests" }, texts.contests.title)),
            open && h("section", { "aria-labelledby": "ranked" },
                h("h2", { id: "ranked" }, ranked.heading),
                h("ul", { class: "games" }, dealt.map(({ id, title, summary, open_information: isOpen }, i) =>
                    h("li", { class: i === 0 ? "game grand" : "game" }, h("h3", {}, title), h("p", { lang: "en" }, summary), isOpen && h("p", { class: "credit" }, `${COMPUTER_HELP}.`), parNote(day.ranked[id]?.par), rankedGame(day, id, title, tables.get(id), now)))),
                h("p", { class: "hint" }, classText("ranked_daily"))),
            best && h("section", { "aria-labelledby": "best" }, h("h2", { id: "best" }, ranked.best(titles.get(first) ?? first)), boardTable(best, titles)),
            open && h("section", { "aria-labelledby": "practice" },
                h("h2", { id: "practice" }, practice.heading),
                h("p", { class: "hint" }, `${practice.hint} ${now ? practice.countsToday : ""}`),
                h("ul", { class: "games" }, dealt.map(({ id, title }) => h("li", { class: "game" },
                    h("h3", {}, title),
                    parNote(open[id].par),
                    practiceGame(id, open[id].seed, title,
                        h("a", { class: "tool over", href: `#/boards/${id}?${new URLSearchParams({ class: "daily", period: "day", date: day.date })}`, "aria-label": practice.boardOf(title) }, texts.daily.board)))))),
            h("details", { class: "fold" },
                h("summary", {}, proof.heading),
                h("div", {},
                    h("p", {}, proof.ofRanked),
                    h("ul", {}, dealt.map(({ id, title }) => h("li", {}, `${title} `, h("code", {}, day.ranked[id]?.commitment ?? ""), day.ranked[id]?.seed && proof.seed(h("code", {}, day.ranked[id].seed))))),
                    h("p", {}, proof.ofPractice),
                    h("p", {}, proof.commitment(h("code", {}, day.commitment))),
                    day.key && h("p", {}, proof.key(h("code", {}, day.key)))))),
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
        ? h("a", { class: table.status === "over" ? "tool over" : "button over", href: `#/tables/${table.id}`, "aria-label": table.status === "over" ? ranked.yourTableOf(title) : ranked.continueGame(title) }, table.status === "over" ? ranked.yourTable : texts.daily.continue)
        : now ? tableButton(texts.daily.play, () => ({ game, daily: true }), { class: "primary narrow-button", "aria-label": ranked.playGame(title) })
            : seed && button(ranked.playDeal, () => deal(game, seed), { class: "tool over", "aria-label": ranked.playDealOf(title) });
    return h("div", { class: "day-game" },
        table && h("p", {}, h("strong", {}, statusText(table))),
        h("div", { class: "tools" }, way,
            h("a", { class: "tool over", href: `#/boards/${game}?${query}`, "aria-label": ranked.boardOf(title) }, texts.daily.board)));
}

/** @param {import("../api/tables.js").TableData} table */
function statusText({ status, ending, moves }) {
    if (status !== "over") return texts.daily.begun(ranked.moves(moves));
    if (ending === "set_back") return ranked.withoutResult;
    return ending === "finished" ? texts.daily.played : ending === "resigned" ? ranked.resigned : ranked.timeUp;
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
    const again = mine.length > 0
        ? button(practice.playAgain, () => deal(game, seed), { class: "tool over", "aria-label": practice.playGameAgain(title) })
        : button(texts.daily.play, () => deal(game, seed), { class: "primary narrow-button", "aria-label": practice.playGame(title) });
    return h("div", { class: "day-game" },
        stored && h("p", {}, h("strong", {}, texts.daily.playedWith(stored.score)), " · ", h("a", { class: "over", href: `#/runs/${stored.stored}`, "aria-label": practice.yourRunOf(title) }, practice.yourRun)),
        open && h("p", {}, open.finished
            ? practice.unsaved(h("strong", {}, texts.daily.playedWith(open.score)))
            : h("strong", {}, texts.daily.begun(savedStatusText(open)))),
        h("div", { class: "tools" },
            open && h("a", { class: "button over", href: `#/go-on/${open.id}`, "aria-label": open.finished ? practice.saveScoreOf(title) : practice.continueGame(title) }, open.finished ? practice.saveScore : texts.daily.continue),
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

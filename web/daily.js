// The screen of a day's games: the same deals for everybody, and how they went.

import { boardTable } from "./board-table.js";
import { button, h } from "./dom.js";
import { pack } from "./link.js";
import { savedGames } from "./memory.js";
import { standing } from "./saved-list.js";
import { games, info } from "./service.js";
import { board, daily } from "./stored.js";

const DAY = 24 * 60 * 60 * 1000;

/** @type {import("./main.js").Screen} */
export async function screen(show, [date]) {
    const [day, all] = await Promise.all([daily(date), games()]);
    const today = new Date().toISOString().slice(0, 10);
    const titles = new Map(all.map(({ id, title }) => [id, title]));
    const first = all[0].id;
    const query = new URLSearchParams({ class: "daily", period: "day", date: day.date, limit: "10" });
    const best = day.games ? await board(first, query) : null;
    const other = (/** @type {number} */ days) => new Date(Date.parse(day.date) + days * DAY).toISOString().slice(0, 10);
    const now = day.date === today;
    show(
        `Daily game of ${day.date}`,
        h("div", { class: "page" },
            h("h1", {}, now ? "The daily game" : `The game of ${day.date}`),
            h("p", { class: "lead" }, now ? `Everybody is dealt the same today. Runs count that are handed in before midnight (UTC).` : "The day's board is closed; its deals can be played for ever."),
            h("div", { class: "tools" },
                h("a", { class: "tool", href: `#/daily/${other(-1)}` }, "The day before"),
                day.date < today && h("a", { class: "tool", href: `#/daily/${other(1)}` }, "The day after")),
            day.games && h("ul", { class: "games" }, all.map(({ id, title, summary }, i) => {
                const seed = day.games?.[id]?.seed;
                return seed && h("li", { class: i === 0 ? "game grand" : "game" },
                    h("h2", {}, title), h("p", {}, summary),
                    playing(id, seed, title,
                        h("a", { class: "tool over", href: `#/boards/${id}?${new URLSearchParams({ class: "daily", period: "day", date: day.date })}`, "aria-label": `Board of ${title}` }, "Board")));
            })),
            best && h("section", { "aria-labelledby": "best" }, h("h2", { id: "best" }, `${titles.get(first)}: the day's best`), boardTable(best, titles)),
            h("details", { class: "fold" },
                h("summary", {}, "How you know that nobody chose these seeds"),
                h("div", {},
                    h("p", {}, "The SHA-256 of the day's key is shown a week ahead, the key itself once the day is over. A game's seed is the HMAC of its id under that key."),
                    h("p", {}, "Commitment ", h("code", {}, day.commitment)),
                    day.key && h("p", {}, "Key ", h("code", {}, day.key))))),
    );
}

/**
 * What was made of a day's deal here, and the way to play it, or to go on with it.
 *
 * @param {string} game
 * @param {string} seed
 * @param {string} title
 * @param {HTMLElement} beside what stands beside it
 */
function playing(game, seed, title, beside) {
    const mine = savedGames().filter(({ run }) => run.game === game && run.seed === seed);
    const open = mine.find(({ stored, finished }) => stored === undefined && !finished) ?? mine.find(({ stored }) => stored === undefined);
    const stored = mine.find((each) => each.stored !== undefined);
    const again = button(mine.length > 0 ? "Play again" : "Play", () => deal(game, seed), { class: mine.length > 0 ? "tool over" : "primary narrow-button", "aria-label": `Play ${mine.length > 0 ? "again " : ""}today's ${title}` });
    return h("div", { class: "day-game" },
        stored && h("p", {}, h("strong", {}, `Played: ${stored.score}`), " · ", h("a", { class: "over", href: `#/runs/${stored.stored}`, "aria-label": `Your run of ${title}` }, "your run")),
        open && h("p", {}, h("strong", {}, open.finished ? `Played: ${open.score}` : `Begun: ${standing(open)}`), open.finished && ", not handed in"),
        h("div", { class: "tools" },
            open && h("a", { class: "button over", href: `#/go-on/${open.id}`, "aria-label": `${open.finished ? "Hand in" : "Go on with"} today's ${title}` }, open.finished ? "Hand in" : "Go on"),
            again, beside));
}

/**
 * Opens a day's deal. It is played with the default options.
 *
 * @param {string} game
 * @param {string} seed
 */
async function deal(game, seed) {
    const { rules } = await info(game);
    location.hash = `#/at/${await pack({ game, rules, seed, options: {}, moves: [] })}`;
}

// The end of a table: the outcome, and the next steps.

import { button, h } from "../shared/dom.js";
import { pack } from "../shared/link.js";
import { humanise, title } from "../shared/text.js";
import { scoreText } from "../lessons/score-text.js";
import { resultText, shareButton } from "../game/endings.js";
import { receiptLines } from "../leaderboards/receipt.js";
import { classText, computerHelp } from "../leaderboards/seed-classes.js";
import { paceText } from "./clock.js";
import { outcomeText } from "../game/outcome.js";
import { playerName, seatStandings } from "./seat-standings.js";
import { tableButton } from "./table-button.js";
import { checkButton } from "./table-check.js";

/** @typedef {import("../shared/dom.js").Child} Child */
/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../api/tables.js").TableData} TableData */

/**
 * The end of a game for several seats.
 *
 * @param {TableData} data
 * @param {[reason: string, points?: string]} notes the last thing that happened, and what the points mean
 * @param {() => void} rematch
 * @param {import("./table-ratings.js").TableRatings} ratings
 * @returns {Child[]}
 */
export function seatedEnd(data, [reason, pointsNote], rematch, ratings) {
    const { places, points = [] } = data.position ?? {};
    // If the game ended early, the player who stayed has won, if there is one. Points and other places do not matter then.
    const stayed = data.seats.map(({ kind, left }) => (kind === "player" && !left ? 1 : 2));
    const name = (/** @type {number} */ seat) => playerName(data, seat) ?? `Seat ${seat}`;
    const early = () => (data.you && stayed[data.you - 1] > 1 ? "You lost" : outcomeText(stayed.map(() => 0), stayed, data.you, name));
    const outcome = places ? outcomeText(points, places, data.you, name) : stayed.includes(1) ? early() : "The game was given up";
    const rating = ratings.outcome(data.you);
    const gone = data.seats.some(({ kind, left }) => kind === "player" && left);
    return [
        h("h2", { class: "panel-title" }, outcome),
        data.ending === "finished" && reason && h("p", {}, reason),
        seatStandings(data, places, (seat) => ratings.after(seat)),
        pointsNote && h("p", { class: "hint" }, pointsNote),
        gone && h("p", { class: "hint" }, "Players who gave up or left are placed last."),
        rating && h("p", {}, rating, " ", h("a", { href: `#/boards/${data.game}` }, "Ratings")),
        h("div", { class: "tools" },
            data.you !== undefined && button(data.rematch ? "Join the rematch" : "Rematch", rematch, { class: "tool", "data-key": "rematch" }),
            data.position && h("a", { class: "tool", href: `#/tables/${data.id}/moves` }, "Watch it again"),
            h("a", { class: "tool", href: `#/tables?game=${data.game}` }, "Another table")),
        checkButton(data),
    ];
}

/**
 * The end of a ranked solitaire.
 *
 * @param {TableData} data
 * @param {GameInfo} info
 * @param {Map<string, string>} titles
 * @param {any} position the last one, with its score
 * @param {(text: string) => void} say shows a notice
 * @returns {Child[]}
 */
export function rankedEnd(data, info, titles, position, say) {
    const { score } = data.position ?? {};
    const finished = data.ending === "finished";
    const daily = data.class === "ranked_daily";
    const own = data.you !== undefined;
    return [
        h("h2", { class: "panel-title" }, finished ? "The game is over" : data.ending === "resigned" ? "Given up" : "Time was up"),
        finished && score && h("p", { class: "final" }, score.total, h("span", {}, scoreText(info.id, score.total).replace(/^\d+/, ""))),
        !finished && h("p", {}, daily ? "It has no rank." : "It has no rank, and counts as unfinished in the average of its month."),
        ...(data.receipt ? receiptLines(data.receipt, titles) : [
            data.run && h("div", { class: "tools" },
                h("a", { class: "tool", href: `#/boards/${data.game}?${new URLSearchParams({ class: data.class ?? "ranked", around: data.run, show: "runs" })}` }, "See the leaderboard"),
                h("a", { class: "tool", href: `#/runs/${data.run}` }, "Watch it"))]),
        own && h("div", { class: "tools" }, finished && shareButton(() => shareText(data, info, position), say), daily
            ? h("a", { class: "tool", href: "#/daily" }, "The other games of the day")
            : tableButton("Play another ranked game", () => ({ game: data.game, options: data.options }), { class: "tool" })),
        data.seed === undefined
            ? h("p", { class: "hint" }, `The seed is published when the day is over (${data.embargoed_until?.slice(0, 10)}). Then this game can be checked here.`)
            : checkButton(data),
    ];
}

/**
 * The result as text, with a link to the same deal: by its seed, or for a daily game by its day. It reveals nothing of the deal of the day.
 *
 * @param {TableData} data
 * @param {GameInfo} info
 * @param {any} position
 */
async function shareText({ game, rules, options, seed, day, class: seedClass }, info, position) {
    const daily = seedClass === "ranked_daily";
    const path = daily ? `#/daily/${day}` : seed ? `#/at/${await pack({ game, rules, seed, options, moves: [] })}` : `#/new/${game}`;
    const title = daily ? `${info.title}, daily game of ${day}` : info.title;
    return resultText(position, { ...info, title }, new URL(path, location.href).href);
}

/**
 * The fold with the facts of a table: options, what its class of seeds proves, and the commitment.
 *
 * @param {TableData} data
 * @param {GameInfo} info
 */
export function tableFacts(data, info) {
    const options = Object.entries(data.options).map(([name, value]) => `${title(name)}: ${humanise(value)}`);
    return h("details", { class: "fold" },
        h("summary", {}, "This table"),
        h("div", {},
            options.map((option) => h("p", {}, option)),
            data.class && [h("p", {}, classText(data.class)), computerHelp(info)],
            !data.class && h("p", {}, `The server deals and keeps this game. No one knows what comes next. When it is over, the seed is public and anyone can verify the game. Each player has ${paceText(data.pace ?? 0)} for a move; on timeout a robot moves.`),
            h("p", {}, "SHA-256 of the seed, published from the start: ", h("code", {}, data.commitment)),
            h("p", { class: "hint" }, `Rules version ${data.rules}.`),
            h("div", { class: "tools" },
                h("a", { class: "tool", href: `#/new/${info.id}` }, `${info.title}, not at a table`))));
}

/**
 * The consequences of giving up. A game for several seats ends if too few players are left.
 *
 * @param {TableData} data
 */
export function resignationText({ class: seedClass, seats }) {
    if (seedClass === "ranked_daily") return "The game ends. The game of the day can be played once.";
    if (seedClass) return "The game ends as unfinished. In your average of the month it counts as abandoned, or its current score if that is worse.";
    const others = seats.filter(({ kind, left }) => kind === "player" && !left).length - 1;
    const robots = seats.some(({ kind }) => kind === "robot");
    return others < (robots ? 1 : 2) ? "The game ends, and you finish last." : "A robot takes over; you finish last.";
}

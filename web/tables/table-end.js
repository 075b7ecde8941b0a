// The end of a table: the outcome, and the next steps.

import { button, h } from "../shared/dom.js";
import { pack } from "../shared/link.js";
import { humanise, title } from "../shared/text.js";
import { texts } from "../texts/texts.js";
import { scoreText } from "../lessons/score-text.js";
import { celebrate, resultText, shareButton, verdict } from "../game/endings.js";
import { receiptLines } from "../leaderboards/receipt.js";
import { classText, computerHelp } from "../leaderboards/seed-classes.js";
import { noteResult } from "../statistics/result-store.js";
import { paceText, timeText } from "./clock.js";
import { outcomeText, reasonText } from "../game/outcome.js";
import { playerName, seatStandings } from "./seat-standings.js";
import { tableButton } from "./table-button.js";
import { isSeated } from "./table-game.js";

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
 * @param {HTMLElement} check
 * @returns {Child[]}
 */
export function seatedEnd(data, [reason, pointsNote], rematch, ratings, check) {
    const { points = [] } = data.position ?? data;
    const places = data.places ?? [];
    const name = (/** @type {number} */ seat) => playerName(data, seat) ?? texts.tables.seatNames.open;
    // If the game ended early, the player who stayed has won, if there is one. Points do not matter then.
    const setBack = data.ending === "set_back";
    // Without places, the database lost moves, or the operator closed the table.
    const withoutResult = !data.places;
    const early = () => (data.you && places[data.you - 1] > 1 ? texts.tables.end.youLost : outcomeText(places.map(() => 0), places, data.you, name));
    const stayed = data.seats.some(({ kind, left }) => kind === "player" && !left);
    const outcome = data.ending === "finished" ? outcomeText(points, places, data.you, name)
        : withoutResult ? texts.tables.end.withoutResult : stayed ? early() : texts.tables.end.wasGivenUp;
    const why = data.ending === "finished" && reasonText(points, places, data.you, name);
    const rating = !setBack && ratings.outcome(data.you);
    const gone = !withoutResult && data.seats.some(({ kind, left }) => kind === "player" && left);
    return [
        h("h2", { class: "panel-title" }, outcome),
        setBack && h("p", {}, texts.tables.end.setBack),
        why && h("p", {}, why),
        data.ending === "finished" && reason && h("p", { lang: "en" }, reason),
        seatStandings(data, data.places, (seat) => ratings.after(seat)),
        pointsNote && h("p", { class: "hint", lang: "en" }, pointsNote),
        gone && h("p", { class: "hint" }, texts.tables.end.goneAreLast),
        rating && h("p", {}, rating, " ", h("a", { href: `#/boards/${data.game}` }, texts.tables.end.ratings)),
        h("div", { class: "tools" },
            data.you !== undefined && !data.moves_removed && button(data.rematch ? texts.tables.end.joinRematch : texts.tables.end.rematch, rematch, { class: "tool", "data-key": "rematch" }),
            data.position && h("a", { class: "tool", href: `#/tables/${data.id}/moves` }, texts.tables.end.watchAgain),
            h("a", { class: "tool", href: `#/tables?game=${data.game}` }, texts.tables.end.anotherTable)),
        !data.moves_removed && check,
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
 * @param {HTMLElement} check
 * @returns {Child[]}
 */
export function rankedEnd(data, info, titles, position, say, check) {
    const { score } = data.position ?? {};
    const finished = data.ending === "finished";
    const setBack = data.ending === "set_back";
    const { contest } = data;
    const daily = data.class === "ranked_daily";
    const own = data.you !== undefined;
    const unfinished = contest ? texts.tables.end.notFinished : daily ? texts.tables.end.noRank : texts.tables.end.noRankUnfinished;
    return [
        h("h2", { class: "panel-title" }, texts.tables.end[setBack ? "withoutResult" : finished ? "over" : data.ending === "resigned" ? "givenUp" : "timeWasUp"]),
        finished && score && h("p", { class: "final" }, score.total, h("span", {}, scoreText(info.id, score.total).replace(/^\d+/, ""))),
        setBack && h("p", {}, texts.tables.end.setBack),
        !finished && !setBack && h("p", {}, unfinished),
        ...(contest ? [finished && h("p", { class: "hint" }, texts.leaderboards.receipt.inContest)] : data.receipt ? receiptLines(data.receipt, titles) : [
            data.run && h("div", { class: "tools" },
                h("a", { class: "tool", href: `#/boards/${data.game}?${new URLSearchParams({ class: data.class ?? "ranked", around: data.run, show: "runs" })}` }, texts.tables.end.leaderboard),
                h("a", { class: "tool", href: `#/runs/${data.run}` }, texts.tables.end.watch))]),
        own && h("div", { class: "tools" }, finished && shareButton(() => shareText(data, info, position), say), contest
            ? h("a", { class: "tool", href: `#/contests/${contest.id}` }, texts.tables.end.toContest)
            : daily
            ? h("a", { class: "tool", href: "#/daily" }, texts.tables.end.otherDailies)
            : tableButton(texts.tables.end.anotherRanked, () => ({ game: data.game, options: data.options }), { class: "tool" })),
        data.seed === undefined
            ? h("p", { class: "hint" }, contest ? texts.tables.end.seedOfRoundLater(timeText(data.embargoed_until ?? "")) : texts.tables.end.seedLater(data.embargoed_until?.slice(0, 10)))
            : check,
    ];
}

/**
 * Stores the result of a ranked game that has just been finished, and celebrates a good one.
 *
 * @param {TableData} data
 * @param {GameInfo} info
 * @param {{ position: any, moves: any[] }} game
 * @param {HTMLElement} board
 */
export function celebrateRanked(data, info, { position, moves }, board) {
    if (isSeated(data) || data.ending !== "finished") return;
    const run = { game: data.game, rules: data.rules, seed: "", options: data.options, moves };
    noteResult(data.id, position, info, run);
    if (verdict(position, info, run).won) celebrate(board);
}

/**
 * The result as text, with a link to the same deal: by its seed, or for a daily game by its day, or to its contest. It reveals nothing of a secret
 * deal.
 *
 * @param {TableData} data
 * @param {GameInfo} info
 * @param {any} position
 */
async function shareText({ game, rules, options, seed, day, contest, class: seedClass }, info, position) {
    const daily = seedClass === "ranked_daily";
    const path = contest ? `#/contests/${contest.id}` : daily ? `#/daily/${day}` : seed ? `#/at/${await pack({ game, rules, seed, options, moves: [] })}` : `#/new/${game}`;
    const title = daily ? texts.tables.end.dailyGame(info.title, day) : info.title;
    return resultText(position, { ...info, title }, new URL(path, location.href).href);
}

/**
 * The folds with the facts of a table: its options, and why it is fair, with the commitment.
 *
 * @param {TableData} data
 * @param {GameInfo} info
 */
export function tableFacts(data, info) {
    const options = Object.entries(data.options).map(([name, value]) => `${title(name)}: ${humanise(value)}`);
    const fold = (/** @type {string} */ label, /** @type {(Child | Child[])[]} */ ...children) =>
        h("details", { class: "fold" }, h("summary", {}, label), h("div", {}, ...children));
    return [
        fold(texts.tables.facts.fair,
            data.class ? [h("p", {}, classText(data.class)), computerHelp(info)] : h("p", {}, texts.tables.facts.fairness(paceText(data.pace ?? 0))),
            h("p", {}, texts.tables.facts.commitment(h("code", {}, data.commitment)))),
        fold(texts.tables.facts.title,
            options.map((option) => h("p", {}, option)),
            h("p", { class: "hint" }, texts.tables.facts.rules(data.rules)),
            h("div", { class: "tools" },
                h("a", { class: "tool", href: `#/new/${info.id}` }, texts.tables.facts.notAtTable(info.title)))),
    ];
}

/**
 * The consequences of giving up. A game for several seats ends if too few players are left.
 *
 * @param {TableData} data
 */
export function resignationText({ class: seedClass, seats, moves, early_until: earlyUntil = 0 }) {
    if (seedClass === "ranked_daily") return texts.tables.givingUp.rankedDaily;
    if (seedClass === "contest") return texts.tables.givingUp.contest;
    if (seedClass) return texts.tables.givingUp.ranked;
    const others = seats.filter(({ kind, left }) => kind === "player" && !left).length - 1;
    const robots = seats.some(({ kind }) => kind === "robot");
    const what = others < (robots ? 1 : 2) ? texts.tables.givingUp.endsGame : texts.tables.givingUp.robotTakesOver;
    const isEarly = moves < earlyUntil && seats.filter(({ kind }) => kind === "player").length > 1;
    return isEarly ? `${what} ${texts.tables.givingUp.early}` : what;
}

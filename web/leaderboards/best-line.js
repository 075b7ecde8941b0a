// Where a run left the best line of its deal, on demand. Only for games of open information, in which an analysis has bounds of the best total.

import { button, fill, h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import { analyze } from "../api/analysis.js";
import { LocalGame } from "../game/local-game.js";
import { moveText } from "../game/move-text.js";

/** @typedef {import("../shared/link.js").Run} Run */
/** @typedef {import("../types").Bounds} Bounds */

const words = texts.leaderboards.run;

/**
 * Whether the best line of a deal of a game can be found. Low totals win in these games.
 *
 * @param {import("../types").GameInfo} info
 */
export function hasBestLine({ analysis, open_information: isOpen, wins }) {
    return analysis && isOpen && wins === "low";
}

/**
 * The button that searches, with the result.
 *
 * @param {Run} run
 * @param {number} total of the run
 * @param {(moves: number) => void} go shows the position after some moves
 */
export function bestLine(run, total, go) {
    const found = h("div", { role: "status" });
    const search = async () => {
        press.disabled = true;
        try {
            const left = await leaving(run, total, (move) => fill(found, h("p", { class: "hint" }, words.searching(move))));
            fill(found,
                h("p", {}, left.number === 0 ? words.onBestLine(total) : words.leftBestLine(left.number, moveText(run.moves[left.number - 1]), left.before, left.after)),
                left.number > 0 && button(words.showMove, () => go(left.number), { class: "tool" }),
                !left.isProven && h("p", { class: "hint" }, words.notProven));
        } catch (error) {
            fill(found, h("p", { class: "problem" }, error instanceof Error ? error.message : String(error)));
        } finally {
            press.disabled = false;
        }
    };
    const press = button(words.bestLine, search, { class: "tool" });
    return h("div", { class: "check" }, press, found);
}

/**
 * Finds the move after which the best total could no longer be reached. What can be reached only gets worse from move to move, so a binary search
 * finds it.
 *
 * @param {Run} run
 * @param {number} total
 * @param {(move: number) => void} searching called before each step
 * @returns {Promise<{ number: number, before: number, after: number, isProven: boolean }>} `number` is that of the move, 0 if the run did not
 * leave the best line
 */
async function leaving(run, total, searching) {
    const game = await LocalGame.open(run, 0);
    /** @param {number} moves @returns {Promise<Bounds>} what can be reached after some moves */
    const boundsAfter = async (moves) => {
        if (moves === run.moves.length) return { at_least: total, at_most: total };
        searching(moves);
        await game.go(moves);
        const { bounds } = await analyze(game.position.state);
        return { at_least: bounds.at_least, at_most: Math.min(bounds.at_most, total) };
    };
    const best = await boundsAfter(0);
    const isBestProven = best.at_least === best.at_most;
    if (best.at_most === total) return { number: 0, before: total, after: total, isProven: isBestProven };
    let [on, off, after] = [0, run.moves.length, await boundsAfter(run.moves.length)];
    while (off - on > 1) {
        const middle = (on + off) >> 1;
        const bounds = await boundsAfter(middle);
        if (bounds.at_most <= best.at_most) on = middle;
        else [off, after] = [middle, bounds];
    }
    return { number: off, before: best.at_most, after: after.at_most, isProven: isBestProven && after.at_least > best.at_most };
}

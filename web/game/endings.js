// The end of a room and of a game: cards, verdict, confetti, and the result as text.

import { button, h } from "../shared/dom.js";
import { scoreText } from "../lessons/score-text.js";
import { openGames } from "../saved/saved-games.js";
import { texts } from "../texts/texts.js";
import { prefersReducedMotion } from "./animation.js";

/** @typedef {import("../types").Position} Position */
/** @typedef {import("../types").GameInfo} GameInfo */

const words = texts.game.endings;
/** @type {Record<string, string>} */
const TRANSITIONS = words.transitions;

/**
 * Cards for the rooms that the last move ended.
 *
 * @param {Position} position
 * @param {GameInfo} info
 * @param {Map<string, string>} titles
 */
export function roomCards({ events, finished }, info, titles) {
    return (events ?? []).flat().flatMap((event) => {
        if (event.type !== "room_ended") return [];
        const number = (info.rooms ?? []).indexOf(event.room) + 1;
        const perfect = event.score === 0;
        const after = finished ? "" : TRANSITIONS[event.room] ?? "";
        const card = h("div", { class: perfect ? "moment perfect" : "moment", onclick: () => card.remove() },
            h("p", {}, h("strong", {}, perfect ? words.perfectRoom(number, event.score) : words.room(number, event.score)), after && ` ${after}`),
            h("p", { class: "hint" }, titles.get(event.room) ?? event.room));
        return [card];
    });
}

/**
 * The outcome as a sentence, and whether it is a win.
 *
 * @param {Position} position
 * @param {GameInfo} info
 * @param {import("../shared/link.js").Run} run
 * @returns {{ words: string, won: boolean }}
 */
export function verdict({ score: { total } }, info, run) {
    const last = run.moves.at(-1)?.type;
    if (last === "give_up") return { words: words.givenUp, won: false };
    if (info.id === "easy-slider") return { words: words.solved(scoreText(info.id, total)), won: true };
    if (info.wins === "low" && total === info.least_score) return { words: words.perfect, won: true };
    const others = openGames().filter((game) => game.finished && game.run.game === info.id && game.run.seed !== run.seed).map(({ score }) => score);
    const best = others.length > 0 && others.every((other) => (info.wins === "low" ? total < other : total > other));
    return best ? { words: words.best, won: true } : { words: "", won: false };
}

/**
 * Confetti over an element, unless the user prefers reduced motion.
 *
 * @param {HTMLElement} over
 */
export function celebrate(over) {
    if (prefersReducedMotion()) return;
    const sky = h("div", { class: "confetti", "aria-hidden": "true" });
    over.append(sky);
    const flights = Array.from({ length: 40 }, (_, i) => {
        const piece = h("span", { class: `paper paper-${i % 4}` });
        sky.append(piece);
        const [x, turn] = [Math.random() * 100, Math.random() * 4 - 2];
        const from = { transform: "translateY(-10%) rotate(0turn)", left: `${x}%`, opacity: 1 };
        const to = { transform: `translateY(110vh) rotate(${turn}turn)`, left: `${x + Math.random() * 20 - 10}%`, opacity: 0.6 };
        return piece.animate([from, to], { duration: 1800 + Math.random() * 1200, delay: Math.random() * 400, easing: "cubic-bezier(0.2, 0.4, 0.6, 1)", fill: "both" }).finished;
    });
    Promise.allSettled(flights).then(() => sky.remove());
}

/**
 * The result as text, with a link to the deal without moves.
 *
 * @param {Position} position
 * @param {GameInfo} info
 * @param {string} link
 */
export function resultText({ score }, info, link) {
    const { total, rooms } = /** @type {{ total: number, rooms?: number[] }} */ (/** @type {unknown} */ (score));
    const each = rooms && rooms.length > 1 ? ` (${rooms.join(" + ")})` : "";
    const isPerfect = info.wins === "low" && total === info.least_score && info.id !== "easy-slider";
    const result = isPerfect ? words.perfectResult : words.result;
    return `${result(info.title, scoreText(info.id, total) + each)}\n${words.sameDeal(link)}`;
}

/**
 * The button that shares a result, by the device's share sheet or the clipboard.
 *
 * @param {() => Promise<string>} text
 * @param {(words: string) => void} say
 */
export function shareButton(text, say) {
    const share = async () => {
        const result = await text();
        if (navigator.share && matchMedia("(pointer: coarse)").matches) return navigator.share({ text: result }).catch(() => {});
        try {
            await navigator.clipboard.writeText(result);
            say(words.copied);
        } catch {
            say(result);
        }
    };
    return button(words.share, share, { class: "tool", "data-key": "share" });
}

/**
 * The button that shares the picture of a final position, by the device's share sheet or as a download.
 *
 * @param {string} name of the file, without its extension
 * @param {() => Promise<Blob>} draw the picture as PNG
 * @param {(words: string) => void} say
 */
export function pictureButton(name, draw, say) {
    const share = async () => {
        const file = await draw().then((blob) => new File([blob], `${name}.png`, { type: "image/png" }), () => null);
        if (!file) return say(words.pictureFailed);
        if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).catch(() => {});
        const address = URL.createObjectURL(file);
        h("a", { href: address, download: file.name }).click();
        setTimeout(() => URL.revokeObjectURL(address), 60_000);
        say(words.pictureSaved(file.name));
    };
    return button(words.savePicture, share, { class: "tool", "data-key": "picture" });
}

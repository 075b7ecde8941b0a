// Events of games for several seats, as the sentences of the service.

import { fill, h } from "../shared/dom.js";

/**
 * Shows the latest events. The height of the card is fixed, so that nothing below it shifts.
 *
 * @param {HTMLElement} place
 * @param {string[]} lines
 */
export function showLog(place, lines) {
    const list = h("ol", { class: "log", tabindex: "0", "aria-label": "Events" }, (lines.length > 0 ? lines : ["Nothing yet."]).map((line) => h("li", {}, line)));
    fill(place, h("section", { class: "card", "aria-label": "What happened" }, h("h2", { class: "panel-title" }, "What happened"), list));
    list.scrollTop = list.scrollHeight;
}

/**
 * Replaces the seats in a sentence by their players.
 *
 * @param {string} sentence
 * @param {(seat: number) => string | undefined} nameOf the player of a seat; the seat stays if there is none
 */
export function withNames(sentence, nameOf) {
    return sentence.replace(/\bseat (\d+)\b/gi, (seat, number) => nameOf(Number(number)) ?? seat);
}

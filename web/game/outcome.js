// The outcome of a game for several seats, for its reader.

import { h } from "../shared/dom.js";
import { listed } from "../shared/text.js";
import { texts } from "../texts/texts.js";

const words = texts.game.outcome;

/**
 * The seats in the first place.
 *
 * @param {number[]} places by seat
 */
export function winnersOf(places) {
    return places.flatMap((place, i) => (place === 1 ? [i + 1] : []));
}

/**
 * The outcome as a title: `You lost, 4 to 0`.
 *
 * @param {number[]} points by seat
 * @param {number[]} places by seat
 * @param {number | undefined} you the reader's seat, if there is one
 * @param {(seat: number) => string} nameOf
 */
export function outcomeText(points, places, you, nameOf) {
    const seats = places.map((_, i) => i + 1);
    const first = winnersOf(places);
    // A single seat is first, whether or not it has won.
    if (places.length === 1) return words.over;
    // In King of the Beach a robot of the game can win.
    if (first.length === 0) return words.noneWon;
    if (you === undefined) return first.length === 1 ? words.won(nameOf(first[0])) : words.shared(listed(first.map(nameOf)));
    const place = places[you - 1];
    const others = seats.filter((seat) => seat !== you);
    const best = Math.max(...others.filter((seat) => place > 1 ? places[seat - 1] === 1 : true).map((seat) => points[seat - 1]));
    const mine = points[you - 1];
    if (place === 1 && first.length > 1) return words.youShare(listed(first.filter((seat) => seat !== you).map(nameOf)));
    // Where points do not decide the game, they explain nothing.
    if (place === 1) return others.length > 0 && mine > best ? words.youWonBy(mine, best) : words.youWon;
    if (seats.length === 2) return best > mine ? words.youLostBy(best, mine) : words.youLost;
    const name = words.places[place - 1];
    return best > mine ? words.youLostAsBy(name, seats.length, best, mine) : words.youLostAs(name, seats.length);
}

/**
 * Why the reader lost, as a sentence. Empty if the reader has not lost.
 *
 * @param {number[]} points by seat
 * @param {number[]} places by seat
 * @param {number | undefined} you the reader's seat, if there is one
 * @param {(seat: number) => string} nameOf
 */
export function reasonText(points, places, you, nameOf) {
    const first = winnersOf(places);
    if (you === undefined || first.length === 0 || places[you - 1] === 1) return "";
    const names = listed(first.map(nameOf));
    const lead = points[first[0] - 1] - points[you - 1];
    if (lead === 0) return words.level(names);
    return lead > 0 ? words.ahead(names, lead) : words.below(names, -lead);
}

/**
 * The seats with their points, sorted by place if places are given.
 *
 * @param {{ points: number[], places?: number[], nameOf: (seat: number) => string, current?: number[], you?: number, time?: (seat: number) => import("../shared/dom.js").Child, after?: (seat: number) => import("../shared/dom.js").Child }} how `current` are the seats to act; `time` fills a column, and `after` follows the name
 */
export function standings({ points, places, nameOf, current = [], you, time, after }) {
    const seats = points.map((_, i) => i + 1);
    if (places) seats.sort((a, b) => places[a - 1] - places[b - 1] || a - b);
    const won = (/** @type {number} */ seat) => places?.[seat - 1] === 1;
    const kind = (/** @type {number} */ seat) => [seat === you && "you", won(seat) && "won"].filter(Boolean).join(" ") || false;
    return h("table", { class: "standings" },
        h("thead", {}, h("tr", {}, places && h("th", { scope: "col" }, words.columns.place), h("th", { scope: "col" }, words.columns.who), time && h("th", { scope: "col" }, words.columns.toMove), h("th", { scope: "col" }, words.columns.points))),
        h("tbody", {}, seats.map((seat) => h("tr", { class: kind(seat), "aria-current": current.includes(seat) && "true" },
            places && h("td", {}, places[seat - 1]), h("th", { scope: "row" }, nameOf(seat), after?.(seat)), time && h("td", {}, time(seat)), h("td", {}, points[seat - 1])))));
}

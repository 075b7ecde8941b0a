// Notices of rounds of contests that open and close, on every screen until they are dismissed, and as a notification of the system if the page is
// in the background.

import { announce, button, fill, h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import { load } from "../api/contests.js";
import { settings } from "../game/settings.js";

/** @typedef {import("../types").Schemas["PlayersEvent"]} PlayersEvent */

/** The place of the notices, above everything else. */
const place = h("aside", { class: "news notice", "aria-label": texts.contests.news });

/**
 * Whether an event is about a round.
 *
 * @param {PlayersEvent} event
 */
export function isOfRound({ type }) {
    return type === "contest_round_opened" || type === "contest_round_closed";
}

/**
 * What a notice says of each round of a contest.
 *
 * @typedef {{ states: Map<number, "opened" | "closed">, text: HTMLElement, dismiss: () => void }} Notice
 */

/** The notices that are shown, by contest: several rounds can open or close at once. @type {Map<string, Notice>} */
const notices = new Map();

/**
 * Shows an event in the notice of its contest.
 *
 * @param {PlayersEvent} event
 */
export async function showRound({ type, contest }) {
    if (!contest) return;
    const { id, round } = contest;
    const known = await load(id).catch(() => null);
    if (!known) return;
    const address = `#/contests/${id}`;
    const notice = notices.get(id) ?? newNotice(id, address);
    notice.states.set(round, type === "contest_round_opened" ? "opened" : "closed");
    const words = /** @type {const} */ (["opened", "closed"]).flatMap((state) => {
        const rounds = [...notice.states].filter(([, each]) => each === state).map(([number]) => number).sort((a, b) => a - b);
        return rounds.length > 0 ? [texts.contests[state](known.name, rounds)] : [];
    }).join(" ");
    announce(words);
    notify(words, address);
    fill(notice.text, words);
    // The screen of the contest shows it.
    if (location.hash === address) notice.dismiss();
}

/**
 * A notice without words.
 *
 * @param {string} id of the contest
 * @param {string} address of its screen
 * @returns {Notice}
 */
function newNotice(id, address) {
    const dismiss = () => {
        element.remove();
        notices.delete(id);
        window.removeEventListener("hashchange", leave);
    };
    const leave = () => { if (location.hash === address) dismiss(); };
    const text = h("span", {});
    const element = h("p", {}, text, " ",
        h("a", { class: "tool", href: `/play${address}` }, texts.contests.toContest), " ",
        button(texts.contests.dismiss, dismiss, { class: "tool" }));
    window.addEventListener("hashchange", leave);
    place.append(element);
    document.body.append(place);
    /** @type {Notice} */
    const notice = { states: new Map(), text, dismiss };
    notices.set(id, notice);
    return notice;
}

/**
 * Notifies a player whose page is in the background.
 *
 * @param {string} words
 * @param {string} address of the contest
 */
function notify(words, address) {
    if (!document.hidden || !settings().notify || !("Notification" in window) || Notification.permission !== "granted") return;
    try {
        const notice = new Notification(words, { tag: address });
        notice.onclick = () => {
            window.focus();
            location.hash = address;
            notice.close();
        };
    } catch {
        // Some phones allow notifications only to installed apps.
    }
}

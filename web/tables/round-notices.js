// Notices of rounds of contests that open and close, on every screen until they are dismissed, and as a notification of the system if the page is
// in the background.

import { announce, button, h } from "../shared/dom.js";
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
 * Shows the notice of an event.
 *
 * @param {PlayersEvent} event
 */
export async function showRound({ type, contest }) {
    if (!contest) return;
    const { id, round } = contest;
    const known = await load(id).catch(() => null);
    if (!known) return;
    const words = texts.contests[type === "contest_round_opened" ? "opened" : "closed"](known.name, round);
    const address = `#/contests/${id}`;
    announce(words);
    notify(words, address);
    // The screen of the contest shows it.
    if (location.hash === address) return;
    const dismiss = () => {
        notice.remove();
        window.removeEventListener("hashchange", leave);
    };
    const leave = () => { if (location.hash === address) dismiss(); };
    const notice = h("p", {}, words, " ",
        h("a", { class: "tool", href: `/play${address}` }, texts.contests.toContest), " ",
        button(texts.contests.dismiss, dismiss, { class: "tool" }));
    window.addEventListener("hashchange", leave);
    place.append(notice);
    document.body.append(place);
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

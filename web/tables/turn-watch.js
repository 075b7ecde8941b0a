// On every screen, at how many other tables it is the player's turn: next to the link to the tables, in the title of the page, and as a
// notification of the system if the page is in the background. Notices of rounds of contests come the same way. One tab of the browser waits for
// events, and the others hear of it.

import { announce, h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import { call, games, isTokenRefused } from "../api/client.js";
import { onPlayerChange, player, proof } from "../api/player.js";
import { listOwn } from "../api/tables.js";
import { settings } from "../game/settings.js";
import { isOfRound, showRound } from "./round-notices.js";
import { isOwnTurn } from "./table-lists.js";

/** @typedef {import("../types").Schemas["PlayersEvent"]} PlayersEvent */

/** The name of the lock of the tab that waits, and of the channel to the others. */
const NAME = "funhouse.turns";
/** Time that a request waits for events, in seconds. */
const WAIT = 25;
/** The longest delay before the next request after failures, in milliseconds. */
const MAX_DELAY = 60_000;
/** The number before a title. */
const MARK = /^\(\d+\) /;

/** The tables at which it is the player's turn. */
let turns = /** @type {string[]} */ ([]);
/** The number that is shown. */
let shown = 0;
/** Ends the requests of the player that this tab waits for. */
let waiting = new AbortController();
const channel = "BroadcastChannel" in window ? new BroadcastChannel(NAME) : null;

/** Begins to watch. */
export function watchTurns() {
    const title = document.querySelector("title");
    if (title) new MutationObserver(markTitle).observe(title, { childList: true });
    channel?.addEventListener("message", ({ data }) => (Array.isArray(data) ? take(data) : showRound(data)));
    // A move was made on the screen that the player has left.
    window.addEventListener("hashchange", () => {
        show();
        if (turns.length > 0) refresh().catch(() => {});
    });
    onPlayerChange(() => {
        waiting.abort();
        take([]);
        follow();
    });
    follow();
}

/** Waits for events, unless another tab does. */
async function follow() {
    waiting = new AbortController();
    const { signal } = waiting;
    if (!player()) return;
    // Missing without HTTPS. Then each tab waits.
    if (!navigator.locks) return listen(signal);
    // It fails if it is ended before its turn.
    await navigator.locks.request(NAME, { signal }, () => listen(signal)).catch(() => {});
}

/**
 * Waits for events of the player until the signal ends it.
 *
 * @param {AbortSignal} signal
 */
async function listen(signal) {
    let query = "wait=0";
    for (let failures = 0; !signal.aborted; ) {
        try {
            const response = await call(`/v1/players/me/events?${query}`, { headers: proof(), signal, cache: "no-store" });
            const { events, position, reset } = await response.json();
            if (reset || events.length > 0) await refresh();
            for (const event of events) {
                if (event.type === "your_turn") await notify(event);
                if (isOfRound(event)) await spread(event);
            }
            query = `after=${position}&wait=${WAIT}`;
            failures = 0;
        } catch (error) {
            if (signal.aborted || isTokenRefused(error)) return;
            failures += 1;
            await new Promise((resolve) => { setTimeout(resolve, Math.min(1000 * 2 ** failures, MAX_DELAY)); });
        }
    }
}

/** Gets the tables, and notifies the other tabs. */
async function refresh() {
    const own = await listOwn();
    take(own.filter((table) => table.status === "playing" && table.seats.length > 1 && isOwnTurn(table)).map(({ id }) => id));
    channel?.postMessage(turns);
}

/**
 * Shows the notice of a round, also in the other tabs.
 *
 * @param {PlayersEvent} event
 */
async function spread(event) {
    channel?.postMessage(event);
    await showRound(event);
}

/** @param {string[]} tables */
function take(tables) {
    turns = tables;
    show();
}

/** Whether a table is on the screen. @param {string} id */
function isOpen(id) {
    return location.hash.startsWith(`#/tables/${id}`);
}

/** Shows at how many tables that are not on the screen it is the player's turn. */
function show() {
    const before = shown;
    shown = turns.filter((id) => !isOpen(id)).length;
    if (shown === before) return;
    const link = document.querySelector("[data-nav='tables']");
    link?.querySelector(".turns")?.remove();
    const words = texts.tables.yourTurns(shown);
    if (shown > 0) link?.append(h("span", { class: "turns", title: words }, h("span", { "aria-hidden": "true" }, shown), h("span", { class: "unseen" }, words)));
    if (shown > before) announce(words);
    markTitle();
}

function markTitle() {
    const plain = document.title.replace(MARK, "");
    const marked = shown > 0 ? `(${shown}) ${plain}` : plain;
    if (document.title !== marked) document.title = marked;
}

/**
 * Notifies the player of a turn, unless the page is visible or has the table on its screen, which does so itself.
 *
 * @param {PlayersEvent} event
 */
async function notify({ table = "", game }) {
    const isAllowed = document.hidden && settings().notify && "Notification" in window && Notification.permission === "granted";
    if (!isAllowed || isOpen(table) || !turns.includes(table)) return;
    const title = (await games().catch(() => [])).find(({ id }) => id === game)?.title;
    try {
        const notice = new Notification(texts.tables.itIsYourTurn, { body: title ?? game ?? "", tag: table });
        notice.onclick = () => {
            window.focus();
            location.hash = `#/tables/${table}`;
            notice.close();
        };
    } catch {
        // Some phones allow notifications only to installed apps.
    }
}

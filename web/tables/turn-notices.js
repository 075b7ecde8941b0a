// Notifications of the system for a player whose table is open in a tab in the background: it is their turn, or the game is over.

import { h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import { setSetting, settings } from "../game/settings.js";
import { isSeated, isYourTurn } from "./table-game.js";
import { isOlder } from "./table-order.js";

/** @typedef {import("../api/tables.js").TableData} TableData */

/** Whether the browser can show notifications. */
const supported = () => "Notification" in window && isSecureContext;

export class TurnNotices {
    /**
     * @param {string} title of the game
     * @param {TableData} data
     */
    constructor(title, data) {
        this.title = title;
        this.before = occasion(data);
        /** The newest data. */
        this.latest = /** @type {TableData | null} */ (data);
        /** The notification on the screen. */
        this.notice = /** @type {Notification | null} */ (null);
    }

    /**
     * Notifies the player of news, unless the page is visible. Older data is ignored.
     *
     * @param {TableData} data
     */
    take(data) {
        if (this.latest && isOlder(data, this.latest)) return;
        this.latest = data;
        const now = occasion(data);
        if (now === this.before) return;
        this.before = now;
        this.close();
        const words = sentence(data);
        if (!words || !document.hidden || !settings().notify || !supported() || Notification.permission !== "granted") return;
        try {
            this.notice = new Notification(words, { body: this.title, tag: data.id });
        } catch {
            // Some phones allow notifications only to installed apps.
            return;
        }
        this.notice.onclick = () => {
            window.focus();
            this.close();
        };
    }

    /** Accepts any data next, because the service lost moves. */
    forget() {
        this.latest = null;
    }

    close() {
        this.notice?.close();
        this.notice = null;
    }
}

/**
 * What distinguishes one occasion for a notification from the next. If a robot moves at once, the page can hear of both moves together, and never
 * that it was not the player's turn. Each turn has a deadline of its own.
 *
 * @param {TableData} data
 */
function occasion(data) {
    const words = sentence(data);
    return words === texts.tables.itIsYourTurn ? `${words} ${data.seats[(data.you ?? 0) - 1]?.deadline}` : words;
}

/**
 * What a player is notified of.
 *
 * @param {TableData} data
 */
function sentence(data) {
    if (data.you === undefined || !isSeated(data)) return "";
    if (data.status === "over") return texts.tables.notices.over;
    return data.status === "playing" && isYourTurn(data) ? texts.tables.itIsYourTurn : "";
}

/** The checkbox that allows notifications, with the reason if the browser refuses them. */
export function noticeSetting() {
    if (!supported()) return [];
    const hint = h("span", { class: "hint", role: "status" });
    const change = async () => {
        const allowed = !input.checked || (await Notification.requestPermission()) === "granted";
        input.checked &&= allowed;
        setSetting("notify", input.checked);
        hint.textContent = allowed ? "" : texts.tables.notices.refused;
    };
    const input = h("input", { type: "checkbox", checked: settings().notify && Notification.permission === "granted", onchange: change });
    return [h("label", { class: "setting" }, input, h("span", {}, texts.tables.notices.setting)), hint];
}

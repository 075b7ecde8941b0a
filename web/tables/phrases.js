// The chat of a table: a fixed list of phrases, bubbles at the names of the seats, and the mutes of this browser.

import { announce, button, fill, h, refill } from "../shared/dom.js";
import { recall, remember } from "../shared/storage.js";
import { texts } from "../texts/texts.js";
import { Refused } from "../api/client.js";
import * as tables from "../api/tables.js";
import { playerName } from "./seat-standings.js";

/** @typedef {import("../types").Schemas["Phrase"]} Phrase */
/** @typedef {import("../api/tables.js").TableData} TableData */
/** @typedef {import("../api/tables.js").Spoken} Spoken */

/** What the phrases mean, in the order of the list. @type {Record<Phrase, string>} */
const PHRASES = texts.tables.chat.phrases;

/** Time for which a bubble is shown, in milliseconds. */
const BUBBLE_TIME = 8000;
/** The key of the mutes. */
const MUTED = "funhouse.muted";
/** Maximum number of muted players. */
const MAX_MUTED = 500;

/** @returns {{ all: boolean, players: string[] }} whether all other players are muted, and the ids of those who are */
function muted() {
    return { all: false, players: [], ...recall(MUTED, {}) };
}

export class Phrases {
    /**
     * @param {() => TableData} data the latest data
     * @param {HTMLElement} screen whose elements with `data-said` show bubbles
     * @param {(name: string, words: string) => boolean} log adds a phrase to the log; returns false if there is none on the screen
     */
    constructor(data, screen, log) {
        this.data = data;
        this.screen = screen;
        this.log = log;
        /** What each seat said last. @type {Map<number, { words: string, timer: ReturnType<typeof setTimeout> }>} */
        this.bubbles = new Map();
        /** Number of own phrases that the stream has not repeated yet. */
        this.echoes = 0;
        this.opener = button(texts.tables.chat.title, () => this.toggle(), { class: "tool", "aria-expanded": "false", "aria-controls": "phrases", "data-key": "chat" });
        this.heard = h("span", { class: "heard", "aria-hidden": "true" });
        this.panel = h("div", { class: "phrases", id: "phrases", hidden: true, role: "group", "aria-label": texts.tables.chat.title });
        this.panel.addEventListener("keydown", (event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            this.close();
        });
        this.problem = h("p", { class: "hint", role: "status" });
    }

    /** Whether the table has a chat: solitaires have none. */
    get exists() {
        return this.data().seats.length > 1;
    }

    /** The button and the latest phrase, in one line. */
    get row() {
        return this.exists ? [this.opener, this.heard] : [];
    }

    toggle() {
        if (!this.panel.hidden) return this.close();
        this.panel.hidden = false;
        this.opener.setAttribute("aria-expanded", "true");
        this.update();
        this.panel.querySelector("button, input")?.scrollIntoView({ block: "nearest" });
        /** @type {HTMLElement | null} */ (this.panel.querySelector("button, input"))?.focus();
    }

    close() {
        this.panel.hidden = true;
        this.opener.setAttribute("aria-expanded", "false");
        this.opener.focus();
    }

    /** Updates the list and the bubbles. */
    update() {
        for (const place of /** @type {NodeListOf<HTMLElement>} */ (this.screen.querySelectorAll("[data-said]"))) {
            place.textContent = this.bubbles.get(Number(place.dataset.said))?.words ?? "";
        }
        if (this.panel.hidden) return;
        const { you } = this.data();
        const phrases = /** @type {[Phrase, string][]} */ (Object.entries(PHRASES));
        refill(this.panel,
            you !== undefined && h("div", { class: "chips" }, phrases.map(([phrase, words]) =>
                button(words, () => this.say(phrase), { class: "chip", "data-key": `say-${phrase}` }))),
            this.problem,
            this.muteBox("all", texts.tables.chat.muteAll, muted().all),
            this.others().map(({ id, name }) => this.muteBox(id, texts.tables.chat.mute(name), muted().players.includes(id))));
    }

    /** The other players at the table. */
    others() {
        const { seats, you } = this.data();
        return seats.flatMap(({ player, seat }) => (player && seat !== you ? [player] : []));
    }

    /**
     * @param {string} whom `all`, or the id of a player
     * @param {string} words
     * @param {boolean} checked
     */
    muteBox(whom, words, checked) {
        const input = h("input", { type: "checkbox", checked, "data-key": `mute-${whom}`, onchange: () => this.mute(whom, input.checked) });
        return h("label", { class: "setting" }, input, h("span", {}, words));
    }

    /**
     * Mutes all other players or one of them, at all tables in this browser, or hears them again.
     *
     * @param {string} whom
     * @param {boolean} on
     */
    mute(whom, on) {
        const before = muted();
        const players = before.players.filter((id) => id !== whom);
        remember(MUTED, whom === "all" ? { ...before, all: on } : { ...before, players: on ? [...players, whom].slice(-MAX_MUTED) : players });
        for (const seat of [...this.bubbles.keys()]) if (this.isMuted(seat)) this.hush(seat);
    }

    /** @param {number} seat */
    isMuted(seat) {
        const { seats, you } = this.data();
        const { all, players } = muted();
        const id = seats[seat - 1]?.player?.id;
        return seat !== you && (all || (id !== undefined && players.includes(id)));
    }

    /** @param {Phrase} phrase */
    async say(phrase) {
        const { id, you } = this.data();
        fill(this.problem);
        // The stream can repeat it before the response arrives.
        this.echoes += 1;
        try {
            await tables.say(id, phrase);
        } catch (error) {
            this.echoes -= 1;
            const often = error instanceof Refused && error.problem.code === "too_many_requests";
            this.problem.textContent = often ? texts.tables.chat.tooOften : error instanceof Error ? error.message : String(error);
            return;
        }
        if (you !== undefined) this.show(you, PHRASES[phrase]);
        if (!this.panel.hidden) this.close();
    }

    /**
     * Shows what a player says, unless this browser mutes them.
     *
     * @param {Spoken} spoken
     */
    hear({ seat, phrase }) {
        if (seat === this.data().you && this.echoes > 0) {
            this.echoes -= 1;
            return;
        }
        // A newer service can have more phrases.
        const words = PHRASES[phrase];
        if (words && !this.isMuted(seat)) this.show(seat, words);
    }

    /**
     * @param {number} seat
     * @param {string} words
     */
    show(seat, words) {
        const data = this.data();
        const name = seat === data.you ? texts.tables.you : playerName(data, seat) ?? texts.tables.seatNames.open;
        clearTimeout(this.bubbles.get(seat)?.timer);
        const timer = setTimeout(() => this.hush(seat), BUBBLE_TIME);
        this.bubbles.set(seat, { words, timer });
        this.heard.dataset.seat = String(seat);
        fill(this.heard, h("strong", {}, `${name}: `), words);
        this.update();
        // The log announces what it gets.
        if (!this.log(name, words)) announce(`${name}: ${words}`);
    }

    /**
     * Removes the bubble of a seat.
     *
     * @param {number} seat
     */
    hush(seat) {
        clearTimeout(this.bubbles.get(seat)?.timer);
        this.bubbles.delete(seat);
        if (this.heard.dataset.seat === String(seat)) fill(this.heard);
        this.update();
    }

    leave() {
        for (const { timer } of this.bubbles.values()) clearTimeout(timer);
    }
}

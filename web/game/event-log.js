// The log of a game: everything that happened, as sentences, grouped by rounds and turns.

import { fill, h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";

/** @typedef {Record<string, any> & { text: string }} LoggedEvent */
/** @typedef {{ seat: number, events: LoggedEvent[] }} LoggedMove a move, with its seat */

const labels = texts.game.log;
/** @type {Record<string, (number: number) => string>} */
const HEADINGS = labels.parts;
/** Fields of events that count the parts of a game. */
const PARTS = ["game", "race", "round", "hand"];
/** Types of events that end a part. */
const ENDS = new Set(["scored", "game_over", "game_ended", "round_over", "round_ended"]);
/** Distance from the end, in pixels, within which the reader follows new sentences. */
const NEAR_END = 24;

export class EventLog {
    /**
     * @param {(sentence: string) => string} words rewrites a sentence for the reader
     * @param {(seat: number) => string} nameOf
     */
    constructor(words, nameOf) {
        this.words = words;
        this.nameOf = nameOf;
        // Screen readers announce what is added, and nothing else.
        this.lines = h("div", { class: "log", role: "log", "aria-live": "polite", tabindex: "0", "aria-label": labels.events });
        this.element = h("section", { class: "card", "aria-label": labels.title }, h("h2", { class: "panel-title" }, labels.title), this.lines);
        /** The number of each part. @type {Map<string, number>} */
        this.parts = new Map();
        /** The part that has ended, whose next one begins with the next event. */
        this.ended = "";
        this.turn = /** @type {HTMLElement | null} */ (null);
        /** The events of the last move. @type {LoggedEvent[]} */
        this.last = [];
        this.empty = true;
        this.clear();
    }

    /**
     * Removes everything, as for another reader.
     *
     * @param {string} [note] shown before the first sentence
     */
    clear(note = "") {
        this.parts = new Map(PARTS.map((part) => [part, 1]));
        this.ended = "";
        this.turn = null;
        this.last = [];
        this.empty = true;
        fill(this.lines, note && h("p", { class: "hint" }, note), h("p", { class: "nothing" }, labels.nothing));
    }

    /**
     * Appends moves. A reader who has scrolled up stays there.
     *
     * @param {LoggedMove[]} moves
     * @param {boolean} [earlier] whether they are older than the log: then they are not announced
     */
    add(moves, earlier = false) {
        const { lines } = this;
        if (earlier) {
            lines.setAttribute("aria-live", "off");
            setTimeout(() => lines.setAttribute("aria-live", "polite"), 100);
        }
        const { follows } = this;
        for (const { seat, events } of moves) {
            for (const event of events) this.append(seat, event);
            this.last = events;
        }
        if (follows) lines.scrollTop = lines.scrollHeight;
    }

    /**
     * Appends what a player says.
     *
     * @param {string} name
     * @param {string} message
     */
    say(name, message) {
        const { lines } = this;
        const { follows } = this;
        if (this.empty) lines.querySelector(".nothing")?.remove();
        this.empty = false;
        this.turn = null;
        lines.append(h("p", { class: "log-said" }, h("strong", {}, `${name}: `), message));
        if (follows) lines.scrollTop = lines.scrollHeight;
    }

    /** Whether the reader is at the end, and follows new sentences. */
    get follows() {
        return this.lines.scrollHeight - this.lines.scrollTop - this.lines.clientHeight < NEAR_END;
    }

    /**
     * @param {number} seat
     * @param {LoggedEvent} event
     */
    append(seat, event) {
        if (this.empty) this.lines.querySelector(".nothing")?.remove();
        this.empty = false;
        const part = this.partOf(event);
        if (part) {
            this.lines.append(h("h3", { class: "log-part" }, part));
            this.turn = null;
        }
        if (!this.turn || this.turn.dataset.seat !== String(seat)) {
            this.turn = h("ol", { class: "log-turn", "data-seat": seat, "aria-label": this.nameOf(seat) });
            this.lines.append(this.turn);
        }
        this.turn.append(h("li", { lang: "en" }, this.words(event.text)));
    }

    /**
     * The heading of the part that begins with an event, if one does: `Round 2`.
     *
     * @param {LoggedEvent} event
     */
    partOf(event) {
        const { ended } = this;
        const named = PARTS.find((part) => numberOf(event, part) !== undefined);
        const part = named ?? ended;
        this.ended = ENDS.has(event.type) ? named ?? "round" : "";
        const before = this.parts.get(part) ?? 0;
        const number = named ? numberOf(event, named) : before + 1;
        if (!part || number === undefined || number === before) return "";
        // The parts within it begin again.
        for (const inner of PARTS.slice(PARTS.indexOf(part) + 1)) this.parts.set(inner, 1);
        this.parts.set(part, number);
        return HEADINGS[part](number);
    }
}

/**
 * The number of a part that an event mentions.
 *
 * @param {LoggedEvent} event
 * @param {string} part
 * @returns {number | undefined}
 */
function numberOf(event, part) {
    const number = event[part] ?? (event.type.startsWith(`${part}_`) ? event.number : undefined);
    return typeof number === "number" ? number : undefined;
}

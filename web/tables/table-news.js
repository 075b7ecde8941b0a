// The moves of a table, with the events that the caller may see: the log shows them in order, up to the move that the board shows.

import { texts } from "../texts/texts.js";
import * as tables from "../api/tables.js";
import { EventLog } from "../game/event-log.js";
import { addressed } from "../game/second-person.js";
import { playerName, seatName } from "./seat-standings.js";

/** @typedef {import("../api/tables.js").News} News */
/** @typedef {import("../api/tables.js").TableData} TableData */

/** Maximum number of moves that are shown one by one. After a longer absence, the earlier ones are only listed. */
const MAX_STEPS = 12;

export class TableNews {
    /** @param {() => TableData} data the latest data */
    constructor(data) {
        this.data = data;
        /** @type {Map<number, News>} moves by their numbers */
        this.news = new Map();
        /** Number of moves when the page was opened. They are not announced. */
        this.opened = data().moves;
        /** Number of the last move in the log. */
        this.listed = 0;
        this.log = new EventLog((sentence) => this.words(sentence), (seat) => seatName(data(), seat));
    }

    /** Number of moves from the first on that are known. */
    get known() {
        let known = this.listed;
        while (this.news.has(known + 1)) known += 1;
        return known;
    }

    /** @param {News[]} news */
    take(news) {
        for (const each of news) if (each.number > this.listed) this.news.set(each.number, each);
    }

    /**
     * The known moves after one, up to another.
     *
     * @param {number} after
     * @param {number} to
     */
    between(after, to) {
        return [...this.news.values()].filter(({ number }) => number > after && number <= to).sort((a, b) => a.number - b.number);
    }

    /**
     * Lists the known moves up to a number, without gaps.
     *
     * @param {number} to
     */
    list(to) {
        const news = this.between(this.listed, Math.min(to, this.known));
        if (news.length === 0) return;
        const entries = news.map(({ seat, by, events }) => ({ seat, events: by === "clock" ? [this.late(seat), ...events] : events }));
        this.log.add(entries, news[0].number <= this.opened);
        this.listed = news[news.length - 1].number;
        for (const each of news) this.news.delete(each.number);
    }

    /**
     * The event of a timeout.
     *
     * @param {number} seat
     */
    late(seat) {
        const data = this.data();
        const { you, player } = texts.tables.timeUp;
        return { type: "late", seat, text: seat === data.you ? you : player(seatName(data, seat)) };
    }

    /**
     * A sentence of the service for the reader.
     *
     * @param {string} sentence
     */
    words(sentence) {
        const data = this.data();
        return addressed(sentence, data.you, (seat) => playerName(data, seat));
    }

    /**
     * Shows moves one by one, up to the last one, which the caller draws.
     *
     * @param {News[]} news
     * @param {import("../game/playback.js").Playback} playback
     * @param {{ current: boolean, over: boolean, draw: (picture: string, news: News) => Promise<number | undefined> }} how `current`
     * is whether the last move leads to the current position
     * @returns {Promise<News[]>} the moves that the caller draws together
     */
    async show(news, playback, { current, over, draw }) {
        const last = news.at(-1);
        if (!last) {
            // A change without moves, such as a resignation, may follow moves that were not the last ones.
            if (current) playback.end();
            return [];
        }
        let rest = news;
        for (const each of news.slice(Math.max(0, news.length - MAX_STEPS))) {
            if (each !== last && playback.immediate) continue;
            this.list(each.number);
            const sentences = each.events.map(({ text }) => this.words(text));
            const step = { events: each.events, sentences, current: each === last && current, over: each === last && over };
            await playback.show(step, async () => {
                if (each === last) return 0;
                // A picture that cannot be loaded is left out: the next one includes its move.
                const picture = await tables.pictureAfter(this.data().id, each.number).catch(() => null);
                if (picture === null) return 0;
                rest = news.slice(news.indexOf(each) + 1);
                return draw(picture, each);
            });
        }
        return rest;
    }
}

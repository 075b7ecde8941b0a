// The screen of a table: the waiting room, the live game, and the end. The service sends only what this seat, or an onlooker, may see.

import { announce, fill, h, refill } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import { Unreachable, info as infoOf } from "../api/client.js";
import { onPlayerChange } from "../api/player.js";
import * as tables from "../api/tables.js";
import { lessonFold } from "../lessons/lesson-parts.js";
import { loadLesson } from "../lessons/load-lesson.js";
import { roomCards } from "../game/endings.js";
import { openGame } from "../game/local-game.js";
import { magicBagSheet } from "../game/magic-bag-sheet.js";
import { moveText } from "../game/move-text.js";
import { PlayArea } from "../game/play-area.js";
import { Playback } from "../game/playback.js";
import { showScore } from "../game/score-card.js";
import { settingsFold } from "../game/settings.js";
import { sound } from "../game/sound.js";
import { leftText } from "./clock.js";
import { listen } from "./listener.js";
import { Phrases } from "./phrases.js";
import { explanation } from "./problem-text.js";
import { clock, playerName, seatStandings } from "./seat-standings.js";
import { checkButton, noteCommitment } from "./table-check.js";
import { celebrateRanked, rankedEnd, seatedEnd, tableFacts } from "./table-end.js";
import { LostMoves, StaleMove, TableGame, isSeated, isYourTurn, loadSnapshot } from "./table-game.js";
import { TableNews } from "./table-news.js";
import { isOlder, isSetBack } from "./table-order.js";
import { TableRatings } from "./table-ratings.js";
import { TableTools } from "./table-tools.js";
import { atBoard, pageTitle, turnText } from "./table-turn.js";
import { noticeSetting } from "./turn-notices.js";
import { WaitingRoom, secretNotice } from "./waiting-room.js";

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../api/tables.js").TableData} TableData */
/** @typedef {import("./table-game.js").Snapshot} Snapshot */

/** Time left, in milliseconds, at which screen readers hear a warning, and nothing keeps the player from the move. */
const LOW_TIME = 30_000;
/** Interval between polls for a rematch, in milliseconds. Another instance of the service does not report one by the stream. */
const REMATCH_POLL = 5000;

export class TableScreen {
    /**
     * @param {GameInfo} info
     * @param {Map<string, string>} titles
     * @param {Snapshot} shown
     * @param {import("./turn-notices.js").TurnNotices} notices
     * @param {() => void} reopen replaces this screen, because the service lost moves or the whole table
     */
    constructor(info, titles, shown, notices, reopen) {
        this.info = info;
        this.titles = titles;
        /** @type {TableData} the latest data */
        this.data = shown.table;
        this.shown = shown;
        this.game = /** @type {TableGame | null} */ (null);
        this.area = /** @type {PlayArea | null} */ (null);
        /** The seat for which the play area was made; `-` for an onlooker. */
        this.viewer = "";
        this.closed = false;
        /** The latest data that is not shown yet. */
        this.pending = /** @type {TableData | null} */ (null);
        /** The data whose moves are being shown. */
        this.arriving = /** @type {TableData | null} */ (null);
        this.showing = Promise.resolve();
        this.news = new TableNews(() => this.data);
        this.ratings = new TableRatings(() => this.playback.active || this.showAround());
        this.playback = new Playback({ skipText: () => (isYourTurn(this.latest) ? texts.tables.screen.skipToTurn : texts.tables.screen.skip), urgent: () => this.isShort() });
        this.notices = notices;
        this.reopen = reopen;
        this.connected = true;
        this.warnedFor = 0;
        this.ended = shown.table.status === "over";
        this.stop = () => {};
        this.forgetPlayer = () => {};
        this.timer = /** @type {ReturnType<typeof setInterval> | undefined} */ (undefined);
        /** Time of the last poll for a rematch. */
        this.polled = 0;
        this.room = "";
        this.pointsNote = /** @type {string | undefined} */ (undefined);
        this.waitingRoom = new WaitingRoom(info, {
            attempt: (act) => this.try(act), take: (data) => this.take(data), say: (text) => this.say(text),
        });
        this.goal = h("p", { class: "goal", lang: "en" });
        this.place = h("div", { class: "first" });
        this.turn = h("p", { class: "turn" });
        /** The number of spectators. */
        this.watching = h("span", { class: "watching" });
        this.connectionNotice = h("div", { class: "notice", role: "status" });
        this.notice = h("div", { class: "notice", role: "status" });
        this.problem = h("div", { class: "why-not", role: "alert" });
        this.moment = h("div", { class: "moments" });
        this.tools = new TableTools({ attempt: (act) => this.try(act), take: (data) => this.take(data) }, info.analysis);
        this.end = h("div", { class: "end", tabindex: "-1" });
        /** One element, so that the result of a check stays when the end is shown again. */
        this.check = checkButton(() => this.data);
        this.seats = h("div", {});
        this.score = h("div", {});
        this.sheet = h("div", {});
        this.log = h("div", {});
        this.rules = h("div", {});
        this.element = h("div", { class: "playing at-table" },
            h("h1", { class: "unseen" }, texts.tables.screen.title(info.title)),
            this.place,
            h("div", { class: "side" }, this.end, this.seats, this.score, this.sheet, this.log, this.rules, settingsFold(isSeated(this.data), ...(isSeated(this.data) ? noticeSetting() : [])), tableFacts(this.data, info)));
        this.phrases = new Phrases(() => this.data, this.element, (name, words) => {
            if (this.log.firstChild) this.news.log.say(name, words);
            return this.log.firstChild !== null;
        });
    }

    /** Shows the table and subscribes to its news. */
    async begin() {
        await this.showAll(this.shown);
        if (this.closed) return;
        this.timer = setInterval(() => this.tick(), 500);
        this.listen();
        // The stream is opened with the player's token, so it belongs to one player.
        this.forgetPlayer = onPlayerChange(() => this.listen());
    }

    /** Subscribes to the news of the table as the current player, and ends the previous subscription. */
    listen() {
        this.stop();
        const { embargoed_until: embargoed, moves_removed: removed, position, status } = this.data;
        // Others get no news of an embargoed game. After the end, only a rematch can follow, which needs the moves.
        if (removed || (embargoed && !position) || (status === "over" && !isSeated(this.data))) return;
        // The log begins with the first move.
        this.stop = listen(this.data.id, {
            known: () => ({ moves: this.news.known, set_backs: this.data.set_backs }),
            lost: () => this.reopen(),
            take: (news, table) => {
                this.news.take(news);
                if (table) this.take(table);
            },
            hear: (spoken) => this.phrases.hear(spoken),
            count: (spectators) => {
                this.watching.textContent = spectators > 0 ? texts.tables.screen.watching(spectators) : "";
            },
            connected: (connected) => this.showConnection(connected),
        });
    }

    /** Ends all updates, and accepts no input. What is shown stays until another screen replaces it. */
    freeze() {
        this.closed = true;
        this.stop();
        this.forgetPlayer();
        clearInterval(this.timer);
        this.playback.leave();
        this.element.inert = true;
        this.area?.freeze();
    }

    leave() {
        this.freeze();
        this.notices.close();
        this.phrases.leave();
        this.area?.board.remove();
    }

    /** The table at the position on the board. */
    get displayed() {
        return atBoard(this.data, this.area?.board, this.playback.active);
    }

    /** The latest data, which may be about moves that are not shown yet. */
    get latest() {
        return this.pending ?? this.arriving ?? this.data;
    }

    /**
     * Shows newer data. If something is being shown, the latest data is shown next.
     *
     * @param {TableData} table
     */
    take(table) {
        if (!this.accepts(table, this.pending ?? this.data)) return;
        this.notices.take(table);
        const begins = this.pending === null;
        this.pending = table;
        if (begins) this.showing = this.showing.then(() => this.showPending());
    }

    /**
     * Whether data can be shown: it is not older than other data. If moves were lost in between, the table is opened again instead.
     *
     * @param {TableData} table
     * @param {TableData} [than] what is known
     */
    accepts(table, than = this.data) {
        if (this.closed || isOlder(table, than)) return false;
        if (!isSetBack(table, than)) return true;
        this.reopen();
        return false;
    }

    async showPending() {
        // A move that is being sent comes first: newer data includes it.
        await this.area?.moving;
        const table = this.pending;
        this.pending = null;
        if (!table || !this.accepts(table)) return;
        const before = this.data;
        const same = table.moves === before.moves && table.status === before.status && table.you === before.you;
        this.arriving = table;
        try {
            if (same && (this.game || table.status === "waiting")) {
                this.data = { ...table, receipt: before.receipt };
                if (this.playback.active) {
                    this.playback.end();
                    await this.area?.show();
                }
                return this.showAround();
            }
            const shown = await loadSnapshot({ ...table, news: this.news.between(before.moves, table.moves) }, before.moves);
            await this.area?.moving;
            // A move of this page may have shown newer data in the meantime.
            if (this.accepts(shown.table)) await this.showAll(shown);
        } catch (error) {
            this.playback.end();
            // The listener reports a lost connection.
            if (!(error instanceof Unreachable)) this.showProblem(error);
            else setTimeout(() => { if (!this.closed) this.take(table); }, 1000);
        } finally {
            this.arriving = null;
        }
    }

    /**
     * Shows the moves of a snapshot one by one, except the last one.
     *
     * @param {Snapshot} shown
     */
    async showMoves(shown) {
        const { table, news, position } = shown;
        const { game, area } = this;
        if (this.closed || !isSeated(table) || !game || !area || !position) return;
        const rest = await this.news.show(news, this.playback, {
            current: this.pending === null,
            over: table.status === "over",
            draw: (picture, { events }) => {
                game.position = { ...game.position, picture, events: [events], legal_moves: undefined };
                return area.show(true, this.playback.tempo);
            },
        });
        position.events = rest.map(({ events }) => events);
        game.position = this.shown.position;
    }

    /**
     * Shows a snapshot.
     *
     * @param {Snapshot} shown
     */
    async showAll(shown) {
        const before = this.data;
        const first = this.game === null;
        const { table, position } = shown;
        const viewer = `${table.you ?? "-"}`;
        if (this.viewer === viewer) await this.showMoves(shown);
        if (this.closed) return;
        this.useSnapshot(shown);
        if (!position) {
            this.showRoom();
        } else if (this.game && this.area && this.viewer === viewer) {
            this.game.take(shown);
            await this.area.show(table.moves > before.moves);
        } else {
            this.createArea(shown, viewer);
            await /** @type {PlayArea} */ (this.area).show(!first && table.moves > before.moves);
        }
        this.showAround();
    }

    /** @param {Snapshot} shown */
    useSnapshot(shown) {
        this.shown = shown;
        this.data = shown.table;
        noteCommitment(shown.table);
        this.notices.take(shown.table);
        this.news.take(shown.news);
    }

    /**
     * Creates the play area for a seat.
     *
     * @param {Snapshot} shown
     * @param {string} viewer
     */
    createArea(shown, viewer) {
        this.area?.board.remove();
        this.viewer = viewer;
        this.game = new TableGame(shown, (after) => this.useSnapshot(after));
        this.area = new PlayArea(/** @type {any} */ (this.game), {
            changed: () => (this.playback.active ? this.showTurn() : this.showAround()),
            waiting: () => this.playback.title || turnText(this.displayed).words,
            present: ({ shown }) => this.showMoves(shown),
            words: (text) => this.news.words(text),
            say: (sentence) => {
                fill(this.problem, h("p", {}, this.news.words(sentence)));
                sound("no");
            },
            showProblem: (move, problem) => this.showProblem(problem, move),
            clearProblem: () => fill(this.problem),
        }, shown.table.you === undefined);
        this.area.board.nameOf = (seat) => playerName(this.data, seat);
        this.playback.attach(this.area);
        fill(this.problem);
        fill(this.place, this.goal, this.area.prompt, this.area.board.element,
            h("div", { class: "dock" }, this.turn, this.connectionNotice, this.notice,
                h("div", { class: "choice" }, this.moment, this.playback.element, this.problem, this.area.panel), this.tools.windows,
                h("div", { class: "tools" }, this.tools.resignation, this.phrases.row), this.phrases.panel));
    }

    /** Updates everything around the board. */
    showAround() {
        if (this.closed) return;
        const { data, info, area } = this;
        const turn = isYourTurn(data);
        const over = data.status === "over";
        this.element.dataset.status = data.status;
        this.element.dataset.moves = String(data.moves);
        this.element.dataset.turn = String(turn);
        if (data.status === "waiting") this.showRoom();
        if (area && this.game) {
            area.panel.hidden = !turn || this.playback.active;
            const { position } = this.game;
            if (!isSeated(data)) {
                showScore(this.score, position, info, this.titles);
                fill(this.sheet, magicBagSheet(position));
            }
            const shownMoves = this.shown.news;
            if (shownMoves.length > 0 && this.element.dataset.shown !== String(data.moves)) {
                fill(this.moment, ...roomCards(position, info, this.titles));
                announce(this.newsText(), this.area?.board.title);
                sound(position.finished ? "end" : "move");
            }
            this.element.dataset.shown = String(data.moves);
        }
        this.showRules();
        this.ratings.take(data);
        if (isSeated(data) && data.position && !this.log.firstChild) this.log.append(this.news.log.element);
        if (!this.playback.active) this.news.list(data.moves);
        this.tools.show(data);
        this.tick();
        if (over) this.showEnd();
        this.showTurn();
        document.title = pageTitle(this.latest, info.title);
    }

    /** Whose turn it is, or the rooms that ended, for screen readers. The log announces what happened. */
    newsText() {
        const said = isSeated(this.data) ? [isYourTurn(this.data) ? texts.tables.itIsYourTurn : ""]
            : roomCards(this.game?.position, this.info, this.titles).map((card) => card.textContent ?? "");
        return said.join(" ");
    }

    /** @param {boolean} connected */
    showConnection(connected) {
        if (connected === this.connected) return;
        this.connected = connected;
        this.element.dataset.connected = String(connected);
        fill(this.connectionNotice, !connected && h("p", {}, texts.tables.screen.connectionLost));
    }

    /** Updates the clocks, and polls for a rematch. */
    tick() {
        const [data, time] = [this.latest, tables.now()];
        for (const clock of /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll("[data-until]"))) {
            const words = leftText(Number(clock.dataset.until) - time);
            if (clock.textContent !== words) clock.textContent = words;
        }
        const another = data.status === "over" && isSeated(data) && data.you !== undefined && !data.rematch;
        if (another && !document.hidden && time - this.polled > REMATCH_POLL) {
            this.polled = time;
            tables.load(data.id).then((table) => { if (table.rematch) this.take(table); }, () => {});
        }
        if (!this.isShort()) return;
        // The clock runs while moves are shown.
        this.playback.skip();
        const { until } = turnText(data);
        if (this.warnedFor === until || !isSeated(data)) return;
        this.warnedFor = until;
        announce(texts.tables.screen.lowTime);
    }

    /** Whether little time is left for the player's move. */
    isShort() {
        const { until } = turnText(this.latest);
        return until > 0 && until - tables.now() < LOW_TIME && isYourTurn(this.latest);
    }

    /**
     * Shows the goal and the lesson of the game, or of the open room.
     *
     * @param {any} [position]
     */
    async showRules(position = this.game?.position) {
        const room = position ? openGame(position.state) : this.info.id;
        if (room === this.room) return;
        this.room = room;
        const [info, lesson] = await Promise.all([room === this.info.id ? this.info : infoOf(room), loadLesson(room)]);
        fill(this.goal, room !== this.info.id && h("strong", {}, `${info.title}. `), lesson.goal ?? info.summary);
        fill(this.rules, lessonFold(room, lesson));
        this.pointsNote = lesson.points;
    }

    /** Shows the waiting room, or the notice that the game is secret. */
    showRoom() {
        const { data, info } = this;
        if (data.status === "waiting") refill(this.place, this.goal, this.waitingRoom.show(data, this.watching, h("div", { class: "tools" }, this.phrases.row), this.phrases.panel, this.connectionNotice, this.notice, this.problem));
        else if (!this.game) fill(this.place, this.goal, secretNotice(data, info));
    }

    /** @param {string} text */
    say(text) {
        fill(this.notice, h("p", {}, text));
    }

    /** Shows that the service lost moves, after which this screen was opened again. The end of a game explains it itself. */
    noteSetBack() {
        const { status, moves, ending } = this.data;
        if (ending === "set_back") announce(texts.tables.end.setBack);
        if (status !== "over") this.say(status === "waiting" ? texts.tables.screen.lostChanges : texts.tables.screen.lostMoves(moves));
    }

    /**
     * Does something, and shows the error if it fails.
     *
     * @param {() => Promise<void>} act
     */
    async try(act) {
        fill(this.problem);
        try {
            await act();
        } catch (error) {
            this.showProblem(error);
        }
    }

    /** Shows whose turn it is, and the seats of a game in progress. */
    showTurn() {
        const data = this.displayed;
        const { words, until } = turnText(data);
        fill(this.turn, words && h("strong", {}, this.playback.title || words), until > 0 && [" · ", clock(until)], data.status !== "waiting" && this.watching);
        const isPlayed = isSeated(data) && data.position && data.status !== "over";
        refill(this.seats, isPlayed && h("section", { class: "card", "aria-label": texts.tables.theSeats },
            h("h2", { class: "panel-title" }, texts.tables.theSeats), seatStandings(data, undefined, (seat) => this.ratings.after(seat)), this.pointsNote && h("p", { class: "hint", lang: "en" }, this.pointsNote)));
        this.phrases.update();
    }

    /** Shows the outcome. */
    showEnd() {
        const { data, info } = this;
        const wasChoosing = this.area?.panel.contains(document.activeElement);
        refill(this.end, ...(isSeated(data) ? seatedEnd(data, [this.reason(), this.pointsNote], () => this.rematch(), this.ratings, this.check) : rankedEnd(data, info, this.titles, this.game?.position, (text) => this.say(text), this.check)));
        if (this.ended) return;
        // The game ended while it was shown.
        this.ended = true;
        fill(this.problem);
        announce(this.end.querySelector("h2")?.textContent ?? "");
        if (this.game && this.area) celebrateRanked(data, info, this.game, this.area.board.element);
        if (wasChoosing) this.end.focus();
    }

    /** The last thing that happened, as a sentence. */
    reason() {
        const text = this.news.log.last.at(-1)?.text;
        return text ? this.news.words(text) : "";
    }

    /** Creates the rematch, or joins it. */
    rematch() {
        return this.try(async () => {
            const next = await tables.rematch(this.data.id);
            noteCommitment(next);
            location.hash = `#/tables/${next.id}`;
        });
    }

    /**
     * @param {unknown} problem
     * @param {any} [move]
     */
    async showProblem(problem, move) {
        if (this.closed) return;
        if (problem instanceof LostMoves) return this.reopen();
        if (problem instanceof StaleMove) {
            this.showing = this.showing.then(async () => {
                // Newer data may have been shown in the meantime.
                if (this.accepts(problem.shown.table)) await this.showAll(problem.shown);
                fill(this.problem, h("p", {}, problem.message));
            });
            return;
        }
        fill(this.problem, move && h("p", { class: "tried" }, this.news.words(moveText(move))), explanation(problem));
    }
}

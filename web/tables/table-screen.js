// The screen of a table: the waiting room, the live game, and the end. The service sends only what this seat, or an onlooker, may see.

import { announce, button, fill, h, refill } from "../shared/dom.js";
import { counted, listed } from "../shared/text.js";
import { Refused, Unreachable, games, info as infoOf } from "../api/client.js";
import { onPlayerChange } from "../api/player.js";
import * as tables from "../api/tables.js";
import { lessonFold } from "../lessons/lesson-parts.js";
import { loadLesson } from "../lessons/load-lesson.js";
import { celebrate, roomCards, verdict } from "../game/endings.js";
import { showLog, withNames } from "../game/event-log.js";
import { openGame } from "../game/local-game.js";
import { magicBagSheet } from "../game/magic-bag-sheet.js";
import { moveText } from "../game/move-text.js";
import { PlayArea } from "../game/play-area.js";
import { showScore } from "../game/score-card.js";
import { sound } from "../game/sound.js";
import { noteResult } from "../statistics/result-store.js";
import { leftText } from "./clock.js";
import { listen } from "./listener.js";
import { clock, seatName, seatStandings } from "./seat-standings.js";
import { noteCommitment } from "./table-check.js";
import { rankedEnd, resignationText, seatedEnd, tableFacts } from "./table-end.js";
import { StaleMove, TableGame, isSeated, isYourTurn, loadSnapshot } from "./table-game.js";
import { WaitingRoom, secretNotice } from "./waiting-room.js";

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../api/tables.js").TableData} TableData */
/** @typedef {import("../api/tables.js").News} News */
/** @typedef {import("./table-game.js").Snapshot} Snapshot */

/** Maximum number of moves in the log. */
const LOG_MOVES = 40;
/** Time left, in milliseconds, at which screen readers hear a warning. */
const LOW_TIME = 30_000;
/** Interval between polls for a rematch, in milliseconds. Another instance of the service does not report one by the stream. */
const REMATCH_POLL = 5000;

/** @type {import("../types").Screen} */
export async function screen(show, [id]) {
    const data = await tables.load(id, { legal: true });
    noteCommitment(data);
    const [info, all, shown] = await Promise.all([infoOf(data.game), games(), loadSnapshot(data, data.moves)]);
    const tableScreen = new TableScreen(info, new Map(all.map(({ id, title }) => [id, title])), shown);
    // The goal above the board is shown before the board, so that the board does not shift.
    await tableScreen.showRules(shown.position);
    if (!show(info.title, tableScreen.element)) return;
    await tableScreen.begin();
    return () => tableScreen.leave();
}

class TableScreen {
    /**
     * @param {GameInfo} info
     * @param {Map<string, string>} titles
     * @param {Snapshot} shown
     */
    constructor(info, titles, shown) {
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
        this.showing = Promise.resolve();
        /** @type {Map<number, News>} moves by their numbers */
        this.news = new Map();
        this.connected = true;
        this.warnedFor = "";
        this.ended = shown.table.status === "over";
        this.stop = () => {};
        this.forgetPlayer = () => {};
        this.timer = /** @type {ReturnType<typeof setInterval> | undefined} */ (undefined);
        /** Time of the last poll for a rematch. */
        this.polled = 0;
        this.room = "";
        this.waitingRoom = new WaitingRoom(info, {
            attempt: (act) => this.try(act), take: (data) => this.take(data), say: (text) => this.say(text),
        });
        this.goal = h("p", { class: "goal" });
        this.place = h("div", { class: "first" });
        this.turn = h("p", { class: "turn" });
        this.connectionNotice = h("div", { class: "notice", role: "status" });
        this.notice = h("div", { class: "notice", role: "status" });
        this.problem = h("div", { class: "why-not", role: "alert" });
        this.moment = h("div", { class: "moments" });
        this.windows = h("div", { class: "tools" });
        this.resignation = h("div", { class: "tools" });
        this.end = h("div", { class: "end", tabindex: "-1" });
        this.seats = h("div", {});
        this.score = h("div", {});
        this.sheet = h("div", {});
        this.log = h("div", {});
        this.rules = h("div", {});
        this.element = h("div", { class: "playing at-table" },
            h("h1", { class: "unseen" }, `${info.title}, a table`),
            this.goal,
            this.place,
            h("div", { class: "side" }, this.end, this.seats, this.score, this.sheet, this.log, this.rules, tableFacts(this.data, info)));
    }

    /** Shows the table and subscribes to its news. */
    async begin() {
        await this.showAll(this.shown);
        this.timer = setInterval(() => this.tick(), 500);
        this.listen();
        // The stream is opened with the player's token, so it belongs to one player.
        this.forgetPlayer = onPlayerChange(() => this.listen());
    }

    /** Subscribes to the news of the table as the current player, and ends the previous subscription. */
    listen() {
        this.stop();
        const { embargoed_until: embargoed, position, status, moves } = this.data;
        // Others get no news of an embargoed game. After the end, only a rematch can follow.
        if ((embargoed && !position) || (status === "over" && !isSeated(this.data))) return;
        // The log begins with the latest moves.
        let known = Math.max(0, moves - LOG_MOVES);
        this.stop = listen(this.data.id, {
            known: () => known,
            take: (news, table) => {
                for (const each of news) {
                    this.news.set(each.number, each);
                    known = Math.max(known, each.number);
                }
                if (table) this.take(table);
            },
            connected: (connected) => this.showConnection(connected),
        });
    }

    leave() {
        this.closed = true;
        this.stop();
        this.forgetPlayer();
        clearInterval(this.timer);
        this.area?.board.remove();
    }

    /**
     * Shows newer data. If something is being shown, the latest data is shown next.
     *
     * @param {TableData} table
     */
    take(table) {
        const latest = this.pending ?? this.data;
        if (table.moves < latest.moves || (latest.status === "over" && table.status !== "over")) return;
        const begins = this.pending === null;
        this.pending = table;
        if (begins) this.showing = this.showing.then(() => this.showPending());
    }

    async showPending() {
        // A move that is being sent comes first: newer data includes it.
        await this.area?.moving;
        const table = this.pending;
        this.pending = null;
        if (!table || this.closed) return;
        const before = this.data;
        const same = table.moves === before.moves && table.status === before.status && table.you === before.you;
        if (table.moves < before.moves) return;
        try {
            if (same && (this.game || table.status === "waiting")) {
                this.data = { ...table, receipt: before.receipt };
                return this.showAround();
            }
            const shown = await loadSnapshot({ ...table, news: this.newsAfter(before.moves, table.moves) }, before.moves);
            await this.area?.moving;
            // A move of this page may have shown newer data in the meantime.
            if (!this.closed && shown.table.moves >= this.data.moves) await this.showAll(shown);
        } catch (error) {
            // The listener reports a lost connection.
            if (!(error instanceof Unreachable)) this.showProblem(error);
            else setTimeout(() => { if (!this.closed) this.take(table); }, 1000);
        }
    }

    /**
     * @param {number} after
     * @param {number} to
     */
    newsAfter(after, to) {
        return [...this.news.values()].filter(({ number }) => number > after && number <= to).sort((a, b) => a.number - b.number);
    }

    /**
     * Shows a snapshot.
     *
     * @param {Snapshot} shown
     */
    async showAll(shown) {
        const before = this.data;
        const first = this.game === null;
        this.useSnapshot(shown);
        const { table, position } = shown;
        const viewer = `${table.you ?? "-"}`;
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
        for (const each of shown.news) this.news.set(each.number, each);
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
            changed: () => this.showAround(),
            say: (sentence) => {
                fill(this.problem, h("p", {}, sentence));
                sound("no");
            },
            showProblem: (move, problem) => this.showProblem(problem, move),
            clearProblem: () => fill(this.problem),
        }, shown.table.you === undefined);
        fill(this.problem);
        fill(this.place, this.area.board.element,
            h("div", { class: "dock" }, this.turn, this.connectionNotice, this.notice,
                h("div", { class: "choice" }, this.moment, this.problem, this.area.panel), this.windows, this.resignation));
    }

    /** Updates everything around the board. */
    showAround() {
        const { data, info, area } = this;
        const turn = isYourTurn(data);
        const over = data.status === "over";
        this.element.dataset.status = data.status;
        this.element.dataset.moves = String(data.moves);
        this.element.dataset.turn = String(turn);
        if (data.status === "waiting") this.showRoom();
        if (area && this.game) {
            area.panel.hidden = !turn;
            const { position } = this.game;
            if (!isSeated(data)) {
                showScore(this.score, position, info, this.titles);
                fill(this.sheet, magicBagSheet(position));
            }
            const shownMoves = this.shown.news;
            if (shownMoves.length > 0 && this.element.dataset.shown !== String(data.moves)) {
                fill(this.moment, ...roomCards(position, info, this.titles));
                announce(this.newsText(shownMoves));
                sound(position.finished ? "end" : "move");
            }
            this.element.dataset.shown = String(data.moves);
        }
        this.showRules();
        this.showSeats();
        this.showLog();
        this.showAutoDecline();
        this.showResignation();
        this.tick();
        if (over) this.showEnd();
        this.showTitle();
    }

    /**
     * The news as a sentence for screen readers.
     *
     * @param {News[]} news
     */
    newsText(news) {
        if (!isSeated(this.data)) return [...roomCards(this.game?.position, this.info, this.titles).map((card) => card.textContent ?? ""), this.area?.board.title].join(" ");
        const others = news.filter(({ seat }) => seat !== this.data.you).slice(-3).flatMap((each) => this.sentences(each));
        return [...others, isYourTurn(this.data) ? "It is your turn." : "", this.area?.board.title].join(" ");
    }

    /** Shows the status in the title of the page, which is visible in other tabs. */
    showTitle() {
        const { data, info } = this;
        const taken = data.seats.filter(({ kind }) => kind !== "open").length;
        const say = data.status === "waiting" ? `${taken} of ${data.seats.length} seated: `
            : data.status === "over" ? "Over: "
            : isSeated(data) && isYourTurn(data) ? "Your turn: " : "";
        document.title = `${say}${info.title} · funhouse`;
    }

    /** @param {boolean} connected */
    showConnection(connected) {
        if (connected === this.connected) return;
        this.connected = connected;
        this.element.dataset.connected = String(connected);
        fill(this.connectionNotice, !connected && h("p", {}, "Connection lost. Your game is safe. Reconnecting…"));
    }

    /** Updates the clocks, and polls for a rematch. */
    tick() {
        const { data } = this;
        const time = tables.now();
        for (const clock of /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll("[data-until]"))) {
            const words = leftText(Number(clock.dataset.until) - time);
            if (clock.textContent !== words) clock.textContent = words;
        }
        const { words, until } = this.turnText();
        const key = `${words} ${until}`;
        if (this.turn.dataset.key !== key) {
            this.turn.dataset.key = key;
            fill(this.turn, words && h("strong", {}, words), until > 0 && [" · ", clock(until)]);
        }
        const another = data.status === "over" && isSeated(data) && data.you !== undefined && !data.rematch;
        if (another && !document.hidden && time - this.polled > REMATCH_POLL) {
            this.polled = time;
            tables.load(data.id).then((table) => this.take(table), () => {});
        }
        const short = until > 0 && until - time < LOW_TIME && isYourTurn(data);
        if (short && this.warnedFor !== key && isSeated(data)) {
            this.warnedFor = key;
            announce("Less than half a minute left for your move.");
        }
    }

    /** The seat to move as text, and its deadline in milliseconds since 1970, or 0. */
    turnText() {
        const { data } = this;
        const until = (/** @type {string | undefined} */ deadline) => (deadline && data.status === "playing" ? Date.parse(deadline) : 0);
        if (data.status === "waiting") return { words: "Waiting for players", until: 0 };
        // The card of the end shows the outcome.
        if (data.status === "over") return { words: "", until: 0 };
        if (!isSeated(data)) return { words: `${data.class === "ranked_daily" ? "Ranked daily" : "Ranked"}, ${counted(data.moves, "move")}`, until: until(data.deadline) };
        if (isYourTurn(data)) return { words: "Your turn", until: until(data.seats[(data.you ?? 1) - 1]?.deadline) };
        const toAct = data.position?.to_act ?? [];
        const deadlines = toAct.flatMap((seat) => data.seats[seat - 1]?.deadline ?? []).sort();
        return { words: `${listed(toAct.map((seat) => seatName(data, seat)))} to move`, until: until(deadlines[0]) };
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
    }

    /** Shows the waiting room, or the notice that the game is secret. */
    showRoom() {
        const { data, info } = this;
        if (data.status === "waiting") refill(this.place, this.waitingRoom.show(data, this.connectionNotice, this.notice, this.problem));
        else if (!this.game) fill(this.place, secretNotice(data, info));
    }

    /** @param {string} text */
    say(text) {
        fill(this.notice, h("p", {}, text));
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

    /** Shows the seats of a game in progress. */
    showSeats() {
        const { data } = this;
        if (!isSeated(data) || !data.position || data.status === "over") return fill(this.seats);
        refill(this.seats, h("section", { class: "card", "aria-label": "The seats" },
            h("h2", { class: "panel-title" }, "The seats"), seatStandings(data)));
    }

    /** Shows the latest events. */
    showLog() {
        if (!isSeated(this.data) || !this.data.position) return;
        const { moves } = this.data;
        const news = this.newsAfter(Math.max(0, moves - LOG_MOVES), moves);
        const latest = String(news.at(-1)?.number ?? 0);
        if (this.log.dataset.moves === latest) return;
        this.log.dataset.moves = latest;
        for (const old of this.news.keys()) if (old <= moves - LOG_MOVES) this.news.delete(old);
        showLog(this.log, news.flatMap((each) => this.sentences(each)));
    }

    /**
     * What happened in a move, with the names of players in place of seats.
     *
     * @param {News} news
     */
    sentences({ seat, by, events }) {
        const late = by === "clock" ? [`Time was up for seat ${seat}, and the robot moved.`] : [];
        return [...late, ...events.map(({ text }) => text)].map((sentence) => withNames(sentence, (number) => this.data.seats[number - 1]?.player?.name));
    }

    /** Shows the switch of auto-decline, in games that ask every seat to react. */
    showAutoDecline() {
        const { id, auto_decline: on } = this.data;
        if (on === undefined) return fill(this.windows);
        const box = this.windows.querySelector("input");
        if (box) {
            box.checked = on;
            return;
        }
        const change = async () => {
            try {
                this.take(await tables.setAutoDecline(id, input.checked));
            } catch (error) {
                input.checked = !input.checked;
                throw error;
            }
        };
        const input = h("input", { type: "checkbox", checked: on, onchange: () => this.try(change) });
        fill(this.windows, h("label", { class: "setting" }, input, h("span", {}, "Auto-decline")),
            h("span", { class: "hint" }, "When all players are asked to react, answers no for you after 3 seconds. Only you see this."));
    }

    /** Shows the button to give up, which asks for confirmation. */
    showResignation() {
        const { data } = this;
        const playing = data.status === "playing" && data.you !== undefined && !data.seats[data.you - 1]?.left;
        if (!playing) return fill(this.resignation);
        if (this.resignation.childElementCount > 0) return;
        const ask = () => {
            fill(this.resignation, h("span", { class: "hint" }, resignationText(data)),
                button("Give up now", () => this.try(async () => this.take(await tables.resign(data.id))), { class: "tool" }),
                button("Play on", rest, { class: "tool" }));
            this.resignation.querySelector("button")?.focus();
        };
        const rest = () => fill(this.resignation, button("Give up", ask, { class: "tool" }),
            !isSeated(data) && h("span", { class: "hint" }, "There is no undo at tables."));
        rest();
    }

    /** Shows the outcome. */
    showEnd() {
        const { data, info } = this;
        const wasChoosing = this.area?.panel.contains(document.activeElement);
        refill(this.end, ...(isSeated(data) ? seatedEnd(data, () => this.rematch()) : rankedEnd(data, info, this.titles, this.game?.position, (text) => this.say(text))));
        if (this.ended) return;
        // The game ended while it was shown.
        this.ended = true;
        announce(this.end.querySelector("h2")?.textContent ?? "");
        const { game } = this;
        if (game && !isSeated(data) && data.ending === "finished") {
            const run = { game: data.game, rules: data.rules, seed: "", options: data.options, moves: game.moves };
            noteResult(data.id, game.position, info, run);
            if (verdict(game.position, info, run).won && this.area) celebrate(this.area.board.element);
        }
        if (wasChoosing) this.end.focus();
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
        if (problem instanceof StaleMove) {
            this.showing = this.showing.then(() => this.showAll(problem.shown)).then(() => fill(this.problem, h("p", {}, problem.message)));
            return;
        }
        const refused = problem instanceof Refused ? problem.problem : null;
        const unnamed = refused?.code === "unauthorized";
        const words = unnamed ? "This browser's token is no longer valid. See Profile."
            : refused ? `${refused.title}: ${refused.detail}.` : problem instanceof Error ? problem.message : String(problem);
        fill(this.problem, move && h("p", { class: "tried" }, moveText(move)), h("p", {}, words));
    }
}

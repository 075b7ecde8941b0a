// The screen of a table: waiting for players, playing live, and how it ended. All that is shown is what the service tells this seat, or
// an onlooker; what others may not see is never in the page.

import { announce, button, fill, h, refill } from "../shared/dom.js";
import { pack } from "../shared/link.js";
import { counted, humanise, listed, title } from "../shared/text.js";
import { Refused, Unreachable, games, info as infoOf } from "../api/client.js";
import { onPlayerChange, player } from "../api/player.js";
import * as tables from "../api/tables.js";
import { lessonFold } from "../lessons/lesson-parts.js";
import { loadLesson } from "../lessons/load-lesson.js";
import { scoreWords } from "../lessons/score-text.js";
import { celebrate, resultText, roomCards, shareButton, verdict } from "../game/endings.js";
import { eventWords, showLog } from "../game/event-log.js";
import { openGame } from "../game/local-game.js";
import { sheet } from "../game/magic-bag-sheet.js";
import { moveWords } from "../game/move-text.js";
import { Table } from "../game/play-area.js";
import { showScore } from "../game/score-card.js";
import { sound } from "../game/sound.js";
import { note } from "../statistics/result-store.js";
import { receiptLines } from "../leaderboards/receipt.js";
import { computerHelp, proves } from "../leaderboards/seed-classes.js";
import { leftWords, paceWords } from "./clock.js";
import { listen } from "./listener.js";
import { forName, tableButton } from "./table-button.js";
import { checkButton, noteCommitment } from "./table-check.js";
import { Held, Stale, dress, isSeated, isYourTurn } from "./table-game.js";

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../api/tables.js").Held} HeldTable */
/** @typedef {import("../api/tables.js").News} News */
/** @typedef {import("./table-game.js").Shown} Shown */

/** Of as many moves it is told what happened. */
const TOLD = 40;
/** From how many milliseconds left on it is said aloud that time is short. */
const SHORT = 30_000;
/** How often it is asked whether there is a rematch, in milliseconds: where it was made by way of another instance of the service, no
 * news of it comes. */
const REMATCH = 5000;

/** @type {import("../types").Screen} */
export async function screen(show, [id]) {
    const told = await tables.show(id, { legal: true });
    noteCommitment(told);
    const [info, all, shown] = await Promise.all([infoOf(told.game), games(), dress(told, told.moves)]);
    const at = new AtTable(info, new Map(all.map(({ id, title }) => [id, title])), shown);
    // What stands above the board is there before the board, so that nothing moves.
    await at.showRules(shown.position);
    if (!show(info.title, at.element)) return;
    await at.begin();
    return () => at.leave();
}

class AtTable {
    /**
     * @param {GameInfo} info
     * @param {Map<string, string>} titles
     * @param {Shown} shown
     */
    constructor(info, titles, shown) {
        this.info = info;
        this.titles = titles;
        /** @type {HeldTable} the table as it was told last */
        this.told = shown.table;
        this.shown = shown;
        this.held = /** @type {Held | null} */ (null);
        this.table = /** @type {Table | null} */ (null);
        /** How the table on the screen was set up: for which seat. */
        this.sitting = "";
        this.gone = false;
        /** What was told and is not shown yet. */
        this.waiting = /** @type {HeldTable | null} */ (null);
        this.showing = Promise.resolve();
        /** @type {Map<number, News>} moves by their numbers */
        this.news = new Map();
        this.connected = true;
        this.saidShort = "";
        this.ended = shown.table.status === "over";
        this.stop = () => {};
        this.forgetPlayer = () => {};
        this.timer = /** @type {ReturnType<typeof setInterval> | undefined} */ (undefined);
        /** When it was asked last whether there is a rematch. */
        this.asked = 0;
        this.room = "";
        this.goal = h("p", { class: "goal" });
        this.place = h("div", { class: "first" });
        this.turn = h("p", { class: "turn" });
        this.lost = h("div", { class: "notice", role: "status" });
        this.notice = h("div", { class: "notice", role: "status" });
        this.problem = h("div", { class: "why-not", role: "alert" });
        this.moment = h("div", { class: "moments" });
        this.surrender = h("div", { class: "tools" });
        this.end = h("div", { class: "end", tabindex: "-1" });
        this.seats = h("div", {});
        this.score = h("div", {});
        this.sheet = h("div", {});
        this.log = h("div", {});
        this.rules = h("div", {});
        this.element = h("div", { class: "playing held" },
            h("h1", { class: "unseen" }, `${info.title}, a table`),
            this.goal,
            this.place,
            h("div", { class: "side" }, this.end, this.seats, this.score, this.sheet, this.log, this.rules, this.about()));
    }

    /** Shows the table and listens to it. */
    async begin() {
        await this.showAll(this.shown);
        this.timer = setInterval(() => this.tick(), 500);
        this.listen();
        // The stream is opened with the player's token, so it belongs to one player.
        this.forgetPlayer = onPlayerChange(() => this.listen());
    }

    /** Listens to the table as the player of this browser, in place of what was listened to before. */
    listen() {
        this.stop();
        const { embargoed_until: embargoed, position, status, moves } = this.told;
        // What nobody but its player may see is told to no one else, and at a table that is over only a rematch is to come.
        if ((embargoed && !position) || (status === "over" && !isSeated(this.told))) return;
        // The latest moves are told again, for those who have just come.
        let known = Math.max(0, moves - TOLD);
        this.stop = listen(this.told.id, {
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
        this.gone = true;
        this.stop();
        this.forgetPlayer();
        clearInterval(this.timer);
        this.table?.board.remove();
    }

    /**
     * Takes what is told of the table. Of what comes while something is being shown, the latest is shown next.
     *
     * @param {HeldTable} table
     */
    take(table) {
        const latest = this.waiting ?? this.told;
        if (table.moves < latest.moves || (latest.status === "over" && table.status !== "over")) return;
        const begins = this.waiting === null;
        this.waiting = table;
        if (begins) this.showing = this.showing.then(() => this.showWaiting());
    }

    async showWaiting() {
        // A move that is on its way here comes first; what was told meanwhile has it.
        await this.table?.moving;
        const table = this.waiting;
        this.waiting = null;
        if (!table || this.gone) return;
        const before = this.told;
        const same = table.moves === before.moves && table.status === before.status && table.you === before.you;
        if (table.moves < before.moves) return;
        try {
            if (same && (this.held || table.status === "waiting")) {
                this.told = { ...table, receipt: before.receipt };
                return this.showAround();
            }
            const shown = await dress({ ...table, news: this.newsAfter(before.moves, table.moves) }, before.moves);
            await this.table?.moving;
            // A move that was made here meanwhile has shown more.
            if (!this.gone && shown.table.moves >= this.told.moves) await this.showAll(shown);
        } catch (error) {
            // The next news tries again; that the connection is lost is said by who listens.
            if (!(error instanceof Unreachable)) this.showProblem(error);
            else setTimeout(() => { if (!this.gone) this.take(table); }, 1000);
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
     * Shows how the table stands.
     *
     * @param {Shown} shown
     */
    async showAll(shown) {
        const before = this.told;
        const first = this.held === null;
        this.noteShown(shown);
        const { table, position } = shown;
        const sitting = `${table.you ?? "-"}`;
        if (!position) {
            this.showRoom();
        } else if (this.held && this.table && this.sitting === sitting) {
            this.held.take(shown);
            await this.table.show(table.moves > before.moves);
        } else {
            this.sitDown(shown, sitting);
            await /** @type {Table} */ (this.table).show(!first && table.moves > before.moves);
        }
        this.showAround();
    }

    /** @param {Shown} shown */
    noteShown(shown) {
        this.shown = shown;
        this.told = shown.table;
        noteCommitment(shown.table);
        for (const each of shown.news) this.news.set(each.number, each);
    }

    /**
     * Puts the game into the page.
     *
     * @param {Shown} shown
     * @param {string} sitting
     */
    sitDown(shown, sitting) {
        this.table?.board.remove();
        this.sitting = sitting;
        this.held = new Held(shown, (made) => this.noteShown(made));
        this.table = new Table(/** @type {any} */ (this.held), {
            changed: () => this.showAround(),
            say: (sentence) => {
                fill(this.problem, h("p", {}, sentence));
                sound("no");
            },
            showProblem: (move, problem) => this.showProblem(problem, move),
            clearProblem: () => fill(this.problem),
        }, shown.table.you === undefined);
        fill(this.problem);
        fill(this.place, this.table.board.element,
            h("div", { class: "dock" }, this.turn, this.lost, this.notice,
                h("div", { class: "choice" }, this.moment, this.problem, this.table.panel), this.surrender));
    }

    /** Shows what stands round the board anew. */
    showAround() {
        const { told, info, table } = this;
        const turn = isYourTurn(told);
        const over = told.status === "over";
        this.element.dataset.status = told.status;
        this.element.dataset.moves = String(told.moves);
        this.element.dataset.turn = String(turn);
        if (told.status === "waiting") this.showRoom();
        if (table && this.held) {
            table.panel.hidden = !turn;
            const { position } = this.held;
            if (!isSeated(told)) {
                showScore(this.score, position, info, this.titles);
                fill(this.sheet, sheet(position));
            }
            const shownMoves = this.shown.news;
            if (shownMoves.length > 0 && this.element.dataset.shown !== String(told.moves)) {
                fill(this.moment, ...roomCards(position, info, this.titles));
                announce(this.heard(shownMoves));
                sound(position.finished ? "end" : "move");
            }
            this.element.dataset.shown = String(told.moves);
        }
        this.showRules();
        this.showSeats();
        this.showLog();
        this.showSurrender();
        this.tick();
        if (over) this.showEnd();
        this.showTitle();
    }

    /**
     * What has happened, for those who hear the page.
     *
     * @param {News[]} news
     */
    heard(news) {
        if (!isSeated(this.told)) return [...roomCards(this.held?.position, this.info, this.titles).map((card) => card.textContent ?? ""), this.table?.board.title].join(" ");
        const others = news.filter(({ seat }) => seat !== this.told.you).slice(-3).flatMap(({ events }) => events.map(eventWords));
        return [...others, isYourTurn(this.told) ? "It is your turn." : "", this.table?.board.title].join(" ");
    }

    /** Says in the title of the page whose turn it is, so that it is seen where the page is not. */
    showTitle() {
        const { told, info } = this;
        const taken = told.seats.filter(({ kind }) => kind !== "open").length;
        const say = told.status === "waiting" ? `${taken} of ${told.seats.length} seated: `
            : told.status === "over" ? "Over: "
            : isSeated(told) && isYourTurn(told) ? "Your turn: " : "";
        document.title = `${say}${info.title} · funhouse`;
    }

    /** @param {boolean} connected */
    showConnection(connected) {
        if (connected === this.connected) return;
        this.connected = connected;
        this.element.dataset.connected = String(connected);
        fill(this.lost, !connected && h("p", {}, "The connection is lost. The game is kept; this page tries again by itself."));
    }

    /** Shows the clock. */
    tick() {
        const { told } = this;
        const time = tables.now();
        for (const clock of /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll("[data-until]"))) {
            const words = leftWords(Number(clock.dataset.until) - time);
            if (clock.textContent !== words) clock.textContent = words;
        }
        const { words, until } = this.turnWords();
        const key = `${words} ${until}`;
        if (this.turn.dataset.key !== key) {
            this.turn.dataset.key = key;
            fill(this.turn, words && h("strong", {}, words), until > 0 && [" · ", clock(until)]);
        }
        const another = told.status === "over" && isSeated(told) && told.you !== undefined && !told.rematch;
        if (another && !document.hidden && time - this.asked > REMATCH) {
            this.asked = time;
            tables.show(told.id).then((table) => this.take(table), () => {});
        }
        const short = until > 0 && until - time < SHORT && isYourTurn(told);
        if (short && this.saidShort !== key && isSeated(told)) {
            this.saidShort = key;
            announce("Less than half a minute left for your move.");
        }
    }

    /** Whose turn it is, and until when. */
    turnWords() {
        const { told } = this;
        const until = (/** @type {string | undefined} */ deadline) => (deadline && told.status === "playing" ? Date.parse(deadline) : 0);
        if (told.status === "waiting") return { words: "Waiting for players", until: 0 };
        // The card of the end says how it ended.
        if (told.status === "over") return { words: "", until: 0 };
        if (!isSeated(told)) return { words: `${told.class === "sealed_daily" ? "Sealed daily" : "Sealed"}, ${counted(told.moves, "move")}`, until: until(told.deadline) };
        if (isYourTurn(told)) return { words: "Your turn", until: until(told.seats[(told.you ?? 1) - 1]?.deadline) };
        const toAct = told.position?.to_act ?? [];
        const deadlines = toAct.flatMap((seat) => told.seats[seat - 1]?.deadline ?? []).sort();
        return { words: `${listed(toAct.map((seat) => this.name(seat)))} to move`, until: until(deadlines[0]) };
    }

    /** @param {number} number */
    name(number) {
        const seat = this.told.seats[number - 1];
        if (!seat) return `Seat ${number}`;
        const who = seat.kind === "robot" ? "robot" : seat.kind === "open" ? "open" : seat.player?.name ?? "deleted player";
        return `Seat ${number}, ${who}${this.told.you === number ? " (you)" : ""}${seat.left ? ", gone" : ""}`;
    }

    /**
     * What the table is played for, and how: of a suite of rooms, the open one.
     *
     * @param {any} [position]
     */
    async showRules(position = this.held?.position) {
        const room = position ? openGame(position.state) : this.info.id;
        if (room === this.room) return;
        this.room = room;
        const [info, lesson] = await Promise.all([room === this.info.id ? this.info : infoOf(room), loadLesson(room)]);
        fill(this.goal, room !== this.info.id && h("strong", {}, `${info.title}. `), lesson.goal ?? info.summary);
        fill(this.rules, lessonFold(room, lesson));
    }

    /** Before it begins: who is there, the link for others, and sitting down. Where nothing may be seen: why. */
    showRoom() {
        const { told, info } = this;
        if (this.held && told.status !== "waiting") return;
        if (told.status !== "waiting") {
            const until = told.embargoed_until?.slice(0, 10) ?? told.day;
            fill(this.place, h("section", { class: "cover card" },
                h("h2", {}, `${info.title}: the sealed game of ${told.day}`),
                h("p", {}, `It is shown to its player alone until the day is over (${until}): the deal is the same for everybody.`),
                h("div", { class: "tools" }, h("a", { class: "tool", href: "#/daily" }, "Play it yourself"))));
            return;
        }
        const open = told.seats.filter(({ kind }) => kind === "open");
        const mine = told.seats.find(({ player: who }) => who && who.id === player()?.id);
        const asks = this.place.querySelector(".asks") ?? h("div", { class: "asks" });
        const link = h("input", { id: "share", type: "text", readonly: true, value: location.href, onfocus: () => link.select(), "data-key": "share" });
        refill(this.place, h("section", { class: "cover card waiting-room" },
            h("h2", {}, open.length === 1 ? "One seat is open" : `${open.length} seats are open`),
            h("p", {}, `${info.title} begins when the last one is taken. Who sits where is drawn then. Each has ${paceWords(told.pace ?? 0)} for a move.`),
            h("ul", { class: "seated" }, told.seats.map(({ kind, player: who }) => h("li", {}, kind === "open" ? "Open" : kind === "robot" ? "A robot" : `${who?.name ?? "A deleted player"}${who && who.id === player()?.id ? " (you)" : ""}`))),
            !mine && open[0] && button("Sit down", () => this.sit(), { class: "primary narrow-button", "data-key": "sit" }),
            asks,
            h("div", { class: "field" },
                h("label", { for: "share" }, "The link for others"), link),
            h("div", { class: "tools" },
                button("Copy the link", () => this.copyLink(), { class: "tool", "data-key": "copy" }),
                mine && this.maySeatRobots() && button(open.length === 1 ? "Give it to a robot" : "Give them to robots", () => this.seatRobots(), { class: "tool", "data-key": "robots" }),
                mine && button("Leave", () => this.standUp(mine.seat), { class: "tool", "data-key": "leave" })),
            this.lost, this.notice, this.problem));
    }

    /** Takes an open seat. Who has no name is asked for one. */
    async sit() {
        const place = /** @type {HTMLElement} */ (this.place.querySelector(".asks"));
        if (forName(place, () => this.sit()).asked) return;
        await this.try(async () => {
            const open = this.told.seats.find(({ kind }) => kind === "open");
            if (!open) throw new Error("Somebody has taken the last seat.");
            this.take(await tables.sit(this.told.id, open.seat));
        });
    }

    /** @param {number} seat */
    standUp(seat) {
        return this.try(async () => {
            await tables.standUp(this.told.id, seat);
            location.hash = "#/tables";
        });
    }

    /** Whether robots may take what is open: as long as nobody else sits there, for a new table takes the place of this one. */
    maySeatRobots() {
        return this.told.seats.every(({ kind, player: who }) => kind !== "player" || (who && who.id === player()?.id));
    }

    /** Puts a table in the place of this one at which robots have the open seats. */
    seatRobots() {
        return this.try(async () => {
            const { id, game, options, pace, seats, listed } = this.told;
            const mine = seats.find(({ kind }) => kind === "player");
            const next = await tables.make({ game, options, pace, listed, seats: seats.map((seat) => (seat === mine ? "you" : "robot")) });
            noteCommitment(next);
            if (mine) await tables.standUp(id, mine.seat).catch(() => {});
            location.hash = `#/tables/${next.id}`;
        });
    }

    async copyLink() {
        try {
            await navigator.clipboard.writeText(location.href);
            fill(this.notice, h("p", {}, "The link is copied."));
        } catch {
            /** @type {HTMLInputElement | null} */ (this.place.querySelector("#share"))?.select();
            fill(this.notice, h("p", {}, "Copy it from the field."));
        }
    }

    /**
     * Does something, and says what went wrong if it did not work.
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

    /** Shows who sits where, what they have, and whose turn it is. */
    showSeats() {
        const { told } = this;
        if (!isSeated(told) || !told.position || told.status === "over") return fill(this.seats);
        refill(this.seats, h("section", { class: "card", "aria-label": "The seats" },
            h("h2", { class: "panel-title" }, "The seats"), this.standings(undefined)));
    }

    /** @param {number[] | undefined} places */
    standings(places) {
        const { points = [], to_act: toAct = [] } = this.told.position ?? {};
        const seats = points.map((_, i) => i + 1);
        if (places) seats.sort((a, b) => places[a - 1] - places[b - 1] || a - b);
        const playing = this.told.status === "playing";
        const time = (/** @type {number} */ seat) => {
            const deadline = playing ? this.told.seats[seat - 1]?.deadline : undefined;
            return deadline ? clock(Date.parse(deadline)) : toAct.includes(seat) && playing ? "to move" : "";
        };
        return h("table", { class: "standings" },
            h("thead", {}, h("tr", {}, places && h("th", { scope: "col" }, "Place"), h("th", { scope: "col" }, "Who"), playing && h("th", { scope: "col" }, "To move"), h("th", { scope: "col" }, "Points"))),
            h("tbody", {}, seats.map((seat) => h("tr", { "aria-current": playing && toAct.includes(seat) && "true" },
                places && h("td", {}, places[seat - 1]), h("th", { scope: "row" }, this.name(seat)), playing && h("td", {}, time(seat)), h("td", {}, points[seat - 1])))));
    }

    /** Shows what happened lately. */
    showLog() {
        if (!isSeated(this.told) || !this.told.position) return;
        const { moves } = this.told;
        const news = this.newsAfter(Math.max(0, moves - TOLD), moves);
        const latest = String(news.at(-1)?.number ?? 0);
        if (this.log.dataset.moves === latest) return;
        this.log.dataset.moves = latest;
        for (const old of this.news.keys()) if (old <= moves - TOLD) this.news.delete(old);
        const lines = news.flatMap(({ seat, by, events }) => [
            ...(by === "clock" ? [`Seat ${seat}'s time was up, and the robot moved for it.`] : []),
            ...events.map(eventWords),
        ]);
        showLog(this.log, lines);
    }

    /** The way to give up, which asks before it does. */
    showSurrender() {
        const { told } = this;
        const playing = told.status === "playing" && told.you !== undefined && !told.seats[told.you - 1]?.left;
        if (!playing) return fill(this.surrender);
        if (this.surrender.childElementCount > 0) return;
        const words = isSeated(told)
            ? surrenderWords(told.seats)
            : told.class === "sealed_daily" ? "The game ends. The game of the day can be played once."
                : "The game ends as unfinished. In your average of the month it counts as abandoned, or its current score if that is worse.";
        const ask = () => {
            fill(this.surrender, h("span", { class: "hint" }, words),
                button("Give up now", () => this.try(async () => this.take(await tables.resign(told.id))), { class: "tool" }),
                button("Play on", rest, { class: "tool" }));
            this.surrender.querySelector("button")?.focus();
        };
        const rest = () => fill(this.surrender, button("Give up", ask, { class: "tool" }),
            !isSeated(told) && h("span", { class: "hint" }, "At a table nothing can be taken back."));
        rest();
    }

    /** Shows how it ended. */
    showEnd() {
        const { told, info } = this;
        const wasChoosing = this.table?.panel.contains(document.activeElement);
        refill(this.end, ...(isSeated(told) ? this.seatedEnd() : this.sealedEnd()));
        if (this.ended) return;
        // It ended while somebody looked.
        this.ended = true;
        announce(this.end.querySelector("h2")?.textContent ?? "");
        const { held } = this;
        if (held && !isSeated(told) && told.ending === "finished") {
            const run = { game: told.game, rules: told.rules, seed: "", options: told.options, moves: held.moves };
            note(told.id, held.position, info, run);
            if (verdict(held.position, info, run).won && this.table) celebrate(this.table.board.element);
        }
        if (wasChoosing) this.end.focus();
    }

    /** @returns {import("../shared/dom.js").Child[]} */
    seatedEnd() {
        const { told } = this;
        const { places } = told.position ?? {};
        // Where the game ended early the player who stayed has won, if there is one.
        const stayed = told.seats.map(({ kind, left }) => (kind === "player" && !left ? 1 : 2));
        const first = (places ?? stayed).flatMap((place, i) => (place === 1 ? [this.name(i + 1)] : []));
        const words = first.length === 0 ? "The game was given up" : first.length === 1 ? `${first[0]} has won` : `${listed(first)} share the first place`;
        const gone = told.seats.some(({ kind, left }) => kind === "player" && left);
        return [
            h("h2", { class: "panel-title" }, words),
            this.standings(places),
            gone && h("p", { class: "hint" }, "Whoever gave up or left is placed behind the players who did not."),
            h("div", { class: "tools" },
                told.you !== undefined && button(told.rematch ? "Join the rematch" : "Rematch", () => this.rematch(), { class: "tool", "data-key": "rematch" }),
                h("a", { class: "tool", href: `#/tables?game=${told.game}` }, "Another table")),
            checkButton(told),
        ];
    }

    /** @returns {import("../shared/dom.js").Child[]} */
    sealedEnd() {
        const { told, info } = this;
        const { score } = told.position ?? {};
        const finished = told.ending === "finished";
        const daily = told.class === "sealed_daily";
        const own = told.you !== undefined;
        return [
            h("h2", { class: "panel-title" }, finished ? "The game is over" : told.ending === "resigned" ? "Given up" : "Time was up"),
            finished && score && h("p", { class: "final" }, score.total, h("span", {}, scoreWords(info.id, score.total).replace(/^\d+/, ""))),
            !finished && h("p", {}, daily ? "It is on no board." : "It is on no board, and counts as unfinished in the average of its month."),
            ...(told.receipt ? receiptLines(told.receipt, this.titles) : [
                told.run && h("div", { class: "tools" },
                    h("a", { class: "tool", href: `#/boards/${told.game}?${new URLSearchParams({ class: told.class ?? "sealed", around: told.run, show: "runs" })}` }, "See the board"),
                    h("a", { class: "tool", href: `#/runs/${told.run}` }, "Watch it"))]),
            own && h("div", { class: "tools" }, finished && shareButton(() => this.result(), (words) => fill(this.notice, h("p", {}, words))), daily
                ? h("a", { class: "tool", href: "#/daily" }, "The other games of the day")
                : tableButton("Play again, sealed", () => ({ game: told.game, options: told.options }), { class: "tool" })),
            told.seed === undefined
                ? h("p", { class: "hint" }, `The seed is told when the day is over (${told.embargoed_until?.slice(0, 10)}). Then this game can be checked here.`)
                : checkButton(told),
        ];
    }

    /** The result as text. Nothing of the day's deal is in it, and the link leads to the same deal: by its seed, or for a daily game by its day. */
    async result() {
        const { told, info } = this;
        const { game, rules, options, seed, day } = told;
        const daily = told.class === "sealed_daily";
        const path = daily ? `#/daily/${day}` : seed ? `#/at/${await pack({ game, rules, seed, options, moves: [] })}` : `#/new/${game}`;
        const title = daily ? `${info.title}, daily game of ${day}` : info.title;
        return resultText(/** @type {any} */ (this.held?.position), { ...info, title }, new URL(path, location.href).href);
    }

    rematch() {
        return this.try(async () => {
            const next = await tables.rematch(this.told.id);
            noteCommitment(next);
            location.hash = `#/tables/${next.id}`;
        });
    }

    /** The fold that tells what the table promises. */
    about() {
        const { told, info } = this;
        const options = Object.entries(told.options).map(([name, value]) => `${title(name)}: ${humanise(value)}`);
        return h("details", { class: "fold" },
            h("summary", {}, "This table"),
            h("div", {},
                options.map((option) => h("p", {}, option)),
                told.class && [h("p", {}, proves(told.class)), computerHelp(info)],
                !told.class && h("p", {}, `The service deals and holds this game. Nobody, not even who made the table, knows what comes next; when it is over the seed is told, and anybody can check it. Each has ${paceWords(told.pace ?? 0)} for a move; then the robot moves for them.`),
                h("p", {}, "SHA-256 of the seed, told from the beginning: ", h("code", {}, told.commitment)),
                h("p", { class: "hint" }, `Rules version ${told.rules}.`),
                h("div", { class: "tools" },
                    h("a", { class: "tool", href: `#/new/${info.id}` }, `${info.title}, not at a table`))));
    }

    /**
     * @param {unknown} problem
     * @param {any} [move]
     */
    async showProblem(problem, move) {
        if (problem instanceof Stale) {
            this.showing = this.showing.then(() => this.showAll(problem.shown)).then(() => fill(this.problem, h("p", {}, problem.message)));
            return;
        }
        const refused = problem instanceof Refused ? problem.problem : null;
        const unnamed = refused?.code === "unauthorized";
        const words = unnamed ? "The service does not know this browser's token any more. Look under You."
            : refused ? `${refused.title}: ${refused.detail}.` : problem instanceof Error ? problem.message : String(problem);
        fill(this.problem, move && h("p", { class: "tried" }, moveWords(move)), h("p", {}, words));
    }
}

/**
 * What giving up does at a table for several: it ends where too few players are left to go on.
 *
 * @param {HeldTable["seats"]} seats
 */
function surrenderWords(seats) {
    const others = seats.filter(({ kind, left }) => kind === "player" && !left).length - 1;
    const robots = seats.some(({ kind }) => kind === "robot");
    return others < (robots ? 1 : 2) ? "The game ends, and you finish last." : "A robot takes over; you finish last.";
}

/**
 * A clock that runs down.
 *
 * @param {number} until in milliseconds since 1970
 */
function clock(until) {
    return h("span", { class: "clock", "data-until": until }, leftWords(until - tables.now()));
}

// The screen of a contest: how to enter, the link for others, the rounds, the standings, and who has finished.

import { button, fill, h, refill } from "../shared/dom.js";
import { listed } from "../shared/text.js";
import { texts } from "../texts/texts.js";
import { info as infoOf } from "../api/client.js";
import * as contests from "../api/contests.js";
import { onPlayerChange, player } from "../api/player.js";
import { now } from "../api/tables.js";
import { who } from "../leaderboards/run-tables.js";
import { leftText, timeText } from "../tables/clock.js";
import { clock } from "../tables/seat-standings.js";
import { askForName } from "../tables/table-button.js";
import { noteCommitment } from "../tables/table-check.js";
import { checkFold } from "./contest-check.js";
import { takesEntrants } from "./contest-text.js";
import { Standings } from "./standings-table.js";

/** @typedef {import("../types").Schemas} Schemas */
/** @typedef {import("../api/contests.js").Contest} Contest */
/** @typedef {Contest["rounds"][number]} Round */

const words = texts.contests.contest;
/** Maximum interval between requests for news, in milliseconds. */
const POLL = 15_000;
/** When news are requested after a round opens or closes, in milliseconds: not at the same moment by all who wait for it. */
const [SOONEST, SPREAD] = [500, 4000];
/** How long news of a round are expected after its time, in milliseconds. Rounds wait while an operator confirms the clock. */
const EXPECTED = 60_000;

/** @type {import("../types").Screen} */
export async function screen(show, [id]) {
    const contest = await contests.load(id);
    const opened = new ContestScreen(contest, await infoOf(contest.game));
    await opened.loadLists();
    if (!show(contest.name, opened.element)) return;
    opened.begin();
    return () => opened.leave();
}

class ContestScreen {
    /**
     * @param {Contest} contest
     * @param {import("../types").GameInfo} info
     */
    constructor(contest, info) {
        this.contest = contest;
        this.info = info;
        this.standings = new Standings(contest);
        this.entrants = /** @type {Schemas["ContestEntrant"][]} */ ([]);
        /** The cursor of the entrants that are not loaded. */
        this.next = /** @type {string | undefined} */ (undefined);
        /** Whether further pages of entrants are shown, which are not loaded again. */
        this.isLong = false;
        this.closed = false;
        /** When news are requested next, in milliseconds since 1970. */
        this.due = nextNews(contest);
        this.timer = /** @type {ReturnType<typeof setInterval> | undefined} */ (undefined);
        this.forgetPlayer = () => {};
        this.lead = h("p", { class: "lead" });
        this.entering = h("div", {});
        /** The place of the form that asks for a name. It survives updates. */
        this.nameForm = h("div", { class: "asks" });
        this.link = h("input", { id: "share", type: "text", readonly: true, value: location.href, onfocus: () => this.link.select() });
        this.notice = h("span", { role: "status" });
        this.problem = h("div", { class: "why-not", role: "alert" });
        this.sharing = h("div", { class: "setup" },
            h("div", { class: "field" }, h("label", { for: "share" }, words.link), this.link),
            h("div", { class: "tools" }, button(words.copyLink, () => this.copyLink(), { class: "tool" }), this.notice));
        this.rounds = h("ul", { class: "games", tabindex: "-1" });
        this.canceling = h("div", { tabindex: "-1" });
        this.players = h("div", { tabindex: "-1" });
        this.fair = h("div", { tabindex: "-1" });
        this.element = h("div", { class: "page contest" },
            h("p", { class: "back" }, h("a", { href: "#/contests" }, texts.contests.title)),
            h("h1", {}, contest.name),
            this.lead,
            h("div", {}, this.entering, this.nameForm, this.problem),
            h("section", { "aria-labelledby": "contest-rounds-title" },
                h("h2", { id: "contest-rounds-title" }, words.rounds), this.rounds),
            this.sharing,
            h("section", { "aria-labelledby": "contest-standings" },
                h("h2", { id: "contest-standings" }, words.standings), this.standings.element),
            h("section", { "aria-labelledby": "contest-players" },
                h("h2", { id: "contest-players" }, words.players), this.players),
            this.fair,
            this.canceling);
    }

    begin() {
        this.timer = setInterval(() => {
            this.tick();
            if (now() < this.due || document.hidden) return;
            this.due = now() + POLL;
            this.update().then(() => { this.due = nextNews(this.contest); }, () => {});
        }, 1000);
        this.forgetPlayer = onPlayerChange(() => this.update().catch(() => {}));
    }

    leave() {
        this.closed = true;
        clearInterval(this.timer);
        this.forgetPlayer();
    }

    /** Updates the clocks. */
    tick() {
        for (const each of /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll("[data-until]"))) {
            each.textContent = leftText(Number(each.dataset.until) - now());
        }
    }

    /** Loads the contest again, and shows what has changed. */
    async update() {
        const before = JSON.stringify(this.contest);
        this.contest = await contests.load(this.contest.id);
        const isNew = JSON.stringify(this.contest) !== before;
        if (isNew) return this.loadLists();
        if (takesEntrants(this.contest) && !this.isLong) await this.loadPlayers();
    }

    /** Loads standings and entrants, and shows everything. */
    async loadLists() {
        await Promise.all([this.loadPlayers(), this.standings.load(this.contest.rounds)]);
        if (!this.closed) this.show();
    }

    /** Loads the first entrants. */
    async loadPlayers() {
        const page = await contests.entrants(this.contest.id);
        if (this.closed) return;
        this.entrants = page.entrants;
        this.next = page.next;
        this.isLong = false;
        refill(this.players, ...this.playerList());
    }

    show() {
        const { contest, info } = this;
        const { organizer, entrants } = contest;
        const game = h("a", { href: `#/rules/${contest.game}` }, info.title);
        fill(this.lead, ...words.lead(game, organizer?.name ?? words.deletedPlayer, entrants));
        this.sharing.hidden = !takesEntrants(contest);
        refill(this.entering, ...this.entry());
        refill(this.rounds, ...contest.rounds.map((round) => this.round(round)));
        refill(this.fair, checkFold(contest));
        refill(this.canceling, ...this.cancellation());
    }

    /** How the player is related to the contest, with the button to enter or to withdraw. */
    entry() {
        const { contest } = this;
        const { status, games = [] } = contest.you ?? {};
        const withdraw = games.length === 0 && takesEntrants(contest)
            && button(words.withdraw, () => this.withdraw(), { class: "tool", "data-key": "withdraw" });
        if (status === "asked") return [h("p", {}, words.asked), withdraw];
        if (status === "refused") return [h("p", {}, words.refused)];
        if (status === "entered") return [h("p", { class: "hint" }, words.entered), withdraw];
        if (!takesEntrants(contest)) return [];
        const asks = contest.approval && status !== "organizer";
        return [button(asks ? words.askToEnter : words.enter, () => this.enter(), { class: "primary narrow-button", "data-key": "enter" })];
    }

    /** Enters the contest. Asks for a name first if this browser has no player. */
    enter() {
        if (askForName(this.nameForm, () => this.enter(), texts.contests.chooseName).isAsking) return;
        this.try(async () => {
            this.contest = await contests.enter(this.contest.id);
            await this.loadLists();
        });
    }

    withdraw() {
        this.answer(() => contests.refuse(this.contest.id, player()?.id ?? ""));
    }

    /** The button with which the organizer cancels the contest, which asks for confirmation. None once a player has finished a round. */
    cancellation() {
        const { contest, entrants } = this;
        const isBegun = (contest.you?.games.length ?? 0) > 0 || entrants.some(({ finished }) => finished.length > 0);
        if (!this.decides() || isBegun || !takesEntrants(contest)) return [];
        const place = h("div", { class: "tools" });
        const ask = () => {
            fill(place, h("span", { class: "hint" }, words.canceling),
                button(words.cancelNow, () => this.cancel(), { class: "tool", "data-key": "cancel-now" }),
                button(words.keep, rest, { class: "tool", "data-key": "keep" }));
            place.querySelector("button")?.focus();
        };
        const rest = () => fill(place, button(words.cancel, ask, { class: "tool", "data-key": "cancel" }));
        rest();
        return [place];
    }

    cancel() {
        this.try(async () => {
            await contests.cancel(this.contest.id);
            location.hash = "#/contests";
        });
    }

    /** Whether the player of this browser is the organizer. */
    decides() {
        return this.contest.organizer !== undefined && this.contest.organizer.id === player()?.id;
    }

    /**
     * A round: its state, the player's game, and the actions of the player.
     *
     * @param {Round} round
     */
    round(round) {
        const { number, status, opens_at: opens, closes_at: closes } = round;
        const { id, you } = this.contest;
        const game = you?.games.find((each) => each.round === number);
        const state = status === "scheduled" ? words.scheduled(timeText(opens)) : status === "open" ? clock(Date.parse(closes))
            : status === "closing" ? words.closing : words.closed;
        const table = (/** @type {string} */ text, /** @type {string} */ label, /** @type {string} */ look) =>
            game && h("a", { class: look, href: `#/tables/${game.table}`, "aria-label": label, "data-key": `table-${number}` }, text);
        const canPlay = status === "open" && you?.status === "entered";
        return h("li", { class: "game" },
            h("h3", {}, words.round(number)),
            h("p", {}, state),
            round.void && h("p", { class: "problem" }, words.void),
            game?.over && h("p", {}, h("strong", {}, game.score === undefined ? words.unfinished : words.yours(game.score))),
            h("div", { class: "tools" },
                game && !game.over && table(words.continue, words.continueRound(number), "button"),
                game?.over && table(words.yourTable, words.yourTableOf(number), "tool"),
                !game && canPlay && button(words.play, () => this.play(number), { class: "primary narrow-button", "aria-label": words.playRound(number), "data-key": `play-${number}` }),
                status === "closed" && this.standings.hasSeveralGames(number) && h("a", { class: "tool", href: `#/contests/${id}/replays/${number}`, "aria-label": words.compareRound(number), "data-key": `compare-${number}` }, words.compare)));
    }

    /** Begins a round, and opens its table. @param {number} round */
    play(round) {
        this.try(async () => {
            const table = await contests.begin(this.contest.id, round);
            noteCommitment(table);
            location.hash = `#/tables/${table.id}`;
        });
    }

    /** Who has entered and finished. The organizer also sees the requests, with the answers. */
    playerList() {
        const { contest, entrants, next } = this;
        if (entrants.length === 0) return [h("p", {}, words.noPlayers)];
        const decides = this.decides();
        const several = contest.rounds.length > 1;
        const finished = (/** @type {number[]} */ rounds) =>
            (several ? words.finished(listed(rounds.map((number) => words.round(number).toLowerCase()))) : words.finishedOnly);
        return [
            h("ul", { class: "entrants" }, entrants.map(({ player: each, status, finished: rounds }) => h("li", {},
                who(each),
                rounds.length > 0 && h("span", { class: "hint" }, ` ${finished(rounds)}`),
                status === "asked" && h("span", { class: "hint" }, ` ${words.asks}`),
                status === "asked" && decides && h("span", { class: "tools" },
                    button(words.approve, () => this.answer(() => contests.approve(contest.id, each.id)), { class: "tool", "aria-label": words.approvePlayer(each.name), "data-key": `approve-${each.id}` }),
                    button(words.refuse, () => this.answer(() => contests.refuse(contest.id, each.id)), { class: "tool", "aria-label": words.refusePlayer(each.name), "data-key": `refuse-${each.id}` }))))),
            ...(next ? [button(words.more, () => this.morePlayers(), { class: "tool", "data-key": "more-players" })] : []),
        ];
    }

    /** Shows the next page of entrants. */
    morePlayers() {
        this.try(async () => {
            const page = await contests.entrants(this.contest.id, this.next);
            this.entrants = [...this.entrants, ...page.entrants];
            this.next = page.next;
            this.isLong = true;
            refill(this.players, ...this.playerList());
        });
    }

    /**
     * Answers a request, and shows the contest after it.
     *
     * @param {() => Promise<void>} act
     */
    answer(act) {
        this.try(async () => {
            await act();
            await this.update();
        });
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
            fill(this.problem, h("p", {}, error instanceof Error ? error.message : String(error)));
        }
    }

    async copyLink() {
        try {
            await navigator.clipboard.writeText(location.href);
            fill(this.notice, words.copied);
        } catch {
            this.link.select();
            fill(this.notice, words.copyByHand);
        }
    }
}

/**
 * When a contest may have news: soon after its next round opens or closes, or while its last games are being ended. Never once it is over.
 *
 * @param {Contest} contest
 */
function nextNews({ rounds }) {
    const moments = rounds.flatMap(({ status, opens_at: opens, closes_at: closes }) =>
        (status === "scheduled" ? [Date.parse(opens)] : status === "open" ? [Date.parse(closes)] : status === "closing" ? [now()] : []));
    if (moments.length === 0) return Infinity;
    const next = Math.min(...moments.filter((moment) => moment > now() - EXPECTED));
    return Math.min(now() + POLL, Math.max(now(), next) + SOONEST + Math.random() * SPREAD);
}

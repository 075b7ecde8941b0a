// The waiting room of a table: who is seated, the link for others, and the buttons that take, give or leave a seat.

import { robotLabel } from "../shared/robot-levels.js";
import { button, h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import * as tables from "../api/tables.js";
import { player } from "../api/player.js";
import { paceText } from "./clock.js";
import { bubblePlace } from "./seat-standings.js";
import { askForName } from "./table-button.js";
import { noteCommitment } from "./table-check.js";

/** @typedef {import("../types").GameInfo} GameInfo */
/** @typedef {import("../api/tables.js").TableData} TableData */
/**
 * @typedef {object} Actions what the screen does for the room
 * @property {(act: () => Promise<void>) => Promise<void>} attempt does something, and shows the error if it fails
 * @property {(data: TableData) => void} take shows newer data
 * @property {(text: string) => void} say shows a notice
 */

export class WaitingRoom {
    /**
     * @param {GameInfo} info
     * @param {Actions} actions
     */
    constructor(info, actions) {
        this.info = info;
        this.actions = actions;
        this.data = /** @type {TableData | null} */ (null);
        /** The place of the form that asks for a name. It survives updates. */
        this.nameForm = h("div", { class: "asks" });
        this.link = h("input", { id: "share", type: "text", readonly: true, value: location.href, onfocus: () => this.link.select(), "data-key": "share" });
    }

    /**
     * The room as an element.
     *
     * @param {TableData} data
     * @param {...HTMLElement} notices shown at the end
     */
    show(data, ...notices) {
        this.data = data;
        const { seats, pace = 0 } = data;
        const open = seats.filter(({ kind }) => kind === "open");
        const mine = this.ownSeat();
        const asks = data.approval?.requests.some(isOneself) ?? false;
        return h("section", { class: "cover card waiting-room" },
            h("h2", {}, texts.tables.waiting.openSeats(open.length)),
            h("p", {}, texts.tables.waiting.rules(this.info.title, paceText(pace)), " ", data.rated ? texts.tables.waiting.rated : texts.tables.waiting.casual),
            h("ul", { class: "seated" }, seats.map((seat) => h("li", {}, occupantText(seat), this.removal(seat), bubblePlace(seat.seat)))),
            !mine && !asks && open[0] && button(this.mustAsk() ? texts.tables.waiting.askForSeat : texts.tables.waiting.sitDown, () => this.takeSeat(), { class: "primary narrow-button", "data-key": "sit" }),
            asks && this.ownRequest(),
            this.requests(),
            this.nameForm,
            h("div", { class: "field" },
                h("label", { for: "share" }, texts.tables.waiting.link), this.link),
            h("div", { class: "tools" },
                button(texts.tables.waiting.copyLink, () => this.copyLink(), { class: "tool", "data-key": "copy" }),
                mine && this.canSeatRobots() && button(texts.tables.waiting.seatRobots(open.length), () => this.seatRobots(), { class: "tool", "data-key": "robots" }),
                mine && button(texts.tables.waiting.leave, () => this.leaveSeat(mine.seat), { class: "tool", "data-key": "leave" })),
            notices);
    }

    /** Whether this player approves who sits down. */
    isMaker() {
        return this.data?.approval !== undefined && this.data.approval.maker === player()?.id;
    }

    /** Whether this player gets a seat only if the maker approves. */
    mustAsk() {
        return this.data?.approval !== undefined && !this.isMaker();
    }

    /** The notice that the maker has not answered this player yet. */
    ownRequest() {
        const own = player()?.id ?? "";
        return h("p", {}, texts.tables.waiting.asked, " ",
            button(texts.tables.waiting.withdraw, () => this.answer(() => tables.refuse(this.id(), own)), { class: "tool", "data-key": "withdraw" }));
    }

    /** The players who ask for a seat, with the answers of the maker. */
    requests() {
        const asking = this.data?.approval?.requests ?? [];
        if (!this.isMaker() || asking.length === 0) return false;
        return h("section", { class: "seat-requests", "aria-labelledby": "seat-requests" },
            h("h3", { id: "seat-requests" }, texts.tables.waiting.requests),
            h("ul", {}, asking.map(({ id, name }) => h("li", {}, name, " ",
                button(texts.tables.waiting.approve, () => this.answer(() => tables.approve(this.id(), id)), { class: "tool", "aria-label": texts.tables.waiting.approvePlayer(name), "data-key": `approve-${id}` }),
                button(texts.tables.waiting.refuse, () => this.answer(() => tables.refuse(this.id(), id)), { class: "tool", "aria-label": texts.tables.waiting.refusePlayer(name), "data-key": `refuse-${id}` })))));
    }

    /**
     * The button by which a maker who approves the players removes one.
     *
     * @param {TableData["seats"][number]} seat
     */
    removal(seat) {
        if (!this.isMaker() || seat.kind !== "player" || isOwn(seat)) return false;
        return button(texts.tables.waiting.remove, () => this.answer(() => tables.leaveSeat(this.id(), seat.seat)), { class: "tool", "data-key": `remove-${seat.seat}` });
    }

    id() {
        return /** @type {TableData} */ (this.data).id;
    }

    /**
     * Answers a request, and shows the table after it.
     *
     * @param {() => Promise<unknown>} act
     */
    answer(act) {
        return this.actions.attempt(async () => {
            await act();
            this.actions.take(await tables.load(this.id()));
        });
    }

    ownSeat() {
        return this.data?.seats.find(isOwn);
    }

    /** Takes an open seat. Asks for a name first if this browser has no player. */
    async takeSeat() {
        if (askForName(this.nameForm, () => this.takeSeat()).isAsking) return;
        await this.actions.attempt(async () => {
            const { id, seats } = /** @type {TableData} */ (this.data);
            const open = seats.find(({ kind }) => kind === "open");
            if (!open) throw new Error(texts.tables.waiting.lastSeatTaken);
            this.actions.take(await tables.takeSeat(id, open.seat));
        });
    }

    /** @param {number} seat */
    leaveSeat(seat) {
        return this.actions.attempt(async () => {
            await tables.leaveSeat(/** @type {TableData} */ (this.data).id, seat);
            location.hash = "#/tables";
        });
    }

    /** Whether robots can take the open seats. They need a new table, so no other player may be seated at this one. */
    canSeatRobots() {
        return this.data?.seats.every((seat) => seat.kind !== "player" || isOwn(seat));
    }

    /** Replaces the table by one with robots in the open seats. */
    seatRobots() {
        return this.actions.attempt(async () => {
            const { id, game, options, pace, seats, listed } = /** @type {TableData} */ (this.data);
            const mine = seats.find(({ kind }) => kind === "player");
            const next = await tables.create({ game, options, pace, listed, seats: seats.map((seat) => (seat === mine ? "you" : { kind: "robot", level: seat.level ?? 1 })) });
            noteCommitment(next);
            if (mine) await tables.leaveSeat(id, mine.seat).catch(() => {});
            location.hash = `#/tables/${next.id}`;
        });
    }

    async copyLink() {
        try {
            await navigator.clipboard.writeText(location.href);
            this.actions.say(texts.tables.waiting.copied);
        } catch {
            this.link.select();
            this.actions.say(texts.tables.waiting.copyByHand);
        }
    }
}

/** @param {{ id: string }} one */
function isOneself({ id }) {
    return id === player()?.id;
}

/** @param {TableData["seats"][number]} seat */
function isOwn({ player: occupant }) {
    return occupant !== undefined && occupant !== null && isOneself(occupant);
}

/** @param {TableData["seats"][number]} seat */
function occupantText(seat) {
    if (seat.kind === "open") return texts.tables.waiting.open;
    if (seat.name !== undefined) return robotLabel(seat.name, seat.level);
    const name = seat.player ? texts.tables.nameOf(seat.player) : texts.tables.waiting.deletedPlayer;
    return isOwn(seat) ? texts.tables.waiting.you(name) : name;
}

/**
 * The notice that a ranked daily game is secret until its day is over, or a game of a contest until its round is closed.
 *
 * @param {TableData} data
 * @param {GameInfo} info
 */
export function secretNotice({ embargoed_until: embargoedUntil, day, contest }, { title }) {
    const words = texts.tables.secret;
    return h("section", { class: "cover card" },
        h("h2", {}, contest ? words.titleOfRound(title, contest.round) : words.title(title, day ?? "")),
        h("p", {}, contest ? words.reasonOfRound : words.reason(embargoedUntil?.slice(0, 10) ?? day ?? "")),
        h("div", { class: "tools" }, h("a", { class: "tool", href: contest ? `#/contests/${contest.id}` : "#/daily" }, contest ? texts.tables.end.toContest : words.playIt)));
}

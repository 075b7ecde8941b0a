// The screen on which a game is played: the table, and round it the score, what went wrong, the rules of the room, and
// what can be done with the game as a whole.

import { announce, button, counted, fill, h, refill } from "./dom.js";
import { handingIn } from "./handing-in.js";
import { Journey, openGame } from "./journey.js";
import { pack, unpack } from "./link.js";
import { leaveGame } from "./memory.js";
import { faceDown, peek } from "./peek.js";
import { showScore } from "./score.js";
import { Refused, info as infoOf, games } from "./service.js";
import { Table } from "./table.js";
import { rulesOf } from "./rules.js";
import { humanise, moveWords, title } from "./words.js";

/** @typedef {import("./types").Move} Move */
/** @typedef {import("./types").GameInfo} GameInfo */

/** @type {import("./main.js").Screen} */
export async function screen(main, [packed]) {
    const run = await unpack(packed);
    const [info, journey, all] = await Promise.all([infoOf(run.game), Journey.open(run), games()]);
    const titles = new Map(all.map(({ id, title }) => [id, title]));
    document.title = `${info.title} · funhouse`;
    const playing = new Playing(info, journey, titles);
    fill(main, playing.element);
    const keys = (/** @type {KeyboardEvent} */ event) => playing.key(event);
    window.addEventListener("keydown", keys);
    await playing.table.show();
    return () => {
        window.removeEventListener("keydown", keys);
        playing.table.board.remove();
    };
}

class Playing {
    /**
     * @param {GameInfo} info
     * @param {Journey} journey
     * @param {Map<string, string>} titles
     */
    constructor(info, journey, titles) {
        this.info = info;
        this.journey = journey;
        this.titles = titles;
        this.table = new Table(journey, {
            changed: () => this.changed(),
            showProblem: (move, problem) => this.showProblem(move, problem),
            clearProblem: () => fill(this.problem),
        });
        this.score = h("div", {});
        this.problem = h("div", { class: "why-not", role: "alert" });
        this.end = h("div", { class: "end", tabindex: "-1" });
        this.undo = button("Undo", () => this.table.step(-1), { class: "tool", "aria-keyshortcuts": "u" });
        this.redo = button("Redo", () => this.table.step(1), { class: "tool", "aria-keyshortcuts": "r" });
        this.peeking = false;
        this.peek = button("Peek", () => this.togglePeek(), { class: "tool", "aria-pressed": "false" });
        this.moves = h("span", { class: "count" });
        this.rules = h("div", {});
        this.room = "";
        this.element = h(
            "div", { class: "playing" },
            h("h1", { class: "unseen" }, info.title),
            h("div", { class: "stage" }, this.table.board.element),
            h("div", { class: "side" },
                h("div", { class: "tools", role: "group", "aria-label": "The game" },
                    this.undo, this.redo, this.peek,
                    button("Link", () => this.copyLink(), { class: "tool", "aria-label": "Link to this position" }),
                    h("a", { class: "tool", href: `#/new/${info.id}`, "aria-label": "New game" }, "New"), this.moves),
                this.end,
                h("div", { class: "choice" }, this.problem, this.table.panel),
                this.score,
                h("details", { class: "fold" }, h("summary", {}, "How to play"), this.rules),
                this.deal(),
                this.advanced()),
        );
    }

    /** Shows what stands round the table anew. */
    async changed() {
        const { position, at, moves } = this.journey;
        showScore(this.score, position, this.info, this.titles);
        this.undo.disabled = !this.journey.canUndo;
        this.redo.disabled = !this.journey.canRedo;
        this.moves.textContent = at === moves.length ? counted(at, "move") : `Move ${at} of ${moves.length}`;
        this.showEnd();
        this.showPeek();
        if (at > 0) announce(this.told());
        const link = `#/at/${await pack(this.journey.run)}`;
        if (position !== this.journey.position || !this.element.isConnected) return;
        history.replaceState(null, "", link);
        const left = { game: this.info.id, link, caption: `${counted(at, "move")}, score ${position.score.total}` };
        leaveGame(this.info.id, position.finished || at === 0 ? null : left);
        await this.showRules();
    }

    /** What the last move did, for those who hear the page. */
    told() {
        const { position, moves, at } = this.journey;
        const ended = (position.events ?? []).flat().flatMap((event) =>
            event.type === "room_ended" ? [`${this.titles.get(event.room) ?? event.room} ended with ${event.score}.`] : []);
        return [`${moveWords(moves[at - 1])}.`, ...ended, this.table.board.title].join(" ");
    }

    togglePeek() {
        this.peeking = !this.peeking;
        this.showPeek();
    }

    /** Shows what lies face down, if that is wanted. */
    showPeek() {
        const { svg } = this.table.board;
        if (!svg) return;
        const { state } = this.journey.position;
        this.peek.hidden = faceDown(svg, state).length === 0;
        this.peek.setAttribute("aria-pressed", String(this.peeking));
        peek(svg, state, this.peeking);
    }

    /** Shows how the game ended, if it has. */
    showEnd() {
        const { position } = this.journey;
        const wasChoosing = this.table.panel.contains(document.activeElement);
        this.table.panel.hidden = position.finished;
        if (!position.finished) return fill(this.end);
        const { total } = position.score;
        refill(
            this.end,
            h("h2", { class: "panel-title" }, "The game is over"),
            h("p", { class: "final" }, total, h("span", {}, total === 1 ? " point" : " points")),
            handingIn(this.journey.run, total, this.titles),
            h("div", { class: "tools" }, h("a", { class: "tool", href: `#/new/${this.info.id}` }, "Play again")),
        );
        if (wasChoosing) this.end.focus();
    }

    /**
     * Shows why a move is illegal, in the service's words.
     *
     * @param {Move} move
     * @param {unknown} problem
     */
    async showProblem(move, problem) {
        if (!(problem instanceof Refused)) {
            return fill(this.problem, h("p", {}, problem instanceof Error ? problem.message : String(problem)));
        }
        const { rule, title, detail, errors } = problem.problem;
        const sentence = this.info.refusing_rules.find(({ id }) => id === rule)?.sentence;
        const others = (errors ?? []).filter((error) => error.detail !== detail);
        fill(
            this.problem,
            h("p", { class: "tried" }, moveWords(move)),
            h("p", {}, h("strong", {}, `${title}: `), `${detail}.`),
            others.length > 0 && h("ul", {}, others.map((error) => h("li", {}, h("code", {}, error.pointer), ` ${error.detail}`))),
            sentence && h("p", { class: "rule" }, sentence, " ", h("code", {}, rule)),
        );
    }

    /** Shows the rules of the room that is open. */
    async showRules() {
        const room = openGame(this.journey.position.state);
        if (room === this.room) return;
        this.room = room;
        const info = room === this.info.id ? this.info : await infoOf(room);
        fill(this.rules, h("h2", {}, info.title), ...rulesOf(info));
    }

    /** The fold that tells what was dealt. */
    deal() {
        const { seed, options, rules } = this.journey.position.state;
        const told = Object.entries(options).map(([name, value]) => `${title(name)}: ${humanise(value)}`);
        return h(
            "details", { class: "fold" },
            h("summary", {}, "This deal"),
            h("div", {},
                h("p", {}, "Seed ", h("code", { class: "seed" }, seed)),
                told.map((option) => h("p", {}, option)),
                h("p", { class: "hint" }, `Rules version ${rules}. The same seed with the same options gives the same deal, for ever.`),
                h("div", { class: "tools" }, h("a", { class: "tool", href: `#/new/${this.info.id}?${new URLSearchParams({ seed })}` }, "Deal it again"))));
    }

    /** The fold for those who write moves by hand. */
    advanced() {
        const text = h("textarea", { id: "json", rows: 4, spellcheck: "false", autocapitalize: "off" });
        const play = () => {
            try {
                this.table.play(JSON.parse(text.value));
            } catch (error) {
                fill(this.problem, h("p", {}, `This is not JSON: ${error instanceof Error ? error.message : error}`));
            }
        };
        const begin = () => {
            if (!fold.open || text.value) return;
            text.value = JSON.stringify(this.journey.position.legal_moves?.moves[0] ?? { type: "" });
        };
        const fold = h(
            "details", { class: "fold", ontoggle: begin },
            h("summary", {}, "Write a move as JSON"),
            h("label", { for: "json" }, "The move, as the service's play takes it"), text,
            button("Play it", play, { class: "tool" }),
        );
        return fold;
    }

    async copyLink() {
        const link = new URL(`#/at/${await pack(this.journey.run)}`, location.href).href;
        try {
            await navigator.clipboard.writeText(link);
            announce("The link to this position is copied.");
            this.moves.textContent = "Link copied";
        } catch {
            this.moves.textContent = "Copy it from the address bar";
        }
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const target = /** @type {Element} */ (event.target);
        if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select")) return;
        if (event.key === "u") this.table.step(-1);
        else if (event.key === "r") this.table.step(1);
        else if (event.key === "Escape") this.table.takeBack(0);
    }
}

// The screen that shows the games of two players of a round side by side, both after the same number of moves.

import { h } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import { info as infoOf } from "../api/client.js";
import * as contests from "../api/contests.js";
import { player } from "../api/player.js";
import { storedRun } from "../api/runs.js";
import { LocalGame } from "../game/local-game.js";
import { moveText } from "../game/move-text.js";
import { PlayArea } from "../game/play-area.js";
import { ReplayControls } from "../game/replay-controls.js";

/** @typedef {{ run: string, name: string, score: number, player: string }} Finished a finished game of the round */

const words = texts.contests.replays;

/** @type {import("../types").Screen} */
export async function screen(show, [id, part], query) {
    const round = Number(part);
    const [contest, listed] = await Promise.all([contests.load(id), finishedGames(id, round)]);
    const finished = withOwn(listed, contest, round);
    const title = words.title(contest.name, round);
    const back = h("a", { class: "tool", href: `#/contests/${id}` }, words.back);
    const pair = chosen(finished, query);
    if (!pair) {
        show(title, h("div", { class: "page narrow" }, h("h1", {}, title),
            h("p", {}, words.tooFew), h("div", { class: "tools" }, back)));
        return;
    }
    const info = await infoOf(contest.game);
    const sides = await Promise.all(pair.map((game) => Side.open(game)));
    const controls = new ReplayControls(bothMoves(sides), async (to, isNext) => {
        await Promise.all(sides.map((side) => side.go(to, isNext)));
    });
    const choose = (/** @type {number} */ which, /** @type {string} */ label) => {
        const change = () => {
            const runs = pair.map(({ run }, i) => (i === which ? select.value : run));
            location.hash = `#/contests/${id}/replays/${round}?${new URLSearchParams({ one: runs[0], other: runs[1] })}`;
        };
        const select = h("select", { id: `game-${which}`, onchange: change },
            finished.map(({ run, name, score }) => h("option", { value: run, selected: run === pair[which].run }, words.score(name, score))));
        return h("div", { class: "field" }, h("label", { for: select.id }, label), select);
    };
    const element = h("div", { class: "page side-by-side" },
        h("h1", {}, title),
        h("div", { class: "tools" }, h("span", {}, info.title), back),
        h("div", { class: "filters" }, choose(0, words.left), choose(1, words.right)),
        h("div", { class: "boards" }, sides.map((side) => side.element)),
        controls.element,
        controls.list);
    if (!show(title, element)) return;
    await Promise.all(sides.map((side) => side.area.show()));
    return () => {
        controls.pause();
        for (const side of sides) side.area.board.remove();
    };
}

/**
 * The finished games of a round, of the first page of the standings.
 *
 * @param {string} contest
 * @param {number} round
 * @returns {Promise<Finished[]>}
 */
async function finishedGames(contest, round) {
    const { standings } = await contests.standings(contest);
    return standings.flatMap(({ player, name = texts.contests.contest.deletedPlayer, rounds }) => {
        const of = rounds.find((each) => each.round === round);
        return of?.run === undefined || of.score === undefined ? [] : [{ run: of.run, name, score: of.score, player }];
    });
}

/**
 * The same with the reader's own game, whose place may be on a later page.
 *
 * @param {Finished[]} finished
 * @param {contests.Contest} contest
 * @param {number} round
 */
function withOwn(finished, { you }, round) {
    const { run, score } = you?.games.find((each) => each.round === round) ?? {};
    const { id, name } = player() ?? {};
    if (run === undefined || score === undefined || id === undefined || name === undefined) return finished;
    return finished.some((game) => game.run === run) ? finished : [...finished, { run, name, score, player: id }];
}

/**
 * The two games to show: those of the query, or the reader's own and the best other one.
 *
 * @param {Finished[]} finished
 * @param {URLSearchParams} query
 */
function chosen(finished, query) {
    if (finished.length < 2) return null;
    const named = (/** @type {string} */ name) => finished.find(({ run }) => run === query.get(name));
    const one = named("one") ?? finished.find((game) => game.player === player()?.id) ?? finished[0];
    const other = named("other") ?? finished.find((game) => game !== one) ?? one;
    return [one, other];
}

/** The moves of both games, by number. @param {Side[]} sides */
function bothMoves(sides) {
    const count = Math.max(...sides.map(({ game }) => game.moves.length));
    const text = (/** @type {Side} */ { game }, /** @type {number} */ i) => (i < game.moves.length ? moveText(game.moves[i]) : words.ended);
    return Array.from({ length: count }, (_, i) => words.both(text(sides[0], i), text(sides[1], i)));
}

/** A game with its board. */
class Side {
    /**
     * @param {Finished} of
     * @param {LocalGame} game
     */
    constructor(of, game) {
        this.game = game;
        this.area = new PlayArea(game, { changed: () => {}, say: () => {}, showProblem: () => {}, clearProblem: () => {} }, true);
        this.total = h("strong", {});
        this.element = h("section", { class: "card", "aria-label": of.name },
            h("h2", { class: "panel-title" }, of.name, " ", this.total),
            this.area.board.element,
            h("div", { class: "tools" }, h("a", { class: "tool", href: `#/runs/${of.run}` }, words.watch(of.name))));
        this.showTotal();
    }

    /** @param {Finished} of */
    static async open(of) {
        const { run } = await storedRun(of.run);
        if (!run) throw new Error(texts.leaderboards.run.secretOfRound);
        return new Side(of, await LocalGame.open({ ...run, options: { ...run.options } }, 0));
    }

    /**
     * Shows the position after some moves, or the last one.
     *
     * @param {number} to
     * @param {boolean} isNext whether only one move was added
     */
    async go(to, isNext) {
        const { game } = this;
        const at = Math.min(to, game.moves.length);
        if (at === game.at) return;
        await game.go(at);
        this.showTotal();
        await this.area.show(isNext);
    }

    showTotal() {
        this.total.textContent = String(this.game.position.score?.total ?? "");
    }
}

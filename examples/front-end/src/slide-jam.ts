// Slide Jam: the service draws the seed, so that no one can choose an easy deal. Then the rules run in this page, and a move needs no request.
// Only the finished run is sent, and the service replays it.

import { connect, game, type Move } from "funhouse/slide-jam";
import { button, element, say, type Screen } from "./page.js";

export const slideJam: Screen = async ({ service: address, token }, root) => {
    const rules = await game();
    const service = connect(address, { token });
    const remote = await service.game("slide-jam");
    const deal = () => remote.deal({ with_legal_moves: true });
    let position = await deal();
    let moves: Move[] = [];
    /** The tiles that are chosen for the next pop, in order: the last one is on top of the stack. */
    let chosen: string[] = [];

    const board = element("div", { className: "board" });
    const choices = element("div", { className: "choices" });
    root.append(board, choices);

    /** The legal moves that begin with the chosen tiles. */
    const possible = () => position.legal_moves.moves.filter(({ cells }) => chosen.every((cell, nth) => cells[nth] === cell));

    function play(move: Move) {
        moves.push(move);
        chosen = [];
        position = rules.play(position.state, move, { with_legal_moves: true });
        draw();
    }

    function choose(cell: string) {
        const at = chosen.indexOf(cell);
        chosen = at < 0 ? [...chosen, cell] : chosen.slice(0, at);
        draw();
    }

    async function submit() {
        const { game, rules: version, seed, options } = position.state;
        const run = { game, rules: version, seed, options, moves, score: position.score.total };
        const { ranks } = await service.submit(run);
        const rank = ranks?.find(({ period }) => period === "all")?.rank;
        choices.replaceChildren(button("New game", begin));
        say(`Submitted: ${run.score} points${rank === undefined ? "" : `, rank ${rank} in Slide Club`}.`);
    }

    async function begin() {
        [position, moves, chosen] = [await deal(), [], []];
        draw();
    }

    function draw() {
        board.innerHTML = rules.picture({ state: position.state });
        const left = possible();
        const can = new Set([...chosen, ...left.map(({ cells }) => cells[chosen.length])]);
        for (const tile of board.querySelectorAll("[data-kind=tile]")) {
            const cell = tile.getAttribute("data-at") ?? "";
            tile.classList.toggle("can", can.has(cell));
            tile.classList.toggle("chosen", chosen.includes(cell));
            if (can.has(cell)) tile.addEventListener("click", () => choose(cell));
        }
        const ready = left.filter(({ cells }) => cells.length === chosen.length);
        const pops = ready.map((move) => button(`Stack ${move.stack}, slide ${move.slide}`, () => play(move)));
        choices.replaceChildren(...(position.finished ? [button("Submit", submit), button("New game", begin)] : pops));
        say(`${position.score.total} points. ${position.finished ? "The game is over." : "Choose the tiles to pop."}`);
    }

    draw();
};

// Slide Jam: the service draws the seed, so that no one can choose an easy deal. Then the rules run in this page, and a move needs no request.
// Only the finished run is sent, and the service replays it.

import { connect, game, type Move } from "funhouse/slide-jam";
import { button, element, say, type Screen } from "./page.js";

/** The suits, by the first letter of a tile. */
const SUITS: Record<string, string> = { S: "suns", M: "moons", C: "crowns", A: "arms" };

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
        const focused = document.activeElement?.getAttribute("data-at");
        board.innerHTML = rules.picture({ state: position.state });
        // An image has no parts that can be chosen, but a group has.
        board.querySelector("svg")?.setAttribute("role", "group");
        const left = possible();
        const can = new Set([...chosen, ...left.map(({ cells }) => cells[chosen.length])]);
        for (const tile of board.querySelectorAll<SVGElement>("[data-kind=tile]")) {
            const { at: cell = "", piece = "" } = tile.dataset;
            if (!can.has(cell)) continue;
            tile.classList.add("can");
            tile.classList.toggle("chosen", chosen.includes(cell));
            const label = `${piece.slice(1)} of ${SUITS[piece.charAt(0)]}, ${cell}`;
            const attributes = { role: "button", tabindex: "0", "aria-label": label, "aria-pressed": String(chosen.includes(cell)) };
            for (const [name, value] of Object.entries(attributes)) tile.setAttribute(name, value);
            tile.onclick = () => choose(cell);
            tile.onkeydown = ({ key }) => key === "Enter" && choose(cell);
            if (cell === focused) tile.focus();
        }
        const ready = left.filter(({ cells }) => cells.length === chosen.length);
        const pops = ready.map((move) => button(`Stack ${move.stack}, slide ${move.slide}`, () => play(move)));
        choices.replaceChildren(...(position.finished ? [button("Submit", submit), button("New game", begin)] : pops));
        say(`${position.score.total} points. ${position.finished ? "The game is over." : "Choose the tiles to pop."}`);
    }

    draw();
};

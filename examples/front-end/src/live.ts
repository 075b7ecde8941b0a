// Darwinian Poker against people: the service pairs users of this app, holds the deck, and sends each player only what their seat sees.

import { connect, game, type Table } from "funhouse/darwinian-poker";
import { attempt, button, element, say, type Screen } from "./page.js";

/** After this many seconds without an opponent, a robot plays. */
const ROBOTS_AFTER = 30;

export const live: Screen = async ({ service: address, token, player }, root, signal) => {
    // Draws pictures in this page.
    const rules = await game();
    const service = connect(address, { token });
    const board = element("div", { className: "board" });
    const choices = element("div", { className: "choices" });
    root.append(board, choices);

    async function find() {
        choices.replaceChildren();
        say("Looking for an opponent…");
        const table = await service.pair({ game: "darwinian-poker", robots_after: ROBOTS_AFTER }, { signal });
        for await (const event of table.events({ with_legal_moves: true, signal })) {
            if (event.type !== "table") continue;
            draw(event.data, (move) => table.moveWith(() => [move]));
            if (event.data.status === "over") break;
        }
    }

    function draw(table: Table, play: (move: NonNullable<Moves>[number]) => Promise<unknown>) {
        const { position, you, seats, status, places } = table;
        if (position === undefined || you === undefined) return;
        board.innerHTML = rules.picture({ view: position.view, seat: you });
        const opponent = seats.find(({ seat }) => seat !== you)?.player?.name ?? "a robot";
        if (status === "over") {
            choices.replaceChildren(button("Play again", find));
            return say(`The game against ${opponent} is over: ${places?.[you - 1] === 1 ? "you win" : "you lose"}.`);
        }
        const moves: Moves = position.legal_moves?.moves;
        const isMyTurn = position.to_act.includes(you);
        choices.replaceChildren(...(isMyTurn && moves ? moves.map((move) => button(`Plant ${move.card}`, () => play(move))) : []));
        say(`${player.name} against ${opponent}. ${isMyTurn ? "Choose a card to plant." : "Your opponent chooses."}`);
    }

    choices.replaceChildren(button("Play someone now", find));
};

type Moves = NonNullable<NonNullable<Table["position"]>["legal_moves"]>["moves"] | undefined;

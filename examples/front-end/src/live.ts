// Darwinian Poker against people: the service pairs users of this app, holds the deck, and sends each player only what their seat sees.

import { connect, game, type Move, type Table } from "funhouse/darwinian-poker";
import { button, element, say, type Screen } from "./page.js";

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
        // A person who leaves this screen looks for no one any more: the signal cancels the request.
        const table = await service.pair({ game: "darwinian-poker", robots_after: ROBOTS_AFTER }, { signal }).catch((error) => {
            if (!signal.aborted) throw error;
        });
        if (table === undefined) return;
        for await (const event of table.events({ with_legal_moves: true, signal })) {
            if (event.type !== "table") continue;
            draw(event.data, (card) => {
                choices.replaceChildren();
                // The seats plant at the same time, so the table may have changed: then the service shows the card among the legal moves, or not.
                return table.moveWith(({ position }) => position?.legal_moves?.moves.filter((move) => move.card === card));
            });
            if (event.data.status === "over") break;
        }
    }

    function draw(table: Table, plant: (card: Move["card"]) => Promise<unknown>) {
        const { position, you, seats, status, places } = table;
        if (position === undefined || you === undefined) return;
        board.innerHTML = rules.picture({ view: position.view, seat: you });
        const opponent = seats.find(({ seat }) => seat !== you)?.player?.name ?? "a robot";
        if (status === "over") {
            choices.replaceChildren(button("Play again", find));
            return say(`The game against ${opponent} is over: ${places?.[you - 1] === 1 ? "you win" : "you lose"}.`);
        }
        const isMyTurn = position.to_act.includes(you);
        const cards = isMyTurn ? (position.legal_moves?.moves ?? []).map(({ card }) => card) : [];
        choices.replaceChildren(...cards.map((card) => button(`Plant ${card}`, () => plant(card))));
        say(`${player.name} against ${opponent}. ${isMyTurn ? "Choose a card to plant." : "Your opponent chooses."}`);
    }

    choices.replaceChildren(button("Play someone now", find));
};

// Checked by `npm run types`, and not run: each game has its own types, and both kinds of games are interchangeable. Nothing needs the library DOM.

import { connect, game, type AnyGame, type GameId, type Move, type State } from "funhouse";

export async function typesOfGames() {
    const local = await game("slide-jam");
    const remote = await connect("http://127.0.0.1:8080").game("slide-jam");
    const { state, score } = local.deal({ seed: "types", with_legal_moves: true });
    const total: number = score.total;
    const move: Move<"slide-jam"> = { type: "pop", cells: ["b5", "b6", "c6"], stack: "left", slide: "down" };
    const next: State<"slide-jam"> = local.play(state, move).state;
    const same: State<"slide-jam"> = (await remote.play(next, [move], { until_illegal: true })).state;
    await Promise.all([local, remote].map(playedAnywhere));

    // @ts-expect-error a move of another game
    local.play(state, { type: "take", seat: 1 });
    // @ts-expect-error a state of another game
    (await game("break-the-bank")).moves(state);
    // @ts-expect-error an unknown game
    await game("slide-ham");
    // @ts-expect-error a solitaire has no built-in player
    local.plan(state).moves;
    return [total, same];
}

async function playedAnywhere(anywhere: AnyGame<"slide-jam">) {
    const { state } = await anywhere.deal({ seed: "types" });
    const { moves } = await anywhere.moves(state);
    return (await anywhere.play(state, moves)).score.total;
}

/** A game that is known only at run time has the types of any game. */
export async function typesOfAnyGame(id: GameId) {
    const local = await game(id);
    const dealt = local.deal({ seed: "types", with_legal_moves: true });
    const { moves } = local.moves(dealt.state);
    const played = local.play(dealt.state, moves, { with_text: true });
    const remote = await connect("http://127.0.0.1:8080").game(id);
    return [played.finished, local.plan(played.state).moves.length, await playedOnce(local), await playedOnce(remote)];
}

async function playedOnce(anywhere: AnyGame) {
    const { state } = await anywhere.deal();
    return (await anywhere.play(state, [])).game;
}

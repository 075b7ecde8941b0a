// Checked by `npm run types`, and not run: each game has its own types, and both kinds of games are interchangeable. Nothing needs the library DOM.

import { connect, game, games, type AnyGame, type FieldBounds, type GameId, type Move, type State } from "funhouse";

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

/** Every listed game can be played, in this process and at a service. */
export async function typesOfListedGames() {
    const service = connect("http://127.0.0.1:8080");
    for (const { id } of await service.games()) await playedOnce(await service.game(id));
    for (const { id } of await games()) await playedOnce(await game(id));
    // @ts-expect-error an unknown game
    await service.game("slide-ham");
}

export async function typesOfBoards() {
    const service = connect("http://127.0.0.1:8080", { token: "t" });
    await service.leaderboard("epic-funhouse", { room: "catwalk", dexterity: "reported", scoreboard: "paper", die: "counter", around: "1" });
    await service.averages("catwalk", { month: "2026-11", dexterity: "simulated" });
    // @ts-expect-error no operation has this parameter
    await service.leaderboard("catwalk", { rooms: "catwalk" });
    // @ts-expect-error no game is such a room
    await service.leaderboard("epic-funhouse", { room: "pontifuse" });
}

export async function typesOfMovesAtTables(id: string) {
    const service = connect("http://127.0.0.1:8080");
    const table = service.table<"slide-jam">(id);
    const shown = await table.moveWith(({ position }) => position?.legal_moves?.moves.slice(0, 1));
    shown.game satisfies "slide-jam";
    await table.moveWith(async () => undefined);
    await service.table(id).moveWith(({ position }) => position?.legal_moves?.moves.slice(0, 1));
    // @ts-expect-error a move of another game
    await table.moveWith(() => [{ type: "take", seat: 1 }]);
}

/** What a request asks for is there. */
export async function typesOfRequestedFields(anywhere: AnyGame<"catwalk">) {
    const dealt = await anywhere.deal({ with_legal_moves: true });
    const [move] = dealt.legal_moves.moves;
    const played = await anywhere.play(dealt.state, move ?? [], { with_legal_moves: true, with_text: true });
    const seen = await anywhere.view(played.state, { with_legal_moves: true });
    // @ts-expect-error nothing listed the legal moves
    (await anywhere.deal()).legal_moves.moves;
    // @ts-expect-error a misspelled option
    await anywhere.deal({ with_legal_move: true });
    return [played.events.length, played.legal_moves.bounds?.length, seen.legal_moves.moves.length];
}

export function chosen(field: FieldBounds) {
    if ("one_of" in field) return field.one_of[0];
    if ("subset_of" in field) return field.subset_of.slice(0, field.min_items);
    return field.min + field.max;
}

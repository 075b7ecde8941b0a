// Checked by `npm run types`, and not run: the entry of a game has the types of that game alone, in this process and at a service.

import { connect, game, type AnyGame, type Move, type Position, type Run } from "funhouse/slide-jam";
import { game as castle } from "funhouse/hermans-castle";

const pop: Move = { type: "pop", cells: ["b5", "b6", "c6"], stack: "left", slide: "down" };

export async function typesOfOneGame() {
    const slideJam = await game();
    const dealt: Position = slideJam.deal({ seed: "types", with_legal_moves: true });
    await playedAnywhere(slideJam);
    await (await castle()).plan((await castle()).deal({ seats: 2 }).state, { level: 2 });

    // @ts-expect-error a solitaire has no built-in player
    slideJam.plan(dealt.state);
    // @ts-expect-error the module analyzes nothing
    slideJam.analysis(dealt.state);
    // @ts-expect-error a move of another game
    slideJam.play(dealt.state, { type: "take", seat: 1 });
}

export async function typesOfTheService() {
    const service = connect("http://127.0.0.1:8080", { timeout: 1000 });
    const remote = await service.game("slide-jam");
    await playedAnywhere(remote);
    const { state } = await remote.deal();
    const analysis = await remote.analysis(state, { effort: "quick" });
    const bound: number = analysis.bounds.at_least;
    const run: Run = { game: "slide-jam", rules: 1, seed: "types", options: {}, moves: [pop], score: 51 };
    const total: number = (await service.submit(run)).run.score.total;
    const board = await service.leaderboard("slide-jam", { show: "bests", limit: 10 });
    const rank: number | undefined = board.entries[0]?.rank;
    const daily = await service.daily("2027-01-31");
    const seed: string | undefined = daily.games?.[0]?.seed;
    const runs = await service.runs("me", { game: "slide-jam" });
    const table = await service.createTable({ game: "slide-jam" }, { idempotencyKey: "a key of mine 01" });
    for await (const event of table.events()) if (event.type === "table") event.data.game satisfies "slide-jam";

    // @ts-expect-error another game has another entry
    await service.game("catwalk");
    return [bound, total, rank, seed, runs.runs.length];
}

async function playedAnywhere(anywhere: AnyGame) {
    const { state } = await anywhere.deal({ seed: "types" });
    const { moves } = await anywhere.moves(state);
    return (await anywhere.play(state, moves[0] ?? pop)).score.total;
}

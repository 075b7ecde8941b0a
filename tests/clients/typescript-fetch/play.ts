// Plays an Epic Funhouse without a table, and Caribbean Star at a table against a robot, with the clients that openapi-generator made.

import * as star from "./caribbean-star/index";
import * as funhouse from "./epic-funhouse/index";

async function playFunhouse(service: string): Promise<void> {
    const api = new funhouse.EpicFunhouseApi(new funhouse.Configuration({ basePath: service }));
    const epicFunhouseDealRequest = { seed: "clients", options: { dexterity: funhouse.Dexterity.Reported }, withLegalMoves: true };
    let position = await api.dealEpicFunhouse({ epicFunhouseDealRequest });
    const moves: funhouse.EpicFunhouseMove[] = [];
    while (!position.finished) {
        const legal = position.legalMoves!.moves;
        const turn = moves.length;
        const move = legal[(turn * turn + Math.floor(turn / 7)) % legal.length]!;
        moves.push(move);
        position = await api.playEpicFunhouse({ epicFunhousePlayRequest: { move, state: position.state, withLegalMoves: true } });
    }
    const { state, score } = position;
    const epicFunhouseRun: funhouse.EpicFunhouseRun = {
        game: "epic-funhouse", rules: 1, seed: state.seed, options: state.options, moves, score: score.total,
    };
    const verdict = await api.replayEpicFunhouse({ epicFunhouseRun });
    if (!verdict.legal || !verdict.complete || !verdict.claimHolds) throw new Error(JSON.stringify(verdict));
    console.log(`Epic Funhouse: ${moves.length} moves, score ${score.total}`);
}

async function playTable(service: string): Promise<void> {
    const guest = new star.PlayersApi(new star.Configuration({ basePath: service }));
    const { token } = await guest.createPlayer({ playerRequest: { name: `Fetch ${process.pid}` } });
    const tables = new star.TablesApi(new star.Configuration({ basePath: service, accessToken: token }));
    const { You, Robot } = star.CaribbeanStarTableRequestSeatsEnum;
    let table = await tables.createTable({ caribbeanStarTableRequest: { game: "caribbean-star", seats: [You, Robot] } });
    let own = 0;
    while (table.status !== "over") {
        table = await tables.getTable({ id: table.id, withLegalMoves: true });
        const legal = table.position?.legalMoves?.moves ?? [];
        if (legal.length === 0) {
            await new Promise((wake) => setTimeout(wake, 20));
            continue;
        }
        const moves = [legal[own % legal.length]!];
        const caribbeanStarMovesRequest: star.CaribbeanStarMovesRequest = { game: "caribbean-star", after: table.moves, moves };
        table = await tables.makeMoves({ id: table.id, caribbeanStarMovesRequest });
        own += 1;
    }
    const { run } = await tables.getTableRun({ id: table.id });
    if (own === 0 || !run || run.moves.length <= own) throw new Error("both seats move");
    console.log(`Caribbean Star: ${own} own moves of ${run.moves.length}`);
}

const service = process.argv[2]!;
playFunhouse(service).then(() => playTable(service)).catch((error) => {
    console.error(error);
    process.exitCode = 1;
});

// Plays an Epic Funhouse without a table, and Caribbean Star at a table against a robot, with the types of openapi-typescript.

import { setTimeout as sleep } from "node:timers/promises";
import type { components as Funhouse, operations as FunhouseOperations } from "./epic-funhouse.d.ts";
import type { components as Star } from "./caribbean-star.d.ts";

const service = process.argv[2];

async function call<Response>(method: string, path: string, body?: unknown, token?: string): Promise<Response> {
    const headers: Record<string, string> = { "content-type": "application/json" };
    if (token !== undefined) headers["authorization"] = `Bearer ${token}`;
    const response = await fetch(service + path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return await response.json() as Response;
}

async function playFunhouse() {
    type Position = FunhouseOperations["play_epic_funhouse"]["responses"]["200"]["content"]["application/json"];
    type Schemas = Funhouse["schemas"];
    const deal: Schemas["EpicFunhouseDealRequest"] = { seed: "clients", options: { dexterity: "reported" }, with_legal_moves: true };
    let position = await call<Position>("POST", "/v1/games/epic-funhouse/deal", deal);
    const moves: Schemas["EpicFunhouseMove"][] = [];
    const pops: string[] = [];
    while (!position.finished) {
        const legal = position.legal_moves?.moves ?? [];
        const turn = moves.length;
        const move = legal[(turn * turn + Math.floor(turn / 7)) % legal.length];
        if (move === undefined) throw new Error("no legal moves");
        // The constant `type` narrows the union.
        if (move.type === "pop") pops.push(...move.cells);
        moves.push(move);
        const play: Schemas["EpicFunhousePlayRequest"] = { state: position.state, move, with_legal_moves: true };
        position = await call<Position>("POST", "/v1/games/epic-funhouse/play", play);
    }
    const { seed, options } = position.state;
    const run: Schemas["EpicFunhouseRun"] = { game: "epic-funhouse", rules: 1, seed, options, moves, score: position.score.total };
    const verdict = await call<Schemas["EpicFunhouseVerdict"]>("POST", "/v1/games/epic-funhouse/replay", run);
    if (!verdict.legal || !verdict.complete || verdict.claim_holds !== true) throw new Error(JSON.stringify(verdict));
    console.log(`Epic Funhouse: ${moves.length} moves, score ${position.score.total}, ${pops.length} tiles popped`);
}

async function playTable() {
    type Schemas = Star["schemas"];
    type Table = Schemas["CaribbeanStarHeldTable"];
    const name: Schemas["PlayerRequest"] = { name: `TypeScript ${process.pid}` };
    const { token } = await call<Schemas["PlayerWithToken"]>("POST", "/v1/players", name);
    const request: Schemas["CaribbeanStarTableRequest"] = { game: "caribbean-star", seats: ["you", "robot"] };
    let table = await call<Table>("POST", "/v1/tables", request, token);
    let own = 0;
    while (table.status !== "over") {
        table = await call<Table>("GET", `/v1/tables/${table.id}?with_legal_moves=true`, undefined, token);
        const legal = table.position?.legal_moves?.moves ?? [];
        const move = legal[own % legal.length];
        if (move === undefined) {
            await sleep(20);
            continue;
        }
        const moves: Schemas["CaribbeanStarMovesRequest"] = { game: "caribbean-star", after: table.moves, moves: [move] };
        table = await call<Table>("POST", `/v1/tables/${table.id}/moves`, moves, token);
        own += 1;
    }
    const { run } = await call<Schemas["CaribbeanStarTableRun"]>("GET", `/v1/tables/${table.id}/run`, undefined, token);
    if (run === undefined || own === 0 || run.moves.length <= own) throw new Error("both seats move");
    console.log(`Caribbean Star: ${own} own moves of ${run.moves.length}`);
}

await playFunhouse();
await playTable();

// The types of the package for all games. `funhouse/slide-jam` has those of one game, which compilers read faster.

import type { AnySeated, GameTypes, LocalSeated, ModuleSource, RemoteSeated } from "./calls.js";
import type { Games } from "./games.js";
import type { Connect, Remote as Service, Table as TableOf, TableEvent as Event_ } from "./service.js";
import type { GameList as ListOfGames, GameSummary as Summary } from "./service-schemas.js";

export * from "./package.js";
export type { Games } from "./games.js";

/** The id of a game. */
export type GameId = keyof Games;

/** A type of a game by its role, or nothing. */
type Role<Id extends GameId, Name extends string> = Id extends GameId ? (Games[Id] extends { [Key in Name]: infer Type } ? Type : never) : never;
/** The types of a game that is known only at run time: each is that of any game. */
type AnyTypes = { [Name in keyof GameTypes]: Games[GameId][Name] } & { PlanRequest: Role<GameId, "PlanRequest">; Plan: Role<GameId, "Plan"> };
type IsAny<Id extends GameId> = [GameId] extends [Id] ? true : false;

/** The request to deal a game. */
export type Deal<Id extends GameId> = Games[Id]["Deal"];
/** A position: a state, its score or points, and what happened. */
export type Position<Id extends GameId> = Games[Id]["Position"];
/** A state. Send it back as it is. */
export type State<Id extends GameId> = Games[Id]["State"];
/** The legal moves in a state. */
export type LegalMoves<Id extends GameId> = Games[Id]["LegalMoves"];
/** A move. */
export type Move<Id extends GameId> = Games[Id]["Move"];
/** An event of a move. */
export type Event<Id extends GameId> = Games[Id]["Event"];
/** A run: everything that determines a game, and the claimed result. */
export type Run<Id extends GameId> = Games[Id]["Run"];
/** The verdict on a run. */
export type Verdict<Id extends GameId> = Games[Id]["Verdict"];
/** What a seat, or an onlooker, sees. */
export type Seen<Id extends GameId> = Games[Id]["Seen"];
/** The score card, or the points of each seat. */
export type Standing<Id extends GameId> = Games[Id]["Standing"];
/** The next moves of the built-in player, which only games for several seats have. */
export type Plan<Id extends GameId> = Role<Id, "Plan">;
/** The best total that a solitaire can still reach. */
export type Analysis<Id extends GameId> = Role<Id, "Analysis">;
/** A submitted run of a solitaire, and its ranks. */
export type Receipt<Id extends GameId> = Role<Id, "Receipt">;
/** A table as a player sees it. */
export type TableInfo<Id extends GameId = GameId> = Games[Id]["Table"];
/** The moves to make at a table. */
export type TableMoves<Id extends GameId = GameId> = Games[Id]["TableMoves"];
/** An event of a table. */
export type TableEvent<Id extends GameId = GameId> = Event_<TableInfo<Id>>;

/** A game in this process. Its calls return values. */
export type LocalGame<Id extends GameId = GameId> = IsAny<Id> extends true ? LocalSeated<AnyTypes> : Games[Id]["Local"];
/** A game of a service. Its calls return promises. */
export type RemoteGame<Id extends GameId = GameId> = IsAny<Id> extends true ? RemoteSeated<AnyTypes> : Games[Id]["Remote"];
/** A game anywhere. Code that awaits its calls works with both. */
export type AnyGame<Id extends GameId = GameId> = IsAny<Id> extends true ? AnySeated<AnyTypes> : Games[Id]["Anywhere"];

/** A service at an address. */
export type Remote = Service<Games, RemoteGame, GameId>;
/** A game that the service holds. */
export type Table<Id extends GameId = GameId> = TableOf<Games, Id>;

/** A game in the list of games. */
export type GameSummary = Summary & { id: GameId };
/** The list of games. */
export type GameList = ListOfGames & { games: GameSummary[] };

/** The verdict on the export of a contest. */
export interface ContestVerdict {
    /** Whether everything in the export is verified. */
    holds: boolean;
    /** Number of rounds whose seeds were compared with their commitments. */
    rounds: number;
    /** Number of runs that were replayed. */
    runs: number;
    /** Number of places that were recomputed. */
    places: number;
    /** What does not hold, one sentence each. */
    faults: string[];
}

/** All games, in this process. */
export interface Local {
    /**
     * Verifies the export of a contest (`GET /v1/contests/{id}/export`): seeds against their commitments, runs by replay, and the standings
     * by recomputing them. Throws a `Problem` if it is not the export of a contest, or if its game is unknown.
     */
    verifyContest(exported: unknown): ContestVerdict;
    list(): GameList;
    games(): GameSummary[];
    game<Id extends GameId>(id: Id): LocalGame<Id>;
}

/** Loads the WebAssembly module of this package, or another. */
export function load(source?: ModuleSource): Promise<Local>;
/** Returns a game in this process. Loads the module of the package at the first call, or the one that is passed. */
export function game<Id extends GameId>(id: Id, source?: ModuleSource): Promise<LocalGame<Id>>;
/** Lists the games in this process. */
export function games(): Promise<GameSummary[]>;
/** Verifies the export of a contest in this process. */
export function verifyContest(exported: unknown): Promise<ContestVerdict>;
/** Connects to a service. Sends nothing yet. */
export const connect: Connect<Games, RemoteGame, GameId>;

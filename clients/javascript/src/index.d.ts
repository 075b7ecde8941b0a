// The types of the package. Those of games are read from the paths of the OpenAPI document, so each game has its own states and moves.

import type { components, operations, paths } from "../types/openapi.js";

/** The schemas of the API by name. */
export type Schemas = components["schemas"];

type Json<T> = T extends { content: { "application/json": infer Body } } ? Body : never;
type Post<Path> = Path extends keyof paths ? (paths[Path] extends { post: infer Operation } ? Operation : never) : never;
type Get<Path> = Path extends keyof paths ? (paths[Path] extends { get: infer Operation } ? Operation : never) : never;
type Sent<Operation> = Operation extends { requestBody: infer Body } ? Json<Body> : never;
type Received<Operation> = Operation extends { responses: infer All } ? { [Status in keyof All]: Status extends 200 | 201 ? Json<All[Status]> : never }[keyof All] : never;
type Without<T, Fields extends string> = T extends unknown ? Omit<T, Fields> : never;
type Optional<T> = { [Field in keyof T]?: T[Field] };

/** The id of a game. */
export type GameId = keyof paths extends infer Path ? (Path extends `/v1/games/${infer Id}/deal` ? Id : never) : never;

type Call<Id extends GameId, Name extends string> = Post<`/v1/games/${Id}/${Name}`>;

/** The request to deal a game. */
export type Deal<Id extends GameId> = Sent<Call<Id, "deal">>;
/** A position: a state, its score or points, and what happened. */
export type Position<Id extends GameId> = Received<Call<Id, "play">>;
/** A state. Send it back as it is. */
export type State<Id extends GameId> = Received<Call<Id, "deal">>["state"];
/** The legal moves in a state. */
export type LegalMoves<Id extends GameId> = Received<Call<Id, "moves">>;
/** A move. */
export type Move<Id extends GameId> = LegalMoves<Id>["moves"][number];
/** An event of a move. */
export type Event<Id extends GameId> = NonNullable<Position<Id>["events"]>[number][number];
/** A run: everything that determines a game, and the claimed result. */
export type Run<Id extends GameId> = Sent<Call<Id, "replay">>;
/** The verdict on a run. */
export type Verdict<Id extends GameId> = Received<Call<Id, "replay">>;
/** What a seat, or an onlooker, sees. */
export type Seen<Id extends GameId> = Received<Call<Id, "view">>;
/** The next moves of the built-in player. Only games for several seats have it. */
export type Plan<Id extends GameId> = Received<Call<Id, "plan">>;
/** The score card, or the points of each seat. */
export type Standing<Id extends GameId> = Received<Call<Id, "score">>;
/** Everything about a game. */
export type GameInfo = Schemas["GameInfo"];
/** The list of games. */
export type GameList = Schemas["GameList"];

/** The other fields of the request of a call, all optional. */
type More<Id extends GameId, Name extends string, Fields extends string> = Optional<Without<Sent<Call<Id, Name>>, Fields>>;

/** A game in this process. Its calls return values. */
export interface LocalGame<Id extends GameId = GameId> {
    readonly id: Id;
    /** Returns title, options, rulings, rule ids and fault codes. */
    info(request?: { rules?: number }): GameInfo;
    /** Returns the rules as Markdown. */
    rules(request?: { rules?: number; for?: "players" | "programs" }): string;
    /** Deals. Without a seed, one is drawn. */
    deal(request?: Deal<Id>): Position<Id>;
    /** Lists the legal moves. */
    moves(state: State<Id>, more?: More<Id, "moves", "state">): LegalMoves<Id>;
    /** Plays a move, or several in order. Throws a `Problem` if one is illegal. */
    play(state: State<Id>, moves: Move<Id> | Move<Id>[], more?: More<Id, "play", "state" | "move" | "moves">): Position<Id>;
    /** Returns what a seat sees, or an onlooker. */
    view(state: State<Id>, more?: More<Id, "view", "state">): Seen<Id>;
    /** Returns the next moves of the built-in player. */
    plan(state: State<Id>, more?: More<Id, "plan", "state">): Plan<Id>;
    /** Returns the score card, or the points. */
    score(state: State<Id>): Standing<Id>;
    /** Returns the SHA-256 of a state. */
    digest(state: State<Id>): string;
    /** Verifies a run. */
    replay(run: Run<Id>): Verdict<Id>;
    /** Verifies a run, with a page of its trace from an entry on. */
    trace(run: Run<Id>, from?: number): Verdict<Id>;
    /** Draws a state or a view as SVG. */
    picture(what: Sent<Call<Id, "picture">>): string;
    /** Draws a state or a view with characters. */
    text(what: Sent<Call<Id, "picture">>): string;
}

/** A game of a service. It has the calls of a `LocalGame`; each returns a promise. */
export type RemoteGame<Id extends GameId = GameId> = {
    readonly [Name in keyof LocalGame<Id>]: LocalGame<Id>[Name] extends (...sent: infer Parameters) => infer Result
        ? (...sent: Parameters) => Promise<Result>
        : LocalGame<Id>[Name];
};

/** A game anywhere. Code that awaits its calls works with both. */
export type AnyGame<Id extends GameId = GameId> = LocalGame<Id> | RemoteGame<Id>;

/** All games, in this process. */
export interface Local {
    list(): GameList;
    games(): GameList["games"];
    game<Id extends GameId>(id: Id): LocalGame<Id>;
}

/** Loads the WebAssembly module of this package, or another. */
export function load(source?: URL | string | Response | BufferSource | WebAssembly.Module): Promise<Local>;
/** Returns a game in this process. Loads the package's module at the first call. */
export function game<Id extends GameId>(id: Id): Promise<LocalGame<Id>>;
/** Lists the games in this process. */
export function games(): Promise<GameList["games"]>;
/** Draws a seed of 128 random bits. */
export function drawnSeed(): string;
/** Returns the SHA-256 of a value of texts, integers, lists and objects as canonical JSON (RFC 8785). */
export function digest(value: unknown): Promise<string>;

/** A service at an address. With a token, its calls are a player's. */
export interface Remote {
    readonly base: string;
    readonly token: string | undefined;
    /** Returns the same service with the token of a player. */
    as(token: string): Remote;
    list(): Promise<GameList>;
    games(): Promise<GameList["games"]>;
    game<Id extends GameId>(id: Id): Promise<RemoteGame<Id>>;
    /** Creates a player. The token is shown only once. */
    signUp(name: string): Promise<Received<Post<"/v1/players">>>;
    /** Submits the run of a solitaire. */
    submit(run: Sent<Post<"/v1/runs">>): Promise<Received<Post<"/v1/runs">>>;
    createTable(request: Sent<Post<"/v1/tables">>): Promise<Table>;
    table(id: string): Table;
    tables(query?: NonNullable<operations["list_tables"]["parameters"]["query"]>): Promise<Received<Get<"/v1/tables">>>;
    /** Sends any request of the API, and returns the body of its response. */
    request(method: string, path: string, options?: RequestOptions): Promise<any>;
    /** Sends any request of the API, and returns its successful response. */
    respond(method: string, path: string, options: RequestOptions): Promise<Response>;
}

export interface RequestOptions {
    body?: unknown;
    query?: Record<string, unknown>;
    headers?: Record<string, string>;
    signal?: AbortSignal;
}

/** Connects to a service. Sends nothing yet. */
export function connect(base: string | URL, options?: { token?: string; fetch?: typeof fetch }): Remote;

/** A table as a player sees it. */
export type TableInfo = Received<Get<"/v1/tables/{id}">>;
/** The moves to make at a table. */
export type TableMoves = Sent<Post<"/v1/tables/{id}/moves">>;
/** The response to moves at a table. */
export type Moved = Received<Post<"/v1/tables/{id}/moves">>;

/** An event of a table. An `id` is opaque: moves have their `number` in `data`. */
export type TableEvent =
    | { type: "table"; id: string | undefined; data: TableInfo }
    /** The service lost moves. Forget all of them: they follow from the first one, and then the table, which has `moves` moves now. */
    | { type: "set_back"; id: string; data: { set_backs: number; moves: number } }
    | { type: "move"; id: string; data: { number: number; seat: number; by: string; at: string; events: unknown[] } }
    | { type: "phrase"; id: undefined; data: { seat: number; phrase: Schemas["Phrase"] } }
    | { type: "spectators"; id: undefined; data: { spectators: number } };

/** A game that the service holds. */
export interface Table {
    readonly id: string;
    readonly service: Remote;
    show(query?: { with_legal_moves?: boolean; with_text?: boolean }): Promise<TableInfo>;
    join(seat: number): Promise<TableInfo>;
    leave(seat: number): Promise<unknown>;
    resign(): Promise<TableInfo>;
    rematch(): Promise<Table>;
    /** Says a phrase to everyone who listens to the table. */
    say(phrase: Schemas["Phrase"]): Promise<unknown>;
    /** Returns the run, once the game is over. */
    run(): Promise<Received<Get<"/v1/tables/{id}/run">>>;
    /** Makes moves. If the response is lost, the same request is sent again; the moves are made once. */
    move(body: TableMoves): Promise<Moved>;
    /** Makes the moves that a function chooses. If others move first, or the table is set back, it chooses again. */
    moveWith(choose: (table: TableInfo) => object[] | undefined | Promise<object[] | undefined>): Promise<TableInfo | Moved>;
    /** Returns the events. A lost connection is resumed after the last event. Throws a `Problem` if the table is gone. */
    events(options?: { lastId?: string; with_text?: boolean; with_legal_moves?: boolean; signal?: AbortSignal }): AsyncGenerator<TableEvent, void>;
}

/** A refusal. The module and the service refuse with equal problems. */
export class Problem extends Error {
    constructor(body: Schemas["Problem"], retryAfter?: number);
    readonly body: Schemas["Problem"];
    /** The seconds after which the same request can succeed, if the service named them. */
    readonly retryAfter: number | undefined;
    get code(): Schemas["ProblemCode"];
    get status(): number;
}

/** The module trapped. It is replaced: the next call runs in a new instance. */
export class Trapped extends Error {}

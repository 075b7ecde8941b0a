// A service over HTTP. `Games` are the types of the games, by their ids.

import type { Fetch, HostResponse, Signal } from "./host.js";
import type { GameTypes } from "./calls.js";
import type {
    Averages, AveragesQuery, Daily, GameList, GameSummary, Leaderboard, LeaderboardQuery, PairingRequest, Phrase, PlayerPage, PlayersEvent, PlayersRuns, PlayerWithToken, Ratings,
    RatingsQuery, RunsQuery, SubmitQuery, TableQuery, TablesQuery,
} from "./service-schemas.js";

type GamesOf<Games> = { [Id in keyof Games]: GameTypes };
/** The ids of the games. */
type Ids<Games> = keyof Games & string;
/** The ids of the solitaires, whose runs are ranked. */
type Solitaires<Games> = { [Id in Ids<Games>]: Games[Id] extends { Receipt: object } ? Id : never }[Ids<Games>];
/** A type of a game by its role, or of any game. */
type Of<Games, Id, Role extends string> = Id extends keyof Games ? (Games[Id] extends { [Name in Role]: infer Type } ? Type : never) : never;

type RemoteOf<Games extends GamesOf<Games>> = Games[keyof Games]["Remote"];

/** How a request is repeated. */
export interface Repeatable {
    /** A text of 16 to 128 characters. Requests with the same key are carried out once. Without one, a key is drawn. */
    idempotencyKey?: string;
}

export interface RequestOptions {
    body?: unknown;
    query?: object;
    headers?: Record<string, string>;
    signal?: Signal;
    /** The longest time until the response is complete, in milliseconds. */
    timeout?: number;
    /** Whether the request has the same effect if it is sent again, so that it is if its response is lost. By default that of a GET, and of a request with an `Idempotency-Key`. */
    isRepeatable?: boolean;
}

export interface ConnectOptions {
    /** The token of a player. */
    token?: string;
    /** Sends requests in place of the global `fetch`. */
    fetch?: Fetch;
    /** The longest time until a response is complete, in milliseconds; by default 60,000. */
    timeout?: number;
}

/** Connects to a service. Sends nothing yet. */
export type Connect<Games extends GamesOf<Games>, AnyGame = RemoteOf<Games>, Listed extends string = string> =
    (base: string | { readonly href: string }, options?: ConnectOptions) => Remote<Games, AnyGame, Listed>;

/** A service at an address. With a token, its calls are a player's. `AnyGame` is a game that is known only at run time, `Listed` the id of one. */
export interface Remote<Games extends GamesOf<Games>, AnyGame = RemoteOf<Games>, Listed extends string = string> {
    readonly base: string;
    readonly token: string | undefined;
    /** Returns the same service with the token of a player. */
    as(token: string): Remote<Games, AnyGame, Listed>;
    list(): Promise<GameList & { games: (GameSummary & { id: Listed })[] }>;
    games(): Promise<(GameSummary & { id: Listed })[]>;
    game<Id extends Ids<Games>>(id: Id): Promise<[Ids<Games>] extends [Id] ? AnyGame : Games[Id]["Remote"]>;
    /** Creates a player. The token is shown only once. */
    signUp(name: string, options?: Repeatable): Promise<PlayerWithToken>;
    /** Returns a player: your own without an id. */
    player(id?: string): Promise<PlayerPage>;
    /** Lists the runs of a player, newest first. */
    runs(player?: string, query?: RunsQuery): Promise<PlayersRuns>;
    /**
     * Returns the events of the player, from any table. A lost connection is resumed after the last event. A `reset`, which is the first event
     * without `lastId`, means that events before it are missing: read the tables.
     */
    events(options?: Pick<EventOptions, "lastId" | "signal">): AsyncGenerator<PlayerEvent, void>;
    /** Submits the run of a solitaire. */
    submit<Id extends Solitaires<Games>>(run: Of<Games, Id, "Run"> & { game: Id }, query?: SubmitQuery): Promise<Of<Games, Id, "Receipt">>;
    /** Returns a stored run. */
    run(id: string): Promise<Of<Games, Ids<Games>, "StoredRun">>;
    /** Returns a leaderboard of a solitaire. */
    leaderboard(game: Solitaires<Games>, query?: LeaderboardQuery): Promise<Leaderboard>;
    /** Ranks players by the mean of their ranked games of a month. */
    averages(game: Solitaires<Games>, query?: AveragesQuery): Promise<Averages>;
    /** Returns the daily games of today, or of a date such as `2027-01-31`. */
    daily(date?: string): Promise<Daily>;
    /** Lists the best players of a game for several seats. */
    ratings(game: Ids<Games>, query?: RatingsQuery): Promise<Ratings>;
    createTable<Id extends Ids<Games>>(request: Of<Games, Id, "TableRequest"> & { game: Id }, options?: Repeatable): Promise<Table<Games, Id>>;
    /**
     * Asks for opponents, and returns the table as soon as it begins. An aborted signal cancels the request. Throws a `Problem` with the code
     * `unknown_pairing` if the request ends otherwise, such as by another one of the same player.
     */
    pair<Id extends Ids<Games>>(request: PairingRequest & { game: Id }, options?: Repeatable & { signal?: Signal }): Promise<Table<Games, Id>>;
    /** Returns a table by its id. Sends nothing yet. */
    table<Id extends Ids<Games> = Ids<Games>>(id: string): Table<Games, Id>;
    /** Lists the tables that anyone can join. */
    tables(query?: TablesQuery): Promise<{ tables: Of<Games, Ids<Games>, "Table">[]; next?: string }>;
    /** Sends any request of the API, and returns the body of its response. */
    request(method: string, path: string, options?: RequestOptions): Promise<any>;
    /** Sends any request of the API, and returns its successful response. */
    respond(method: string, path: string, options: RequestOptions): Promise<HostResponse>;
}

/** An event of a player. An `id` is opaque. */
export type PlayerEvent =
    | { [Type in PlayersEvent["type"]]: { type: Type; id: string; data: PlayersEvent } }[PlayersEvent["type"]]
    | { type: "reset"; id: string; data: { id: string; type: "reset" } };

/** An event of a table. An `id` is opaque: moves have their `number` in `data`. */
export type TableEvent<Info> =
    | { type: "table"; id: string | undefined; data: Info }
    /** The service lost moves. Forget all of them: they follow from the first one, and then the table, which has `moves` moves now. */
    | { type: "set_back"; id: string; data: { set_backs: number; moves: number } }
    | { type: "move"; id: string; data: { number: number; seat: number; by: string; at: string; events: unknown[] } }
    | { type: "phrase"; id: undefined; data: { seat: number; phrase: Phrase } }
    | { type: "spectators"; id: undefined; data: { spectators: number } };

/** A game that the service holds. */
export interface Table<Games extends GamesOf<Games>, Id extends Ids<Games> = Ids<Games>> {
    readonly id: string;
    readonly service: Remote<Games>;
    show(query?: TableQuery): Promise<Of<Games, Id, "Table">>;
    join(seat: number): Promise<Of<Games, Id, "Table">>;
    /** Invites a player, by their id. */
    invite(player: string): Promise<void>;
    leave(seat: number): Promise<void>;
    resign(): Promise<Of<Games, Id, "Table">>;
    rematch(): Promise<Table<Games, Id>>;
    /** Says a phrase to everyone who listens to the table. */
    say(phrase: Phrase): Promise<void>;
    /** Returns the run, once the game is over. */
    run(): Promise<Of<Games, Id, "TableRun">>;
    /** Makes moves. If the response is lost, the same request is sent again; the moves are made once. */
    move(body: Of<Games, Id, "TableMoves">): Promise<Of<Games, Id, "Table">>;
    /** Makes the moves that a function chooses. If others move first, or the table is set back, it chooses again. */
    moveWith(choose: (table: Of<Games, Id, "Table">) => Chosen<Of<Games, Id, "TableMoves">> | Promise<Chosen<Of<Games, Id, "TableMoves">>>): Promise<Of<Games, Id, "Table">>;
    /** Returns the events. A lost connection is resumed after the last event. Throws a `Problem` if the table is gone. */
    events(options?: EventOptions): AsyncGenerator<TableEvent<Of<Games, Id, "Table">>, void>;
}

/** Moves of a game, or none. */
type Chosen<Body> = (Body extends { moves: infer Moves } ? Moves : never) | undefined;

export interface EventOptions {
    lastId?: string;
    with_text?: boolean;
    with_legal_moves?: boolean;
    signal?: Signal;
}

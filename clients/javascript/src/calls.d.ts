// The calls of a game, in this process and over HTTP. `Types` are those of the game, by their role.

import type { HostResponse } from "./host.js";
import type { GameInfo } from "./service-schemas.js";

/** Where a module comes from: an address, its bytes, a response, or a `WebAssembly.Module`. */
export type ModuleSource = string | { readonly href: string } | ArrayBuffer | ArrayBufferView | HostResponse | object;

/** The types of any game. */
export interface GameTypes {
    Id: string;
    Deal: object;
    Position: object;
    State: object;
    Move: object;
    Event: object;
    LegalMoves: object;
    MovesRequest: object;
    PlayRequest: object;
    ViewRequest: object;
    PictureRequest: object;
    Seen: object;
    Standing: object;
    Run: object;
    Verdict: object;
    Table: object;
    TableRequest: object;
    TableMoves: object;
    TableRun: object;
    Local: object;
    Remote: object;
    Anywhere: object;
}

/** The types of a solitaire. */
export interface SolitaireTypes extends GameTypes {
    AnalysisRequest: object;
    Analysis: object;
    StoredRun: object;
    Receipt: object;
}

/** The types of a game for several seats. */
export interface SeatedTypes extends GameTypes {
    PlanRequest: object;
    Plan: object;
}

/** The other fields of a request, all optional. */
type More<Request, Fields extends string> = Request extends unknown ? { [Field in Exclude<keyof Request, Fields>]?: Request[Field] } : never;

/** Where a game is: in this process, where results are values; at a service, where they are promises; or anywhere, where code awaits both. */
type Place = "local" | "remote" | "anywhere";
type Result<At extends Place, Value> = At extends "local" ? Value : At extends "remote" ? Promise<Value> : Value | Promise<Value>;

/** A request for legal moves. */
type ListsMoves = { with_legal_moves: true };
/** A result with fields that are always there after some requests. */
type With<Whole, Fields extends string> = Whole extends unknown ? Whole & { [Field in Fields & keyof Whole]-?: NonNullable<Whole[Field]> } : never;

/** The calls of all games. */
interface Calls<Types extends GameTypes, At extends Place> {
    readonly id: Types["Id"];
    /** Returns title, options, rulings, rule ids and fault codes. */
    info(request?: { rules?: number }): Result<At, GameInfo>;
    /** Returns the rules as Markdown. */
    rules(request?: { rules?: number; for?: "players" | "programs" }): Result<At, string>;
    /** Deals. Without a seed, one is drawn. */
    deal(request: Types["Deal"] & ListsMoves): Result<At, With<Types["Position"], "legal_moves">>;
    deal(request?: Types["Deal"]): Result<At, Types["Position"]>;
    /** Lists the legal moves. */
    moves(state: Types["State"], more?: More<Types["MovesRequest"], "state">): Result<At, Types["LegalMoves"]>;
    /** Plays a move, or several in order. Throws a `Problem` if one is illegal. */
    play(state: Types["State"], moves: Types["Move"] | Types["Move"][], more: More<Types["PlayRequest"], "state" | "move" | "moves"> & ListsMoves): Result<At, With<Types["Position"], "events" | "legal_moves">>;
    play(state: Types["State"], moves: Types["Move"] | Types["Move"][], more?: More<Types["PlayRequest"], "state" | "move" | "moves">): Result<At, With<Types["Position"], "events">>;
    /** Returns what a seat sees, or an onlooker. */
    view(state: Types["State"], more: More<Types["ViewRequest"], "state"> & ListsMoves): Result<At, With<Types["Seen"], "legal_moves">>;
    view(state: Types["State"], more?: More<Types["ViewRequest"], "state">): Result<At, Types["Seen"]>;
    /** Returns the score card, or the points. */
    score(state: Types["State"]): Result<At, Types["Standing"]>;
    /** Returns the SHA-256 of a state. */
    digest(state: Types["State"]): Result<At, string>;
    /** Verifies a run. */
    replay(run: Types["Run"]): Result<At, Types["Verdict"]>;
    /** Verifies a run, with a page of its trace from an entry on. */
    trace(run: Types["Run"], from?: number): Result<At, Types["Verdict"]>;
    /** Draws a state or a view as SVG. */
    picture(what: Types["PictureRequest"]): Result<At, string>;
    /** Draws a state or a view with characters. */
    text(what: Types["PictureRequest"]): Result<At, string>;
}

/** The calls of games for several seats. */
interface SeatedCalls<Types extends SeatedTypes, At extends Place> extends Calls<Types, At> {
    /** Returns the next moves of the built-in player. */
    plan(state: Types["State"], more?: More<Types["PlanRequest"], "state">): Result<At, Types["Plan"]>;
}

/** A solitaire in this process. */
export interface LocalSolitaire<Types extends SolitaireTypes> extends Calls<Types, "local"> {}
/** A game for several seats in this process. */
export interface LocalSeated<Types extends SeatedTypes> extends SeatedCalls<Types, "local"> {}
/** A solitaire of a service, which can analyze it too. */
export interface RemoteSolitaire<Types extends SolitaireTypes> extends Calls<Types, "remote"> {
    /** Searches for the best total that a state can still reach. */
    analysis(state: Types["State"], more?: More<Types["AnalysisRequest"], "state">): Promise<Types["Analysis"]>;
}
/** A game for several seats of a service. */
export interface RemoteSeated<Types extends SeatedTypes> extends SeatedCalls<Types, "remote"> {}
/** A solitaire anywhere. */
export interface AnySolitaire<Types extends SolitaireTypes> extends Calls<Types, "anywhere"> {}
/** A game for several seats anywhere. */
export interface AnySeated<Types extends SeatedTypes> extends SeatedCalls<Types, "anywhere"> {}

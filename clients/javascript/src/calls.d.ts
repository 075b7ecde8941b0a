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

/** The calls of all games. */
interface Calls<Types extends GameTypes> {
    readonly id: Types["Id"];
    /** Returns title, options, rulings, rule ids and fault codes. */
    info(request?: { rules?: number }): GameInfo;
    /** Returns the rules as Markdown. */
    rules(request?: { rules?: number; for?: "players" | "programs" }): string;
    /** Deals. Without a seed, one is drawn. */
    deal(request?: Types["Deal"]): Types["Position"];
    /** Lists the legal moves. */
    moves(state: Types["State"], more?: More<Types["MovesRequest"], "state">): Types["LegalMoves"];
    /** Plays a move, or several in order. Throws a `Problem` if one is illegal. */
    play(state: Types["State"], moves: Types["Move"] | Types["Move"][], more?: More<Types["PlayRequest"], "state" | "move" | "moves">): Types["Position"];
    /** Returns what a seat sees, or an onlooker. */
    view(state: Types["State"], more?: More<Types["ViewRequest"], "state">): Types["Seen"];
    /** Returns the score card, or the points. */
    score(state: Types["State"]): Types["Standing"];
    /** Returns the SHA-256 of a state. */
    digest(state: Types["State"]): string;
    /** Verifies a run. */
    replay(run: Types["Run"]): Types["Verdict"];
    /** Verifies a run, with a page of its trace from an entry on. */
    trace(run: Types["Run"], from?: number): Types["Verdict"];
    /** Draws a state or a view as SVG. */
    picture(what: Types["PictureRequest"]): string;
    /** Draws a state or a view with characters. */
    text(what: Types["PictureRequest"]): string;
}

/** The calls of games for several seats. */
interface SeatedCalls<Types extends SeatedTypes> extends Calls<Types> {
    /** Returns the next moves of the built-in player. */
    plan(state: Types["State"], more?: More<Types["PlanRequest"], "state">): Types["Plan"];
}

/** The same calls, each of which returns a promise. */
type Promised<Calls> = {
    readonly [Name in keyof Calls]: Calls[Name] extends (...sent: infer Parameters) => infer Result ? (...sent: Parameters) => Promise<Result> : Calls[Name];
};

/** A solitaire in this process. */
export interface LocalSolitaire<Types extends SolitaireTypes> extends Calls<Types> {}
/** A game for several seats in this process. */
export interface LocalSeated<Types extends SeatedTypes> extends SeatedCalls<Types> {}
/** A solitaire of a service, which can analyze it too. */
export interface RemoteSolitaire<Types extends SolitaireTypes> extends Promised<Calls<Types>> {
    /** Searches for the best total that a state can still reach. */
    analysis(state: Types["State"], more?: More<Types["AnalysisRequest"], "state">): Promise<Types["Analysis"]>;
}
/** A game for several seats of a service. */
export interface RemoteSeated<Types extends SeatedTypes> extends Promised<SeatedCalls<Types>> {}

// The API's types by the names that the modules use. They come from the OpenAPI document: `openapi.d.ts` is generated from
// it when the types are checked, and is not in git.

import type { components } from "./openapi";
import type { Child } from "./shared/dom.js";

/** Shows a screen under its title. Returns `false`, and shows nothing, if another screen was opened meanwhile. */
export type Show = (title: string, ...children: (Child | Child[])[]) => boolean;
/** Shows a screen for a path and a query. May return a function to call when the screen is left. */
export type Screen = (show: Show, path: string[], query: URLSearchParams) => Promise<(() => void) | void>;

export type Schemas = components["schemas"];

export type Bounds = Schemas["AnalysisBounds"];
/** The mean total where chance is to come or pieces are hidden, in thousandths. */
export type Expected = Schemas["AnalysisExpected"];
/** A legal move and its value. */
export type MoveValue = { move: Move; bounds?: Bounds; expected?: Expected };
/** The analysis of a state of any game that has one. */
export type Analysis = { bounds: Bounds; expected?: Expected; line: Move[]; hint?: { move: Move; text: string }; moves?: MoveValue[] };

/** The ids of the games that were there when the types were checked. */
export type GameId = Schemas["GameId"];

/** A position of any game. */
export type Position = Schemas["Position"];
export type State = Position["state"];
export type LegalMoves = NonNullable<Position["legal_moves"]>;
export type Move = LegalMoves["moves"][number];
export type GameEvent = NonNullable<Position["events"]>[number][number];
export type Score = Position["score"];

export type GameList = Schemas["GameList"];
export type GameInfo = Schemas["GameInfo"];
export type Problem = Schemas["Problem"];
export type MoveBounds = Schemas["MoveBounds"];

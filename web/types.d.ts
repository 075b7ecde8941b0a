// The API's types by the names that the modules use. They come from the OpenAPI document: `openapi.d.ts` is generated from
// it when the types are checked, and is not in git.

import type { components } from "./openapi";

export type Schemas = components["schemas"];

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
export type FlickBounds = Schemas["FlickBounds"];

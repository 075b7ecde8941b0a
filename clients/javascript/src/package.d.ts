// What all entries of the package have.

import type { Problem as ProblemBody } from "./service-schemas.js";

export type { ModuleSource } from "./calls.js";
export type { ConnectOptions, EventOptions, LeaderboardQuery, Page, Repeatable, RequestOptions, SubmitQuery } from "./service.js";
export type { Averages, Daily, GameInfo, GameList, Leaderboard, Phrase, PlayerPage, PlayersRuns, PlayerWithToken, Ratings, SeedClass } from "./service-schemas.js";
export type { Problem as ProblemBody } from "./service-schemas.js";

/** Draws a seed of 128 random bits. */
export function drawnSeed(): string;
/** Returns the SHA-256 of a value of texts, integers, lists and objects as canonical JSON (RFC 8785). */
export function digest(value: unknown): Promise<string>;

/** A refusal. The module and the service refuse with equal problems. */
export class Problem extends Error {
    constructor(body: ProblemBody, retryAfter?: number);
    readonly body: ProblemBody;
    /** The seconds after which the same request can succeed, if the service named them. */
    readonly retryAfter: number | undefined;
    get code(): ProblemBody["code"];
    get status(): number;
}

/** The module trapped. It is replaced: the next call runs in a new instance. */
export class Trapped extends Error {}

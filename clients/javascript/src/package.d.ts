// What all entries of the package have.

import type { Problem as ProblemBody } from "./service-schemas.js";

export type { ModuleSource } from "./calls.js";
export type { ConnectOptions, EventOptions, PlayerEvent, Repeatable, RequestOptions } from "./service.js";
export type {
    Averages, AveragesQuery, Daily, FieldBounds, GameInfo, GameList, GameSummary, Leaderboard, LeaderboardQuery, MoveBounds, Phrase, PlayerPage, PlayersEvent,
    PlayersRuns, PlayerWithToken, Ratings, RatingsQuery, RunsQuery, SeedClass, SubmitQuery, TableQuery, TablesQuery,
} from "./service-schemas.js";
export type { Problem as ProblemBody } from "./service-schemas.js";

/** Draws a seed of 128 random bits. */
export function drawnSeed(): string;
/** Returns the SHA-256 of a value of texts, integers, lists and objects as canonical JSON (RFC 8785). */
export function digest(value: unknown): Promise<string>;

/** A response that is no success. If it is no `Problem`, it comes from something between you and the service, such as a proxy. */
export class HttpError extends Error {
    constructor(message: string, status: number, retryAfter?: number);
    readonly status: number;
    /** The seconds after which the same request can succeed, if the response named them. */
    readonly retryAfter: number | undefined;
}

/** A refusal. The module and the service refuse with equal problems. */
export class Problem extends HttpError {
    constructor(body: ProblemBody, retryAfter?: number);
    readonly body: ProblemBody;
    get code(): ProblemBody["code"];
}

/** The module trapped. It is replaced: the next call runs in a new instance. */
export class Trapped extends Error {}

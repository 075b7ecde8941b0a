// The calls of an app's server, with the key of the app. The entry throws in browsers.

import type { Fetch, Signal } from "./host.js";
import type { App as AppInfo, AppEvent, AppUsageList, CreatedLink, Season, SeasonRequest, UserList, UserRequest, UserWithToken } from "./server-schemas.js";
import type { Repeatable } from "./service.js";
import type { PlayersEvent, UsersQuery } from "./service-schemas.js";

export type { Repeatable } from "./service.js";
export type { AppEvent, AppInfo, AppUsageList, CreatedLink, PlayersEvent, Season, SeasonRequest, UserList, UserRequest, UsersQuery, UserWithToken };

export interface AppOptions {
    /** The id of the app. */
    app: string;
    /** A key of the app. It acts for all users of the app: keep it on your server. */
    key: string;
    /** Sends requests in place of the global `fetch`. */
    fetch?: Fetch;
    /** The longest time until a response is complete, in milliseconds; by default 60,000. */
    timeout?: number;
}

/** Connects to a service as an app. Sends nothing yet. */
export function connectApp(base: string | { readonly href: string }, options: AppOptions): App;

/** An app of a service. `user` is always the app's own id of a person: 1 to 128 bytes of UTF-8. */
export interface App {
    readonly id: string;
    /** Returns the app's name, home page and status. */
    info(): Promise<AppInfo>;
    /** Returns what the app used of its limits, and what was refused, per day. */
    usage(): Promise<AppUsageList>;
    /**
     * Returns the player of a user, who is created if new, and a token of a day. Give the token to the user's browser. Throws a `Problem`
     * with the code `name_taken` if a new user's name is, and `taken_over` if the user took the player over.
     */
    signIn(user: string, request?: UserRequest, options?: Repeatable): Promise<UserWithToken>;
    /** Lists the users, in pages. */
    users(query?: UsersQuery): Promise<UserList>;
    /** Deletes a user, with the player for whom the app acts. */
    deleteUser(user: string): Promise<void>;
    /** Returns all stored data of a user. */
    exportUser(user: string): Promise<Record<string, unknown>>;
    /** Creates a link to a page where the user takes the player over, or later consents to the app. It works once, within an hour. */
    link(user: string): Promise<CreatedLink>;
    /** Hides all runs of a user on the app's boards. */
    hideUser(user: string): Promise<void>;
    /** Shows the runs of a hidden user again. */
    showUser(user: string): Promise<void>;
    /** Hides a run on the app's boards. */
    hideRun(run: string): Promise<void>;
    /** Shows a hidden run again. */
    showRun(run: string): Promise<void>;
    /** Returns all seasons, the latest first. */
    seasons(): Promise<Season[]>;
    season(id: string): Promise<Season>;
    /** Creates a season, which begins tomorrow or later. */
    createSeason(request: SeasonRequest): Promise<Season>;
    /** Deletes a season that has not begun. */
    deleteSeason(id: string): Promise<void>;
    /**
     * Returns the events of all users for whom the app acts. A lost connection is resumed after the last event. A `reset`, which is the first
     * event without `lastId`, means that events before it are missing: read the tables of your users.
     */
    events(options?: { lastId?: string; signal?: Signal }): AsyncGenerator<UserEvent, void>;
}

/** An event of a user. An `id` is opaque. */
export type UserEvent =
    | { [Type in PlayersEvent["type"]]: { type: Type; id: string; data: AppEvent } }[PlayersEvent["type"]]
    | { type: "reset"; id: string; data: { id: string; type: "reset" } };

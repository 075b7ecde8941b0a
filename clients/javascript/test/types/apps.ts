// Checked by `npm run types`, and not run: the entry for servers of apps. Nothing needs the library DOM.

import { connect } from "funhouse/slide-jam";
import { connectApp, type App } from "funhouse/server";

export async function typesOfApps() {
    const app: App = connectApp("http://127.0.0.1:8080", { app: "1", key: "fhk_", timeout: 1000 });
    const { player, token, expires_at } = await app.signIn("u-4711", { name: "Ada", unique: true });
    const { users, next } = await app.users({ limit: 10 });
    const season = await app.createSeason({ name: "Winter", first_day: "2026-12-01", last_day: "2026-12-31" });
    for await (const event of app.events()) {
        if (event.type === "reset") continue;
        event.data.event.type satisfies string;
        if (event.type === "table_over") event.data.user satisfies string;
    }

    // @ts-expect-error the key is required
    connectApp("http://127.0.0.1:8080", { app: "1" });
    // @ts-expect-error a user is named by the app's own id
    await app.deleteUser(player);
    // @ts-expect-error only this entry has the calls of an app
    connect("http://127.0.0.1:8080").signIn("u-4711");
    return [token, expires_at, users[0]?.user, next, season.id];
}

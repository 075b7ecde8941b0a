// The best runs of the app's own users.

import { connect } from "funhouse/slide-jam";
import { element, type Screen } from "./page.js";

export const leaderboard: Screen = async ({ service, app, player }, root) => {
    const { entries } = await connect(service).leaderboard("slide-jam", { app, class: "drawn" });
    const rows = entries.map(({ rank, player: by, total }) => {
        const name = by?.id === player.id ? `${by.name} (you)` : (by?.name ?? "a deleted player");
        return element("tr", {}, ...[rank, name, total].map((text) => element("td", { textContent: String(text ?? "") })));
    });
    const head = element("tr", {}, ...["Rank", "Player", "Points"].map((text) => element("th", { textContent: text })));
    root.append(element("h2", { textContent: "Slide Jam in Slide Club" }), rows.length > 0 ? element("table", {}, head, ...rows) : "No one has played yet.");
};

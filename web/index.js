// The script of the front page: today's ranked game, the games to continue, and the list of games.

import { games } from "./api/client.js";
import { hasModule } from "./api/module.js";
import { player } from "./api/player.js";
import { daily } from "./api/runs.js";
import { listOwn } from "./api/tables.js";
import { migrateGames } from "./saved/saved-games.js";
import { savedList } from "./saved/saved-list.js";
import { ownTables } from "./tables/table-lists.js";
import { hotseatList } from "./hotseat/hotseat-games.js";
import { fillDailyCard } from "./daily/daily-card.js";
import { gameBrowser } from "./catalogue/game-browser.js";
import { prepareOffline } from "./offline.js";
import { translate } from "./shared/translate.js";
import { texts } from "./texts/texts.js";

translate(document);

const below = document.getElementById("below");

try {
    const today = daily(undefined).catch(() => null);
    await migrateGames();
    const all = await games();
    const titles = new Map(all.map(({ id, title }) => [id, title]));
    const [tables] = await Promise.all([ownTables(titles), fillToday(all, await today)]);
    const { section } = gameBrowser(all, new URLSearchParams(location.hash.split("?")[1]), { path: "", isShort: true });
    below?.prepend(...[tables, savedList(titles), hotseatList(titles), section].filter((each) => each !== null));
} catch {
    // Without the service there is nothing to add.
} finally {
    // All sections appear at the same time, so that nothing shifts under a pointer.
    below?.classList.add("ready");
    prepareOffline({ module: false });
}

/**
 * @param {Awaited<ReturnType<typeof games>>} all
 * @param {import("./types").Schemas["Daily"] | null} today
 */
async function fillToday(all, today) {
    const card = document.getElementById("today");
    const game = all.find(({ id }) => id === card?.dataset.game);
    const left = card?.querySelector(".left");
    if (left && !today && hasModule) left.textContent = texts.page.front.day.needsConnection;
    if (card && game && today) await fillDailyCard(card, game, today, player() ? await listOwn().catch(() => []) : []);
}

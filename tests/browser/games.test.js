// Every solitaire can be played to its end on the page, by pressing the names of each move.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { point } from "./moves.js";
import { deal, launch, movesPlayed, open, runOf, serve } from "./harness.js";

const server = await serve();
const browser = await launch();
after(async () => {
    await browser.close();
    await server.stop();
});

/** @type {{ games: { id: string, kind: string }[] }} */
const { games } = await (await fetch(`${server.base}/v1/games`)).json();

// The whole Funhouse and games for several have tests of their own.
for (const { id } of games.filter(({ id, kind }) => id !== "epic-funhouse" && kind === "solitaire")) {
    it(`${id} is played to its end`, async () => {
        const run = await runOf(id, "pointer-1");
        const { page, close } = await open(browser, server.base);
        await deal(page, id, run.seed);
        for (const move of run.moves) await point(page, move);
        assert.equal(await movesPlayed(page), run.moves.length);
        assert.match(await page.locator(".final").innerText(), new RegExp(`^${run.score}\\b`));
        await close();
    });
}

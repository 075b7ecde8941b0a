// Every game that there is can be played to its end on the page, each move made by pointing at what it mentions.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { deal, launch, movesMade, open, runOf, serve } from "./harness.js";
import { point, type } from "./hands.js";

const server = process.env.BASE ? { base: process.env.BASE, stop: () => {} } : await serve();
const browser = await launch();
const { games } = await (await fetch(`${server.base}/v1/games`)).json();

after(async () => {
    await browser.close();
    server.stop();
});

describe("with a pointer", () => {
    for (const { id } of games.filter((/** @type {{ id: string }} */ { id }) => id !== "epic-funhouse")) {
        it(`${id} is played to its end`, async () => {
            const run = await runOf(id, "pointer-1");
            const { page, close } = await open(browser, server.base);
            await deal(page, id, run.seed);
            for (const move of run.moves) await point(page, move);
            assert.equal(await movesMade(page), run.moves.length);
            assert.match(await page.locator(".final").innerText(), new RegExp(`^${run.score}\\b`));
            await close();
        });
    }
});

// Why a player lost, in every game for several seats, without a browser.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, it } from "node:test";
import { promisify } from "node:util";
import { reasonText } from "../../web/game/outcome.js";
import { PROGRAM, ask, seated, serve } from "./harness.js";

const server = await serve();
after(() => server.stop());

const SEEDS = ["lost-1", "lost-2"];

const games = (await seated(server.base)).filter(({ seats }) => seats.most > 1);

for (const { id, seats: { least } } of games) {
    it(`${id} says why a player lost`, async () => {
        for (const seed of SEEDS) {
            const flags = ["play", id, "--seed", seed, "--seats", String(Math.max(least, 2)), "--json"];
            const { stdout } = await promisify(execFile)(PROGRAM, flags, { maxBuffer: 1 << 26 });
            const { moves, options } = JSON.parse(stdout);
            const { state } = await ask(server.base, `${id}/deal`, { seats: Math.max(least, 2), seed, options });
            const { points, places } = await ask(server.base, `${id}/play`, { state, moves });
            const best = points[places.indexOf(1)];
            for (const [i, place] of places.entries()) {
                const why = reasonText(points, places, i + 1, (seat) => `seat ${seat}`);
                if (place === 1) assert.equal(why, "", "winners have not lost");
                else if (/fewer/.test(why)) assert.equal(best, Math.min(...points), why);
                else assert.match(why, best > points[i] ? /ahead of you/ : /as many points/);
            }
        }
    });
}

// The possible flicks on the catwalk, computed from the bounds and the table.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { SCATTER, coinsOf, startOf, strengthsOf } from "../../web/game/flick-range.js";

/** @typedef {import("../../web/types.d.ts").MoveBounds} MoveBounds */
/** @typedef {import("../../web/types.d.ts").State} State */

/**
 * @param {[number, number]} dx
 * @param {[number, number]} dy
 * @returns {MoveBounds}
 */
function flicks(dx, dy) {
    const range = (/** @type {[number, number]} */ [min, max]) => ({ min, max });
    return { type: "flick", fields: { coin: { one_of: [0, 3] }, dx: range(dx), dy: range(dy) } };
}

test("coins and strengths are those of the bounds", () => {
    const bounds = [flicks([-3000, -500], [-3000, 499]), flicks([500, 3000], [-499, 3000])];
    assert.deepEqual(coinsOf(bounds), [0, 3]);
    assert.deepEqual(strengthsOf(bounds), { min: 500, max: 3000 });
});

test("a flick starts where the coin rests, else where the last coin fell", () => {
    const start = (/** @type {object} */ table) => startOf(/** @type {State} */ (/** @type {unknown} */ ({ game: "catwalk", table })));
    const outcomes = [{ type: "fell", coin: 1, tile: 7 }];
    assert.deepEqual(start({ outcomes: [] }), { tile: 1, ox: 0, oy: 0 });
    assert.deepEqual(start({ outcomes }), { tile: 7, ox: 0, oy: 0 });
    assert.deepEqual(start({ outcomes: [...outcomes, { type: "crossed", coin: 2 }] }), { tile: 1, ox: 0, oy: 0 });
    const { tile, ox, oy } = start({ outcomes, under_way: { coin: 3, tile: 9, ox: -20, oy: 400 } });
    assert.deepEqual({ tile, ox, oy }, { tile: 9, ox: -20, oy: 400 });
});

test("the scatter is that of the rules", async () => {
    const rules = await readFile(new URL("../../docs/rules/programs/catwalk.md", import.meta.url), "utf8");
    assert.ok(rules.includes(`r = ${SCATTER.base} + floor(${SCATTER.percent} * s / 100)`));
});

// The order of what is known about a table, without a browser.

import assert from "node:assert/strict";
import { it } from "node:test";
import { isOlder, isSetBack } from "../../web/tables/table-order.js";

/**
 * @param {number} moves
 * @param {number} [set_backs]
 * @param {string} [status]
 */
const table = (moves, set_backs, status = "playing") => ({ moves, set_backs, status });

it("data with fewer moves or from before the end is older", () => {
    assert.equal(isOlder(table(3), table(4)), true);
    assert.equal(isOlder(table(4), table(3)), false);
    assert.equal(isOlder(table(4), table(4)), false, "seats can change without a move");
    assert.equal(isOlder(table(4), table(4, undefined, "over")), true);
    assert.equal(isOlder(table(5), table(4, undefined, "over")), true, "nothing follows the end");
    assert.equal(isOlder(table(4, undefined, "over"), table(4)), false);
    assert.equal(isOlder(table(4, undefined, "over"), table(4, undefined, "over")), false, "a rematch follows the end");
});

it("data from before a set-back is older, however many moves it has", () => {
    assert.equal(isOlder(table(9), table(2, 1)), true);
    assert.equal(isOlder(table(2, 1), table(9)), false);
    assert.equal(isOlder(table(9, 1, "over"), table(2, 2)), true);
    assert.equal(isOlder(table(2, 2), table(9, 1, "over")), false, "an end can be lost");
    assert.equal(isOlder(table(3, 1), table(4, 1)), true);
});

it("a table is set back if it counts so or has fewer moves than known", () => {
    assert.equal(isSetBack(table(4), table(4)), false);
    assert.equal(isSetBack(table(5), table(4)), false);
    assert.equal(isSetBack(table(3), table(4)), true);
    assert.equal(isSetBack(table(7, 1), table(4)), true, "others have moved since");
    assert.equal(isSetBack(table(7, 1), table(4, 1)), false);
    assert.equal(isSetBack(table(7), table(4, 1)), true, "the database can lose the count, too");
});

// Whose turn it is at the position on the board, without a browser.

import assert from "node:assert/strict";
import { it } from "node:test";
import { seatsOf } from "../../web/game/seat-labels.js";
import { atBoard, turnText } from "../../web/tables/table-turn.js";

/**
 * A picture with the boxes of seats.
 *
 * @param {number[]} points by seat
 * @param {number} toAct
 */
function pictureOf(points, toAct) {
    const boxes = points.map((each, i) => ({
        dataset: { seat: String(i + 1) },
        classList: { contains: (/** @type {string} */ name) => name === "open" && i + 1 === toAct },
        querySelector: () => ({ textContent: String(each) }),
    }));
    return /** @type {any} */ ({ querySelectorAll: () => boxes });
}

const seats = [{ seat: 1, kind: "player", deadline: "2026-01-01T00:05:00Z", player: { id: "a", name: "Ann" } }, { seat: 2, kind: "robot", level: 1, name: "Bolt", deadline: "2026-01-01T00:06:00Z" }];
const data = /** @type {any} */ ({ status: "playing", you: 1, moves: 9, seats, position: { to_act: [1], points: [3, 5], finished: false } });

it("turn and points come from the picture while moves are shown", () => {
    const shown = atBoard(data, /** @type {any} */ ({ svg: pictureOf([3, -4], 2) }), true);
    assert.deepEqual(shown.position?.points, [3, -4]);
    assert.match(turnText(shown).words, /^Bolt to move$/);
    assert.equal(turnText(shown).until, 0, "the clock belongs to the current position");
});

it("the end of a game waits for the last move", () => {
    const over = { ...data, status: "over", position: { ...data.position, finished: true, to_act: [] } };
    assert.match(turnText(atBoard(over, /** @type {any} */ ({ svg: pictureOf([0, 0], 2) }), true)).words, /to move$/);
});

it("players are named without their seats, unless they left", () => {
    const bob = { seat: 2, kind: "player", player: { id: "b", name: "Bob" } };
    const table = (/** @type {object} */ seat) => ({ ...data, seats: [seats[0], seat], position: { ...data.position, to_act: [2] } });
    assert.equal(turnText(table(bob)).words, "Bob to move");
    assert.equal(turnText(table({ ...bob, left: true })).words, "Bob, left to move");
    assert.equal(turnText(table({ seat: 2, kind: "player" })).words, "Deleted player 2 to move");
});

it("the current position keeps its clock", () => {
    const shown = atBoard(data, /** @type {any} */ ({ svg: pictureOf([3, 5], 1) }), false);
    assert.equal(turnText(shown).words, "Your turn");
    assert.equal(turnText(shown).until, Date.parse("2026-01-01T00:05:00Z"));
});

it("pictures without seats say nothing", () => {
    assert.equal(seatsOf(pictureOf([], 0)), null);
    assert.equal(seatsOf(null), null);
    assert.equal(atBoard(data, undefined, false), data);
});

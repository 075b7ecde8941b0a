// When a player is notified of their turn, without a browser.

import assert from "node:assert/strict";
import { it } from "node:test";
import { TurnNotices } from "../../web/tables/turn-notices.js";

const shown = /** @type {string[]} */ ([]);
class Recorded {
    static permission = "granted";
    /** @param {string} title */
    constructor(title) {
        shown.push(title);
    }
    close() {}
}
const storage = { getItem: () => JSON.stringify({ notify: true }) };
const stubs = { window: { Notification: Recorded }, Notification: Recorded, document: { hidden: true }, isSecureContext: true, localStorage: storage };
for (const [name, value] of Object.entries(stubs)) Object.defineProperty(globalThis, name, { value, configurable: true });

/**
 * A table of seat 1 against a robot.
 *
 * @param {number} moves
 * @param {number} toAct
 * @param {number} deadline of seat 1
 */
function table(moves, toAct, deadline) {
    const seats = [{ number: 1, kind: "player", deadline }, { number: 2, kind: "robot" }];
    return /** @type {any} */ ({ id: "a", moves, status: "playing", you: 1, seats, position: { to_act: [toAct], finished: false } });
}

it("each turn is notified once, even if the page never heard that another player was to move", () => {
    const notices = new TurnNotices("Pontifuse", table(0, 1, 1000));
    notices.take(table(0, 1, 1000));
    assert.deepEqual(shown, [], "the page showed this turn before");
    notices.take(table(1, 2, 0));
    notices.take(table(2, 1, 2000));
    assert.equal(shown.length, 1, "a turn after another player's");
    notices.take(table(2, 1, 2000));
    assert.equal(shown.length, 1, "nothing new");
    notices.take(table(4, 1, 3000));
    assert.deepEqual(shown, ["It is your turn.", "It is your turn."], "the moves of both players at once");
});

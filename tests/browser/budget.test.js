// Choices with a budget: what the page says is left of it, without a browser.

import assert from "node:assert/strict";
import { it } from "node:test";
import { budgetLeft } from "../../web/game/budget.js";
import { Choice } from "../../web/game/choice.js";

const skills = [2, 3, 4, 5, 6, 7, 8, 9, 10];
const characters = skills.flatMap((speed) => skills.flatMap((power) => skills.map((health) => ({ type: "build", speed, power, health }))))
    .filter(({ speed, power, health }) => speed + power + health <= 16);

/** @param {any[]} moves */
const choiceOf = (moves) => new Choice(moves);

it("counts down a budget with each pick", () => {
    const choice = choiceOf(characters);
    assert.deepEqual(budgetLeft(choice), { total: 16, left: 16 });
    choice.pick([{ field: "speed", value: 5 }]);
    choice.pick([{ field: "power", value: 5 }]);
    assert.deepEqual(budgetLeft(choice), { total: 16, left: 6 });
    choice.pick([{ field: "health", value: 2 }]);
    assert.deepEqual(budgetLeft(choice), { total: 16, left: 4 });
    choice.removePicks(0);
    assert.deepEqual(budgetLeft(choice), { total: 16, left: 16 });
});

it("counts numbers that follow from the picks", () => {
    const choice = choiceOf(characters);
    choice.pick([{ field: "speed", value: 10 }]);
    choice.pick([{ field: "power", value: 4 }]);
    assert.deepEqual(choice.only?.move, { type: "build", speed: 10, power: 4, health: 2 });
    assert.deepEqual(budgetLeft(choice), { total: 16, left: 0 });
});

it("finds no budget where the sum limits nothing", () => {
    const bounces = [[1, 4], [4, 1], [2, 7], [7, 2]].map(([from, to]) => ({ type: "bounce", from, to }));
    const shots = [0, 1, 2, 3].flatMap((sunk) => [1, 2, 3].map((contacts) => ({ type: "shot", sunk, contacts })));
    for (const moves of [bounces, shots, [{ type: "roll", dice: ["S", "M"] }], []]) assert.equal(budgetLeft(choiceOf(moves)), null);
});

/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-43",
    seats: 3,
    steps: [
        {
            text: "Your dice are your faction: 5-3-2-2. You win at once with eight dice, or with none. On your turn you recruit a die, for which you need more of its face than its owner has, or you fight.",
        },
        {
            text: "The others share only one face with you, the 5, and have as many: you cannot recruit. So fight. You roll the dice of your choice, Seat 3 must roll all its 6-5-4-4. Roll none of yours.",
            move: { type: "fight", with: 3, dice: [] },
        },
        {
            text: "Seat 3 rolled 5-2-2-1. Highest meets highest: the 5s are equal. Then your 3 beats a 2, and you must take a die. Take a 2: the third 2 helps you to recruit.",
            move: { type: "take", face: 2 },
            then: [{ seat: 2, type: "fight", with: 1, dice: [4, 4] }],
        },
        {
            text: "Seat 2 attacked you, so you rolled all your dice: 6-6-6-2-2 against 6-5-4-2. Your second 6 beats the 5. Defenders who win take a die, too: take the 6.",
            move: { type: "take", face: 6 },
            then: [
                { seat: 3, type: "fight", with: 2, dice: [5] },
                { seat: 2, type: "take", face: 1 },
            ],
        },
        {
            text: "Six dice, and it is your turn. You have two 2s, Seat 3 has one: recruit it, without any risk of a fight. It leaves Seat 3 with one die, though, and so close to none.",
            move: { type: "recruit", from: 3, face: 2 },
            then: [
                { seat: 2, type: "fight", with: 3, dice: [] },
                { seat: 3, type: "take", face: 1 },
                { seat: 3, type: "fight", with: 2, dice: [5] },
                { seat: 2, type: "take", face: 1 },
            ],
        },
        {
            text: "Seats 2 and 3 fought twice, and each took a die of the other. Now Seat 2 shows two 6s, and you have four. Recruit a 6: it is your eighth die.",
            move: { type: "recruit", from: 2, face: 6 },
        },
        {
            text: "Eight dice: you win. Recruiting is safe, so collect dice of one face. And watch the players with few dice: Seat 3 had one left, as near to winning as you were with seven.",
        },
    ],
};

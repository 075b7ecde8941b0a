/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-4",
    steps: [
        {
            text: "Claim the nine rows with dice, and draw treasure from the bag. Highest score wins. You begin with three Crowns: null, ace and 2.",
        },
        {
            text: "Each turn begins with a roll of all four dice, one of each suit. Roll them.",
            move: { type: "roll", dice: ["S", "M", "C", "A"] },
        },
        {
            text: "The dice show 5, null, 2 and null. Row 5 has a 2, a 5 and a null, so each of its tiles has a die. Claim row 5.",
            move: { type: "claim", row: 5 },
        },
        {
            text: "You drew two coins: one for the row, and one because the die of Crowns shows 2, as on the 2 of Crowns. A new turn begins: roll all four dice.",
            move: { type: "roll", dice: ["S", "M", "C", "A"] },
        },
        {
            text: "You could claim row 1 or 3. But you may roll dice again, twice a turn. Row 8 needs 5, 3, 5 and null: three dice fit. Roll only the die of Moons again.",
            move: { type: "roll", dice: ["M"] },
        },
        {
            text: "A 3! Row 8 pays one coin for the row, and two more: the dice of Arms and of Crowns show their own tiles. Claim row 8.",
            move: { type: "claim", row: 8 },
        },
        {
            text: "Crowns score their value. Coins of the other suits are pieces of three artifacts: a piece alone scores 10, two that join 30, three 60, and so on to six for 210.",
        },
        {
            text: "If no row fits, roll again, pay a coin of your treasure, or stop, which ends the game. Bet on big rows, and on dice that match their own suit.",
        },
    ],
};

/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-103",
    seats: 4,
    steps: [
        {
            text: "18 piles of colored chips touch at their corners. Your pawn starts at the bottom; your targets are c7, e7 and g7, at the top. Reach one with many chips in your stockpile: they are your points.",
        },
        {
            text: "The die gives the color of your turn: red. Walk over piles that show red, from corner to corner, as far as you like. f2 and e3 are red. Walk to e3.",
            move: { type: "walk", to: "e3" },
            then: [
                { seat: 2, type: "walk", to: "b6" },
                { seat: 3, type: "walk", to: "e7" },
                { seat: 4, type: "walk", to: "g3" },
            ],
        },
        {
            text: "Now your color is blue. From e3, blue leads over f4 and g5 to f6. Only g7, your target behind it, is yellow. Lay your blue chip on it; a covered chip never comes up again.",
            move: { type: "lay", cell: "g7" },
        },
        {
            text: "Now the way is blue to the end. Walk to g7: no other pawn is there, so each of the five chips left in your stockpile scores 1 point.",
            move: { type: "walk", to: "g7" },
            then: [
                { seat: 2, type: "lay", cell: "b4" },
                { seat: 2, type: "walk", to: "c3" },
                { seat: 3, type: "lay", cell: "c7" },
                { seat: 3, type: "walk", to: "b6" },
                { seat: 4, type: "walk", to: "g3" },
            ],
        },
        {
            text: "5 points, and you keep the chips. That ended the round: all pawns went back, and Seat 2 began the next. Your color is orange. d2 and f2 do not show it, so lay orange on f2.",
            move: { type: "lay", cell: "f2" },
        },
        {
            text: "Walk to f2. You could not end on g3, which is orange, too: Seat 4 is there. You may pass other pawns on any color, but end on one only at your targets, and then no one scores.",
            move: { type: "walk", to: "f2" },
            then: [
                { seat: 2, type: "lay", cell: "d2" },
                { seat: 2, type: "walk", to: "e3" },
                { seat: 3, type: "stay" },
                { seat: 4, type: "stay" },
            ],
        },
        {
            text: "Your color is green, which is of little use here. Restock instead: take all chips under the top of your pile. Under f2 lies a red one. You may restock only if you have laid nothing.",
            move: { type: "restock" },
            then: [
                { seat: 2, type: "stay" },
                { seat: 3, type: "walk", to: "e5" },
                { seat: 4, type: "lay", cell: "d4" },
                { seat: 4, type: "walk", to: "d4" },
            ],
        },
        {
            text: "Five chips again, and your color is blue: over Seat 2 on e3, then f4, g5 and f6, the way to g7 is open. 11 points end the game, so fill your stockpile before you reach a target.",
        },
    ],
};

/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-67",
    seats: 4,
    steps: [
        {
            text: "The most chips win. Your turn began by itself: you paid 5 chips to the Bank and rolled a 6. So 6 chips moved from the Bank to the Kitty. Now the Bank holds 7, the Kitty 6.",
        },
        {
            text: "Take the Kitty, or pay 5 more and roll one die more than before. 6 chips hardly cover what you paid, so roll two dice. Only a 1 hurts.",
            move: { type: "roll" },
        },
        {
            text: "2 and 6: 8 chips moved, and the Kitty holds 14. The next roll would be three dice, and a single 1 would be a bust: the whole Kitty back to the Bank. Take the Kitty.",
            move: { type: "take" },
            then: [
                { seat: 2, type: "take" },
                { seat: 4, type: "take" },
            ],
        },
        {
            text: "Seats 2 and 4 took 3 chips each. Seat 3 rolled a 1 and was bust at once. Your second turn began with another 6. Roll two dice again.",
            move: { type: "roll" },
        },
        {
            text: "5 and 6: the Kitty holds 17, the Bank only 6. If you take the Kitty while the Bank is empty, you break the Bank, and the game ends. For that you need an 11 or more. It is a risk, but roll three dice.",
            move: { type: "roll" },
        },
        {
            text: "3, 3 and 5: all 11 chips of the Bank moved, your last 5 among them. The Bank is empty and the Kitty holds 28. Take it.",
            move: { type: "take" },
        },
        {
            text: "You broke the Bank and win with 115 chips. Five dice without a 1 break it, too. If no one does in five rounds, all share the Bank. Break it only when you then have the most chips.",
        },
    ],
};

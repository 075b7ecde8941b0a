/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-19",
    seats: 3,
    steps: [
        { text: "You begin each round with 20 chips and three cards. In three tricks you pay chips and exchange cards. Try to end with high cards and no chips: then your cards count three times." },
        {
            text: "The pool offers a 7 and a jack. You bid for them with a card of your hand: the lowest bid acts first, and pays its value. Your 4 is a good start. Bid it.",
            move: { type: "bid", card: "4c" },
            then: [
                { seat: 2, type: "bid", card: "6c" },
                { seat: 3, type: "bid", card: "6h" },
            ],
        },
        {
            text: "The others bid two 6s, so you act first. The jack is higher, but think of your chips: 4 + 7 + 9 is 20, and you have a 9. With a 7 you can spend exactly 20. Take the 7.",
            move: { type: "take", card: "7c" },
        },
        {
            text: "You paid 4. Seat 2 got the jack for 6. Seat 3 found the pool empty, took its bid back and paid nothing. Now a 10 and a 7 are on offer, and you have 16 chips. Bid the 7 of clubs.",
            move: { type: "bid", card: "7c" },
            then: [
                { seat: 2, type: "bid", card: "2c" },
                { seat: 3, type: "bid", card: "8s" },
                { seat: 2, type: "take", card: "Th" },
            ],
        },
        {
            text: "Seat 2 bid a 2, acted before you and took the 10. You had no choice: the last card was the 7 of spades, and you paid 7. You have 9 chips left for the third trick. Bid the 9.",
            move: { type: "bid", card: "9d" },
            then: [
                { seat: 2, type: "bid", card: "Th" },
                { seat: 3, type: "bid", card: "6h" },
                { seat: 3, type: "take", card: "5h" },
            ],
        },
        { text: "You got the 2 and paid your last 9 chips. Your king, 7 and 2 add up to 22, and count three times: 66 points. The others still had chips, so they score nothing." },
        { text: "If everyone has chips left, the players with the fewest count three times, the others once. A round that brings a player to 150 ends the game. Now it is yours: plan your 20 chips!" },
    ],
};

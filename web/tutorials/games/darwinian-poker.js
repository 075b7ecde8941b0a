/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-5",
    seats: 2,
    steps: [
        {
            text: "Your four cards are yours to see: the 5 of clubs, the ace and the 5 of hearts, the queen of spades. The best poker hand at the end wins. The four open cards in the middle are the ooze.",
        },
        {
            text: "Plant a card face down as your seed. It captures all cards of the ooze of its suit or rank. Plant the queen of spades, for the 10 and the 5 of spades: your third 5.",
            move: { type: "plant", card: "Qs" },
            then: [{ seat: 2, type: "plant", card: "4s" }],
        },
        {
            text: "The highest seed is played first, and yours got both spades. Then your queen fell into the ooze, and Seat 2's 4 of spades captured it. Plant the 10 of spades: a 10 and a spade lie there.",
            move: { type: "plant", card: "Ts" },
            then: [{ seat: 2, type: "plant", card: "Ac" }],
        },
        {
            text: "Seat 2's ace went first and captured the clubs. You got the 10 of diamonds and the 3 of spades. Now plant the 10 of diamonds to capture the ace of diamonds, and keep the ace of hearts.",
            move: { type: "plant", card: "Td" },
            then: [{ seat: 2, type: "plant", card: "Qs" }],
        },
        {
            text: "Three 5s and two aces: a full house. Spend what you need least: the 3 of spades can capture the ace of spades, and the 3 of hearts, too. Plant it.",
            move: { type: "plant", card: "3s" },
            then: [{ seat: 2, type: "plant", card: "Kd" }],
        },
        {
            text: "The last 5 lies in the ooze, a diamond. Plant the ace of diamonds. Only the aces of spades and hearts are played before it, and both are in your hand, so no one is faster.",
            move: { type: "plant", card: "Ad" },
            then: [{ seat: 2, type: "plant", card: "Jc" }],
        },
        {
            text: "Four 5s! After the last round, with the deck empty, the best five cards of each hand are compared. A player without cards is extinct, and out. So capture, and keep cards that fit together.",
        },
    ],
};

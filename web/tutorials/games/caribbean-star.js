/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-30",
    seats: 2,
    steps: [
        { text: "You are a magician. All red cards work for you, all black ones for seat 2, no matter who plays them. Fill your practice pile with tricks, then perform it in a show of 15 minutes." },
        {
            text: "10s, jacks, queens and kings are tricks. The 10 of diamonds is red, so it is yours: the best trick, and 10 minutes long. Play it, while seat 2 chooses a card in secret.",
            move: { type: "play", card: "Td" },
            then: [{ seat: 2, type: "play", card: "Ks" }],
        },
        {
            text: "The lower card takes effect first: your 10. Before that, both of you are always asked whether you stop it with an ace. You want it in your pile, so let it be.",
            move: { type: "let" },
            then: [{ seat: 2, type: "let" }],
        },
        {
            text: "Your 10 is in your pile. Next comes the king of spades, a trick for seat 2. You could stop it with your ace of clubs, but you may need the ace later. Let it be.",
            move: { type: "let" },
            then: [{ seat: 2, type: "let" }],
        },
        {
            text: "Both of you drew a card. A king takes 5 minutes: with the 10 that would be 15, and a perfect show. Play the king of hearts.",
            move: { type: "play", card: "Kh" },
            then: [{ seat: 2, type: "play", card: "7h" }],
        },
        {
            text: "Seat 2 played a red 7! A 7 or 9 starts the show of its owner: you would have to perform your 10 alone, for half its worth. Stop it with your ace of clubs.",
            move: { type: "stop", card: "Ac" },
            then: [{ seat: 2, type: "let" }],
        },
        {
            text: "The 7 had no effect, and went into your hand. Your ace is discarded. Now your king is to take effect. Let it be.",
            move: { type: "let" },
            then: [{ seat: 2, type: "let" }],
        },
        { text: "A 10 and a king: 15 minutes, worth 16 points. You have two red 7s to start the show. Beware: a 2, 3 or 4 costs points, and 30 minutes score nothing. The most points win." },
    ],
};

/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-7",
    seats: 2,
    steps: [
        { text: "The ship sinks when the deck is empty. Then you run to one of four lifeboats. If you have the most points in its suit, you board it and score all the cards that lie in it." },
        {
            text: "In a turn you discard a card or attack. You have kings of hearts and spades, but only one club. Discard the 9 of clubs: it goes into the lifeboat of clubs.",
            move: { type: "discard", card: "9c" },
            then: [{ seat: 2, type: "fight", card: "Jh", target: 1 }],
        },
        {
            text: "Seat 2 attacks you with a jack. Answer with a higher card, or surrender. Suits do not matter. Your queen is enough: answer with it, and save your kings.",
            move: { type: "answer", card: "Qh" },
            then: [{ seat: 2, type: "surrender" }],
        },
        {
            text: "Seat 2 surrendered. You won a random card of its hand, the 6 of spades, for your board. Jack and queen are in the lifeboat of hearts. Now you attack seat 2: play the king of spades.",
            move: { type: "fight", card: "Ks", target: 2 },
            then: [{ seat: 2, type: "discard", card: "8d" }],
        },
        {
            text: "No card beats a king, so you won the 3 of clubs. Now think of hearts: you have king and 5. If you discard the 5, you are a little weaker there, but that lifeboat is worth more. Discard it.",
            move: { type: "discard", card: "5h" },
            then: [{ seat: 2, type: "fight", card: "7h", target: 1 }],
        },
        {
            text: "Seat 2 attacks with a 7. Only your king is higher. It would win, but then it lies in the lifeboat of hearts, and you want to board that one. Surrender.",
            move: { type: "surrender" },
        },
        { text: "You lost the 5 of diamonds and still have your king. The lifeboat of hearts is worth 35 points now. When the ship sinks, hand and board count, and you run with a card of its suit." },
        { text: "Everyone chooses this card in secret, so watch who collects which suit. After the showdown a new round begins, until a player has 200 points. Keep your feet dry!" },
    ],
};

/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-10",
    seats: 2,
    steps: [
        { text: "Seven spots lie between you and seat 2. The better poker hand wins a spot, and a hand can have one to five cards. Win four spots, or three next to each other." },
        {
            text: "You choose the cards, and seat 2 chooses the spot. You have a pair of 10s: lay both face down, and keep the rest for later.",
            move: { type: "play", cards: ["Td", "Th"] },
            then: [
                { seat: 2, type: "place", spot: 5 },
                { seat: 2, type: "play", cards: ["3d", "3h"] },
            ],
        },
        {
            text: "Your 10s are on spot 5, and you drew three cards. Now seat 2 laid down two cards, and you choose their spot. They are a pair at best. Put them on spot 5, against your 10s.",
            move: { type: "place", spot: 5 },
        },
        {
            text: "They were two 3s: you win spot 5. You do not need to win every spot, so do not waste good cards. Lay down only the 6 of spades.",
            move: { type: "play", cards: ["6s"] },
            then: [
                { seat: 2, type: "place", spot: 6 },
                { seat: 2, type: "play", cards: ["As"] },
            ],
        },
        {
            text: "Seat 2 put your 6 next to the spot you won, to keep you from three in a row. Now it laid down one card, which probably beats a 6. Put it on spot 4: any pair will beat it there.",
            move: { type: "place", spot: 4 },
        },
        {
            text: "With the cards you drew you have two kings and two queens. Lay them down with the ace. The more cards you lay, the fewer you have left, but you draw three each turn.",
            move: { type: "play", cards: ["Qc", "Kc", "Ad", "Kh", "Qs"] },
            then: [{ seat: 2, type: "place", spot: 1 }],
        },
        { text: "Seat 2 put your strong hand on spot 1, as far from spot 5 as it could. Once seat 2 has cards there too, both hands are turned up. Until then it cannot see yours." },
        { text: "Mix strong hands with weak ones, and send big hands of seat 2 to your weak cards. Four spots win, or three in a row. A tied spot counts for both. Good luck!" },
    ],
};

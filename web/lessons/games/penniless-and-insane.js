/** @type {import("../load-lesson.js").Lesson} */
export default {
    goal: "Have high cards in your hand when your last chip is gone. 150 points end the game.",
    scoring: [
        ["A card", "its face: ace 1, jack 11, queen 12, king 13"],
        ["No chips left", "three times the hand, and 0 for all who have some"],
        ["No one without chips", "three times the hand for those with the fewest"],
    ],
    seats: 3,
    moves: [
        { seat: 1, type: "bid", card: "4c" },
        { seat: 2, type: "bid", card: "5c" },
        { seat: 3, type: "bid", card: "8c" },
        { seat: 1, type: "take", card: "Jc" },
        { seat: 1, type: "bid", card: "6s" },
        { seat: 2, type: "bid", card: "7h" },
        { seat: 3, type: "bid", card: "8c" },
        { seat: 1, type: "take", card: "8s" },
        { seat: 1, type: "bid", card: "Ad" },
        { seat: 2, type: "bid", card: "7d" },
        { seat: 3, type: "bid", card: "8c" },
        { seat: 1, type: "take", card: "5d" },
    ],
    steps: [
        { at: 0, caption: "Everyone bids a card at once. The lowest bid is served first." },
        { at: 3, caption: "Who is served takes a card of the pool and pays as many chips as the bid says. Who finds no card or has too few chips takes the bid back." },
        { at: 12, caption: "After three tricks the hands are added up. Without a chip left yours counts three times, and hands of those who still have chips count nothing." },
    ],
};

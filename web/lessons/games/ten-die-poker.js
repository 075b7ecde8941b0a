/** @type {import("../load-lesson.js").Lesson} */
export default {
    goal: "Have the most chips after the last hand. Debts are allowed.",
    points: "Points are chips. Debts count below zero.",
    scoring: [
        ["Each new hand", "1 chip into the pot"],
        ["A challenge", "half the pot, paid in"],
        ["Leading at the end of a hand", "the pot"],
        ["Hands, from the lowest", "high die, pair, two pair, three of a kind, straight, full house, four of a kind, five of a kind"],
    ],
    seats: 4,
    moves: [
        { seat: 3, type: "fold" },
        { seat: 2, type: "challenge", pairs: [2, 3] },
        { seat: 4, type: "fold" },
    ],
    steps: [
        { at: 0, caption: "A red and a black die make a pair. Your five red dice are one hand, your five black dice the other, and the better one counts." },
        { at: 1, caption: "The seat that is worst off is asked: fold, or pay half the pot and roll some pairs again." },
        { at: 3, caption: "Rolled at least as well as the leader, you are back in; if not, you are out. The pot goes to the leader when no one else is left." },
    ],
};

/** @type {import("../load-lesson.js").Lesson} */
export default {
    goal: "Board the fullest lifeboats when the ship sinks. A showdown that brings someone to 200 points ends the game.",
    scoring: [
        ["Each card in the lifeboat that you board", "its value"],
        ["Ace, jack, queen, king", "1, 11, 12, 13"],
        ["Your hand, board and key", "0"],
    ],
    seats: 3,
    moves: [
        { seat: 1, type: "discard", card: "8h" },
        { seat: 2, type: "fight", card: "7c", target: 1 },
        { seat: 1, type: "answer", card: "Td" },
        { seat: 2, type: "answer", card: "Qh" },
        { seat: 1, type: "answer", card: "Kc" },
    ],
    steps: [
        { at: 1, caption: "Draw up to five cards. Then discard one into the lifeboat of its suit, or attack a player with it." },
        { at: 3, caption: "In a fight, each of you plays a higher card in turn, or surrenders. Suits do not matter, and a king wins at once." },
        { at: 5, caption: "The winner draws a card from the loser's hand for the board. When the deck is empty, everyone runs to a lifeboat with a secret card. The strongest there in its suit boards." },
    ],
};

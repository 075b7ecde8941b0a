/** @type {import("../load-lesson.js").Lesson} */
export default {
    goal: "Win four of the seven spots, or three side by side.",
    points: "Points are the spots you have won. They do not decide the game: four spots, or three side by side, win.",
    scoring: [
        ["A spot won, alone or together", "1"],
        ["Four spots, or three neighbors", "the game"],
    ],
    seats: 2,
    moves: [
        { seat: 1, type: "play", cards: ["Ts"] },
        { seat: 2, type: "place", spot: 7 },
        { seat: 2, type: "play", cards: ["6c", "Jc", "6h", "Jh", "6s"] },
        { seat: 1, type: "place", spot: 1 },
        { seat: 1, type: "play", cards: ["3d", "4d", "6d", "8d", "9d"] },
        { seat: 2, type: "place", spot: 1 },
    ],
    steps: [
        { at: 1, caption: "Play one to five cards of your hand, face down." },
        { at: 2, caption: "The other seat decides on which of your empty spots they go. Then you draw three cards." },
        { at: 6, caption: "Once both sides of a spot have cards they are turned up, and the better poker hand wins the spot." },
    ],
};

/** @type {import("../load-lesson.js").Lesson} */
export default {
    goal: "Look far: the empty cells between two of your stones in line are your points.",
    scoring: [
        ["Each empty cell of an open path", "1"],
        ["Stones side by side", "0"],
    ],
    seats: 2,
    moves: [
        { seat: 1, type: "place", cell: "a1" },
        { seat: 2, type: "place", cell: "b1" },
        { seat: 1, type: "place", cell: "a8" },
        { seat: 2, type: "move", from: "b1", to: "a2" },
        { seat: 2, type: "place", cell: "h2" },
        { seat: 1, type: "move", from: "a1", to: "b2" },
        { seat: 1, type: "place", cell: "h8" },
        { seat: 2, type: "move", from: "h2", to: "e5" },
        { seat: 2, type: "place", cell: "g8" },
        { seat: 1, type: "move", from: "b2", to: "b3" },
        { seat: 1, type: "place", cell: "h1" },
        { seat: 2, type: "move", from: "e5", to: "h2" },
        { seat: 2, type: "place", cell: "g2" },
    ],
    steps: [
        { at: 3, caption: "Lay a stone of yours on any empty cell." },
        { at: 4, caption: "Before that you may move one of your stones, as a queen moves in chess." },
        { at: 13, caption: "Two of your stones in line, with nothing but empty cells between them, score those cells. Whatever comes between takes the points away." },
    ],
};

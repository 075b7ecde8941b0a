/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-1",
    seats: 2,
    steps: [
        {
            text: "You have 12 stones for this empty chessboard. Two of yours in one row, column or slanted line, with only empty cells between them, form an open path. Each cell between scores 1.",
        },
        {
            text: "On each turn you place a stone on any empty cell. Begin in a corner: place one on a1.",
            move: { type: "place", cell: "a1" },
            then: [{ seat: 2, type: "place", cell: "d4" }],
        },
        {
            text: "Seat 2 is on d4, in the middle. Place a stone on a8. Between a1 and a8 are six empty cells: an open path for 6 points, the most that a path can have.",
            move: { type: "place", cell: "a8" },
            then: [{ seat: 2, type: "place", cell: "a4" }],
        },
        {
            text: "Seat 2 placed a4: your path is blocked, and a4 to d4 counts 2 for them. Before you place, you may move one stone as a queen moves in chess. Move a1 along row 1 to h1.",
            move: { type: "move", from: "a1", to: "h1" },
        },
        {
            text: "From h1, a slanted path now leads to a8: 6 points. Your turn still needs its new stone. Place it on h8: it sees a8 along row 8 and h1 along column h, for 12 more.",
            move: { type: "place", cell: "h8" },
            then: [
                { seat: 2, type: "move", from: "d4", to: "d8" },
                { seat: 2, type: "place", cell: "e4" },
            ],
        },
        {
            text: "Seat 2 blocked row 8 with d8 and the slanted line with e4; a4 to e4 counts 3 for them. Place d4: it cuts that path, and it sees h8 over three empty cells, 3 points for you.",
            move: { type: "place", cell: "d4" },
            then: [{ seat: 2, type: "place", cell: "h4" }],
        },
        {
            text: "Seat 2 blocked column h with h4 and leads 5 to 3. But only the paths on the full board count, when all 24 stones lie. Then Seat 2 begins a second game. Aim for paths that can no longer be blocked.",
        },
    ],
};

/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-1",
    seats: 2,
    steps: [
        {
            text: "Row 1, at the bottom, is your home row. Build a line: pieces from column a to column h, each touching the next at a side or corner. If the line and all cells on your side are more than 32, you win.",
        },
        {
            text: "The board is empty, and you have a chess set in reserve. Pieces are created on the home row. A pawn needs nothing in its column: create one on e1.",
            move: { type: "create", piece: "pawn", cell: "e1" },
            then: [{ seat: 2, type: "create", piece: "pawn", cell: "e8" }],
        },
        {
            text: "Seat 2 created a pawn on e8. A turn is one creation or one move. Pawns go one cell forward, from the home row also two. Move your pawn to e3.",
            move: { type: "move", from: "e1", to: "e3" },
            then: [{ seat: 2, type: "move", from: "e8", to: "e6" }],
        },
        {
            text: "Better pieces need company: a rook needs two pieces in its column, no matter whose. Column e has your pawn and that of Seat 2. Create a rook on e1.",
            move: { type: "create", piece: "rook", cell: "e1" },
            then: [{ seat: 2, type: "create", piece: "knight", cell: "e8" }],
        },
        {
            text: "Column e had three pieces then, enough for Seat 2's knight on e8. Your rook moves as in chess and can soon reach an edge, where a line begins. Move it along row 1 to a1.",
            move: { type: "move", from: "e1", to: "a1" },
            then: [{ seat: 2, type: "create", piece: "pawn", cell: "d8" }],
        },
        {
            text: "Now take ground: move the rook up column a to a5. Only kings capture, and a king needs six pieces in its column, so the rook is safe there for now.",
            move: { type: "move", from: "a1", to: "a5" },
            then: [{ seat: 2, type: "move", from: "d8", to: "d6" }],
        },
        {
            text: "A line needs at least eight pieces. Column e still has three: your pawn, and a pawn and the knight of Seat 2. So create a knight on e1. It can jump over others into gaps.",
            move: { type: "create", piece: "knight", cell: "e1" },
            then: [{ seat: 2, type: "create", piece: "pawn", cell: "c8" }],
        },
        {
            text: "Next, close the gaps: from a5 down to e3, and on to column h. A line along row 4 encloses 32 cells, one too few, so reach beyond it somewhere. And put pieces where Seat 2's line wants to pass.",
        },
    ],
};

/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-26127",
    seats: 2,
    steps: [
        { text: "You and seat 2 have the same board, and race to solve it. Slide each tile to its row and column: the signs at the edges name them. You see the board of seat 2 below yours." },
        {
            text: "Row 4 is the row of Suns, and column e that of the 5s. So the 5 of Suns belongs on e4, next to it. Make room: slide the tile on e4 down into the hole.",
            move: { type: "slide", cell: "e4" },
            then: [{ seat: 2, type: "slide", cell: "d5" }],
        },
        {
            text: "No one waits for a turn: seat 2 has slid a tile on its own board. The hole of yours is on e4 now. Slide the 5 of Suns from d4 into it.",
            move: { type: "slide", cell: "d4" },
            then: [{ seat: 2, type: "slide", cell: "d4" }, { seat: 2, type: "slide", cell: "e4" }],
        },
        {
            text: "It is home. You can press a tile, swipe, or use the arrow keys. The ace of Suns is on d3, right above its own place. Slide it down.",
            move: { type: "slide", cell: "d3" },
            then: [{ seat: 2, type: "done" }],
        },
        { text: "Seat 2 called \"Done!\", but its board is not solved: a fumble. You are the only one left, so the round is over, and you score a point for beating seat 2." },
        { text: "Usually you go on until all tiles but the nulls are home. The nulls belong in row 5, in any order. Then call \"Done!\" yourself: a solved board counts only when you call." },
        { text: "You score a point for each player whom you beat: all who fumble, and all who finish later. So be quick, but look twice before you call. Go!" },
    ],
};

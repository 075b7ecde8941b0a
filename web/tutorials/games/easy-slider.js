/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-203",
    steps: [
        {
            text: "Slide 24 tiles around one hole until each is in its row and column. The signs at the edges name them. Fewest slides win.",
        },
        {
            text: "Row 4 is the row of Crowns, and column e that of the 4s. So the 4 of Crowns belongs on e4, next to it. Make room: slide the tile on e4 down into the hole.",
            move: { type: "slide", cell: "e4" },
        },
        {
            text: "The hole is on e4 now. Slide the 4 of Crowns from d4 into it. You can press a tile, swipe, or use the arrow keys.",
            move: { type: "slide", cell: "d4" },
        },
        {
            text: "It is home. The ace of Crowns is on d3, right above its own place. Slide it down.",
            move: { type: "slide", cell: "d3" },
        },
        {
            text: "Four tiles of row 4 are home: 5, 3, ace and 4. Only the 2 of Crowns is missing, on a4. To bring it there you may move others away for a while.",
        },
        {
            text: "The nulls belong in row 5, in any order. The board is solved when all other tiles are home. Each slide counts one point, so plan a whole row before you slide.",
        },
    ],
};

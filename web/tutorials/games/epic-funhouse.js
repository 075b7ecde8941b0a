/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-7",
    steps: [
        {
            text: "Six rooms, one after the other. Their scores add up, and fewest points win. How you leave a room decides what you find in the next one.",
        },
        {
            text: "The first room is Slide Jam. Pop three tiles in sequence: null, 5, 4 on a1, b2 and c1, onto the left stack, and slide left. Then see how the room can end.",
            move: { type: "pop", cells: ["a1", "b2", "c1"], stack: "left", slide: "left" },
            then: [
                { type: "pop", cells: ["a3", "b3", "a4"], stack: "right", slide: "up" },
                { type: "pop", cells: ["c1", "c2", "d3"], stack: "left", slide: "right" },
                { type: "pop", cells: ["b2", "b3", "b4"], stack: "right", slide: "left" },
                { type: "pop", cells: ["a4", "a5", "b5"], stack: "left", slide: "up" },
                { type: "pop", cells: ["c1", "b1", "a2"], stack: "right", slide: "left" },
                { type: "pop", cells: ["a2", "a3", "a4"], stack: "left", slide: "up" },
                { type: "pop", cells: ["a1", "b1", "b2"], stack: "right", slide: "up" },
            ],
        },
        {
            text: "The slide is empty: 0 points. The two stacks go on to the second room, Magic Mirror. Lay the left one above the mirror.",
            move: { type: "lay_out", upper: "left" },
        },
        {
            text: "Match two tiles across the mirror that add up to 5. Twins, of the same suit, cost nothing: match the 4 of Arms with the ace of Arms.",
            move: { type: "match", tiles: ["A4", "A1"] },
        },
        {
            text: "The pairs build stacks too: they become the track of Catwalk, the third room. One more pair of twins: match the 5 of Suns with the null of Suns.",
            move: { type: "match", tiles: ["S5", "S0"] },
        },
        {
            text: "So it goes on: the coins that fall from Catwalk start the maze of Roll Out the Barrels, its coins fill Whack-a-Dummy, and that one places the adults of Trampo-Land.",
        },
        {
            text: "Each room has a tutorial of its own, and can be played alone. Zero is perfect in each room, and in all six together.",
        },
    ],
};

/** @type {import("../load-lesson.js").Lesson} */
export default {
    goal: "Bring six coins over the catwalk to its far end. Coins that fall cost points: low is best.",
    scoring: [
        ["A coin that crosses", "0"],
        ["A coin that falls", "its value times that of its tile"],
        ["A null or an ace, of coin or tile, there", "counts 1"],
        ["All six fallen", "10 more"],
    ],
    rules: [
        "Lay the four stacks, in your order, into one winding track. Then choose a suit of coins and the end to start from.",
        "Flick the coins along the track to its far edge. The hand is unsteady: one tile at a time is safest.",
        "A coin that falls costs its value times that of the tile it fell from (null and ace count 1). All six lost cost 10 more.",
    ],
    moves: [
        { type: "lay_stack", stack: "twins" },
        { type: "lay_stack", stack: "cousins" },
        { type: "lay_stack", stack: "distant" },
        { type: "lay_stack", stack: "strangers" },
        { type: "choose", start: "first", suit: "S" },
        { type: "flick", coin: 0, dx: 0, dy: 1000 },
        { type: "flick", coin: 0, dx: -1000, dy: -64 },
        { type: "flick", coin: 0, dx: 2, dy: -1209 },
        { type: "flick", coin: 0, dx: -301, dy: -1000 },
    ],
    steps: [
        { at: 0, caption: "Lay the four stacks, in the order that you choose. Together they make one winding catwalk." },
        { at: 5, caption: "Choose a suit of coins and the end to start from. Then flick the six coins, one after another, along the catwalk." },
        { at: 9, caption: "One tile at a time is safest: the longer the flick, the less steady the hand. A coin that falls costs points." },
    ],
};

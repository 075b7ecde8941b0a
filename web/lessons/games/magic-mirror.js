/** @type {import("../load-lesson.js").Lesson} */
export default {
    goal: "Match every tile across the mirror, suit with the same suit if you can: low is best.",
    scoring: [
        ["A pair of twins: one suit", "0"],
        ["Cousins: Suns and Moons, or Crowns and Arms", "1"],
        ["A distant pair: any other suits", "2"],
        ["Two tiles left over", "3"],
    ],
    rules: [
        "Choose which stack is laid above the mirror.",
        "Match a tile next to the mirror with one on its other side, so that they add up to 5.",
        "Twins of a suit cost nothing, cousins (Suns and Moons, Crowns and Arms) 1, distant pairs 2, and every pair of strangers left over 3.",
    ],
    moves: [
        { type: "lay_out", upper: "left" },
        { type: "match", tiles: ["M1", "C4"] },
        { type: "match", tiles: ["A2", "A3"] },
        { type: "match", tiles: ["M0", "S5"] },
        { type: "match", tiles: ["M2", "S3"] },
        { type: "match", tiles: ["A5", "A0"] },
        { type: "match", tiles: ["M5", "S0"] },
        { type: "match", tiles: ["C0", "C5"] },
        { type: "match", tiles: ["A4", "S1"] },
        { type: "match", tiles: ["M3", "C2"] },
        { type: "match", tiles: ["S4", "A1"] },
        { type: "match", tiles: ["S2", "C3"] },
        { type: "match", tiles: ["C1", "M4"] },
    ],
    steps: [
        { at: 0, caption: "Choose which of the two stacks is laid above the mirror. The other lies below it." },
        { at: 1, caption: "Match a tile next to the mirror with one on its other side, so that both add up to 5." },
        { at: 13, caption: "Twins of a suit cost nothing, cousins 1, distant pairs 2. When no match is left, each pair of strangers costs 3." },
    ],
};

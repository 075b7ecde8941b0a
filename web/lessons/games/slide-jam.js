/** @type {import("../load-lesson.js").Lesson} */
export default {
    goal: "Clear all 24 tiles. What stays costs its value: low is best.",
    scoring: [
        ["A null left", "0"],
        ["An ace left", "1"],
        ["Any other tile left", "its value"],
    ],
    rules: [
        "Trace three touching tiles, sideways or cornerwise, whose values run in sequence, up or down; after 5 comes null.",
        "Say which stack they go on (four families each) and which way all the others slide.",
        "The room ends when no family is left. Each tile left costs its value.",
    ],
    moves: [
        { type: "pop", cells: ["b2", "a3", "b3"], slide: "left", stack: "left" },
        { type: "pop", cells: ["b3", "c4", "d5"], slide: "up", stack: "right" },
        { type: "pop", cells: ["b5", "a5", "a6"], slide: "right", stack: "left" },
        { type: "pop", cells: ["b3", "b4", "c3"], slide: "right", stack: "right" },
        { type: "pop", cells: ["c1", "b1", "c2"], slide: "right", stack: "left" },
        { type: "pop", cells: ["c1", "d2", "d1"], slide: "left", stack: "right" },
        { type: "pop", cells: ["b2", "a3", "a4"], slide: "up", stack: "left" },
        { type: "pop", cells: ["a1", "b2", "b1"], slide: "up", stack: "right" },
    ],
    steps: [
        { at: 0, caption: "Trace three touching tiles whose values run in sequence, up or down. After 5 comes null: 4-5-null is a family too." },
        { at: 1, caption: "The family goes onto the left or the right stack, and all the other tiles slide the way you say." },
        { at: 8, caption: "The room ends when no family is left. With eight families all 24 tiles are gone: zero, perfect." },
    ],
};

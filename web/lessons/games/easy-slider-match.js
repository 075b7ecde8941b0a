/** @type {import("../load-lesson.js").Lesson} */
export default {
    goal: "Solve the same sliding puzzle as all others, and call \"Done!\" before them.",
    points: "Points change only when a round is over.",
    scoring: [
        ["Each player who finishes after you, or not at all", "1"],
        ["Each player who fumbles while you do not", "1"],
    ],
    rules: [
        "Every row takes the suit next to it, every column the value above it, and the nulls end in the bottom row.",
        "Call \"Done!\" when your board is solved. If it is not, you fumble and score nothing.",
        "In a race everyone slides as fast as they can. Slide by slide, all move at the same moments and see only their own board.",
        "A program wins every match, so matches are not rated.",
    ],
    seats: 2,
    moves: [
        { seat: 1, type: "slide", cell: "e4" },
        { seat: 2, type: "slide", cell: "d5" },
        { seat: 2, type: "slide", cell: "d4" },
        { seat: 1, type: "slide", cell: "e3" },
        { seat: 2, type: "done" },
    ],
    steps: [
        { at: 0, caption: "All players begin with the same board. Slide tiles into the hole until each is in the row of its suit and the column of its value." },
        { at: 4, caption: "Everyone slides on a board of their own, without turns." },
        { at: 5, caption: "Seat 2 called \"Done!\" too early and fumbled. Seat 1 beats it." },
    ],
};

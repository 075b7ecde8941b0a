/** @type {import("../load-lesson.js").Lesson} */
export default {
    goal: "Clear a real pool table alone with as few shots as you can, and report each shot.",
    points: "Points are your shots: fewer are better.",
    poolTable: true,
    scoring: [
        ["Each shot, the break included", "1"],
        ["A lost game", "200"],
        ["The fewest points", "win"],
    ],
    seats: 1,
    moves: [
        { seat: 1, type: "break", sunk: 2 },
        { seat: 1, type: "shot", sunk: 1, "made": true },
        { seat: 1, type: "shot", sunk: 0, "made": false },
    ],
    steps: [
        { at: 0, caption: "Break first. Balls that fall stay down, and nothing has to be called." },
        { at: 1, caption: "Then call the ball and the pocket of each shot, and report how many balls fell and whether the call was made." },
        { at: 3, caption: "After a miss one ball comes back. A fourth miss in a row, a miss with nothing to bring back, or a foul loses the game." },
    ],
};

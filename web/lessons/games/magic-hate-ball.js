/** @type {import("../load-lesson.js").Lesson} */
export default {
    goal: "Have the lowest handicap after a series of games on a real pool table.",
    points: "Points are handicaps: fewer are better.",
    poolTable: true,
    scoring: [
        ["A ball that you sink", "1"],
        ["A shot that sinks nothing", "-1"],
        ["Ending an inning with 10 or more", "wins: handicap -1"],
        ["Ending an inning with 0 or less, or a foul", "out: handicap +1"],
    ],
    seats: 3,
    moves: [
        { seat: 1, type: "shot", sunk: 2 },
        { seat: 1, type: "shot", sunk: 1 },
        { seat: 1, type: "shot", sunk: 0 },
        { seat: 2, type: "foul", kind: "scratch", sunk: 0 },
    ],
    steps: [
        { at: 0, caption: "Each player starts with a score equal to the handicap, which is 4 at first. The break scores nothing." },
        { at: 3, caption: "Each ball is worth a point, and you go on while you sink balls. A shot that sinks nothing costs a point and ends your inning." },
        { at: 4, caption: "At the end of an inning, 10 or more wins, and 0 or less is out. A foul puts you out at once. The last player left has not won, but pays nothing." },
    ],
};

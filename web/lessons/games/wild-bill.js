/** @type {import("../load-lesson.js").Lesson} */
export default {
    goal: "Be the first to reach 30 points with a carom or with two balls at once, on a real pool table with three object balls.",
    poolTable: true,
    scoring: [
        ["A ball that you sink", "1"],
        ["The cue ball touches two balls", "2"],
        ["The cue ball touches all three balls", "5"],
        ["A foul", "costs the points of the inning"],
    ],
    seats: 2,
    moves: [
        { seat: 1, type: "shot", sunk: 1, contacts: 1 },
        { seat: 2, type: "shot", sunk: 1, contacts: 2 },
        { seat: 2, type: "foul", kind: "scratch" },
    ],
    steps: [
        { at: 0, caption: "Three balls lie on the spots of the table. Report how many you sank, and how many the cue ball touched." },
        { at: 2, caption: "A shot worth 0 or 1 ends your inning, and its points are yours. A shot worth 2 or more lets you go on: reach 30 with such a shot to win." },
        { at: 3, caption: "A foul loses the points of the inning. After a scratch the next player takes the cue ball in hand." },
    ],
};

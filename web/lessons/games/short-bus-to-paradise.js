/** @type {import("../load-lesson.js").Lesson} */
export default {
    goal: "Fill cabs with tourists of one color. Only full cabs score, and stones of rare colors are worth most.",
    scoring: [
        ["A stone in a full cab", "1, and 1 for each color of which all players scored more"],
        ["A stone in a waiting cab", "0"],
    ],
    seats: 3,
    moves: [
        { seat: 1, type: "play", cab: "4s" },
        { seat: 1, type: "load", cab: "4s", color: "v" },
        { seat: 2, type: "play", cab: "8d" },
        { seat: 2, type: "load", cab: "8d", color: "k" },
        { seat: 3, type: "play", cab: "3c" },
        { seat: 3, type: "load", cab: "3c", color: "b" },
        { seat: 1, type: "play", cab: "9c" },
        { seat: 1, type: "steal", cab: "9c", from: "8d" },
    ],
    steps: [
        { at: 2, caption: "Play a cab and load all stones of one color from the pot. The rank is the room of the cab. Seat 1 loaded 2 violet stones, and two dice brought new ones." },
        { at: 6, caption: "A cab that is not full waits, like the 8 with its 4 black stones. Seat 3 has filled a 3 with blue stones: it has left and scores." },
        { at: 8, caption: "New black stones have come, so seat 1 could steal those of the 8 together with them. Draw a card if nothing fits. At the end rare colors win." },
    ],
};

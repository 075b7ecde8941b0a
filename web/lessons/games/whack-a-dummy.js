/** @type {import("../load-lesson.js").Lesson} */
export default {
    goal: "Turn up the four corners in order, clockwise from the top left: mistakes cost, low is best.",
    scoring: [
        ["A wrong corner turned up", "10"],
        ["A right corner turned down", "10"],
        ["Given up", "15"],
    ],
    rules: [
        "Enter in the middle. Walk one step off a coin face down, or jump as far as a face-up coin says. Every coin you land on turns over.",
        "The room wraps around its edges.",
        "Turn up the corners a1, d1, d6 and a6, in this order. A wrong corner costs 10; giving up costs 15.",
    ],
    moves: [
        { type: "enter", cell: "c3" },
        { type: "go", direction: "west" },
        { type: "go", direction: "south" },
        { type: "go", direction: "east" },
        { type: "go", direction: "west" },
        { type: "go", direction: "east" },
        { type: "go", direction: "east" },
        { type: "go", direction: "north" },
        { type: "go", direction: "north" },
        { type: "go", direction: "north" },
        { type: "go", direction: "south" },
        { type: "go", direction: "east" },
    ],
    steps: [
        { at: 0, caption: "All coins lie face down. Enter on one of the four in the middle." },
        { at: 4, caption: "From a coin face down you walk one step, from one face up as far as it says. The coin you land on turns over, and the room wraps around." },
        { at: 12, caption: "Turn up the corners in their order: top left, top right, bottom right, bottom left. A wrong corner costs 10." },
    ],
};

/** @type {import("../load-lesson.js").Lesson} */
export default {
    goal: "Tip the die from the top left corner to the bottom right one: if you get there, you pay nothing.",
    scoring: [
        ["The way out reached", "0"],
        ["Given up", "the coins on the shortest way left"],
    ],
    rules: [
        "Put the die on the corner a1 any way up, and tip it from coin to coin to d6.",
        "It may roll off a coin if its top or the coin it rolls to is null, or both show the same value.",
        "Start again as often as you like. Who gives up pays for the coins on the way that is left.",
    ],
    moves: [
        { type: "place", north: 0, top: 3 },
        { type: "tip", direction: "south" },
        { type: "tip", direction: "south" },
        { type: "tip", direction: "south" },
        { type: "tip", direction: "east" },
        { type: "tip", direction: "east" },
        { type: "tip", direction: "south" },
        { type: "tip", direction: "east" },
        { type: "tip", direction: "south" },
    ],
    steps: [
        { at: 0, caption: "Put the die on the corner at the top left, any way up. The way out is at the bottom right." },
        { at: 3, caption: "Tip it from coin to coin. It may roll onto a coin that shows its own value. A null on the die or on that coin lets it roll, too." },
        { at: 9, caption: "Out is out: zero. Start again as often as you like; only giving up costs points." },
    ],
};

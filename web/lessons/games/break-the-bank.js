/** @type {import("../load-lesson.js").Lesson} */
export default {
    goal: "Have the most chips when the Bank is broken, or after five rounds.",
    points: "Points are chips.",
    scoring: [
        ["A chip", "1"],
        ["The Kitty", "counts for no one until it is taken"],
        ["The Bank, if no one breaks it", "split evenly"],
    ],
    seats: 4,
    moves: [
        { seat: 1, type: "roll" },
        { seat: 1, type: "roll" },
        { seat: 1, type: "roll" },
    ],
    steps: [
        { at: 0, caption: "A turn costs 5 chips and begins with one die. A roll without a 1 moves its sum from the Bank to the Kitty." },
        { at: 2, caption: "Then take the Kitty, or pay 5 more and roll one die more than before." },
        { at: 3, caption: "A 1 is a bust, and the Kitty goes back to the Bank. Five dice without a 1 break the Bank: Kitty and Bank are yours." },
    ],
};

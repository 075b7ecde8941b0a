/** @type {import("../load-lesson.js").Lesson} */
export default {
    goal: "Go through six rooms with as few points as you can. Zero is perfect.",
    scoring: [
        ["Each room", "its own score"],
        ["The whole", "the sum of the six"],
    ],
    rules: [
        "Six rooms, one after another. What you leave behind in one is what you find in the next.",
        "The six scores add up. Low is good, and zero is perfect.",
    ],
    steps: [
        { of: "slide-jam", at: 0, caption: "You enter Slide Jam, the first of six rooms. Each has rules of its own, which are shown next to the board." },
        { of: "magic-mirror", at: 1, caption: "What you leave in one room sets up the next: your two stacks become the Magic Mirror, and so on." },
        { of: "trampo-land", at: 0, caption: "After Trampo-Land, the sixth room, the six scores are added up. Low is best, and zero is perfect." },
    ],
};

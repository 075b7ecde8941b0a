/** @type {import("../load-lesson.js").Lesson} */
export default {
    goal: "Be the first whose monster has a 6 in each of its five parts.",
    points: "Points are the sum of your five parts. Only five 6s win before the last round.",
    scoring: [
        ["A part", "its value"],
        ["All five parts at 6", "the game"],
        ["Head smash", "one die and your head against two dice"],
        ["Punch", "one die and your arms against three dice"],
        ["Trip", "one die and your legs against all five parts of theirs"],
    ],
    seats: 3,
    moves: [
        { seat: 1, type: "research" },
        { seat: 1, type: "build", face: 5, part: "right_leg" },
        { seat: 2, type: "scavenge", builds: [{ face: 5, part: "head" }, { face: 3, part: "left_arm" }] },
        { seat: 3, type: "research" },
        { seat: 3, type: "build", face: 6, part: "right_leg" },
        { seat: 1, type: "fight", attack: "trip", with: 3 },
        { seat: 1, type: "steal", part: "right_leg", to: "left_leg" },
    ],
    steps: [
        { at: 2, caption: "Your monster has a head, two arms and two legs, all 0 at first. Research rolls the four dice in the middle, and you may build one of them into a part." },
        { at: 3, caption: "Or scavenge: build one or two dice as they lie. A face takes the place of what was there, and its die is turned to 1." },
        { at: 7, caption: "Or fight. The winner may steal a part of the loser and build it in." },
    ],
};

/** @type {import("../load-lesson.js").Lesson} */
export default {
    goal: "Be the first to have eight dice, or to have none.",
    points: "Points show how far you are from four dice, up or down. Eight dice or none win, and count 5.",
    scoring: [
        ["Eight dice, or none", "5, and the game"],
        ["Each die more or less than four, for the others", "1"],
    ],
    seats: 3,
    moves: [
        { seat: 1, type: "fight", dice: [4, 1, 1], with: 2 },
        { seat: 1, type: "take", face: 4 },
        { seat: 2, type: "fight", dice: [], with: 3 },
        { seat: 3, type: "take", face: 2 },
        { seat: 3, type: "fight", dice: [2, 2, 2, 1, 1], with: 1 },
        { seat: 1, type: "take", face: 5 },
        { seat: 1, type: "recruit", face: 5, from: 3 },
    ],
    steps: [
        { at: 0, caption: "Everyone begins with a faction of four dice. On your turn you recruit or you fight." },
        { at: 2, caption: "Fight: roll any of your dice while the other rolls all. Highest meets highest, then next meets next; the first that differ decide, and the winner must take a die." },
        { at: 7, caption: "Recruit: of a face that you have more often than somebody else does, take one of theirs." },
    ],
};

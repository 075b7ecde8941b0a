/** @type {import("../load-lesson.js").Lesson} */
export default {
    goal: "Mark territories so that one of yours lies between two more of yours.",
    points: "The first board on which anyone has points ends the game.",
    scoring: [
        ["Your first flanked territory", "100"],
        ["Your second", "50"],
        ["Being the first to flank one", "100 more"],
    ],
    seats: 2,
    moves: [
        { seat: 2, type: "declare", army: "english" },
        { seat: 1, type: "mark", territory: "northwest" },
        { seat: 2, type: "mark", territory: "north" },
        { seat: 1, type: "mark", territory: "northeast" },
        { seat: 2, type: "mark", territory: "center" },
        { seat: 1, type: "mark", territory: "south" },
        { seat: 2, type: "mark", territory: "west" },
        { seat: 1, type: "mark", territory: "east" },
        { seat: 2, type: "mark", territory: "southeast" },
        { seat: 1, type: "declare", army: "basque" },
        { seat: 2, type: "mark", territory: "northwest" },
        { seat: 1, type: "mark", territory: "west" },
        { seat: 2, type: "mark", territory: "north" },
        { seat: 1, type: "mark", territory: "southwest" },
        { seat: 2, type: "mark", territory: "northeast" },
    ],
    steps: [
        { at: 4, caption: "Hoop says which army it is; that changes nothing but the names. Then cross and hoop mark the nine territories in turn." },
        { at: 15, caption: "Three marks of yours in a straight line flank the one in the middle of them." },
        { at: 9, caption: "A board that brings no one a point is played again, with the parts changed, nine times at most." },
    ],
};

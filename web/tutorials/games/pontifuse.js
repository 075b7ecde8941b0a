/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-1",
    seats: 2,
    steps: [
        {
            text: "The field has nine territories. Yours is flanked if it lies between two more of yours in a straight line, and that scores. First, Seat 2 chooses an army; this only names the marks.",
            then: [{ seat: 2, type: "declare", army: "english" }],
        },
        {
            text: "Seat 2 is English, so you are Basque. You mark first, with a cross. Mark the center: four straight lines run through it.",
            move: { type: "mark", territory: "center" },
            then: [{ seat: 2, type: "mark", territory: "north" }],
        },
        {
            text: "Seat 2 put a hoop on north. Mark northwest: with southeast, it would flank your center.",
            move: { type: "mark", territory: "northwest" },
            then: [{ seat: 2, type: "mark", territory: "southeast" }],
        },
        {
            text: "Seat 2 saw it and took southeast. Mark southwest: now west or northeast would complete a line of yours, and Seat 2 can take only one of them.",
            move: { type: "mark", territory: "southwest" },
            then: [{ seat: 2, type: "mark", territory: "northeast" }],
        },
        {
            text: "Seat 2 took northeast, and wants east next. Be first: mark west. It lies between northwest and southwest: 100 points, and 100 more because no one flanked before. That is the early bird bonus.",
            move: { type: "mark", territory: "west" },
            then: [{ seat: 2, type: "mark", territory: "east" }],
        },
        {
            text: "Seat 2 flanked east for 100. South was the last territory and marked itself: you win 200 to 100. A board without points is a draw, and another follows. Aim for two lines at once, and be first.",
        },
    ],
};

/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-17",
    seats: 2,
    steps: [
        {
            text: "Spirits are cards, most of them face down. Capture them by song: each counts its rank, and with two players 40 points win. Your pawn is on the left start. A turn begins with a step to a neighbor.",
        },
        {
            text: "Step up to c3. The spirit there is turned face up.",
            move: { type: "step", to: "c3" },
        },
        {
            text: "The 4 of clubs. You capture it when all chips on it reach its rank and no one has more there than you, or when yours alone are more than half of it. Sing: lay your first chip.",
            move: { type: "sing" },
        },
        {
            text: "Now you may shift a line of spirits. Shift the front b2, and a2 behind it, one space to the right. That leaves a2 empty. It is a grave: after a capture, a new spirit comes up there.",
            move: { type: "shift", front: "b2", spirits: 2, direction: "right", spaces: 1 },
            then: [
                { seat: 2, type: "step", to: "d3" },
                { seat: 2, type: "sing" },
                { seat: 2, type: "rest" },
            ],
        },
        {
            text: "Seat 2 turned up the 2 of clubs on d3 and sang to it: one chip of two. That is a gift, for the chips of all players count together. Step to d3.",
            move: { type: "step", to: "d3" },
        },
        {
            text: "Sing. With your chip there are two, as many as the rank, and Seat 2 has no more of them than you.",
            move: { type: "sing" },
        },
        {
            text: "Captured: 2 points, and the grave a2 got a new spirit. Those of the deck are aces and ranks 6 to 10. Rest now: shift nothing, so that your 4 of clubs stays next to you on c3.",
            move: { type: "rest" },
            then: [
                { seat: 2, type: "step", to: "e3" },
                { seat: 2, type: "sing" },
                { seat: 2, type: "shift", front: "c3", spirits: 1, direction: "right", spaces: 1 },
            ],
        },
        {
            text: "Seat 2 shifted your 4 under your own pawn. You must step off it, so you cannot sing to it in this turn. Shift well, and sing so that the last chip is yours. The first to reach 40 wins.",
        },
    ],
};

/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-1",
    seats: 2,
    steps: [
        { text: "Wild Bill is played on a real pool table with a cue ball and three object balls. You shoot there, and report each shot here. The goal is 30 points. Let's practice how to report." },
        {
            text: "You break, and must first touch the ball on the Foot Spot. Imagine that you did, touched a second ball and sank one. Report a shot: 1 ball sunk, 2 touched.",
            move: { type: "shot", sunk: 1, contacts: 2 },
        },
        {
            text: "That is 3 points: 1 for the ball you sank, 2 for touching two. Put the sunk ball back on a spot. With 2 points or more you go on. Now you touch all three: report 0 sunk, 3 touched.",
            move: { type: "shot", sunk: 0, contacts: 3 },
        },
        {
            text: "Three touched balls are worth 5, so your inning has 8 points. Next you touch only one ball, and sink it: report 1 sunk, 1 touched.",
            move: { type: "shot", sunk: 1, contacts: 1 },
            then: [
                { seat: 2, type: "shot", sunk: 0, contacts: 2 },
                { seat: 2, type: "foul", kind: "scratch" },
            ],
        },
        { text: "A shot worth 0 or 1 ends your inning. Its 9 points are safe now. Seat 2 touched two balls, then the cue ball fell into a pocket: a foul. It lost the 2 points of its inning." },
        {
            text: "You play on from behind the Head String. First touch a ball below it, or the Foot Rail. Imagine that you did not: report a foul, the wrong first contact.",
            move: { type: "foul", kind: "wrong_contact" },
            then: [{ seat: 2, type: "shot", sunk: 0, contacts: 1 }],
        },
        { text: "A foul only costs the points of the inning, so you still have 9. If a shot had several faults, report the one that comes first in the list. Seat 2 touched one ball: 0 points." },
        { text: "A single point cannot win. Be the first to have 30 after a shot worth 2 or more. So aim to touch two or three balls, not just to sink one. Now to the table, and have fun!" },
    ],
};

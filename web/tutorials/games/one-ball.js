/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-1",
    seats: 1,
    steps: [
        { text: "One Ball is played on a real pool table. You shoot there, and report each shot here. Clear all fifteen balls with as few shots as you can. Let's practice how to report." },
        {
            text: "First comes the break. You call nothing, and balls that fall stay down. Imagine that two balls fell: report the break, with 2 balls sunk.",
            move: { type: "break", sunk: 2 },
        },
        {
            text: "13 balls are left. From now on, say aloud which ball will fall into which pocket. Imagine that it did, and no other ball fell: report 1 ball sunk, as called.",
            move: { type: "shot", sunk: 1, "made": true },
        },
        {
            text: "12 balls are left after 2 shots. Next time nothing falls. Report 0 balls sunk, and that the called ball did not fall as called.",
            move: { type: "shot", sunk: 0, "made": false },
        },
        {
            text: "That was 1 miss in a row. After a miss one ball comes back: put it on the Foot Spot. So there are 13 again. Now your called ball falls with another one: report 2 sunk, as called.",
            move: { type: "shot", sunk: 2, "made": true },
        },
        {
            text: "Both stay down, and your misses are back at 0. Next a ball falls, but not the one that you called. That is a miss too: report 1 sunk, not as called.",
            move: { type: "shot", sunk: 1, "made": false },
        },
        { text: "One ball fell and one came back: still 11. A fourth miss in a row loses the game, and so does a miss while all fifteen are on the table. A foul loses at once." },
        { text: "Your points are your shots, the break included: 5 so far. A lost game has 200, so call shots that you can make. Now rack the balls, and have fun!" },
    ],
};

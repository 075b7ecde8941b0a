/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-1",
    seats: 3,
    steps: [
        { text: "Magic Hate Ball is played on a real pool table, in a series of games. You shoot there, and report here. The number next to you is your handicap, 4. The lowest at the end wins." },
        {
            text: "In each game your score starts at your handicap. You break. The opening break earns and costs nothing. Imagine that two balls fell: report a shot, with 2 balls sunk.",
            move: { type: "shot", sunk: 2 },
        },
        {
            text: "Your score is still 4. But you sank something, so you shoot again, and from now on each ball is worth 1 point. Imagine that three fell: report 3 sunk.",
            move: { type: "shot", sunk: 3 },
        },
        {
            text: "Your score is 7. You go on until a shot sinks nothing. The next one does: report a shot with 0 balls sunk.",
            move: { type: "shot", sunk: 0 },
            then: [
                { seat: 2, type: "foul", kind: "scratch", sunk: 0 },
                { seat: 3, type: "shot", sunk: 0 },
            ],
        },
        {
            text: "The miss cost 1: you have 6. Seat 2 fouled, so it is out, and its handicap is 5 now. Seat 3 missed and has 3. You shoot again, and a lucky shot sinks four: report 4 sunk.",
            move: { type: "shot", sunk: 4 },
        },
        {
            text: "An inning that ends with 10 or more wins the game. You have 10, but the miss that ends it will cost 1. So you need one more: report 1 sunk.",
            move: { type: "shot", sunk: 1 },
        },
        {
            text: "11 is enough, whatever comes now, as long as it is no foul. Imagine that you miss: report 0 sunk.",
            move: { type: "shot", sunk: 0 },
        },
        { text: "You ended with 10 and won: your handicap is 3. A foul, or an inning that ends with 0 or less, adds 1 to it. Game 2 has begun, and the lowest handicap breaks: you. Have fun!" },
    ],
};

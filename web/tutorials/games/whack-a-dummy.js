/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-7",
    steps: [
        {
            text: "Turn up the four corners in this order: top left, top right, bottom right, bottom left. Each mistake costs 10. Fewest points win.",
        },
        {
            text: "All coins lie face down: you see only their suits. You enter on one of the four cells in the middle. Enter on b4.",
            move: { type: "enter", cell: "b4" },
        },
        {
            text: "From a coin that lies face down you go one step, and the coin on which you land turns over. Go west.",
            move: { type: "go", direction: "west" },
        },
        {
            text: "You turned up a 3. From a coin that lies face up you go as many steps as it shows. Three steps north of you is the first corner. Go north.",
            move: { type: "go", direction: "north" },
        },
        {
            text: "The first corner scores. You are on a null, which counts 1. The room wraps around: one step west of a1 is d1, the second corner. Go west.",
            move: { type: "go", direction: "west" },
        },
        {
            text: "Two corners are right. Next comes d6, the bottom right one. A corner out of order costs 10, and so does turning one down that has scored.",
        },
        {
            text: "Coins turn down again when you land on them, so remember their values. Giving up costs 15. Reach all four corners without a mistake: zero.",
        },
    ],
};

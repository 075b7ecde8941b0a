/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-1",
    steps: [
        {
            text: "Tip the die from coin to coin, from a1 at the top left to d6 at the bottom right. If you get there, you score 0, and fewest points win.",
        },
        {
            text: "First put the die on a1. You choose the face on top and the face to the north. Take null on top and 4 to the north, as it lies now.",
            move: { type: "place", top: 0, north: 4 },
        },
        {
            text: "While null is on top, the die rolls onto any coin. Tip it east.",
            move: { type: "tip", direction: "east" },
        },
        {
            text: "Stuck: 3 is on top, and no coin next to it is a 3 or a null. Starting again costs nothing. Turn the die with ↻ three times, until 2 is north, and place it.",
            move: { type: "place", top: 0, north: 2 },
        },
        {
            text: "Null is on top again. This time tip it south.",
            move: { type: "tip", direction: "south" },
        },
        {
            text: "Now 2 is on top. The die rolls onto a coin with the same value, or onto a null: the coin to the south is the null of Crowns. Tip it south.",
            move: { type: "tip", direction: "south" },
        },
        {
            text: "Now 5 is on top, and a 5 lies to the east: same values. Tip it east.",
            move: { type: "tip", direction: "east" },
        },
        {
            text: "4 is on top, and a 4 lies to the east. Plan a few tips ahead, and start again as often as you like. Only giving up costs: the coins on the shortest way left.",
        },
    ],
};

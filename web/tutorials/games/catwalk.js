/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-1",
    steps: [
        {
            text: "Lay a winding track of 24 tiles, then flick six coins along it to the far end. Coins that fall cost points. Fewest points win.",
        },
        {
            text: "You choose only the order of the stacks. Suns tiles lead north, Crowns east, Arms south, Moons west, if there is room. Lay the twins, and see the others follow.",
            move: { type: "lay_stack", stack: "twins" },
            then: [
                { type: "lay_stack", stack: "cousins" },
                { type: "lay_stack", stack: "distant" },
                { type: "lay_stack", stack: "strangers" },
            ],
        },
        {
            text: "You flick the coins of one suit. A fall costs the coin's value times that of its tile, so begin where tiles are low: the last tiles laid. Take the Moons.",
            move: { type: "choose", suit: "M", start: "last" },
        },
        {
            text: "The null counts only 1 if it falls. Aim it at the next tile, the null of Arms. Your hand is unsteady: the coin ends somewhere in the square.",
            move: { type: "flick", coin: 0, dx: 1000, dy: 0 },
        },
        {
            text: "It strayed a little. Short flicks stray less than long ones. Now aim north, at the middle of the 2 of Arms. The coin must not leave the track at a side.",
            move: { type: "flick", coin: 0, dx: 161, dy: -1084 },
        },
        {
            text: "A coin goes on until it falls or crosses the far side of the last tile. If it falls, the next coin starts on the tile that it fell from.",
        },
        {
            text: "Look for straight stretches, and go one tile at a time around corners. If all six coins fall, you pay 10 more.",
        },
    ],
};

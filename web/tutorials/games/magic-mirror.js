/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-1",
    steps: [
        {
            text: "Match tiles across a mirror. A pair adds up to 5: null and 5, ace and 4, or 2 and 3. Suits decide what a pair costs. Fewest points win.",
        },
        {
            text: "Two stacks of 12 tiles wait. One is laid out above the mirror, the other below it. Lay the left stack above.",
            move: { type: "lay_out", upper: "left" },
        },
        {
            text: "You can match the four tiles next to the mirror on each side, in any columns. Twins have the same suit and cost nothing: match the 3 of Arms with the 2 of Arms.",
            move: { type: "match", tiles: ["A3", "A2"] },
        },
        {
            text: "The columns moved toward the mirror. There are more twins: match the 3 of Suns with the 2 of Suns.",
            move: { type: "match", tiles: ["S3", "S2"] },
        },
        {
            text: "The ace of Moons has two partners. With the 4 of Suns it makes cousins, for 1 point: Suns and Moons are cousins. Match it with the 4 of Moons, for nothing.",
            move: { type: "match", tiles: ["M4", "M1"] },
        },
        {
            text: "Crowns and Arms are cousins too. Any other two suits are distant and cost 2. So look at the tiles behind, too, before you take a pair.",
        },
        {
            text: "The room ends when no match is left. Each pair of tiles left over costs 3, so match them all, and wait for twins where you can.",
        },
    ],
};

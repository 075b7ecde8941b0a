/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-1",
    seats: 2,
    steps: [
        {
            text: "This tower has 25 empty bricks. The 5 red, 7 blue and 13 yellow stones belong to everyone. A stone that you place scores 1 for each stone of its color that it touches.",
        },
        {
            text: "A brick touches its neighbors in the row, and those that it overlaps above and below: six in the middle, two at a1. Place a red stone on a1, where it offers least.",
            move: { type: "place", color: "red", space: "a1" },
            then: [{ seat: 2, type: "place", color: "red", space: "b1" }],
        },
        {
            text: "Seat 2 placed red on b1 and scored 1. But two bricks side by side have a common neighbor: a2 overlaps both a1 and b1. Place red on a2 for 2 points.",
            move: { type: "place", color: "red", space: "a2" },
            then: [{ seat: 2, type: "place", color: "red", space: "b2" }],
        },
        {
            text: "Seat 2 scored 2 on b2, which touches b1 and a2. One red stone is left. Place it on b3, which overlaps a2 and b2: 2 points for you, and red is used up.",
            move: { type: "place", color: "red", space: "b3" },
            then: [{ seat: 2, type: "place", color: "blue", space: "d7" }],
        },
        {
            text: "Seat 2 began blue in the corner d7, which touches only c7 and c6. Blue on c7 would bring you 1, but then c6 would bring Seat 2 two. Block instead: place yellow on c7, for 0 points.",
            move: { type: "place", color: "yellow", space: "c7" },
            then: [{ seat: 2, type: "place", color: "yellow", space: "b7" }],
        },
        {
            text: "Seat 2 took 1 point with yellow on b7. Now b6 touches two yellow stones, b7 and c7. Place yellow there for 2 points.",
            move: { type: "place", color: "yellow", space: "b6" },
            then: [{ seat: 2, type: "place", color: "yellow", space: "a6" }],
        },
        {
            text: "It is 6 to 6. When the tower is full, it is cleared for a second game, which Seat 2 begins, and the points add up. Take the bricks that touch most, and count what each stone opens.",
        },
    ],
};

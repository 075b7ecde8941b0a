/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-1",
    seats: 2,
    steps: [
        {
            text: "The castle has 24 empty spaces. The 5 red, 8 blue and 11 yellow stones belong to everyone. A stone that you place scores 1 for each stone of its color that it touches at a side.",
        },
        {
            text: "The first stone touches nothing and scores 0. So offer little: the tower a1 touches only b1. Place a red stone on a1.",
            move: { type: "place", color: "red", space: "a1" },
            then: [{ seat: 2, type: "place", color: "red", space: "b1" }],
        },
        {
            text: "Seat 2 placed red on b1 and scored 1 for touching your stone. It does not matter whose stones you touch. Place red on b2, next to b1, for 1 point.",
            move: { type: "place", color: "red", space: "b2" },
            then: [{ seat: 2, type: "place", color: "red", space: "c1" }],
        },
        {
            text: "Red on c1 scored 1 for Seat 2, but it was a gift: c2 now touches two red stones, b2 and c1. Place the last red stone there for 2 points.",
            move: { type: "place", color: "red", space: "c2" },
            then: [{ seat: 2, type: "place", color: "blue", space: "d3" }],
        },
        {
            text: "Red is used up. Seat 2 began blue on d3. Place blue on c3 for 1 point. c3 and d3 are side by side, so no empty space touches both, and Seat 2 can score only 1 there.",
            move: { type: "place", color: "blue", space: "c3" },
            then: [{ seat: 2, type: "place", color: "blue", space: "e3" }],
        },
        {
            text: "You lead 4 to 3. When the castle is full, it is cleared for a second game, which Seat 2 begins, and the points add up. Take spaces that touch much, and leave none to the others.",
        },
    ],
};

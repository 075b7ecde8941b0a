/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-1",
    seats: 2,
    steps: [
        {
            text: "Ten red, ten blue and ten yellow stones belong to everyone. A stone that you place in this castle scores 1 for each stone of its color that it touches at a side. But first you choose a house.",
        },
        {
            text: "A house is a corner of four spaces. What you place in your own house scores nothing, but the house makes one color special for you. Choose southwest: a1, b1, a2 and b2.",
            move: { type: "settle", corner: "southwest" },
            then: [{ seat: 2, type: "settle", corner: "northeast" }],
        },
        {
            text: "Seat 2 lives in the northeast. Place red on b2, in your house: it scores 0. But red is now what your house has most of, your primary color, and red will count double for you.",
            move: { type: "place", color: "red", space: "b2" },
            then: [{ seat: 2, type: "place", color: "blue", space: "e4" }],
        },
        {
            text: "Seat 2 did the same with blue on e4. Now place red on c2, next to b2 and outside your house: 2 points instead of 1.",
            move: { type: "place", color: "red", space: "c2" },
            then: [{ seat: 2, type: "place", color: "blue", space: "a2" }],
        },
        {
            text: "Seat 2 put blue into your house: one red, one blue, so no primary color. Place red on b1. It scores 0, but red leads again, and it prepares the space next to it.",
            move: { type: "place", color: "red", space: "b1" },
            then: [{ seat: 2, type: "place", color: "blue", space: "d4" }],
        },
        {
            text: "Seat 2 scored 2 with blue on d4. Now c1 touches two red stones, b1 in your house and c2. Place red there: twice 2 points.",
            move: { type: "place", color: "red", space: "c1" },
            then: [{ seat: 2, type: "place", color: "blue", space: "d3" }],
        },
        {
            text: "You lead 6 to 4. When the castle is full, you play a second one with the same houses, which Seat 2 begins, and the points add up. Guard your primary color, and disturb theirs.",
        },
    ],
};

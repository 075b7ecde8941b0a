/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-26",
    seats: 4,
    steps: [
        {
            text: "You have five pairs of dice. Your red dice are one poker hand, your black dice another, and the better one counts. All paid 1 chip into the pot. Seat 3 leads with a red straight, 1 to 5.",
            then: [
                { seat: 2, type: "fold" },
                { seat: 4, type: "fold" },
            ],
        },
        {
            text: "Seats 2 and 4 folded. You have three black 2s, which a straight beats. Challenge: pay half the pot, 2 chips, and roll pairs again. Keep the 2s, and roll pairs 2 and 4.",
            move: { type: "challenge", pairs: [2, 4] },
            then: [
                { seat: 3, type: "fold" },
                { seat: 2, type: "fold" },
                { seat: 3, type: "fold" },
                { seat: 4, type: "fold" },
            ],
        },
        {
            text: "A fourth black 2: four of a kind beats a straight. Seat 3 folded, and you won the pot of 6. In hand 2 you led from the start, all others folded, and you won 4. You are at 5 chips.",
        },
        {
            text: "In hand 3 you have the worst dice: black 3-3-2-2-6, two pair. Seat 2 leads with 5-5-5-4-4, a full house. You can hardly reach that, and a failed challenge costs 2. Fold.",
            move: { type: "fold" },
            then: [
                { seat: 4, type: "fold" },
                { seat: 3, type: "fold" },
            ],
        },
        {
            text: "In hand 4 the leader, Seat 4, has only two pair: 3s and 1s. You have two red and two black 2s. Keep them all: pay 2 chips, and roll pairs 2 and 4.",
            move: { type: "challenge", pairs: [2, 4] },
            then: [
                { seat: 3, type: "fold" },
                { seat: 2, type: "fold" },
                { seat: 4, type: "fold" },
                { seat: 2, type: "fold" },
            ],
        },
        {
            text: "Both red dice came up 6: 6-6-6-2-2 is a full house. The others folded, the pot was yours, and you have 7 chips. If you had not reached the leader, you would have dropped out of the hand.",
        },
        {
            text: "This is hand 5 of 10. Your best is two pair again, and Seats 3 and 4 have full houses. Fold or challenge? Challenge when the leader is within reach and the pot is worth it. The most chips win.",
        },
    ],
};

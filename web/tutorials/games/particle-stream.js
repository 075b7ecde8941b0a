/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-8",
    seats: 4,
    steps: [
        {
            text: "Space 1 is the front, and you are on space 4. Each of you has five cards and plays one a round, from the front to the back. Be in front when all five are played.",
            then: [
                { seat: 2, type: "play", card: "8h", to: 3 },
                { seat: 4, type: "play", card: "2c", to: 2 },
                { seat: 3, type: "play", card: "7h", to: 3 },
            ],
        },
        {
            text: "The others laid down cards, and seats 2 and 3 changed places twice. A card leads to the nearest higher rank of another space. Play your 5 onto your king: it leads to the 7 in front.",
            move: { type: "play", card: "5d", to: 1 },
        },
        {
            text: "You and seat 2 changed places. Now you are in front and play first. You may also stay where you are: lay your queen on space 1 and stay, as low cards seldom lead to a queen.",
            move: { type: "play", card: "Qd", to: 1 },
            then: [
                { seat: 4, type: "play", card: "Qh", to: 4 },
                { seat: 3, type: "play", card: "6c", to: 2 },
                { seat: 2, type: "play", card: "3s", to: 3 },
            ],
        },
        {
            text: "You are still in front. Keep your jacks for the end: often nothing is higher, and then a card leads to the lowest rank. Lay down your 2 and stay.",
            move: { type: "play", card: "2h", to: 1 },
            then: [
                { seat: 3, type: "play", card: "As", to: 1 },
                { seat: 2, type: "play", card: "Jc", to: 2 },
                { seat: 4, type: "play", card: "2d", to: 3 },
                { seat: 3, type: "play", card: "8d", to: 1 },
                { seat: 2, type: "play", card: "Kd", to: 4 },
                { seat: 4, type: "play", card: "3d", to: 1 },
            ],
        },
        {
            text: "An ace led to your 2, and others moved you too: you are on space 2 now. Who is last plays last in the final round. Play the jack of hearts: it leads to the lowest rank, the 2 at the back.",
            move: { type: "play", card: "Jh", to: 4 },
            then: [
                { seat: 4, type: "play", card: "8c", to: 2 },
                { seat: 2, type: "play", card: "8s", to: 2 },
                { seat: 3, type: "play", card: "Ts", to: 2 },
            ],
        },
        {
            text: "All others are finished. They show an 8, a jack and a 10: nothing is above your last jack, as an equal rank does not count. So it leads to the lowest, the 8 in front. Go there!",
            move: { type: "play", card: "Js", to: 1 },
        },
        { text: "You ended in front and scored 4 points. From the front, four players score 4, 2, 1 and 0. Now you see the track of the next race, with new cards for all." },
        { text: "Three races make a game, and the most points win. Watch the open cards of the others: they show where those pawns can go. And think early about your last card!" },
    ],
};

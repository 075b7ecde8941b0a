/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-8",
    seats: 3,
    steps: [
        { text: "You are ghosts in a hotel with 52 rooms and six doors, which form a ring through all rows. A guest waits at each door. You score when a guest comes into a room that you haunt." },
        {
            text: "First play a card, and your ghost haunts its room. Guests move by two dice, and 7 is the most likely sum. The 7 of clubs is seven steps from guest 1: play it.",
            move: { type: "play", card: "7c" },
        },
        {
            text: "Now choose any guest, and two dice move him clockwise: along his row to the right, then through the row below. Move guest 1.",
            move: { type: "guest", guest: 1 },
            then: [
                { seat: 2, type: "play", card: "Jc" },
                { seat: 2, type: "guest", guest: 4 },
            ],
        },
        {
            text: "A 7! His rank was 2, so you scored 2 points, and now his rank is 3. Guest 4 came to the 3 of hearts, which has no ghost. All are asked for a surprise. You lack this card: let it be.",
            move: { type: "let" },
            then: [
                { seat: 2, type: "let" },
                { seat: 3, type: "let" },
                { seat: 3, type: "play", card: "8c" },
                { seat: 3, type: "guest", guest: 5 },
            ],
        },
        {
            text: "Seat 3 played the 8 of clubs. Your 7 was haunted and next to it, so seat 3 is on top there too. Guest 5 came to the 2 of spades. You have this card: surprise him!",
            move: { type: "surprise" },
            then: [
                { seat: 2, type: "let" },
                { seat: 3, type: "let" },
            ],
        },
        {
            text: "That was 2 more points. You drew cards, and it is your turn. Guest 4 has rank 3 and is on the 3 of hearts. Put a ghost in his way: play the 7 of hearts.",
            move: { type: "play", card: "7h" },
        },
        {
            text: "He has four steps to your ghost. Try your luck: move guest 4.",
            move: { type: "guest", guest: 4 },
        },
        { text: "You scored 3. If a room has more ghosts, the top one gets most. But beware of rank 6: such a guest freaks out, and ghosts lose points. When all rooms are haunted, the most points win." },
    ],
};

/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-14",
    seats: 3,
    steps: [
        { text: "Three players and seven robots are on a pyramid of ten spaces. You are on space 10, at the bottom right. Be on space 1, the top, after six rounds: nothing else wins." },
        {
            text: "Each round begins with an auction. Who is lowest chooses first: you. Low cards are good for climbing, as you will see. Take the 3 of spades.",
            move: { type: "take", card: "3s" },
            then: [
                { seat: 2, type: "take", card: "9s" },
                { seat: 3, type: "combat", card: "Ah" },
                { seat: 2, type: "combat", card: "5d" },
            ],
        },
        {
            text: "From the top down, everyone played a card. You are last. Two neighbors fight the space above, and if they win, the weaker one moves up. You and the jack can beat the ace: play the 3.",
            move: { type: "combat", card: "3s" },
        },
        {
            text: "Jack and 3 beat the ace, king and 3 the 4, queen and 3 the jack. You were always the weaker attacker, so you are on top! The 3 is your goodie, the highest spade. Read what it can do.",
        },
        {
            text: "The player with the highest spade may change places with any robot. You are already on top and need no change: decline.",
            move: { type: "decline" },
            then: [
                { seat: 2, type: "draw" },
                { seat: 3, type: "take", card: "Td" },
                { seat: 2, type: "take", card: "8h" },
            ],
        },
        {
            text: "Round 2: on top you get the last card of the auction, a 3, and play before all others. Now you want a high card, so that two attackers cannot beat it. Play the 10 of hearts.",
            move: { type: "combat", card: "Th" },
            then: [
                { seat: 2, type: "combat", card: "6s" },
                { seat: 3, type: "combat", card: "8c" },
            ],
        },
        {
            text: "A queen and a 3 attacked your 10 and won, so you fell to space 3. But your spade helps: change places with the robot on space 1.",
            move: { type: "switch", space: 1 },
            then: [
                { seat: 2, type: "draw" },
                { seat: 3, type: "stone", space: 5 },
            ],
        },
        { text: "On top again! With diamonds you draw a card, with hearts you trade goodies. With clubs you lay the stone: seat 3 did, on space 5. Climb when it counts: at the end of round 6." },
    ],
};

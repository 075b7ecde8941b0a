/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-1",
    seats: 2,
    steps: [
        { text: "Your jack, queen and king are fighters, and seat 2 has three too. You each play the cards from ace to 10, one after another. Kill fighters: a king is worth 1680 points." },
        {
            text: "There are no turns: everyone plays as fast as they like. You see only your next card, a 6, and you cannot skip it. Attack: play it onto the king of seat 2.",
            move: { type: "play", owner: 2, fighter: "K" },
            then: [{ seat: 2, type: "play", owner: 2, fighter: "K" }],
        },
        {
            text: "Seat 2 defended its king with a 9. The numbers show attack vs defense: 6 vs 9. It lives unless the attack is higher. Your next card is a 4. Add it to the attack.",
            move: { type: "play", owner: 2, fighter: "K" },
            then: [{ seat: 2, type: "play", owner: 1, fighter: "K" }],
        },
        {
            text: "10 vs 9: the king would fall, and you have 1680 points. But seat 2 attacks your king with a 7. Your next card is a 9. Defend: play it onto your own king.",
            move: { type: "play", owner: 1, fighter: "K" },
            then: [{ seat: 2, type: "play", owner: 1, fighter: "Q" }],
        },
        {
            text: "7 vs 9: your king lives for now. It cannot get a second defense. Seat 2 hit your queen with a 6, for 1260 points. Do the same: play your 5 onto its queen.",
            move: { type: "play", owner: 2, fighter: "Q" },
            then: [{ seat: 2, type: "play", owner: 2, fighter: "Q" }],
        },
        {
            text: "An 8 saved the queen. Next you have an ace, which counts only 1. It would be a poor defense, but it kills a fighter without one: play it onto the jack of seat 2.",
            move: { type: "play", owner: 2, fighter: "J" },
        },
        { text: "King and jack: you have 2520 points, seat 2 has 1260. These would count if the game ended now. It ends as soon as someone plays their tenth card. You have five left." },
        { text: "The strongest attacker of a fighter that falls gets its points, and you lose nothing when yours fall. So be quick, and keep count of your cards. Go!" },
    ],
};

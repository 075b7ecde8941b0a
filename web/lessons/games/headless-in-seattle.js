/** @type {import("../load-lesson.js").Lesson} */
export default {
    goal: "Kill the fighters of the others before anyone plays their last card.",
    points: "These are the points that you would have if the game ended now.",
    scoring: [
        ["A jack", "840"],
        ["A queen", "1260"],
        ["A king", "1680"],
        ["A tie for the strongest attack", "shared"],
    ],
    seats: 2,
    moves: [
        { seat: 1, type: "play", owner: 2, fighter: "K" },
        { seat: 2, type: "play", owner: 2, fighter: "K" },
        { seat: 1, type: "play", owner: 2, fighter: "K" },
        { seat: 1, type: "play", owner: 1, fighter: "Q" },
        { seat: 2, type: "play", owner: 1, fighter: "J" },
    ],
    steps: [
        { at: 0, caption: "No one waits for a turn. Play the top card of your deck onto any fighter, as fast as you like." },
        { at: 2, caption: "A card on another player's fighter is an attack, and the chip shows the sum. A card on your own is its only defense, and must be at least that sum." },
        { at: 5, caption: "The strongest attacker of each fighter that falls scores it. The game ends with the tenth card of any player." },
    ],
};

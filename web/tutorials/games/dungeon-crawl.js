/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-6",
    seats: 3,
    steps: [
        { text: "The dungeon leads through five zones to the exit. Collect gold and experience, and stay alive: when a player reaches the exit, the living player with the most points wins." },
        {
            text: "In secret, everyone builds a character: Speed against traps, Power for fights, Health for the damage you can take. You have 16 points. Choose Speed 5, Power 7 and Health 4.",
            move: { type: "build", speed: 5, power: 7, health: 4 },
            then: [
                { seat: 2, type: "build", speed: 5, power: 8, health: 3 },
                { seat: 3, type: "build", speed: 3, power: 9, health: 4 },
            ],
        },
        { text: "Without any choice for you, a 6 led you to space 6. You drew a queen, a big monster. In zone 1 it was only a jack with 2 health. You fought it in two turns, won both, and killed it." },
        {
            text: "Its treasure had a trap of 4. Your Speed of 5 disarmed it, for 1 experience. You also get a pick of the 9 of diamonds, set aside by seat 3, and a 2. Gold counts its value: take the 9.",
            move: { type: "take", card: "9d" },
        },
        {
            text: "Clubs in a treasure are weapons. You can carry one that is not above your Speed. The 2 adds 2 to your fights, and counts 2 points as well. Take it.",
            move: { type: "take", card: "2c" },
        },
        {
            text: "The others had their turns, and now you have a choice. Your 3 experience count 3 points, or buy 1 point of a skill for good. More Power helps in every fight: pay for Power.",
            move: { type: "upgrade", skill: "power" },
        },
        {
            text: "You rolled 5, and came past seat 2, who fights a jack on space 7. It has 1 health left. Who takes the last one picks first from the treasure. Join the combat.",
            move: { type: "join" },
            then: [{ seat: 3, type: "join" }],
        },
        { text: "You won, killed the jack and got the 8 of diamonds. Now a queen is on space 14, and gold is set aside for who kills her. If damage exceeds your Health, you may die. Good luck!" },
    ],
};

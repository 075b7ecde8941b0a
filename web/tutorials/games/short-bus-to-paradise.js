/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-16",
    seats: 3,
    steps: [
        {
            text: "Stones are tourists, and cards are cabs: the number is their room for stones of one color. Only full cabs score. There are 4 green stones in the pot: play your 4.",
            move: { type: "play", cab: "4s" },
        },
        {
            text: "Your 4 waits in front of you, empty. You can only load all stones of a color that are in the pot, if there is room for them. Load the green ones.",
            move: { type: "load", cab: "4s", color: "g" },
            then: [
                { seat: 2, type: "draw" },
                { seat: 3, type: "draw" },
            ],
        },
        {
            text: "The cab was full, left and scores. As you took stones, two dice brought new ones: now there are 4 orange ones. Seats 2 and 3 drew cards. Play your 8.",
            move: { type: "play", cab: "8c" },
        },
        {
            text: "An 8 is too large for a full cab now, but it can wait for more orange stones. Beware: when some come, others can steal yours together with them. Load the orange ones.",
            move: { type: "load", cab: "8c", color: "o" },
            then: [
                { seat: 2, type: "play", cab: "3d" },
                { seat: 2, type: "load", cab: "3d", color: "w" },
                { seat: 3, type: "play", cab: "4h" },
                { seat: 3, type: "load", cab: "4h", color: "n" },
            ],
        },
        {
            text: "Both others filled a cab. 12 green stones are gone: 11 or more of a color in the pot leave the game. You have 4 orange ones, and 6 more are too many for your 8. Draw a card.",
            move: { type: "draw" },
            then: [
                { seat: 2, type: "draw" },
                { seat: 3, type: "draw" },
            ],
        },
        {
            text: "You drew a 10, and that is 4 and 6! The others drew too, so the pot is the same. Play the 10.",
            move: { type: "play", cab: "Ts" },
        },
        {
            text: "To steal means to move the passengers of a waiting cab into yours, with all of their color in the pot. It works with your own cabs too. Steal from your 8 into your 10.",
            move: { type: "steal", cab: "Ts", from: "8c" },
        },
        { text: "10 orange stones left with your 10! But rare colors are worth more: see how the 3 white ones count 4 each. The game ends soon after the bag or the deck runs out. Your turn goes on!" },
    ],
};

/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-1",
    seats: 3,
    steps: [
        {
            text: "Your monster has a head, two arms and two legs, all at 0. The first monster with a 6 in all five parts wins. The four research dice in the middle belong to everyone.",
        },
        {
            text: "All research dice show 1, which is worth little. So research: roll all four.",
            move: { type: "research" },
        },
        {
            text: "4, 4, 3 and 2. After research you may build one die into a part: its face replaces the value there, and the die turns to 1. Build a 4 into your right leg.",
            move: { type: "build", face: 4, part: "right_leg" },
            then: [
                { seat: 2, type: "scavenge", builds: [{ face: 4, part: "head" }, { face: 3, part: "left_arm" }] },
                { seat: 3, type: "research" },
                { seat: 3, type: "build", face: 6, part: "right_leg" },
            ],
        },
        {
            text: "Seat 2 scavenged: it built two dice as they were. Seat 3 researched, and a 6 and a 4 are left. Scavenge both: the 4 into your head, the 6 into your left leg.",
            move: { type: "scavenge", builds: [{ face: 4, part: "head" }, { face: 6, part: "left_leg" }] },
            then: [
                { seat: 2, type: "research" },
                { seat: 2, type: "build", face: 5, part: "right_leg" },
                { seat: 3, type: "research" },
                { seat: 3, type: "build", face: 5, part: "left_leg" },
            ],
        },
        {
            text: "Now fight. A trip adds one die to your legs, 6 and 4, against all parts of the opponent. Seat 3 has 11 in all, and you win ties: you cannot lose. Trip Seat 3.",
            move: { type: "fight", attack: "trip", with: 3 },
        },
        {
            text: "16 against 11: you win, and may steal any part after a trip. Steal the 6 of the right leg and build it into your left arm. It need not stay a leg.",
            move: { type: "steal", part: "right_leg", to: "left_arm" },
            then: [
                { seat: 2, type: "fight", attack: "trip", with: 3 },
                { seat: 2, type: "steal", part: "left_leg", to: "left_leg" },
                { seat: 3, type: "research" },
                { seat: 3, type: "build", face: 5, part: "right_leg" },
            ],
        },
        {
            text: "You lead with 20 points, the sum of your parts. A defender who wins a fight may steal, too, so fight when the odds are yours. A 5 lies in the middle, and your right arm is empty. Aim for five 6s.",
        },
    ],
};

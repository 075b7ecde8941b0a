/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-1",
    steps: [
        {
            text: "You are in the corner, on trampoline 15. Bounce all others off. At the end each kid left costs 4, each adult 1. Fewest points win.",
        },
        {
            text: "A piece jumps over a neighbor onto the empty trampoline behind it, and the neighbor is out. Let the adult on 7 jump over the kid on 4, onto 2.",
            move: { type: "bounce", from: 7, to: 2 },
        },
        {
            text: "Kids jump over kids only. Let the kid on 13 jump over the kid on 8, onto 4.",
            move: { type: "bounce", from: 13, to: 4 },
        },
        {
            text: "You may jump over anyone, and no one may jump over you. Jump from 15 over the adult on 14, onto 13.",
            move: { type: "bounce", from: 15, to: 13 },
        },
        {
            text: "You and the adults may also walk to an empty neighbor. No one is out then, but it opens ways. Let the adult on 9 walk to 14, next to you.",
            move: { type: "walk", from: 9, to: 14 },
        },
        {
            text: "Now that adult is between you and the empty 15. Jump over it. A piece may not walk twice in a row, but anyone may bounce after a walk.",
            move: { type: "bounce", from: 13, to: 15 },
        },
        {
            text: "Go on until only you are left: that is 0 points. You may stop at any time. Get the kids out while adults are there to jump over them.",
        },
    ],
};

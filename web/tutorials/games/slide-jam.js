/** @type {import("../load-tutorial.js").Tutorial} */
export default {
    seed: "learn-1",
    steps: [
        {
            text: "Clear the slide of its 24 tiles. At the end each tile that is left costs its value: null 0, ace 1, the others what they show. Fewest points win.",
        },
        {
            text: "Three touching tiles in sequence are a family: here 3, 4, 5 on b2, b3 and c3. Trace it, put it on the left stack, and slide the other tiles up.",
            move: { type: "pop", cells: ["b2", "b3", "c3"], stack: "left", slide: "up" },
        },
        {
            text: "The tiles below moved up into the gaps. Corners touch too, and after 5 comes null: 4, 5, null on d1, c2 and b1 are a family. Onto the right stack, slide down.",
            move: { type: "pop", cells: ["d1", "c2", "b1"], stack: "right", slide: "down" },
        },
        {
            text: "The 5 on a1 touches neither a 4 nor a null, so it fits no family. Help it: pop 2, 3, 4 on c3, d4 and d3 onto the left stack, and slide right.",
            move: { type: "pop", cells: ["c3", "d4", "d3"], stack: "left", slide: "right" },
        },
        {
            text: "Now the 5 touches a 4. Before each move, see which tiles a direction brings together. Each stack has room for four families, so fill both.",
        },
        {
            text: "The room ends when no family is left. Leave nulls and aces, they cost least. With eight families the slide is empty: zero points, a perfect game.",
        },
    ],
};

/** @type {import("../load-lesson.js").Lesson} */
export default {
    goal: "Haunt the rooms in which guests land, and be on top there: the top ghost scores most.",
    scoring: [
        ["A guest of rank 1 to 5", "his rank, shared out from the top ghost down; the top one gets the first point extra"],
        ["A guest of rank 6", "what a die shows, shared out and lost"],
        ["Your surprise", "all of these points"],
    ],
    seats: 3,
    moves: [
        { seat: 1, type: "play", card: "Ks" },
        { seat: 1, type: "guest", guest: 3 },
        { seat: 1, type: "let" },
        { seat: 2, type: "let" },
        { seat: 3, type: "surprise" },
        { seat: 2, type: "play", card: "Qs" },
        { seat: 2, type: "guest", guest: 4 },
        { seat: 1, type: "let" },
        { seat: 2, type: "let" },
        { seat: 3, type: "let" },
        { seat: 3, type: "play", card: "6d" },
        { seat: 3, type: "guest", guest: 6 },
    ],
    steps: [
        { at: 1, caption: "Play a card, and your ghost haunts its room. In haunted rooms in a row with it, your ghost comes on top of the others." },
        { at: 5, caption: "Then move a guest with two dice. If he finds no ghost, all are asked: the player with the card of the room may surprise him, and takes all points." },
        { at: 12, caption: "In a haunted room his rank is shared out as points, and rises by one. With rank 6 he freaks out: then ghosts lose points." },
    ],
};

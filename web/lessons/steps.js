// How a game is played, in three pictures. Each is the service's own picture of a position that a run came to.

import { h } from "../shared/dom.js";
import * as service from "../api/client.js";
import * as together from "../api/hotseat.js";
import { LESSONS } from "./lessons.js";

/** @typedef {import("../types").Move} Move */
/** @typedef {{ of?: string, at: number, caption: string }} Step after how many moves of the game's run, or of that of one of its rooms */

const SEED = "how-1";
/** Whose view of a game for several seats is shown. */
const VIEWER = 1;

/** @type {Record<string, unknown[]>} the runs */
const RUNS = {
    "slide-jam": [
        { type: "pop", cells: ["b2", "a3", "b3"], slide: "left", stack: "left" },
        { type: "pop", cells: ["b3", "c4", "d5"], slide: "up", stack: "right" },
        { type: "pop", cells: ["b5", "a5", "a6"], slide: "right", stack: "left" },
        { type: "pop", cells: ["b3", "b4", "c3"], slide: "right", stack: "right" },
        { type: "pop", cells: ["c1", "b1", "c2"], slide: "right", stack: "left" },
        { type: "pop", cells: ["c1", "d2", "d1"], slide: "left", stack: "right" },
        { type: "pop", cells: ["b2", "a3", "a4"], slide: "up", stack: "left" },
        { type: "pop", cells: ["a1", "b2", "b1"], slide: "up", stack: "right" },
    ],
    "magic-mirror": [
        { type: "lay_out", upper: "left" },
        { type: "match", tiles: ["M1", "C4"] },
        { type: "match", tiles: ["A2", "A3"] },
        { type: "match", tiles: ["M0", "S5"] },
        { type: "match", tiles: ["M2", "S3"] },
        { type: "match", tiles: ["A5", "A0"] },
        { type: "match", tiles: ["M5", "S0"] },
        { type: "match", tiles: ["C0", "C5"] },
        { type: "match", tiles: ["A4", "S1"] },
        { type: "match", tiles: ["M3", "C2"] },
        { type: "match", tiles: ["S4", "A1"] },
        { type: "match", tiles: ["S2", "C3"] },
        { type: "match", tiles: ["C1", "M4"] },
    ],
    catwalk: [
        { type: "lay_stack", stack: "twins" },
        { type: "lay_stack", stack: "cousins" },
        { type: "lay_stack", stack: "distant" },
        { type: "lay_stack", stack: "strangers" },
        { type: "choose", start: "first", suit: "S" },
        { type: "flick", coin: 0, dx: 0, dy: 1000 },
        { type: "flick", coin: 0, dx: -1000, dy: -64 },
        { type: "flick", coin: 0, dx: 2, dy: -1209 },
        { type: "flick", coin: 0, dx: -301, dy: -1000 },
    ],
    "roll-out-the-barrels": [
        { type: "place", north: 0, top: 3 },
        { type: "tip", direction: "south" },
        { type: "tip", direction: "south" },
        { type: "tip", direction: "south" },
        { type: "tip", direction: "east" },
        { type: "tip", direction: "east" },
        { type: "tip", direction: "south" },
        { type: "tip", direction: "east" },
        { type: "tip", direction: "south" },
    ],
    "whack-a-dummy": [
        { type: "enter", cell: "c3" },
        { type: "go", direction: "west" },
        { type: "go", direction: "south" },
        { type: "go", direction: "east" },
        { type: "go", direction: "west" },
        { type: "go", direction: "east" },
        { type: "go", direction: "east" },
        { type: "go", direction: "north" },
        { type: "go", direction: "north" },
        { type: "go", direction: "north" },
        { type: "go", direction: "south" },
        { type: "go", direction: "east" },
    ],
    "trampo-land": [
        { type: "bounce", from: 4, to: 1 },
        { type: "bounce", from: 6, to: 4 },
        { type: "bounce", from: 1, to: 6 },
        { type: "bounce", from: 7, to: 2 },
        { type: "bounce", from: 9, to: 7 },
        { type: "bounce", from: 10, to: 3 },
        { type: "bounce", from: 11, to: 4 },
        { type: "bounce", from: 4, to: 1 },
        { type: "bounce", from: 1, to: 6 },
        { type: "bounce", from: 13, to: 11 },
        { type: "walk", from: 6, to: 3 },
        { type: "walk", from: 11, to: 7 },
        { type: "walk", from: 3, to: 1 },
        { type: "walk", from: 7, to: 4 },
        { type: "walk", from: 1, to: 2 },
        { type: "bounce", from: 4, to: 1 },
        { type: "walk", from: 1, to: 2 },
        { type: "walk", from: 14, to: 9 },
        { type: "walk", from: 2, to: 1 },
        { type: "walk", from: 9, to: 5 },
        { type: "walk", from: 1, to: 2 },
        { type: "bounce", from: 2, to: 9 },
        { type: "stop" },
    ],
    "easy-slider": [..."d5c5c4c3c2d2d3d4c4c3c2c1d1d2d3c3b3b2a2a1b1c1d1d2e2e1d1d2e2e3d3d2c2c3c4c5b5b4b3c3c4c5b5b4c4d4d5c5c4d4d3d2c2c3c4d4d3e3e4e5d5d4e4e3d3d4c4c5b5b4a4a5b5b4b3b2a2a3a4a5b5b4b3a3a2a1b1c1c2b2b3c3d3d2c2c3b3b2c2c1b1b2b3a3a2a1b1b2c2d2d3e3e2d2c2b2a2a3b3c3d3d2e2e3d3c3b3a3a4a5".matchAll(/../g)].map(([cell]) => ({ type: "slide", cell })),
    "magic-bag": [
        { type: "roll", dice: ["S", "M", "C", "A"] },
        { type: "roll", dice: ["M", "C"] },
        { type: "claim", row: 3 },
        { type: "roll", dice: ["S", "M", "C", "A"] },
        { type: "roll", dice: ["M", "A"] },
        { type: "roll", dice: ["M", "A"] },
        { type: "claim", row: 4 },
        { type: "roll", dice: ["S", "M", "C", "A"] },
        { type: "roll", dice: ["C"] },
        { type: "roll", dice: ["C"] },
        { type: "claim", row: 5 },
        { type: "roll", dice: ["S", "M", "C", "A"] },
        { type: "roll", dice: ["S", "M", "C", "A"] },
        { type: "roll", dice: ["M", "C", "A"] },
    ],
};

/** @type {Record<string, Step[]>} */
const STEPS = {
    "epic-funhouse": [
        { of: "slide-jam", at: 0, caption: "You enter Slide Jam, the first of six rooms. Each has rules of its own, which the table tells." },
        { of: "magic-mirror", at: 1, caption: "What you leave in one room sets up the next: your two stacks become the Magic Mirror, and so on." },
        { of: "trampo-land", at: 0, caption: "After Trampo-Land, the sixth room, the six scores are added up. Low is best, and zero is perfect." },
    ],
    "slide-jam": [
        { at: 0, caption: "Trace three touching tiles whose values run in sequence, up or down. After 5 comes null: 4-5-null is a family too." },
        { at: 1, caption: "The family goes onto the left or the right stack, and all the other tiles slide the way you say." },
        { at: 8, caption: "The room ends when no family is left. With eight families all 24 tiles are gone: zero, perfect." },
    ],
    "magic-mirror": [
        { at: 0, caption: "Choose which of the two stacks is laid above the mirror. The other lies below it." },
        { at: 1, caption: "Match a tile next to the mirror with one on its other side, so that both add up to 5." },
        { at: 13, caption: "Twins of a suit cost nothing, cousins 1, distant pairs 2. When no match is left, each pair of strangers costs 3." },
    ],
    catwalk: [
        { at: 0, caption: "Lay the four stacks, in the order that you choose. Together they make one winding catwalk." },
        { at: 5, caption: "Choose a suit of coins and the end to start from. Then flick the six coins, one after another, along the catwalk." },
        { at: 9, caption: "One tile at a time is safest: the longer the flick, the less steady the hand. A coin that falls costs points." },
    ],
    "roll-out-the-barrels": [
        { at: 0, caption: "Put the die on the corner at the top left, any way up. The way out is at the bottom right." },
        { at: 3, caption: "Tip it from coin to coin. It may leave a coin that shows the die's own value; a null, on the die or on the coin, lets it roll anywhere." },
        { at: 9, caption: "Out is out: zero. Start again as often as you like; only giving up costs points." },
    ],
    "whack-a-dummy": [
        { at: 0, caption: "All coins lie face down. Enter on one of the four in the middle." },
        { at: 4, caption: "From a coin face down you walk one step, from one face up as far as it says. The coin you land on turns over, and the room wraps around." },
        { at: 12, caption: "Turn up the corners in their order: top left, top right, bottom right, bottom left. A wrong corner costs 10." },
    ],
    "trampo-land": [
        { at: 0, caption: "Kids, adults and you stand on trampolines. One trampoline is empty." },
        { at: 1, caption: "Bounce over a neighbour onto the empty trampoline behind: whoever was jumped over is out. Kids bounce over kids, adults over kids and adults, you over anyone." },
        { at: 23, caption: "Each kid left costs 4, each adult 1. Best is to be left alone." },
    ],
    "easy-slider": [
        { at: 0, caption: "Slide a tile beside the hole into it. Pawns on the left say which suit belongs in their row, coins above which value in their column." },
        { at: 40, caption: "The nulls belong in the bottom row, in any order." },
        { at: 130, caption: "Solved. Fewest slides win." },
    ],
    "magic-bag": [
        { at: 1, caption: "Roll the four dice up to three times a turn, and keep those you like." },
        { at: 3, caption: "Claim a row all of whose values the dice show, and draw coins for it: one, and one more for each tile that its own suit's die shows." },
        { at: 14, caption: "Crowns are gold. Pieces of an artifact are worth more the more of them are joined: six joined make 210." },
    ],
};

/** @type {Map<string, Promise<string>>} pictures by game and number of moves */
const pictures = new Map();

/**
 * The picture after so many moves of a game's run.
 *
 * @param {string} game
 * @param {number} at
 */
function picture(game, at) {
    const key = `${game} ${at}`;
    const known = pictures.get(key);
    if (known) return known;
    const drawn = LESSONS[game] ? shared(game, at) : alone(game, at);
    pictures.set(key, drawn);
    drawn.catch(() => pictures.delete(key));
    return drawn;
}

/**
 * @param {string} game for one player
 * @param {number} at
 */
async function alone(game, at) {
    const { state } = await service.deal(game, { seed: SEED });
    const moves = /** @type {Move[]} */ (RUNS[game].slice(0, at));
    return service.picture(moves.length > 0 ? (await service.play(state, moves)).state : state);
}

/**
 * @param {string} game for several seats
 * @param {number} at
 */
async function shared(game, at) {
    const { seats, moves } = LESSONS[game];
    const { state } = await together.deal(game, { seats, seed: SEED });
    const made = /** @type {together.SeatedMove[]} */ (moves.slice(0, at));
    return together.picture(made.length > 0 ? (await together.play(state, made, VIEWER, false)).state : state, VIEWER);
}

/**
 * The three steps of a game, or nothing for a game that has none. Their pictures come when they are there.
 *
 * @param {string} game
 */
export function steps(game) {
    const all = STEPS[game] ?? LESSONS[game]?.steps.map(([at, caption]) => ({ at, caption }));
    if (!all) return null;
    return h("ol", { class: "steps" }, all.map(({ of = game, at, caption }) => {
        const image = h("img", { alt: "", width: 1000, height: 1100 });
        picture(of, at).then(
            (svg) => {
                image.alt = /<title>([^<]*)<\/title>/.exec(svg)?.[1] ?? "";
                image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
            },
            () => image.remove(),
        );
        return h("li", {}, h("figure", {}, image, h("figcaption", {}, caption)));
    }));
}

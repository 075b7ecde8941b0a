// The die of a move that places one: it is drawn from above, and buttons on its sides turn it.

import { button, h } from "../shared/dom.js";
import { humanise } from "../shared/text.js";
import { texts } from "../texts/texts.js";
import { valueMark, valueName } from "./move-text.js";

/** @typedef {import("../types").Move} Move */
/** @typedef {Move & { top: number, north: number }} Placement */
/** @typedef {"north" | "east" | "south" | "west"} Side */

const words = texts.game.die;
/** @type {Side[]} */
const SIDES = ["north", "east", "south", "west"];

/**
 * The moves if all of them place a die.
 *
 * @param {Move[]} moves
 * @returns {Placement[] | null}
 */
export function placements(moves) {
    const all = moves.every((move) => "top" in move && "north" in move);
    return all && moves.length > 1 ? /** @type {Placement[]} */ (moves) : null;
}

/** The orientation of the die. */
export class Die {
    /** @param {Placement[]} moves all orientations */
    constructor(moves) {
        this.moves = moves;
        // A face is opposite to the one that is never north while it is on top.
        const adjacent = (/** @type {number} */ top) => moves.filter((move) => move.top === top).map(({ north }) => north);
        const values = [...new Set(moves.map(({ top }) => top))];
        const opposite = (/** @type {number} */ face) => values.find((other) => other !== face && !adjacent(face).includes(other)) ?? face;
        // With null on top and 4 north, 2 is east in every arrangement (rules 11).
        this.faces = { top: 0, bottom: opposite(0), north: 4, south: opposite(4), east: 2, west: opposite(2) };
    }

    /** The move with this orientation. */
    get move() {
        const { top, north } = this.faces;
        return this.moves.find((move) => move.top === top && move.north === north) ?? this.moves[0];
    }

    /**
     * Rolls the die so that a side is on top.
     *
     * @param {Side} side
     */
    bringUp(side) {
        const { faces } = this;
        const other = SIDES[(SIDES.indexOf(side) + 2) % 4];
        this.faces = { ...faces, top: faces[side], [other]: faces.top, bottom: faces[other], [side]: faces.bottom };
    }

    /** Turns the die clockwise. */
    turn() {
        const { faces } = this;
        this.faces = { ...faces, north: faces.west, east: faces.north, south: faces.east, west: faces.south };
    }
}

/** @type {WeakMap<object, Die>} dice by their choice */
const turned = new WeakMap();

/**
 * The die of a choice.
 *
 * @param {object} choice
 * @param {Placement[]} moves
 */
function dieOf(choice, moves) {
    const die = turned.get(choice) ?? new Die(moves);
    turned.set(choice, die);
    return die;
}

/**
 * The key of the button that leads to a placement.
 *
 * @param {object} choice
 * @param {Placement[]} moves
 * @param {{ top: number, north: number }} wanted
 */
export function buttonToward(choice, moves, { top, north }) {
    const { faces } = dieOf(choice, moves);
    if (faces.top !== top) return `face-${SIDES.find((side) => faces[side] === top) ?? "north"}`;
    return faces.north === north ? "place-die" : "face-turn";
}

/**
 * The buttons that turn and place the die.
 *
 * @param {object} choice
 * @param {Placement[]} moves
 * @param {string} label of the button
 * @param {{ play: (move: Move) => void, refresh: () => void }} actions
 */
export function dieToPlace(choice, moves, label, { play, refresh }) {
    const die = dieOf(choice, moves);
    const { faces } = die;
    const side = (/** @type {Side} */ name) => button(valueMark(faces[name]), () => {
        die.bringUp(name);
        refresh();
    }, { class: `face face-${name}`, "data-key": `face-${name}`, "aria-label": words.bringUp(valueName(faces[name]), humanise(name)) });
    const turn = button("↻", () => {
        die.turn();
        refresh();
    }, { class: "face face-turn", "data-key": "face-turn", "aria-label": words.turn });
    return [
        h("div", { class: "die", role: "group", "aria-label": words.fromAbove },
            SIDES.map(side),
            h("output", { class: "face-top", "aria-label": words.onTop(valueName(faces.top)) }, valueMark(faces.top)),
            turn),
        h("p", { class: "hint" }, words.hint),
        button(label, () => play(die.move), { class: "primary", "data-key": "place-die" }),
    ];
}

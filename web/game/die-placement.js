// A die that is placed any way up: it is drawn from above, and turned by pointing at its sides, until it lies as it is
// wanted.

import { button, h } from "../shared/dom.js";
import { valueMark, valueName } from "./move-text.js";

/** @typedef {import("../types").Move} Move */
/** @typedef {Move & { top: number, north: number }} Placement */
/** @typedef {"north" | "east" | "south" | "west"} Side */

/** @type {Side[]} */
const SIDES = ["north", "east", "south", "west"];

/**
 * The moves that place a die, if all of them do.
 *
 * @param {Move[]} moves
 * @returns {Placement[] | null}
 */
export function placements(moves) {
    const all = moves.every((move) => "top" in move && "north" in move);
    return all && moves.length > 1 ? /** @type {Placement[]} */ (moves) : null;
}

/** How a die lies that is to be placed. */
export class Die {
    /** @param {Placement[]} moves every way in which it can lie */
    constructor(moves) {
        this.moves = moves;
        // Opposite faces are those of which one is never north while the other is on top.
        const beside = (/** @type {number} */ top) => moves.filter((move) => move.top === top).map(({ north }) => north);
        const values = [...new Set(moves.map(({ top }) => top))];
        const opposite = (/** @type {number} */ face) => values.find((other) => other !== face && !beside(face).includes(other)) ?? face;
        // However the faces are arranged, null on top and 4 north have 2 east (rules 11).
        this.faces = { top: 0, bottom: opposite(0), north: 4, south: opposite(4), east: 2, west: opposite(2) };
    }

    /** The move that places it as it lies. */
    get move() {
        const { top, north } = this.faces;
        return this.moves.find((move) => move.top === top && move.north === north) ?? this.moves[0];
    }

    /**
     * Rolls it over so that a side comes up.
     *
     * @param {Side} side
     */
    bringUp(side) {
        const { faces } = this;
        const other = SIDES[(SIDES.indexOf(side) + 2) % 4];
        this.faces = { ...faces, top: faces[side], [other]: faces.top, bottom: faces[other], [side]: faces.bottom };
    }

    /** Turns it where it lies, clockwise. */
    turn() {
        const { faces } = this;
        this.faces = { ...faces, north: faces.west, east: faces.north, south: faces.east, west: faces.south };
    }
}

/** @type {WeakMap<object, Die>} dice that are being turned, by the choice that they belong to */
const turned = new WeakMap();

/**
 * The die to turn, and the button that places it.
 *
 * @param {object} choice
 * @param {Placement[]} moves
 * @param {string} words what placing it is called
 * @param {{ play: (move: Move) => void, refresh: () => void }} actions
 */
export function dieToPlace(choice, moves, words, { play, refresh }) {
    const die = turned.get(choice) ?? new Die(moves);
    turned.set(choice, die);
    const { faces } = die;
    const side = (/** @type {Side} */ name) => button(valueMark(faces[name]), () => {
        die.bringUp(name);
        refresh();
    }, { class: `face face-${name}`, "data-key": `face-${name}`, "aria-label": `${valueName(faces[name])}, ${name}: bring it up` });
    const turn = button("↻", () => {
        die.turn();
        refresh();
    }, { class: "face face-turn", "data-key": "face-turn", "aria-label": "↻ Turn the die clockwise" });
    return [
        h("div", { class: "die", role: "group", "aria-label": "The die, from above" },
            SIDES.map(side),
            h("output", { class: "face-top", "aria-label": `On top: ${valueName(faces.top)}` }, valueMark(faces.top)),
            turn),
        h("p", { class: "hint" }, "Point at a side to bring it up, and at ↻ to turn the die."),
        button(words, () => play(die.move), { class: "primary", "data-key": "place-die" }),
    ];
}

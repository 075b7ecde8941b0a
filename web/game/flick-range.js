// The possible flicks on the catwalk: which coins, from where, and with which strength. The bounds of the service have the coins and strengths,
// the table has the place.

import { openTable } from "./local-game.js";

/** @typedef {import("../types").MoveBounds} MoveBounds */
/** @typedef {import("../types").State} State */
/** @typedef {{ min: number, max: number }} Limits */

/** The width of a tile, in units. */
export const TILE = 1000;

/** The scatter of the simulated hand, in each direction along an axis: a base in units, and a part of the strength (rules of Catwalk). */
export const SCATTER = { base: 60, percent: 40 };

/**
 * The coins that can be flicked, by their values.
 *
 * @param {MoveBounds[]} bounds
 * @returns {number[]}
 */
export function coinsOf([{ fields }]) {
    return /** @type {number[]} */ (fields.coin.one_of ?? []);
}

/**
 * The possible strengths: the greater component of a flick. Each of the bounds has it in one direction along an axis.
 *
 * @param {MoveBounds[]} bounds
 * @returns {Limits}
 */
export function strengthsOf(bounds) {
    const components = bounds.flatMap(({ fields: { dx, dy } }) => [dx, dy]).map(({ min = 0, max = 0 }) => ({ min, max }));
    const ahead = components.filter(({ min }) => min > 0);
    return { min: Math.min(...ahead.map(({ min }) => min)), max: Math.max(...ahead.map(({ max }) => max)) };
}

/**
 * The place from which the next coin is flicked: its tile, from 1, and its offset from the center of the tile. It is where the coin under way
 * rests, or the tile from which the last coin fell, or the first tile.
 *
 * @param {State} state
 * @returns {{ tile: number, ox: number, oy: number }}
 */
export function startOf(state) {
    const { under_way: underWay, outcomes = [] } = openTable(state);
    return underWay ?? { tile: outcomes.at(-1)?.tile ?? 1, ox: 0, oy: 0 };
}

// The aim of a flick on the catwalk: drag from the coin, press a tile, or set direction and strength.
//
// Flicks are too many to list. An aim is the intended position of the coin's center, in units of 1/1000 tile. Its
// strength is the greater of its two components.

import { button, h, refill } from "../shared/dom.js";
import { texts } from "../texts/texts.js";
import { SCATTER, TILE, coinsOf, startOf, strengthsOf } from "./flick-range.js";
import { openTable } from "./local-game.js";
import { opener } from "./move-panel.js";
import { valueName } from "./move-text.js";

/** @typedef {import("../types").MoveBounds} MoveBounds */
/** @typedef {import("../types").Move} Move */
/** @typedef {import("../types").State} State */
/** @typedef {import("./animation.js").Point} Point */
/** @typedef {import("./spots.js").BoardName} BoardName */

const words = texts.game.flick;
const SVG = "http://www.w3.org/2000/svg";

/**
 * The mapping between the game's plane and a picture, computed from the first two tiles of the track.
 *
 * @param {SVGSVGElement} svg
 * @param {State} state
 * @returns {{ toPicture: (point: Point) => Point, toPlane: (point: Point) => Point, tile: number } | null}
 */
export function plane(svg, state) {
    const tiles = openTable(state).track ?? [];
    if (tiles.length < 2) return null;
    const root = svg.getScreenCTM()?.inverse();
    const [a, b] = tiles.slice(0, 2).map((/** @type {{ tile: string }} */ { tile }) => {
        const piece = /** @type {SVGGraphicsElement | null} */ (svg.querySelector(`[data-piece="${tile}"][data-kind="tile"]`));
        const at = piece?.getScreenCTM();
        return root && at ? new DOMPoint(at.e, at.f).matrixTransform(root) : null;
    });
    if (!a || !b) return null;
    const tile = Math.hypot(b.x - a.x, b.y - a.y);
    const unit = tile / TILE;
    const [{ x, y }] = tiles;
    return {
        toPicture: (point) => ({ x: a.x + (point.x - x * TILE) * unit, y: a.y + (point.y - y * TILE) * unit }),
        toPlane: (point) => ({ x: (point.x - a.x) / unit + x * TILE, y: (point.y - a.y) / unit + y * TILE }),
        tile,
    };
}

export class Aim {
    /**
     * @param {MoveBounds[]} bounds of flicks
     * @param {State} state
     * @param {SVGSVGElement} svg
     * @param {HTMLElement} panel
     * @param {{ play: (move: Move) => void, selected: () => void, last: { dx: number, dy: number } | null }} table the handlers for a flick and for a
     *   selected coin, and the aim of the last flick
     */
    constructor(bounds, state, svg, panel, table) {
        this.coins = coinsOf(bounds);
        this.strengths = strengthsOf(bounds);
        this.state = state;
        this.svg = svg;
        this.panel = panel;
        this.table = table;
        this.tiles = openTable(state).track ?? [];
        this.coin = this.coins[0];
        /** The tile that was pressed last. */
        this.pointed = /** @type {number | undefined} */ (undefined);
        const { tile, ox, oy } = startOf(state);
        const { x, y } = this.tiles[tile - 1];
        this.tile = tile;
        /** @type {Point} position of the coin */
        this.start = { x: x * TILE + ox, y: y * TILE + oy };
        this.dx = 0;
        this.dy = 0;
        this.layer = document.createElementNS(SVG, "g");
        this.layer.setAttribute("class", "aim");
        this.layer.setAttribute("aria-hidden", "true");
        svg.append(this.layer);
        this.build();
        this.aimAtTile(tile + 1);
    }

    get strength() {
        return Math.max(Math.abs(this.dx), Math.abs(this.dy));
    }

    /** Degrees from north, clockwise. */
    get degrees() {
        return Math.round((Math.atan2(this.dx, -this.dy) * 180) / Math.PI + 360) % 360;
    }

    /**
     * Aims at an offset from the coin, limited by the bounds.
     *
     * @param {number} dx
     * @param {number} dy
     */
    aim(dx, dy) {
        const strength = Math.max(Math.abs(dx), Math.abs(dy));
        const { min, max } = this.strengths;
        if (strength === 0) return;
        const factor = Math.min(max, Math.max(min, strength)) / strength;
        this.dx = Math.round(dx * factor);
        this.dy = Math.round(dy * factor);
        this.show();
    }

    /**
     * Aims in a direction.
     *
     * @param {number} degrees
     * @param {number} strength
     */
    aimBy(degrees, strength) {
        const [x, y] = [Math.sin((degrees * Math.PI) / 180), -Math.cos((degrees * Math.PI) / 180)];
        const greater = Math.max(Math.abs(x), Math.abs(y));
        this.aim((x / greater) * strength, (y / greater) * strength);
    }

    /**
     * Aims at the center of a tile of the track, or straight over the far edge of the last one. If that is nearer than the minimum strength, the
     * aim is longer but in line.
     *
     * @param {number} number from 1
     */
    aimAtTile(number) {
        const tile = this.tiles[number - 1] ?? this.beyond();
        const [dx, dy] = [tile.x * TILE - this.start.x, tile.y * TILE - this.start.y];
        const far = (/** @type {number} */ part) => Math.sign(part) * Math.max(Math.abs(part), this.strengths.min);
        if (Math.abs(dx) >= Math.abs(dy)) this.aim(far(dx), dy);
        else this.aim(dx, far(dy));
    }

    /** The cell after the last tile of the track. */
    beyond() {
        const [before, last] = this.tiles.slice(-2);
        return { x: 2 * last.x - before.x, y: 2 * last.y - before.y };
    }

    /**
     * The pressed coin, if it can be flicked. Such coins are named by their values.
     *
     * @param {BoardName[]} names
     * @returns {number | undefined}
     */
    coinOf(names) {
        if (this.coins.length === 1) return undefined;
        const coin = names.find(({ kind }) => kind === "coin");
        return this.coins.find((each) => String(each) === coin?.value);
    }

    /**
     * The pressed tile of the track.
     *
     * @param {BoardName[]} names
     * @returns {number | undefined}
     */
    tileOf(names) {
        const onTile = names.some(({ kind }) => kind === "tile");
        const place = names.find(({ what }) => what === "place");
        return onTile && place && Number(place.value) !== this.tile ? Number(place.value) : undefined;
    }

    /**
     * Whether a press on these names is used.
     *
     * @param {BoardName[]} names
     */
    accepts(names) {
        return this.coinOf(names) !== undefined || this.tileOf(names) !== undefined;
    }

    /**
     * Handles a press on a coin or a tile.
     *
     * @param {BoardName[]} names
     * @returns {boolean} whether it was used
     */
    press(names) {
        const coin = this.coinOf(names);
        const tile = this.tileOf(names);
        if (coin !== undefined) this.select(coin);
        else if (tile !== undefined) this.point(tile);
        return coin !== undefined || tile !== undefined;
    }

    /**
     * The illegal flick that a press on another coin may mean.
     *
     * @param {BoardName[]} names
     * @returns {import("./choice.js").Attempt[]}
     */
    attempts(names) {
        const coin = names.find(({ kind, value }) => kind === "coin" && /^[0-5]$/.test(value));
        const move = coin && /** @type {Move} */ ({ type: "flick", coin: Number(coin.value), dx: this.dx, dy: this.dy });
        return move ? [{ move, assumed: [] }] : [];
    }

    /**
     * Aims at a tile.
     *
     * @param {number} tile
     */
    point(tile) {
        const [dx, dy] = [this.dx, this.dy];
        this.aimAtTile(tile);
        // Pressing the same tile again flicks. The first aim, at the next tile, is no press.
        if (this.pointed === tile && dx === this.dx && dy === this.dy) return this.flick();
        this.pointed = tile;
    }

    /**
     * Starts a drag if it begins near the coin.
     *
     * @param {{ clientX: number, clientY: number }} down
     * @returns {((event: PointerEvent) => void) | null} its handler
     */
    drag(down) {
        const where = plane(this.svg, this.state);
        const at = (/** @type {{ clientX: number, clientY: number }} */ event) => {
            const root = this.svg.getScreenCTM()?.inverse();
            return where && root ? where.toPlane(new DOMPoint(event.clientX, event.clientY).matrixTransform(root)) : this.start;
        };
        const from = at(down);
        if (Math.hypot(from.x - this.start.x, from.y - this.start.y) > 0.75 * TILE) return null;
        return (event) => {
            const to = at(event);
            this.aim(to.x - this.start.x, to.y - this.start.y);
        };
    }

    /** The flick with the current aim. */
    get move() {
        return /** @type {Move} */ ({ type: "flick", coin: this.coin, dx: this.dx, dy: this.dy });
    }

    /** Flicks the coin with the current aim. */
    flick() {
        this.table.play(this.move);
    }

    /** Flicks the coin with the aim of the last flick. */
    flickOn() {
        const { last } = this.table;
        if (!last) return;
        this.aim(last.dx, last.dy);
        this.flick();
    }

    /** Builds the controls for an aim by numbers. */
    build() {
        const chip = (/** @type {number} */ value) => button(String(value), () => this.select(value), { class: "chip", "data-key": `coin-${value}` });
        this.chips = this.coins.map(chip);
        this.degreesDial = dial("direction", { min: 0, max: 359 }, 1, (degrees) => this.aimBy(degrees, this.strength));
        this.strengthDial = dial("strength", this.strengths, 10, (strength) => this.aimBy(this.degrees, strength));
        this.go = button("", () => this.flick(), { class: "primary", "data-key": "ready" });
        refill(
            this.panel,
            h("h2", { class: "panel-title" }, words.title),
            h("p", { class: "hint" }, words.hint),
            opener(this.panel, words.byNumber),
            this.coins.length > 1 && h("fieldset", { class: "ask on-board" }, h("legend", {}, words.coin), h("div", { class: "chips" }, this.chips)),
            this.degreesDial.row,
            this.strengthDial.row,
            h("p", { class: "hint" }, words.units(TILE)),
            this.go,
            this.table.last && button(words.again, () => this.flickOn(), { class: "tool again", "data-key": "flick-on", "aria-keyshortcuts": "f" }),
        );
    }

    /**
     * Selects a coin.
     *
     * @param {number} coin
     */
    select(coin) {
        this.coin = coin;
        this.show();
        this.table.selected();
    }

    /** Updates the drawing and the numbers. */
    show() {
        this.draw();
        this.degreesDial?.set(this.degrees);
        this.strengthDial?.set(this.strength);
        this.coins.forEach((coin, i) => this.chips?.[i].setAttribute("aria-pressed", String(coin === this.coin)));
        if (this.go) this.go.textContent = words.flick(valueName(this.coin));
    }

    /** Draws the aim. */
    draw() {
        const where = plane(this.svg, this.state);
        if (!where) return;
        const from = where.toPicture(this.start);
        const to = where.toPicture({ x: this.start.x + this.dx, y: this.start.y + this.dy });
        const { min, max } = this.strengths;
        const strong = (this.strength - min) / (max - min);
        const shape = (/** @type {string} */ tag, /** @type {Record<string, any>} */ attributes) => {
            const element = document.createElementNS(SVG, tag);
            for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
            return element;
        };
        const stray = SCATTER.base + Math.floor((SCATTER.percent * this.strength) / 100);
        const corner = where.toPicture({ x: this.start.x + this.dx - stray, y: this.start.y + this.dy - stray });
        const side = 2 * (to.x - corner.x);
        const width = where.tile * (0.05 + 0.06 * strong);
        this.layer.replaceChildren(
            // The scatter, equal in both directions.
            shape("rect", { class: "aim-stray", x: corner.x, y: corner.y, width: side, height: side, rx: side * 0.1, "stroke-width": where.tile * 0.02 }),
            shape("line", { class: "aim-line", x1: from.x, y1: from.y, x2: to.x, y2: to.y, "stroke-width": width }),
            shape("circle", { class: "aim-start", cx: from.x, cy: from.y, r: where.tile * 0.16, "stroke-width": where.tile * 0.04 }),
            shape("circle", { class: "aim-end", cx: to.x, cy: to.y, r: where.tile * 0.1 }),
        );
    }
}

/**
 * A number input with a slider.
 *
 * @param {"direction" | "strength"} what
 * @param {{ min: number, max: number }} range
 * @param {number} step of the slider
 * @param {(value: number) => void} change
 */
function dial(what, range, step, change) {
    const changed = (/** @type {Event} */ event) => {
        const value = /** @type {HTMLInputElement} */ (event.target).valueAsNumber;
        if (Number.isFinite(value)) change(Math.min(range.max, Math.max(range.min, value)));
    };
    const id = `aim-${what}`;
    const slider = h("input", { type: "range", ...range, step, "aria-label": words.slider(words[what]), oninput: changed });
    const number = h("input", { type: "number", id, ...range, step: 1, onchange: changed });
    const set = (/** @type {number} */ value) => {
        for (const input of [slider, number]) if (input.valueAsNumber !== value) input.value = String(value);
    };
    return { row: h("div", { class: "dial on-board" }, h("label", { for: id }, words[what]), slider, number), set };
}

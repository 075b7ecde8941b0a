// The explanation why an input is no move, as a sentence with the names of the pieces.
//
// The service gives the reason for well-formed moves with the picked names. Their other names are assumed, so reasons that mention those are
// skipped. A rule that refuses all of these moves applies whatever else is picked.

import { humanise } from "../shared/text.js";
import * as service from "../api/client.js";
import { texts } from "../texts/texts.js";
import { directionTo } from "./board.js";
import { Choice, inDirection } from "./choice.js";
import { openGame } from "./local-game.js";
import { pieceText, valueText } from "./move-text.js";
import { isDirectionOnly, fits, nameFor } from "./name-matching.js";
import { areaText } from "./spots.js";

/** @typedef {import("./choice.js").Attempt} Attempt */
/** @typedef {import("./spots.js").Spot} Spot */
/** @typedef {import("../types").Move} Move */
/** @typedef {{ rule: string, detail: string }} Refusal */

const { explanation: words, values } = texts.game;
/** @type {Record<string, string>} */
const KINDS = words.kinds;
/** @type {Record<string, string>} */
const SUITS = values.suits;
const PIECE = /\b[SMCA][0-5]\b/g;
const CELL = /\b[a-z][1-9]\b/g;
/** A list of cells at the end of a sentence. */
const CELLS = / (?:[a-z][1-9], )+[a-z][1-9]$/;
/** A piece before another piece. */
const IN_A_ROW = /\b[SMCA][0-5](?= [SMCA][0-5]\b)/g;
/** Maximum number of moves to ask about. */
const MAX_ASKED = 3;

/** An input that matches no legal move, and the moves that it may have meant. */
export class Explanation {
    /**
     * @param {import("./play-area.js").PlayArea} table before the picks are removed
     * @param {Spot} spot
     */
    constructor({ aim, board, choice, game, kinds }, spot) {
        this.board = board;
        this.game = game;
        this.spots = board.spots;
        this.mover = mover(board.spots, [...kinds.values()]);
        const before = choice.picks.map((pick) => spotOf(board.spots, pick));
        /** The inputs as text, and their spots. */
        this.pointed = [...before.map(({ name }) => name), spotName(spot)];
        this.about = [...before.flatMap((each) => each.spot ?? []), spot];
        /** @type {Attempt[]} */
        this.attempts = aim ? aim.attempts(spot.names) : choice.attempts((slot) => nameFor(slot, spot.names));
        if (!aim && choice.picks.length === 0) this.attempts.push(...this.others(choice, [...kinds.values()], spot));
    }

    /**
     * Moves of types without a legal move, and moves of the walking piece toward the spot.
     *
     * @param {import("./choice.js").Choice} choice
     * @param {Move[]} kinds
     * @param {Spot} spot
     * @returns {Attempt[]}
     */
    others(choice, kinds, spot) {
        const illegal = new Choice(kinds.filter(({ type }) => choice.all.every(({ move }) => move.type !== type)));
        const places = this.spots.filter(({ what }) => what === "place");
        const way = this.mover && this.mover !== spot && directionTo(places, this.mover, spot);
        const going = way ? kinds.flatMap((move) => inDirection(move, ...way) ?? []) : [];
        return [...illegal.attempts((slot) => nameFor(slot, spot.names)), ...going.map((move) => ({ move, assumed: [] }))];
    }

    /**
     * The explanation as a sentence, or null if another position is shown in the meantime.
     *
     * @returns {Promise<string | null>}
     */
    async answer() {
        const { position } = this.game;
        try {
            const { refusing_rules: rules } = await service.info(openGame(position.state));
            const { detail, rule } = await reasonFor(this.attempts, this.spots, rules, (move) => this.game.whyNot(move));
            if (position !== this.game.position) return null;
            if (detail) return reasonText(detail, this.about);
            if (!rule || this.pointed.length === 1) return this.nothing();
            return sentence(words.rule(this.pointed, `${rule.charAt(0).toLowerCase()}${rule.slice(1)}`));
        } catch (error) {
            return error instanceof Error ? error.message : String(error);
        }
    }

    /** The sentence for an input without a reason. */
    nothing() {
        const { mover, pointed, about } = this;
        const marked = this.board.element.querySelector(".frame.can, .frame.lead");
        const hint = marked ? words.marked : words.listed;
        if (pointed.length > 1) return sentence(words.apart(pointed, hint));
        if (!mover) return sentence(words.nothing(pointed[0], hint));
        const who = spotName(mover);
        const isYou = who === words.you;
        if (about[0] === mover) return sentence(isYou ? words.youAreHere(hint) : words.isHere(who, hint));
        return sentence(isYou ? words.youCannotGo(pointed[0], hint) : words.cannotGo(who, pointed[0], hint));
    }
}

/**
 * A pick as text, and its spot if it is on the board.
 *
 * @param {Spot[]} spots
 * @param {import("./choice.js").Pick} pick
 * @returns {{ name: string, spot?: Spot }}
 */
function spotOf(spots, pick) {
    const spot = spots.find(({ names }) => pick.some((option) => fits(option, names)));
    return spot ? { name: spotName(spot), spot } : { name: valueText(pick[0].field, pick[0].value) };
}

/**
 * The spot of the piece that walks over the board, if the game has exactly one.
 *
 * @param {Spot[]} spots
 * @param {Move[]} kinds
 */
function mover(spots, kinds) {
    if (!kinds.some(isDirectionOnly)) return undefined;
    const movers = spots.filter(({ what, names }) =>
        what === "place" && names.some((name) => name.what === "piece" && walks(name)));
    return movers.length === 1 ? movers[0] : undefined;
}

/**
 * The reason why none of some moves is legal, if it is about the picked names.
 *
 * @param {Attempt[]} attempts
 * @param {Spot[]} spots
 * @param {{ id: string, sentence: string }[]} rules the rules that refuse moves, in the order of their checks
 * @param {(move: Move) => Promise<Refusal | null>} ask
 * @returns {Promise<{ detail?: string, rule?: string }>} a reason with the actual pieces, or else a rule
 */
async function reasonFor(attempts, spots, rules, ask) {
    const sampled = sample(attempts);
    const refusals = await Promise.all(sampled.map(async ({ move, assumed }) => ({ refusal: await ask(move), assumed })));
    const given = refusals.flatMap(({ refusal, assumed }) => (refusal ? [{ ...refusal, assumed }] : []));
    const place = (/** @type {string} */ rule) => rules.findIndex(({ id }) => id === rule);
    // The move that passes most rules is most likely the intended one.
    const own = given.filter((each) => !speaksOf(each.detail, each.assumed, spots)).sort((a, b) => place(b.rule) - place(a.rule));
    if (own.length > 0) return { detail: own[0].detail };
    const one = given.length > 0 && given.every(({ rule }) => rule === given[0].rule);
    return one ? { rule: rules[place(given[0].rule)]?.sentence } : {};
}

/**
 * A few moves, spread over the list.
 *
 * @param {Attempt[]} attempts
 */
function sample(attempts) {
    const step = Math.max(1, attempts.length / MAX_ASKED);
    return attempts.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}

/**
 * Whether a reason mentions an assumed name.
 *
 * @param {string} detail
 * @param {import("./choice.js").Name[]} assumed
 * @param {Spot[]} spots
 */
function speaksOf(detail, assumed, spots) {
    const spoken = new Set(detail.match(/[A-Za-z0-9]+/g));
    return assumed.some((name) => spoken.has(String(name)) || on(spots, String(name)).some((piece) => spoken.has(piece)));
}

/**
 * The pieces on a place.
 *
 * @param {Spot[]} spots
 * @param {string} place
 */
function on(spots, place) {
    return spots.filter(({ what, names }) => what === "place" && names.at(-1)?.value === place)
        .flatMap(({ names }) => names.flatMap(({ what, value }) => (what === "piece" ? [value] : [])));
}

/**
 * Whether a piece walks over the board, unlike tiles and coins.
 *
 * @param {import("./spots.js").BoardName} piece
 */
function walks({ kind = "" }) {
    return !["tile", "coin"].includes(kind);
}

/**
 * A spot as text: its top piece, or the place if it is empty.
 *
 * @param {Spot} spot
 */
function spotName({ names, area }) {
    const pieces = names.filter(({ what }) => what === "piece");
    const piece = pieces.find(walks) ?? pieces.at(-1);
    const place = names.find(({ what }) => what === "place")?.value ?? "";
    if (!piece) return placeText(place, area);
    const { value, kind = "piece" } = piece;
    if (kind === "you") return words.you;
    if (/^[SMCA][0-5]$/.test(value)) return words.piece(pieceText(value));
    const name = KINDS[kind] ?? kind;
    if (/^[SMCA]$/.test(value)) return words.pieceOfSuit(name, SUITS[value]);
    if (kind === "coin") return words.thisCoin;
    return value === kind || !place ? words.piece(name) : words.pieceOn(name, place);
}

/**
 * @param {string} place
 * @param {string} area
 */
function placeText(place, area) {
    if (/^[a-z]\d$/.test(place)) return place;
    if (!/^\d+$/.test(place)) return words.stack(humanise(place));
    return area.endsWith("s") ? areaText(area, place) : words.number(place);
}

/**
 * A reason with the names of pieces. A picked cell is replaced by its piece, unless the reason mentions that. Lists of cells are left out:
 * they are marked on the board.
 *
 * @param {string} detail
 * @param {Spot[]} about
 */
function reasonText(detail, about) {
    const spoken = new Set(detail.match(PIECE));
    const cells = detail.replace(CELLS, "").replace(CELL, (cell) => {
        const spot = about.find(({ what, names }) => what === "place" && names.at(-1)?.value === cell);
        return !spot || spot.names.length === 1 || spot.names.some(({ value }) => spoken.has(value)) ? cell : spotName(spot);
    });
    return sentence(cells.replace(IN_A_ROW, "$&,").replace(PIECE, pieceText));
}

/** @param {string} text */
function sentence(text) {
    return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`;
}

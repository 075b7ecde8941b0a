// Moves, fields and names as text. Types and fields without an own text are shown as in the API, without underscores.

import { counted, humanise, listed, singular, title } from "../shared/text.js";

/** @typedef {import("../types").Move} Move */

/** @type {Record<string, string>} */
const SUITS = { S: "Suns", M: "Moons", C: "Crowns", A: "Arms" };
/** @type {Record<string, string>} */
const NAMED_VALUES = { 0: "null", 1: "ace" };
/** @type {Record<string, string>} */
const VALUE_MARKS = { 0: "N", 1: "A" };

/** Fields whose names are left out. */
const PLAIN = new Set(["cell", "cells", "tiles", "direction", "dice", "card", "cards", "cab", "face", "color"]);
/** Fields whose numbers are seats, for all moves or for a type. */
const SEATS = new Set(["with", "victim", "owner", "target", "recruit.from"]);
const CARD = /^([A2-9TJQK][cdhs]|X[12])$/;
/** @type {Record<string, string>} */
const CARD_RANKS = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };
/** @type {Record<string, string>} */
const CARD_SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
/** @type {Record<string, string>} colors of stones that moves write as letters */
const COLORS = { r: "red", o: "orange", y: "yellow", g: "green", b: "blue", v: "violet", p: "pink", n: "brown", w: "white", k: "black" };
/** Fields that form a phrase with their values. */
const PHRASED = new Set(["from", "to", "row"]);

/** @type {Record<string, string>} texts for types of moves without fields */
const KINDS = {
    sing: "Sing: lay a chip on the spirit", hush: "Hush: lay no chip", rest: "Rest: shift nothing", let: "Let it be", stay: "Stay where you are",
    restock: "Restock from the pile under you", leave: "Leave it at that", fold: "Fold: drop out of the pot", shift: "Shift spirits", research: "Research: roll the four dice",
    draw: "Draw a card", end: "End your turn", surprise: "Surprise the guest with your card",
    join: "Join the combat", accept: "Accept the damage", keep: "Carry the food",
    foul: "Report a foul", shot: "Report a shot", break: "Report the break",
};

/** @type {Record<string, string>} fouls on a pool table */
const FOULS = {
    scratch: "scratch: the cue ball was pocketed or left the table", no_hit: "no hit: no object ball", wrong_contact: "wrong first contact",
    no_rail: "no rail: no ball reached a rail or a pocket", other: "another foul",
};

/** @type {Record<string, (move: any) => string>} texts of moves by type */
const PHRASES = {
    pop: ({ cells, stack, slide }) => `Pop ${cells.join(", ")} onto the ${stack} stack and slide ${slide}`,
    lay_out: ({ upper }) => `Lay the ${upper} stack above the mirror`,
    match: ({ tiles }) => `Match the ${pieceText(tiles[0])} with the ${pieceText(tiles[1])}`,
    lay_stack: ({ stack }) => `Lay the ${stack}`,
    choose: ({ suit, start }) => `Take the ${SUITS[suit]} and start from the ${start} tile`,
    flick: ({ coin, dx, dy }) => `Flick the ${valueName(coin)} coin ${compass(dx, dy)}, ${Number((Math.max(Math.abs(dx), Math.abs(dy)) / 1000).toFixed(1))} tiles`,
    fell: ({ coin, tile }) => `The ${valueName(coin)} coin fell from tile ${tile}`,
    crossed: ({ coin }) => `The ${valueName(coin)} coin crossed`,
    place: ({ top, north, color, space, spot, ...lies }) => {
        if (color) return `Lay a ${color} stone on ${space}`;
        if (spot) return `Put the cards on spot ${spot}`;
        return top === undefined ? plainText("place", lies) : `Put the die down with ${valueName(top)} on top and ${valueName(north)} to the north`;
    },
    recruit: ({ from, face }) => `Recruit a ${face} from seat ${from}`,
    fight: ({ attack, with: other, dice = [], card, target }) =>
        (card ? `Attack seat ${target} with the ${valueText("card", card)}` : attack ? `${title(attack)} against seat ${other}` : `Fight seat ${other} and roll ${dice.length > 0 ? listed(dice.map(String)) : "none of yours"}`),
    discard: ({ card }) => `Discard the ${valueText("card", card)}`,
    answer: ({ card }) => `Answer with the ${valueText("card", card)}`,
    key: ({ card }) => `Run with the ${valueText("card", card)}`,
    take: ({ face, card }) => (face === undefined ? `Take the ${valueText("card", card)}` : `Take the die that shows ${face}`),
    challenge: ({ pairs }) => `Challenge: roll ${pairs.length === 1 ? "pair" : "pairs"} ${listed(pairs.map(String))} again`,
    build: ({ face, part, speed, power, health }) =>
        (speed === undefined ? `Build ${face} into the ${humanise(part)}` : `Speed ${speed}, Power ${power}, Health ${health}`),
    eat: ({ food }) => (food === "found" ? "Eat the food you found" : "Eat the food you carry"),
    upgrade: ({ skill }) => `Pay 3 experience for 1 ${title(skill)}`,
    scavenge: ({ builds }) => `Scavenge: ${listed(builds.map((/** @type {{ face: number, part: string }} */ { face, part }) => `${face} into the ${humanise(part)}`))}`,
    steal: ({ part, to, cell, victim, cab, from }) => {
        if (cab) return `Steal from the ${cardText(from)} into the ${cardText(cab)}`;
        return part === undefined ? `Steal a chip ${cell === undefined ? `of seat ${victim}` : `from under ${cell}`}` : `Steal the ${humanise(part)} and ${to ? `build it into the ${humanise(to)}` : "throw it away"}`;
    },
    load: ({ cab, color }) => `Load ${COLORS[color]} into the ${cardText(cab)}`,
    play: (fields) => (fields.fighter === undefined ? plainText("play", fields) : `Play onto the ${CARD_RANKS[fields.fighter]} of seat ${fields.owner}`),
    create: ({ piece, cell }) => `Create a ${piece} on ${cell}`,
    lay: ({ cell }) => `Lay a chip on ${cell}`,
    walk: ({ from, to }) => (from === undefined ? `Walk to ${to}` : `Walk from ${from} to ${to}`),
    shift: ({ front, spirits, direction, spaces }) =>
        `Shift ${spirits === 1 ? "the spirit" : `${spirits} spirits`} from ${front} ${direction} by ${spaces} ${spaces === 1 ? "space" : "spaces"}`,
    guest: ({ guest }) => `Move guest ${guest}`,
    combat: ({ card }) => `Play the ${valueText("card", card)}`,
    switch: ({ space }) => `Change places with the robot on ${space}`,
    trade: ({ give, take }) => `Give the ${valueText("give", give)} for the ${valueText("take", take)}`,
    stone: ({ space }) => `Lay the stone on ${space}`,
    settle: ({ corner }) => `Settle in the ${corner}`,
    declare: ({ army }) => `Be the ${title(army)}`,
    mark: ({ territory }) => `Mark the ${territory}`,
    stop: ({ card }) => (card === undefined ? "Stop" : `Stop it with the ${valueText("card", card)}`),
    bounce: ({ from, to }) => `Bounce from ${from} to ${to}`,
    roll: ({ dice }) => (dice.length === 4 ? "Roll all four dice" : `Roll the dice of ${listed(dice.map((/** @type {string} */ suit) => SUITS[suit]))}`),
    break: ({ sunk }) => `Break: ${balls(sunk)} sunk`,
    shot: ({ sunk, contacts, ...call }) => {
        const called = "made" in call ? (call["made"] ? ", as called" : ", not as called") : "";
        return `Shot: ${balls(sunk)} sunk${called}${contacts === undefined ? "" : `, ${contacts} touched`}`;
    },
    foul: ({ kind, sunk }) => `Foul: ${FOULS[kind] ?? humanise(kind)}${sunk ? `, ${balls(sunk)} sunk` : ""}`,
    pay: ({ coin, tile }) => `Pay the ${pieceText(coin)}${tile ? ` and take the ${pieceText(tile)} away` : ""}`,
};

/**
 * A number of balls as text.
 *
 * @param {number} count
 */
function balls(count) {
    return count === 0 ? "no ball" : counted(count, "ball");
}

/**
 * The direction of a flick.
 *
 * @param {number} dx to the east
 * @param {number} dy to the south
 */
function compass(dx, dy) {
    const eighth = (Math.round((Math.atan2(dx, -dy) * 4) / Math.PI) + 8) % 8;
    return ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"][eighth];
}

/**
 * A value of a move as text.
 *
 * @param {string} field
 * @param {unknown} value
 * @param {string} [type] of the move
 */
export function valueText(field, value, type) {
    if ((SEATS.has(field) || SEATS.has(`${type}.${field}`)) && typeof value === "number") return `seat ${value}`;
    if (typeof value === "string" && CARD.test(value)) return cardText(value);
    if (typeof value === "boolean") return value ? "yes" : "no";
    if (field === "color" && typeof value === "string" && COLORS[value]) return COLORS[value];
    if (field === "kind" && typeof value === "string" && FOULS[value]) return title(FOULS[value]);
    if (typeof value !== "string") return typeof value === "object" ? JSON.stringify(value) : String(value);
    if (/^[SMCA][0-5]$/.test(value)) return pieceText(value);
    if (SUITS[value] && ["suit", "die"].includes(singular(field))) return SUITS[value];
    return humanise(value);
}

/**
 * A value of the piecepack as text.
 *
 * @param {string | number} value
 */
export function valueName(value) {
    return NAMED_VALUES[value] ?? String(value);
}

/**
 * A value of the piecepack as in the pictures.
 *
 * @param {string | number} value
 */
export function valueMark(value) {
    return VALUE_MARKS[value] ?? String(value);
}

/**
 * A tile or coin as text.
 *
 * @param {string} piece
 */
export function pieceText(piece) {
    const [suit, value] = piece;
    return `${valueName(value)} of ${SUITS[suit]}`;
}

/**
 * A playing card as text.
 *
 * @param {string} card such as `As`
 */
export function cardText(card) {
    const [rank, suit] = card;
    return rank === "X" ? `joker ${suit}` : `${CARD_RANKS[rank] ?? rank} of ${CARD_SUITS[suit]}`;
}

/**
 * A move as text.
 *
 * @param {Move} move
 */
export function moveText(move) {
    const { type, ...fields } = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (move));
    // A type alone, without fields.
    if (Object.keys(fields).length === 0) return KINDS[String(type)] ?? title(String(type));
    const phrase = PHRASES[String(type)];
    return phrase ? phrase(fields) : plainText(String(type), fields);
}

/**
 * A move as in the API.
 *
 * @param {string} type
 * @param {Record<string, unknown>} fields
 */
function plainText(type, fields) {
    const parts = Object.entries(fields).map(([field, value]) => fieldText(type, field, value));
    const words = title(type);
    if (parts.every(({ plain }) => plain)) return `${words} ${parts.map((each) => each.words).join(" ")}`;
    const plain = parts.filter((each) => each.plain).map((each) => ` ${each.words}`).join("");
    return `${words}${plain}: ${parts.filter((each) => !each.plain).map((each) => each.words).join(", ")}`;
}

/**
 * @param {string} type
 * @param {string} field
 * @param {unknown} value
 */
function fieldText(type, field, value) {
    const list = Array.isArray(value) ? value : [value];
    const words = list.map((each) => valueText(field, each)).join(", ");
    const isPiece = typeof value === "string" && /^[SMCA][0-5]$/.test(value);
    if (PLAIN.has(field) || isPiece || type.endsWith(`_${field}`)) return { plain: true, words };
    return { plain: PHRASED.has(field), words: `${humanise(field)} ${words}` };
}

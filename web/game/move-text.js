// Moves, fields and names as text. Types and fields without an own text are shown as in the API, without underscores.

import { humanise, listed, singular, title } from "../shared/text.js";
import { texts } from "../texts/texts.js";

/** @typedef {import("../types").Move} Move */
/** @typedef {Record<string, string>} Words by names of the API */
/** @typedef {Record<string, (value: string) => string>} Phrases by names of the API */

const { inMoves, moves, values } = texts.game;

/** @type {Words} */
const SUITS = values.suits;
/** @type {Words} */
const NAMED_VALUES = values.named;
/** @type {Phrases} tiles and coins by suit */
const PIECES = values.pieces;
/** @type {Words} */
const VALUE_MARKS = { 0: "N", 1: "A" };

/** Fields whose names are left out. */
const PLAIN = new Set(["cell", "cells", "tiles", "direction", "dice", "card", "cards", "cab", "face", "color"]);
/** Fields whose numbers are seats, for all moves or for a type. */
const SEATS = new Set(["with", "victim", "owner", "target", "recruit.from"]);
const CARD = /^([A2-9TJQK][cdhs]|X[12])$/;
/** @type {Words} */
const CARD_RANKS = values.ranks;
/** @type {Phrases} playing cards by suit */
const CARDS = values.cards;
/** @type {Words} */
const COLORS = values.colors;
/** Fields that form a phrase with their values. */
const PHRASED = new Set(["from", "to", "row"]);

/** @type {Words} */
const KINDS = texts.game.kinds;
/** @type {Words} */
const FOULS = values.fouls;
/** @type {Words} */
const SIDES = inMoves.sides;
/** @type {Words} */
const ENDS = inMoves.ends;
/** @type {Words} */
const PARTS = inMoves.parts;

/** @type {Record<string, (move: any) => string | undefined>} texts of moves by type; none for fields that are not known */
const PHRASES = {
    answer: ({ card }) => moves.answer(cardText(card)),
    bid: ({ card }) => moves.bid(cardText(card)),
    bounce: ({ from, to }) => moves.bounce(from, to),
    break: ({ sunk }) => moves.reportBreak(inMoves.balls(sunk)),
    build: ({ face, part, speed, power, health }) => (speed === undefined ? moves.build(face, PARTS[part]) : moves.character(speed, power, health)),
    challenge: ({ pairs }) => moves.challenge(listed(pairs.map(String)), pairs.length),
    choose: ({ suit, start }) => moves.choose(SUITS[suit], ENDS[start]),
    claim: ({ row }) => moves.claim(row),
    combat: ({ card }) => moves.playInCombat(cardText(card)),
    create: ({ piece, cell }) => moves.create(humanise(piece), cell),
    crossed: ({ coin }) => moves.crossed(valueName(coin)),
    declare: ({ army }) => moves.declare(title(army)),
    discard: ({ card }) => moves.discard(cardText(card)),
    eat: ({ food }) => (food === "found" ? moves.eatFound : moves.eatCarried),
    enter: ({ cell }) => moves.enter(cell),
    fell: ({ coin, tile }) => moves.fell(valueName(coin), tile),
    fight: ({ attack, with: other, dice = [], card, target }) => {
        if (card) return moves.attack(cardText(card), target);
        if (attack) return moves.fightBy(title(attack), other);
        return dice.length > 0 ? moves.fight(other, listed(dice.map(String))) : moves.fightWithoutDice(other);
    },
    flick: ({ coin, dx, dy }) => moves.flick(valueName(coin), compass(dx, dy), Number((Math.max(Math.abs(dx), Math.abs(dy)) / 1000).toFixed(1))),
    foul: ({ kind, sunk }) => {
        const foul = FOULS[kind] ?? humanise(kind);
        return sunk ? moves.foulSinking(foul, inMoves.balls(sunk)) : moves.foul(foul);
    },
    go: ({ direction }) => moves.go(humanise(direction)),
    guest: ({ guest }) => moves.moveGuest(guest),
    key: ({ card }) => moves.key(cardText(card)),
    lay: ({ cell }) => moves.layChip(cell),
    lay_out: ({ upper }) => moves.layOut(SIDES[upper]),
    lay_stack: ({ stack }) => moves.layStack(humanise(stack)),
    load: ({ cab, color }) => moves.load(COLORS[color], cardText(cab)),
    mark: ({ territory }) => moves.mark(humanise(territory)),
    match: ({ tiles }) => moves.match(pieceText(tiles[0]), pieceText(tiles[1])),
    move: ({ from, to }) => moves.moveFromTo(from, to),
    pay: ({ coin, tile }) => (tile ? moves.payForTile(pieceText(coin), pieceText(tile)) : moves.pay(pieceText(coin))),
    perform: ({ card }) => moves.perform(cardText(card)),
    place: ({ top, north, color, space, spot, cell }) => {
        if (color) return moves.layStone(humanise(color), space);
        if (spot) return moves.placeCards(spot);
        if (top !== undefined) return moves.placeDie(valueName(top), valueName(north));
        return cell && moves.place(cell);
    },
    plant: ({ card }) => moves.plant(cardText(card)),
    play: ({ fighter, owner, card, cards = [], cab, to }) => {
        if (fighter) return moves.playOnto(CARD_RANKS[fighter], owner);
        if (card && to !== undefined) return moves.playTo(cardText(card), to);
        const played = card || cab ? [card ?? cab] : cards;
        return played.length > 0 ? moves.play(played.map(cardText).join(", ")) : undefined;
    },
    pop: ({ cells, stack, slide }) => moves.pop(cells.join(", "), SIDES[stack], humanise(slide)),
    recruit: ({ from, face }) => moves.recruit(face, from),
    roll: ({ dice }) => (dice.length === 4 ? moves.rollAll : moves.rollSome(listed(dice.map((/** @type {string} */ suit) => SUITS[suit])))),
    scavenge: ({ builds }) => moves.scavenge(listed(builds.map((/** @type {{ face: number, part: string }} */ { face, part }) => moves.scavenged(face, PARTS[part])))),
    settle: ({ corner }) => moves.settle(humanise(corner)),
    shift: ({ front, spirits, direction, spaces }) => moves.shift(spirits, front, humanise(direction), spaces),
    shot: ({ sunk, contacts, made: asCalled }) => {
        const balls = inMoves.balls(sunk);
        if (contacts !== undefined) return moves.shotTouching(balls, contacts);
        if (asCalled === undefined) return moves.shot(balls);
        return asCalled ? moves.shotAsCalled(balls) : moves.shotNotAsCalled(balls);
    },
    slide: ({ cell }) => moves.slide(cell),
    steal: ({ part, to, cell, victim, cab, from }) => {
        if (cab) return moves.stealPassengers(cardText(from), cardText(cab));
        if (part === undefined) return cell === undefined ? moves.stealChip(victim) : moves.stealChipUnder(cell);
        return to ? moves.stealPart(PARTS[part], PARTS[to]) : moves.throwPartAway(PARTS[part]);
    },
    step: ({ to }) => moves.step(to),
    stone: ({ space }) => moves.layMarker(space),
    stop: ({ card }) => (card === undefined ? KINDS.stop : moves.stopWith(cardText(card))),
    switch: ({ space }) => moves.changePlaces(space),
    take: ({ face, card }) => (face === undefined ? moves.takeCard(cardText(card)) : moves.takeDie(face)),
    tip: ({ direction }) => moves.tip(humanise(direction)),
    trade: ({ give, take }) => moves.trade(cardText(give), cardText(take)),
    upgrade: ({ skill }) => moves.upgrade(title(skill)),
    walk: ({ from, to }) => (from === undefined ? moves.walk(to) : moves.walkFromTo(from, to)),
};

/** @type {Record<string, (table: any, move: any) => string | undefined>} texts of moves with amounts that the table decides */
const AMOUNTS = {
    challenge: ({ pot }, { pairs }) => {
        const price = Math.ceil(pot / 2);
        return pairs ? moves.payAndChallenge(price, listed(pairs.map(String)), pairs.length) : moves.challengeFor(price);
    },
    roll: ({ kitty, dice }) => (kitty === undefined ? undefined : moves.payAndRoll(dice.length + 1)),
    take: ({ kitty }, { card, face }) => (kitty === undefined || card || face ? undefined : moves.takeChips(kitty)),
};

/**
 * The direction of a flick.
 *
 * @param {number} dx to the east
 * @param {number} dy to the south
 */
function compass(dx, dy) {
    const eighth = (Math.round((Math.atan2(dx, -dy) * 4) / Math.PI) + 8) % 8;
    return humanise(["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"][eighth]);
}

/**
 * A value of a move as text.
 *
 * @param {string} field
 * @param {unknown} value
 * @param {string} [type] of the move
 */
export function valueText(field, value, type) {
    if ((SEATS.has(field) || SEATS.has(`${type}.${field}`)) && typeof value === "number") return values.seat(value);
    if (typeof value === "string" && CARD.test(value)) return cardText(value);
    if (typeof value === "boolean") return value ? values.yes : values.no;
    if (field === "color" && typeof value === "string" && COLORS[value]) return COLORS[value];
    if (field === "kind" && typeof value === "string" && FOULS[value]) return FOULS[value].charAt(0).toUpperCase() + FOULS[value].slice(1);
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
    return PIECES[suit](valueName(value));
}

/**
 * A playing card as text.
 *
 * @param {string} card such as `As`
 */
export function cardText(card) {
    const [rank, suit] = card;
    return rank === "X" ? values.joker(suit) : CARDS[suit](CARD_RANKS[rank] ?? rank);
}

/**
 * A move as text.
 *
 * @param {Move} move
 * @param {any} [table] the view of the table before the move, for the amounts that follow from it
 */
export function moveText(move, table) {
    const { type, ...fields } = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (move));
    const priced = table && AMOUNTS[String(type)]?.(table, fields);
    if (priced) return priced;
    // A type alone, without fields.
    if (Object.keys(fields).length === 0) return KINDS[String(type)] ?? title(String(type));
    return PHRASES[String(type)]?.(fields) ?? plainText(String(type), fields);
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

// The questions that the panel asks for each field of a move.

import { humanise, singular, title } from "../shared/text.js";

/** @type {Record<string, string>} by field, or by the type of the move and the field */
const QUESTIONS = {
    type: "What do you do?",
    upper: "Which stack goes above the mirror?", cells: "Which tile of a family comes first?", stack: "Which stack?", slide: "Which way do the others slide?",
    tiles: "Match which tile next to the mirror?", suit: "Choose the coins of which suit?", start: "Start from which end?", coin: "Which coin?", tile: "Which tile?",
    top: "Place the die with what on top?", north: "Place the die with what on its north side?", direction: "Which way?", cell: "Which cell?",
    from: "Who moves?", to: "Move where?", dice: "Roll which dice?", row: "Claim which row?", with: "Fight whom?", victim: "Steal from whom?",
    target: "Attack whom?", face: "Choose which die?", attack: "Which attack?", pairs: "Roll which pairs again?", part: "Which part?", piece: "Create which piece?",
    front: "Shift from which spirit?", spirits: "Shift how many spirits?", spaces: "Shift by how many spaces?", color: "Which color?", space: "Which space?",
    corner: "Settle in which corner?", army: "Choose which army?", territory: "Mark which territory?", card: "Play which card?", cards: "Play which cards?",
    spot: "Put the cards on which spot?", owner: "Play onto whose fighter?", fighter: "Play onto which fighter?", guest: "Move which guest?",
    give: "Give which goodie?", take: "Take which goodie for it?", cab: "Which cab?", skill: "Raise which skill?", food: "Eat which food?",
    sunk: "How many balls were sunk?", made: "Did the called ball fall as called?", contacts: "How many balls did the cue ball touch?", kind: "What was the foul?",
    speed: "How much Speed?", power: "How much Power?", health: "How much Health?",
    "lay_stack.stack": "Lay which stack?", "pop.stack": "Onto which stack?", "flick.coin": "Flick which coin?", "fell.coin": "Which coin fell?", "fell.tile": "It fell from which tile?",
    "crossed.coin": "Which coin crossed?", "pay.coin": "Pay with which coin?", "pay.tile": "Take which tile away?", "enter.cell": "Enter where?", "slide.cell": "Slide which tile?",
    "tip.direction": "Tip the die which way?", "go.direction": "Go which way?", "shift.direction": "Shift which way?", "lay.cell": "Lay a chip where?", "steal.cell": "Steal from which pile?",
    "walk.to": "Walk where?", "step.to": "Step where?", "bounce.to": "Bounce where?", "create.cell": "Create it where?", "place.cell": "Place your stone where?",
    "move.from": "Move which piece?", "recruit.from": "Recruit from whom?", "recruit.face": "Recruit which die?", "fight.dice": "Roll which of your dice?", "take.face": "Take which die?",
    "build.part": "Build it into which part?", "build.face": "Build which die?", "scavenge.part": "Build it into which part?", "scavenge.face": "Scavenge which die?",
    "steal.part": "Steal which part?", "steal.to": "Build it into which part of yours?", "place.color": "Place which color?", "place.space": "Place it on which space?",
    "play.card": "Play which card?", "play.to": "Play it where?", "stop.card": "Stop it with which ace?", "perform.card": "Perform which card?", "plant.card": "Plant which card?",
    "take.card": "Take which card?", "combat.card": "Fight with which card?", "bid.card": "Bid which card?", "discard.card": "Discard which card?", "fight.card": "Attack with which card?",
    "answer.card": "Answer with which card?", "key.card": "Run with which card of the lifeboat's suit?", "switch.space": "Change places with the robot on which space?",
    "stone.space": "Lay the stone on which space?", "play.cab": "Play which cab?", "load.cab": "Load which cab?", "load.color": "Load which color?",
    "steal.cab": "Which of your cabs takes the passengers?", "steal.from": "Steal from which cab?",
};
/** @type {Record<string, string>} questions after the first pick of a list */
const NEXT = { cells: "Which tile of the family comes next?", tiles: "Match it with which tile?", dice: "Roll which other dice?", pairs: "Roll which other pairs?", cards: "Play which other cards?" };

/**
 * The question for a field.
 *
 * @param {string} field
 * @param {number} index of a list, or -1
 * @param {string} [type] of the move, if it is known
 */
export function askFor(field, index, type) {
    if (index > 0) return NEXT[field] ?? `Which ${humanise(singular(field))} comes next?`;
    return QUESTIONS[`${type}.${field}`] ?? QUESTIONS[field] ?? `${type ? `${title(type)} which` : "Which"} ${humanise(singular(field))}?`;
}

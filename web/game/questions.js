// The questions that the panel asks for each field of a move.

import { humanise, singular, title } from "../shared/text.js";
import { texts } from "../texts/texts.js";

const { questions } = texts.game;
/** @type {Record<string, string>} by field, or by the type of the move and the field */
const ASKED = questions.asked;
/** @type {Record<string, string>} by field, after the first pick of a list */
const ASKED_NEXT = questions.askedNext;

/**
 * The question for a field.
 *
 * @param {string} field
 * @param {number} index of a list, or -1
 * @param {string} [type] of the move, if it is known
 */
export function askFor(field, index, type) {
    const name = humanise(singular(field));
    if (index > 0) return ASKED_NEXT[field] ?? questions.whichNext(name);
    return ASKED[`${type}.${field}`] ?? ASKED[field] ?? (type ? questions.whichOf(title(type), name) : questions.which(name));
}

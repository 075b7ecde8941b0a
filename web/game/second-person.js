// The sentences of the service for one reader: the reader's seat is "you", with the verbs that belong to it, and other seats have names.
//
// The service writes about seats in the third person: "Seat 2 takes a card and ends their turn." Its sentences are in the present tense, a
// seat is followed by its verb, and further verbs follow "and" or a comma. `crates/laws/sentences/` has all of them.

import { listed } from "../shared/text.js";

/** @type {Record<string, string>} */
const IRREGULAR = { has: "have", is: "are", was: "were" };
/** Words after which a seat is not the subject. */
const OBJECT = /\b(?:of|to|from|with|by|for|against|than)\s$/i;
/** The words between the article and the seat of a possession: `the 4 of clubs of seat 1`. */
const POSSESSION = /\b(the|an?) ((?:[\w-]+ ){1,4}?)of seat (\d+)\b/gi;
/** Several seats: `seats 1, 2 and 4`. */
const SEVERAL = /\bseats ((?:\d+, )*\d+ and \d+)\b/gi;

/**
 * A verb in the second person.
 *
 * @param {string} verb in the third
 */
function second(verb) {
    if (IRREGULAR[verb]) return IRREGULAR[verb];
    if (/[^aeiou]ies$/.test(verb) && verb.length > 4) return `${verb.slice(0, -3)}y`;
    return /(?:ss|sh|ch|x|o)es$/.test(verb) ? verb.slice(0, -2) : verb.slice(0, -1);
}

/**
 * The rest of a clause whose subject is the reader.
 *
 * @param {string} rest
 */
function ofReader(rest) {
    const [clause, ...more] = rest.split(":");
    const verbs = clause.replace(/(,? and|,? or|,) ([a-z]+s)\b/g, (_, before, verb) => `${before} ${second(verb)}`);
    return [verbs, ...more].join(":").replace(/\btheir\b/g, "your");
}

/**
 * Rewrites a sentence for a reader.
 *
 * @param {string} sentence
 * @param {number | undefined} you the reader's seat, if there is one
 * @param {(seat: number) => string | undefined} [nameOf] the name of another seat, if it has one
 */
export function addressed(sentence, you, nameOf = () => undefined) {
    const named = sentence.replace(SEVERAL, (all, numbers) => {
        const names = numbers.match(/\d+/g).map(Number).map((/** @type {number} */ seat) => (seat === you ? "you" : nameOf(seat)));
        return names.includes(undefined) ? all : listed(names);
    });
    const owned = named.replace(POSSESSION, (all, article, what, seat) => {
        if (Number(seat) !== you) return all;
        // The nearest article belongs to the seat.
        const nested = /^(.*\b)(the|an?) (.*)$/.exec(what);
        if (nested) return `${article} ${nested[1]}${nested[2] === "the" ? "your" : nested[2]} ${nested[3]}${nested[2] === "the" ? "" : "of yours"}`.trimEnd();
        if (article.toLowerCase() !== "the") return `${article} ${what}of yours`;
        return `${article === "The" ? "Your" : "your"} ${what.trimEnd()}`;
    });
    const parts = owned.split(/\b([Ss]eat \d+)\b/);
    let subject = /** @type {number | null} */ (null);
    let text = parts[0];
    for (let i = 1; i < parts.length; i += 2) {
        const [mention, rest] = [parts[i], parts[i + 1]];
        const seat = Number(mention.slice(5));
        const isObject = OBJECT.test(text);
        const verb = isObject ? null : /^( on space \d+)? ([a-z]+s)\b/.exec(rest);
        if (verb) subject = seat;
        const own = seat === you;
        if (!own) text += nameOf(seat) ?? mention;
        else if (/\bof $/.test(text)) text += "yours";
        else text += mention.startsWith("S") ? "You" : "you";
        const [before, after] = verb ? [own ? `${verb[1] ?? ""} ${second(verb[2])}` : verb[0], rest.slice(verb[0].length)] : ["", rest];
        text += before + (subject !== null && subject === you ? ofReader(after) : after);
    }
    return text;
}

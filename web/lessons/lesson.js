// A few words on how each room and game is played, for those who would rather begin than read the rules. A game that
// stands not here is played from its summary. Games for several seats have theirs in `lessons.js`.

import { h } from "../shared/dom.js";
import { recall, remember } from "../shared/storage.js";
import { LESSONS } from "./lessons.js";
import { steps } from "./steps.js";

/** @type {Record<string, string>} what each is played for, in one line */
const GOALS = {
    "epic-funhouse": "Go through six rooms with as few points as you can. Zero is perfect.",
    "slide-jam": "Clear all 24 tiles. What stays costs its value: low is best.",
    "magic-mirror": "Match every tile across the mirror, suit with the same suit if you can: low is best.",
    catwalk: "Bring six coins over the catwalk to its far end. Coins that fall cost points: low is best.",
    "roll-out-the-barrels": "Tip the die from the top left corner to the bottom right one: whoever gets there pays nothing.",
    "whack-a-dummy": "Turn up the four corners in order, clockwise from the top left: mistakes cost, low is best.",
    "trampo-land": "Bounce everybody out but yourself. Whoever is left costs points: low is best.",
    "easy-slider": "Slide every tile to the row of its suit and the column of its value. Fewest slides win.",
    "magic-bag": "Claim all nine rows and join the pieces of the artifacts: high is best.",
};

/** @type {Record<string, [string, string][]>} what costs or brings how much */
const SCORING = {
    "epic-funhouse": [["Each room", "its own score"], ["The whole", "the sum of the six"]],
    "slide-jam": [["A null left", "0"], ["An ace left", "1"], ["Any other tile left", "its value"]],
    "magic-mirror": [["A pair of twins: one suit", "0"], ["Cousins: Suns and Moons, or Crowns and Arms", "1"], ["A distant pair: any other suits", "2"], ["Two tiles left over", "3"]],
    catwalk: [["A coin that crosses", "0"], ["A coin that falls", "its value times that of its tile"], ["A null or an ace, of coin or tile, there", "counts 1"], ["All six fallen", "10 more"]],
    "roll-out-the-barrels": [["The way out reached", "0"], ["Given up", "the coins on the shortest way left"]],
    "whack-a-dummy": [["A wrong corner turned up", "10"], ["A right corner turned down", "10"], ["Given up", "15"]],
    "trampo-land": [["A kid left", "4"], ["An adult left", "1"]],
    "easy-slider": [["Each slide", "1"]],
    "magic-bag": [
        ["A Crown", "its value"], ["One piece of an artifact alone", "10"], ["Two pieces joined", "30"], ["Three", "60"], ["Four", "100"], ["Five", "150"], ["Six", "210"],
        ["The bag emptied before the rows", "10 times the values of the tiles left"],
    ],
};

/** @type {Record<string, string[]>} */
const HOW = {
    "epic-funhouse": [
        "Six rooms, one after another. What you leave behind in one is what you find in the next.",
        "The six scores add up. Low is good, and zero is perfect.",
    ],
    "slide-jam": [
        "Trace three touching tiles, sideways or cornerwise, whose values run in sequence, up or down; after 5 comes null.",
        "Say which stack they go on (four families each) and which way all the others slide.",
        "The room ends when no family is left. Each tile left costs its value.",
    ],
    "magic-mirror": [
        "Choose which stack is laid above the mirror.",
        "Match a tile next to the mirror with one on its other side, so that they add up to 5.",
        "Twins of a suit cost nothing, cousins (Suns and Moons, Crowns and Arms) 1, distant pairs 2, and every pair of strangers left over 3.",
    ],
    catwalk: [
        "Lay the four stacks, in your order, into one winding track. Then choose a suit of coins and the end to start from.",
        "Flick the coins along the track to its far edge. The hand is unsteady: one tile at a time is safest.",
        "A coin that falls costs its value times that of the tile it fell from (null and ace count 1). All six lost cost 10 more.",
    ],
    "roll-out-the-barrels": [
        "Put the die on the corner a1 any way up, and tip it from coin to coin to d6.",
        "It may roll off a coin if its top or the coin it rolls to is null, or both show the same value.",
        "Start again as often as you like. Who gives up pays for the coins on the way that is left.",
    ],
    "whack-a-dummy": [
        "Enter in the middle. Walk one step off a coin face down, or jump as far as a face-up coin says. Every coin you land on turns over.",
        "The room wraps around its edges.",
        "Turn up the corners a1, d1, d6 and a6, in this order. A wrong corner costs 10; giving up costs 15.",
    ],
    "trampo-land": [
        "Bounce over somebody beside you to the empty trampoline beyond; whoever was jumped over is out.",
        "Kids bounce over kids, adults over kids and adults, you over anyone. Adults and you may walk, but the same one not twice running.",
        "Each kid left costs 4 and each adult 1. Best is to be left alone.",
    ],
    "easy-slider": [
        "Slide a tile beside the hole into it.",
        "Every row takes the suit beside it, every column the value above it, and the nulls end in the bottom row.",
        "Each slide counts, and fewest slides win.",
    ],
    "magic-bag": [
        "Roll the four dice up to three times, keeping those you like.",
        "Claim a row when the dice show all its values, and draw coins: one, and one more for each tile that its own suit's die shows.",
        "If nothing matches, pay a coin. Crowns are gold; pieces of the three artifacts are worth more the more of them join.",
    ],
};

/**
 * @param {string} game
 * @returns {string[]}
 */
export function howTo(game) {
    return HOW[game] ?? [];
}

/** @param {string} game */
export function goal(game) {
    return GOALS[game] ?? LESSONS[game]?.goal ?? "";
}

/**
 * What costs or brings how much, as a table.
 *
 * @param {string} game
 */
export function scoringTable(game) {
    const lines = SCORING[game] ?? LESSONS[game]?.counts;
    if (!lines) return null;
    return h("table", { class: "scoring" },
        h("caption", {}, "What counts"),
        h("tbody", {}, lines.map(([what, points]) => h("tr", {}, h("th", { scope: "row" }, what), h("td", {}, points)))));
}

/**
 * The fold that teaches a game: open where it was never shown in this browser.
 *
 * @param {string} game
 */
export function lesson(game) {
    const key = `funhouse.taught.${game}`;
    const body = h("div", {});
    const fill = () => {
        if (!fold.open || body.childElementCount > 0) return;
        remember(key, true);
        const lines = howTo(game).map((line) => h("li", {}, line));
        for (const part of [steps(game), lines.length > 0 && h("ul", { class: "how" }, lines), scoringTable(game)]) if (part) body.append(part);
        body.append(h("p", {}, h("a", { href: `#/rules/${game}` }, "The whole rules")));
    };
    const fold = h("details", { class: "fold lesson", open: !recall(key, false), ontoggle: fill }, h("summary", {}, "How to play"), body);
    fill();
    return fold;
}

// A few words on how each room and game is played, for those who would rather begin than read the rules. A game that
// stands not here is played from its summary.

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

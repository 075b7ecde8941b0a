// The choice of a move, for any game.
//
// A legal move is an object of names: cells, pieces, stacks, directions, numbers. Each name is a *slot*. The player *picks* names, and each
// pick narrows the legal moves to those that mention it. So a game needs no code in the front end.
//
// Pure: no page, no network. A list is ordered if legal moves have the same names in different orders (such as the cells of a family). Else it
// is a set (such as the dice to roll).

import { texts } from "../texts/texts.js";

/** @typedef {import("../types").Move} Move */
/** @typedef {string | number | boolean} Name */
/** @typedef {{ list: string, at: number }} Part the list and the index of an object within a move, such as one of several builds */
/** @typedef {{ field: string, index: number, value: Name, part?: Part }} Slot `index` is -1 outside lists of names */
/**
 * @typedef {object} Option
 * @property {string} field
 * @property {Name} value
 * @property {string} [type] of its move
 * @property {number} [owner] the seat that owns the piece, if the move has it
 * @property {boolean} [next] if its move names it next
 */
/** @typedef {Option[]} Pick the alternatives of a pick */
/** @typedef {{ field: string, index: number, values: Name[] }} Question */
/** @typedef {{ move: Move, assumed: Name[] }} Attempt a move that may be illegal, and its names that were not picked */

/** @type {Record<string, string>} fields with a piece whose seat is in another field */
const OWNERS = { "recruit.face": "from", "play.fighter": "owner" };

/**
 * The slots of a move in order; its type is the first.
 *
 * @param {Move} move
 * @returns {Slot[]}
 */
export function slots(move) {
    return Object.entries(move).flatMap(([field, value]) => {
        if (!Array.isArray(value)) return [{ field, index: -1, value: /** @type {Name} */ (value) }];
        return value.flatMap((each, index) => (typeof each === "object" ? slotsOfPart(each, { list: field, at: index }) : [{ field, index, value: each }]));
    });
}

/**
 * @param {Record<string, Name>} object
 * @param {Part} part
 * @returns {Slot[]}
 */
function slotsOfPart(object, part) {
    return Object.entries(object).map(([field, value]) => ({ field, index: -1, value, part }));
}

/** Legal moves, and the names that are picked. */
export class Choice {
    /** @param {Move[]} moves */
    constructor(moves) {
        this.all = moves.map((move) => ({ move, slots: slots(move) }));
        this.ordered = orderedLists(moves);
        /** @type {Pick[]} */
        this.picks = [];
        /** Those of the picks that follow from the others. */
        this.implied = new Set();
        /** @type {{ move: Move, slots: Slot[], used: Set<Slot> }[]} */
        this.left = [];
        /** The cached options. */
        this.known = /** @type {Option[] | null} */ (null);
        this.narrow();
    }

    /**
     * The moves that mention all picks.
     *
     * @param {{ move: Move, slots: Slot[] }[]} moves
     * @param {Pick[]} picks
     */
    naming(moves, picks) {
        return moves.flatMap(({ move, slots }) => {
            const used = this.match(slots, picks);
            return used ? [{ move, slots, used }] : [];
        });
    }

    /** Recomputes the moves that are left. */
    narrow() {
        this.left = this.naming(this.all, this.picks);
        this.known = null;
    }

    /**
     * Picks something if a legal move mentions it.
     *
     * @param {Pick} pick
     * @returns {boolean} whether it was picked
     */
    pick(pick) {
        const left = this.naming(this.left, [...this.picks, pick]);
        if (left.length === 0) return false;
        this.picks.push(pick);
        this.left = left;
        this.known = null;
        this.complete();
        return true;
    }

    /**
     * Picks the names of lists that all moves that are left have in common, such as the third cell of a family. A single move that is left waits
     * for its last name instead.
     */
    complete() {
        const [first, ...others] = this.left.map(({ slots, used }) => slots.filter((slot) => slot.index >= 0 && !slot.part && !used.has(slot)));
        const has = (/** @type {Slot[]} */ open, /** @type {Slot} */ { field, index, value }) =>
            open.some((slot) => slot.field === field && slot.value === value && (slot.index === index || !this.ordered.has(field)));
        if (others.length === 0 || others.some((open) => open.length !== first.length || !first.every((slot) => has(open, slot)))) return;
        for (const { field, value } of first) {
            const pick = [{ field, value }];
            this.picks.push(pick);
            this.implied.add(pick);
        }
        if (first.length > 0) this.narrow();
    }

    /**
     * Confirms a pick that followed from others.
     *
     * @param {number} index
     * @returns {boolean} whether it did
     */
    confirm(index) {
        return this.implied.delete(this.picks[index]);
    }

    /**
     * Removes picks from an index on.
     *
     * @param {number} from
     */
    removePicks(from) {
        this.picks.length = from;
        // What followed from a pick goes with it.
        while (this.implied.has(this.picks.at(-1))) this.picks.pop();
        this.narrow();
    }

    /**
     * Removes all picks, for a pick that does not match them.
     *
     * @returns {boolean} whether they were removed
     */
    startOver() {
        this.removePicks(0);
        return true;
    }

    /** The number of moves left as text. */
    get countText() {
        return this.left.length > 0 ? texts.game.panel.movesLeft(this.left.length) : "";
    }

    /** The only move that is left, if it is one. */
    get only() {
        return this.left.length === 1 ? this.left[0] : null;
    }

    /**
     * The move whose names are all picked. Moves with more names may be left too.
     *
     * @returns {Move | null}
     */
    get exact() {
        if (this.picks.length === 0) return null;
        const whole = this.left.find(({ slots, used }) => slots.every((slot) => slot.field === "type" || used.has(slot)));
        return whole ? whole.move : null;
    }

    /**
     * The names that can be picked next, by field, without fields that are decided.
     *
     * @returns {Question[]}
     */
    get questions() {
        /** @type {Map<string, Question>} */
        const questions = new Map();
        for (const { slots, used } of this.left) {
            for (const { field, index, value } of this.open(slots, used)) {
                const question = questions.get(field) ?? { field, index, values: [] };
                if (!question.values.includes(value)) question.values.push(value);
                questions.set(field, question);
            }
        }
        const types = new Set(this.left.map(({ move }) => move.type));
        const decided = (/** @type {Question} */ { field, index, values }) =>
            index < 0 && values.length === 1 && this.left.every(({ slots }) => slots.some((s) => s.field === field && s.value === values[0]));
        const offered = [...questions.values()].filter((question) => !decided(question));
        // If several types of move are left, only the type, shared fields and directions are offered.
        const plain = (/** @type {Question} */ question) =>
            question.field === "type" || this.shared(question.field) || directions(question) !== null;
        return types.size > 1 ? withoutAsked(offered.filter(plain), this.left.map(({ move }) => move)) : offered;
    }

    /** The questions, or none if there is only one legal move. */
    get offered() {
        return this.all.length > 1 ? this.questions : [];
    }

    /**
     * Whether all moves that are left have a field.
     *
     * @param {string} field
     */
    shared(field) {
        return this.left.every(({ move }) => field in move);
    }

    /**
     * All names that can be picked next.
     *
     * @returns {Option[]}
     */
    get options() {
        return this.known ??= this.optionsOf(this.left);
    }

    /**
     * The names that can be picked next for some of the moves that are left.
     *
     * @param {{ move: Move, slots: Slot[], used: Set<Slot> }[]} left
     * @returns {Option[]}
     */
    optionsOf(left) {
        /** @type {Map<string, Option>} */
        const options = new Map();
        for (const { move, slots, used } of left) {
            const { type } = move;
            const open = this.open(slots, used);
            const first = open.find(({ field }) => field !== "type");
            for (const { field, value } of open) {
                const owner = /** @type {any} */ (move)[OWNERS[`${type}.${field}`]];
                const key = `${type} ${field} ${value} ${owner}`;
                const option = options.get(key) ?? { field, value, type, owner, next: false };
                option.next ||= field === first?.field;
                options.set(key, option);
            }
        }
        return [...options.values()];
    }

    /**
     * The slots of a move that can be picked next.
     *
     * @param {Slot[]} slots
     * @param {Set<Slot>} used
     */
    open(slots, used) {
        const begun = half(slots, used);
        return slots.filter((slot) => !used.has(slot) && this.inTurn(slot, slots, used) && (!begun || same(slot.part, begun)));
    }

    /**
     * Whether a slot can be picked now: in an ordered list, after all slots before it.
     *
     * @param {Slot} slot
     * @param {Slot[]} slots
     * @param {Set<Slot>} used
     */
    inTurn(slot, slots, used) {
        if (slot.index < 1 || !this.ordered.has(slot.field)) return true;
        return slots.every((each) => each.field !== slot.field || each.index >= slot.index || used.has(each));
    }

    /**
     * Assigns each pick to its own slot. Returns null if that is impossible.
     *
     * @param {Slot[]} slots
     * @param {Pick[]} picks
     * @param {Set<Slot>} [used]
     * @returns {Set<Slot> | null}
     */
    match(slots, picks, used = new Set()) {
        if (picks.length === 0) return used;
        const [pick, ...rest] = picks;
        for (const slot of this.open(slots, used)) {
            if (!pick.some((option) => option.field === slot.field && option.value === slot.value && isOwned(slots, option))) continue;
            const matched = this.match(slots, rest, new Set([...used, slot]));
            if (matched) return matched;
        }
        return null;
    }

    /**
     * Well-formed moves with a name that no legal move mentions, to ask the service why they are illegal. All other names are from legal moves.
     *
     * @param {(like: Slot) => Name | undefined} name the name for a slot, if it fits the field
     * @returns {Attempt[]}
     */
    attempts(name) {
        /** @type {Map<string, Attempt>} */
        const attempts = new Map();
        for (const { move, slots, used } of this.left) {
            for (const slot of this.open(slots, used)) {
                const given = slot.field === "type" ? undefined : name(slot);
                const value = given === undefined ? undefined : inFormOf(given, slot.value);
                const twin = slot.part ? undefined : slots.find((each) => each.field === slot.field && each.value === value);
                if (value === undefined || (twin && used.has(twin))) continue;
                // A list has no duplicates: an equal name elsewhere in it is swapped.
                const attempt = replaced(twin ? replaced(move, twin, slot.value) : move, slot, value);
                const assumed = slots.filter((each) => each !== slot && each.field !== "type" && !used.has(each));
                attempts.set(JSON.stringify(attempt), { move: attempt, assumed: assumed.map((each) => (each === twin ? slot.value : each.value)) });
            }
        }
        return [...attempts.values()];
    }
}

/**
 * Whether a move is about a piece of the owner of an option, if the option has one.
 *
 * @param {Slot[]} slots
 * @param {Option} option
 */
function isOwned(slots, { type, field, owner }) {
    return owner === undefined || slots.some((slot) => slot.field === OWNERS[`${type}.${field}`] && slot.value === owner);
}

/** Forms of names. A name can replace another one of the same form. */
const FORMS = [/^[a-z][1-9]$/, /^[SMCA][0-5]$/, /^[SMCA]$/, /^\d+$/];

/**
 * A name converted to the form of another one, if it has that form.
 *
 * @param {Name} name
 * @param {Name} like
 * @returns {Name | undefined}
 */
export function inFormOf(name, like) {
    if (!FORMS.some((form) => form.test(String(name)) && form.test(String(like)))) return undefined;
    return typeof like === "number" ? Number(name) : String(name);
}

/**
 * The questions without types of move whose fields are all offered anyway: a direction implies its type.
 *
 * @param {Question[]} questions
 * @param {Move[]} moves
 * @returns {Question[]}
 */
function withoutAsked(questions, moves) {
    const offered = new Set(questions.filter((question) => directions(question)).map(({ field }) => field));
    const open = (/** @type {Name} */ type) => {
        const fields = Object.keys(moves.find((move) => move.type === type) ?? {}).filter((field) => field !== "type");
        return fields.length === 0 || fields.some((field) => !offered.has(field));
    };
    return questions.map((question) => question.field === "type" && offered.size > 0 ? { ...question, values: question.values.filter(open) } : question);
}

/**
 * @param {Move} move
 * @param {Slot} slot
 * @param {Name} value
 * @returns {Move}
 */
function replaced(move, { field, index, part }, value) {
    const fields = /** @type {Record<string, any>} */ (move);
    if (part) return /** @type {Move} */ ({ ...move, [part.list]: fields[part.list].with(part.at, { ...fields[part.list][part.at], [field]: value }) });
    return /** @type {Move} */ ({ ...move, [field]: index < 0 ? value : fields[field].with(index, value) });
}

/**
 * The part of a move with some slots picked and some not. It must be completed before another one begins.
 *
 * @param {Slot[]} slots
 * @param {Set<Slot>} used
 * @returns {Part | undefined}
 */
function half(slots, used) {
    const begun = (/** @type {Slot} */ { part }) => slots.some((slot) => used.has(slot) && same(slot.part, part));
    return slots.find((slot) => slot.part && !used.has(slot) && begun(slot))?.part;
}

/**
 * @param {Part | undefined} a
 * @param {Part | undefined} b
 */
function same(a, b) {
    return a !== undefined && a.list === b?.list && a.at === b.at;
}

/**
 * The fields that are ordered lists.
 *
 * @param {Move[]} moves
 */
function orderedLists(moves) {
    /** @type {Set<string>} */
    const ordered = new Set();
    /** @type {Map<string, string>} */
    const seen = new Map();
    for (const move of moves) {
        for (const [field, list] of Object.entries(move)) {
            if (!Array.isArray(list) || ordered.has(field)) continue;
            const key = JSON.stringify({ ...move, [field]: [field, ...[...list].sort()] });
            const order = list.join();
            if ((seen.get(key) ?? order) !== order) ordered.add(field);
            seen.set(key, order);
        }
    }
    return ordered;
}

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = {
    north: [0, -1], south: [0, 1], west: [-1, 0], east: [1, 0],
    up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0],
};

/**
 * The values of a question as directions, if they are directions.
 *
 * @param {Question} question
 * @returns {Map<string, Name> | null} from `dx,dy` to the value
 */
export function directions({ field, values }) {
    // Stacks and territories have such names, too.
    if (!["direction", "slide"].includes(field) || !values.every((value) => String(value) in DIRECTIONS)) return null;
    return new Map(values.map((value) => [DIRECTIONS[String(value)].join(), value]));
}

/**
 * The move in another direction, for a move that has only a direction.
 *
 * @param {Move} move
 * @param {number} dx
 * @param {number} dy
 * @returns {Move | null} null for any other move
 */
export function inDirection(move, dx, dy) {
    const [, way, more] = slots(move);
    if (!way || more || !directions({ ...way, values: [way.value] })) return null;
    const compass = ["north", "south", "west", "east"].includes(String(way.value));
    const ways = Object.keys(DIRECTIONS).slice(...(compass ? [0, 4] : [4, 8]));
    const value = ways.find((each) => DIRECTIONS[each].join() === `${dx},${dy}`);
    return value === undefined ? null : replaced(move, way, value);
}

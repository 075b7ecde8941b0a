// The board: the picture from the service, and pointer and keyboard input on it.
//
// Input is a press, a drag through several spots, a swipe (a direction), or arrow keys and Enter. The owner of the board interprets it.

import { texts } from "../texts/texts.js";
import { prefersReducedMotion } from "./animation.js";
import { labelSeats } from "./seat-labels.js";
import { addressed } from "./second-person.js";
import { dot, findSpots, measure, outline, ownerOf } from "./spots.js";

/** @typedef {import("./spots.js").BoardName} BoardName */
/** @typedef {import("./spots.js").Spot} Spot */
/**
 * @typedef {object} Hands the handlers of input
 * @property {(spot: Spot) => void} press
 * @property {(from: Spot, to: Spot) => boolean} dragOver returns whether it was used
 * @property {(from: Spot, to: Spot) => void} dragEnd a drag that was not used on its way
 * @property {(from: Spot) => boolean} carries whether a drag from there takes a piece to where it ends
 * @property {(dx: number, dy: number, from?: Spot) => boolean} way a direction, and where the swipe began; returns whether it was used
 * @property {() => boolean} slides whether the arrow keys slide pieces
 * @property {(names: BoardName[], touch: Touch) => boolean} grabs whether a touch there selects instead of scrolling
 * @property {(down: PointerEvent) => ((event: PointerEvent) => void) | null} drag starts a drag; returns its handler
 */

const words = texts.game.board;
/** Minimum length of a swipe, in pixels. */
const SWIPE = 24;
/** Minimum size of a touch target, in pixels. */
const FINGERTIP = 40;
/** Scale of a pressed piece. */
const LIFT = 1.07;

/** @type {Record<string, [number, number]>} */
export const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The aspect ratio below which a picture that fits in the window would be too narrow to read. It is scrolled instead. */
const TALL = 0.52;
/** The same on a phone for a picture with the hand of the viewer, whose cards would be too narrow. */
const LONG = 0.66;

export class Board {
    /** @param {Hands} hands */
    constructor(hands) {
        this.hands = hands;
        this.element = document.createElement("div");
        this.element.className = "board";
        this.sheet = new CSSStyleSheet();
        this.style = "";
        document.adoptedStyleSheets.push(this.sheet);
        /** @type {SVGSVGElement | null} */
        this.svg = null;
        /** @type {Spot[]} */
        this.spots = [];
        /** @type {import("./spots.js").Boxes} */
        this.boxes = () => new DOMRect();
        /** The casing of all lines: a line inside a wider line of another tone is visible on any background. */
        this.casing = path("casing");
        /** The dots on empty places to which something can be moved. */
        this.dots = path("dots");
        /** The key of the spot that had the focus when the picture was replaced. */
        this.focused = /** @type {string | undefined} */ (undefined);
        /** The name of the player of a seat, if it has one. @type {(seat: number) => string | undefined} */
        this.nameOf = () => undefined;
        /** Puts back the piece that was dragged. */
        this.putBack = () => {};
        /** The spot that Tab focuses. */
        this.roving = /** @type {Spot | undefined} */ (undefined);
        this.element.addEventListener("pointerdown", (event) => this.down(event));
        this.element.addEventListener("touchstart", (event) => this.touch(event), { passive: false });
        this.element.addEventListener("keydown", (event) => this.key(event));
    }

    /** Removes the board and its style from the page. */
    remove() {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.sheet);
        this.element.remove();
    }

    /**
     * Shows a picture. Returns the previous one.
     *
     * @param {string} text
     * @returns {SVGSVGElement | null}
     */
    show(text) {
        const before = this.svg;
        this.focused = this.spots.find(({ frame }) => frame === document.activeElement)?.key;
        const { svg, style } = parse(text);
        // Most pictures have the same style as the previous one, and replacing a sheet restyles the whole page.
        if (style !== this.style) this.sheet.replaceSync(style);
        this.style = style;
        svg.setAttribute("role", "group");
        const { width, height } = svg.viewBox.baseVal;
        this.element.style.setProperty("--aspect", String(width / height));
        // The layout does not change back when a caption gets shorter.
        if (width / height < TALL) this.element.classList.add("tall");
        if (width / height < (svg.querySelector("[data-viewer]") ? LONG : TALL)) this.element.classList.add("long");
        this.element.replaceChildren(svg);
        this.svg = svg;
        this.putBack = () => {};
        svg.setAttribute("aria-label", this.title);
        labelSeats(svg, this.nameOf, (words) => this.named(words));
        this.boxes = measure(svg);
        this.spots = findSpots(svg, this.boxes, (words) => this.named(words));
        this.spots[0]?.frame.before(this.casing, this.dots);
        this.roving = undefined;
        return before;
    }

    /** Restores the focus after the picture was replaced. This forces a layout, so call it last. */
    refocus() {
        if (this.focused === undefined) return;
        const spot = this.spots.find(({ key }) => key === this.focused) ?? this.spots[0];
        this.rove(spot);
        spot?.frame.focus({ preventScroll: true });
        this.focused = undefined;
    }

    /** The title of the picture, which describes the position. */
    get title() {
        return this.named(this.svg?.querySelector(":scope > title")?.textContent ?? "");
    }

    /**
     * A text about seats for the viewer of the picture, with the names of the players.
     *
     * @param {string} words
     */
    named(words) {
        const viewer = /** @type {SVGElement | null | undefined} */ (this.svg?.querySelector("[data-viewer]"));
        return addressed(words, viewer ? Number(viewer.dataset.seat) : undefined, this.nameOf);
    }

    /**
     * Marks the spots that can be picked, that are picked, and to which a move leads.
     *
     * @param {(names: BoardName[]) => { can: boolean, next: boolean, picked: boolean, lead: boolean }} marks
     * @param {Set<string>} meant the keys of the spots that the message is about
     * @param {Set<string>} lit the keys of the spots that a hint is about
     */
    mark(marks, meant, lit) {
        const onPlaces = new Set(this.spots.filter(({ what }) => what === "place").flatMap(({ drawn }) => drawn));
        /** Boxes of seats that can be picked, or are. They come before what is in them, which then is no obstacle. @type {Set<string | undefined>} */
        const boxes = new Set();
        for (const { what, key, frame, names, drawn, area } of this.spots) {
            const { can, next, picked, lead } = marks(what === "piece" ? names.slice(0, 1) : names);
            const marked = picked || meant.has(key) || lit.has(key);
            frame.classList.toggle("can", can);
            frame.classList.toggle("next", next);
            frame.classList.toggle("picked", picked);
            frame.classList.toggle("lead", lead);
            frame.classList.toggle("target", (next || lead) && !marked && what === "place" && isFree(drawn));
            frame.classList.toggle("meant", meant.has(key));
            frame.classList.toggle("lit", lit.has(key));
            set(frame, "aria-pressed", String(picked));
            // No spot is disabled: pressing one that cannot be picked shows the reason.
            set(frame, "aria-description", [lit.has(key) && words.hint, (can || lead) && words.canBeChosen].filter(Boolean).join(", ") || null);
            // A piece on a place matters only if a move names it.
            const minor = what === "seat" || (what === "piece" && onPlaces.has(drawn[0]));
            const active = can || lead || marked;
            frame.classList.toggle("idle", minor && !active);
            if (what === "seat" && (can || picked)) boxes.add(names[0].value);
            frame.classList.toggle("through", !active && boxes.has(ownerOf(area)));
        }
        const [targets, others] = [true, false].map((is) => this.spots.filter(({ frame }) => frame.classList.contains("target") === is));
        const lines = others.filter(({ frame }) => frame.matches(".next, .lead, .picked, .meant, .lit"));
        set(this.casing, "d", lines.map(({ frame }) => outline(frame)).join(""));
        set(this.dots, "d", targets.map(({ frame }) => dot(frame)).join(""));
        const active = this.active();
        const rove = active.find(({ frame }) => frame === document.activeElement)
            ?? active.find(({ frame }) => frame.classList.contains("can")) ?? active[0];
        this.rove(rove);
    }

    /**
     * Marks spots that wait for the service. Without any, a dragged piece returns.
     *
     * @param {string[]} keys of the spots
     * @param {boolean} [more] in addition to those marked before
     */
    await(keys, more = false) {
        if (keys.length === 0) this.putBack();
        for (const { key, frame } of this.spots) {
            if (!more || keys.includes(key)) frame.classList.toggle("pending", keys.includes(key));
        }
    }

    /** The spots that arrow keys move between. */
    active() {
        return this.spots.filter(({ frame }) => !frame.classList.contains("idle"));
    }

    /**
     * Makes a spot the one that Tab focuses.
     *
     * @param {Spot | undefined} rove
     */
    rove(rove) {
        if (rove === this.roving) return;
        this.roving?.frame.setAttribute("tabindex", "-1");
        rove?.frame.setAttribute("tabindex", "0");
        this.roving = rove;
    }

    /**
     * @param {EventTarget | null} target
     * @returns {Spot | undefined}
     */
    spotOf(target) {
        return this.spots.find(({ frame }) => frame === target);
    }

    /**
     * The spot at a point, else the nearest within a fingertip. Pieces take precedence over the place on which they lie side by side, unless
     * the place can be picked.
     *
     * @param {{ target: EventTarget | null }} event
     * @param {{ clientX: number, clientY: number }} point
     */
    spotAt({ target }, { clientX, clientY }) {
        const there = this.spotOf(target);
        if (there && !(there.ground && !choosable(there))) return there;
        return under(this.active().filter((spot) => spot !== there), clientX, clientY) ?? there;
    }

    /** @param {TouchEvent} event */
    touch(event) {
        const [touch, more] = event.touches;
        if (!more && this.hands.grabs(this.spotAt(event, touch)?.names ?? [], touch)) event.preventDefault();
    }

    /**
     * Shows that a spot is pressed, and lifts the pieces that can be picked.
     *
     * @param {Spot} spot
     * @returns {() => void} releases the spot
     */
    lift({ frame, drawn }) {
        frame.classList.add("pressed");
        const lifted = frame.matches(".can, .lead") && !prefersReducedMotion() ? drawn.filter(({ dataset }) => dataset.piece !== undefined) : [];
        const lifts = lifted.map((piece) => {
            const { e, f } = piece.transform.baseVal.getItem(0).matrix;
            return piece.animate({ transform: `translate(${e}px, ${f}px) scale(${LIFT})` }, { duration: 80, easing: "ease-out", fill: "forwards" });
        });
        return () => {
            frame.classList.remove("pressed");
            for (const each of lifts) if (each.playState !== "idle") each.reverse();
        };
    }

    /**
     * Lets the topmost piece of a spot follow the pointer.
     *
     * @param {Spot} spot
     * @param {PointerEvent} down
     * @returns {(event: PointerEvent) => void}
     */
    carry({ drawn }, down) {
        const piece = drawn.findLast(({ dataset }) => dataset.piece !== undefined);
        if (!piece) return () => {};
        for (const lift of piece.getAnimations()) lift.cancel();
        // It moves above the others.
        piece.parentNode?.append(piece);
        const place = piece.transform.baseVal.getItem(0);
        const { e, f } = place.matrix;
        const scale = this.svg?.getScreenCTM()?.a ?? 1;
        this.putBack = () => place.setTranslate(e, f);
        return ({ clientX, clientY }) => place.setTranslate(e + (clientX - down.clientX) / scale, f + (clientY - down.clientY) / scale);
    }

    /** @param {PointerEvent} down */
    down(down) {
        if (down.button !== 0) return;
        const start = this.spotAt(down, down);
        const release = start ? this.lift(start) : () => {};
        const follow = this.hands.drag(down);
        // A gesture belongs to the picture on which it began: after a move, the rest is ignored.
        const { spots } = this;
        let last = start;
        let meant = false;
        let carried = /** @type {((event: PointerEvent) => void) | null} */ (null);
        const over = (/** @type {PointerEvent} */ event) =>
            this.spotOf(document.elementFromPoint(event.clientX, event.clientY));
        const move = (/** @type {PointerEvent} */ event) => {
            const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) >= SWIPE;
            if (follow && (far || meant)) {
                meant = true;
                return follow(event);
            }
            if (far && start && !meant && this.spots === spots && this.hands.carries(start)) carried ??= this.carry(start, down);
            if (carried) return carried(event);
            const there = over(event);
            if (!start || !there || there === last || this.spots !== spots) return;
            last = there;
            meant = this.hands.dragOver(start, there) || meant;
        };
        const stop = (/** @type {PointerEvent} */ event) => {
            window.removeEventListener("pointermove", move);
            window.removeEventListener("pointerup", stop);
            window.removeEventListener("pointercancel", stop);
            release();
            if (carried) return this.drop(start, event.type === "pointerup" && this.spots === spots ? over(event) : undefined);
            if (event.type === "pointercancel" || meant) return;
            const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
            if (Math.hypot(dx, dy) >= SWIPE) {
                if (this.hands.way(...mainWay(dx, dy), start)) return;
                const end = over(event);
                if (start && end && end !== start) this.hands.dragEnd(start, end);
            } else if (start) {
                start.frame.focus({ preventScroll: true });
                this.hands.press(start);
            }
        };
        window.addEventListener("pointermove", move);
        window.addEventListener("pointerup", stop);
        window.addEventListener("pointercancel", stop);
    }

    /**
     * Ends the drag of a piece. The piece stays where it is only while its move is being sent.
     *
     * @param {Spot | undefined} from
     * @param {Spot | undefined} to
     */
    drop(from, to) {
        if (from && to && from !== to && !this.hands.dragOver(from, to)) this.hands.dragEnd(from, to);
        if (!this.element.hasAttribute("aria-busy")) this.putBack();
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const spot = this.spotOf(event.target);
        if (!spot || event.ctrlKey || event.metaKey || event.altKey) return;
        const way = ARROWS[event.key];
        if (way) {
            event.preventDefault();
            // Arrows choose a direction if nothing can be picked, or with Shift. Otherwise they move over the board.
            const pointing = this.spots.some(({ frame }) => frame.classList.contains("can"));
            if ((event.shiftKey || !pointing || this.hands.slides()) && this.hands.way(...way)) return;
            const next = nearest(this.active(), spot, ...way);
            if (!next) return;
            this.rove(next);
            next.frame.focus();
        } else if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            this.hands.press(spot);
        }
    }
}

/**
 * Splits a picture from its style. The policy of the page forbids inline styles, but allows constructed sheets.
 *
 * @param {string} text
 * @returns {{ svg: SVGSVGElement, style: string }}
 */
function parse(text) {
    const styles = [...text.matchAll(/<style>([^<]*)<\/style>/g)].map(([, style]) => style.replaceAll("&gt;", ">").replaceAll("&amp;", "&"));
    const root = new DOMParser().parseFromString(text.replaceAll(/<style>[^<]*<\/style>/g, ""), "image/svg+xml").documentElement;
    if (root.localName !== "svg") throw new Error(words.unreadable);
    return { svg: /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.adoptNode(root))), style: styles.join("\n") };
}

/**
 * Sets an attribute if it differs: each change restyles the page.
 *
 * @param {Element} element
 * @param {string} name
 * @param {string | null} value
 */
function set(element, name, value) {
    if (element.getAttribute(name) === value) return;
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
}

/**
 * Whether there is nothing on a place, and no text that is always shown, so that it has space for a dot.
 *
 * @param {SVGGraphicsElement[]} drawn
 */
function isFree([place, ...pieces]) {
    return pieces.length === 0 && !place.querySelector("text:not(.xy)");
}

/** @param {string} kind */
function path(kind) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("class", kind);
    return path;
}

/**
 * Whether a spot can be picked, or is picked.
 *
 * @param {Spot} spot
 */
function choosable({ frame }) {
    return frame.matches(".can, .lead, .picked");
}

/**
 * The spot nearest to a point, among those that contain it if enlarged to a fingertip.
 *
 * @param {Spot[]} spots
 * @param {number} x
 * @param {number} y
 */
function under(spots, x, y) {
    let best;
    let least = Infinity;
    for (const spot of spots) {
        const box = spot.frame.getBoundingClientRect();
        const [aside, along] = [Math.abs(x - box.x - box.width / 2), Math.abs(y - box.y - box.height / 2)];
        if (aside > Math.max(box.width, FINGERTIP) / 2 || along > Math.max(box.height, FINGERTIP) / 2) continue;
        const away = Math.hypot(Math.max(0, aside - box.width / 2), Math.max(0, along - box.height / 2));
        if (away < least) [best, least] = [spot, away];
    }
    return best;
}

/**
 * The next spot in a direction.
 *
 * @param {Spot[]} spots
 * @param {Spot} from
 * @param {number} dx
 * @param {number} dy
 */
function nearest(spots, from, dx, dy) {
    const [x, y] = middle(from.frame);
    let best;
    let least = Infinity;
    for (const spot of spots) {
        const [ox, oy] = middle(spot.frame);
        const along = (ox - x) * dx + (oy - y) * dy;
        const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
        if (spot === from || along < 2 || along + 2 * aside >= least) continue;
        [best, least] = [spot, along + 2 * aside];
    }
    return best;
}

/**
 * The direction in which a spot is next to another one, if there is one.
 *
 * @param {Spot[]} spots
 * @param {Spot} from
 * @param {Spot} to
 * @returns {[number, number] | undefined}
 */
export function directionTo(spots, from, to) {
    const [[x, y], [ox, oy]] = [middle(from.frame), middle(to.frame)];
    const way = mainWay(ox - x, oy - y);
    return nearest(spots, from, ...way) === to ? way : undefined;
}

/**
 * The place from which a piece moves to a place in a direction.
 *
 * @param {Spot[]} spots
 * @param {string} to
 * @param {number} dx
 * @param {number} dy
 */
export function behind(spots, to, dx, dy) {
    const places = spots.filter(({ what }) => what === "place");
    const there = places.find(({ names }) => names.at(-1)?.value === to);
    return there ? nearest(places, there, -dx, -dy) ?? null : null;
}

/**
 * The center of an element on the screen.
 *
 * @param {Element} element
 * @returns {[number, number]}
 */
function middle(element) {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}

/**
 * @param {number} dx
 * @param {number} dy
 * @returns {[number, number]}
 */
function mainWay(dx, dy) {
    return Math.abs(dx) >= Math.abs(dy) ? [Math.sign(dx), 0] : [0, Math.sign(dy)];
}

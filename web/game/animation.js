// Animation of a move from one picture to the next.
//
// Pieces are matched by the places that events name, else by their identity, else by their place (such as a coin that is flipped). They move
// in the order of the events. Copies of the pieces move above the picture, so that none passes under another. The picture itself is always
// complete, so it can be replaced while copies still move.


/** @typedef {import("../types").GameEvent} GameEvent */
/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ piece: SVGGraphicsElement, at: DOMMatrix, place: string, name: string, kind: string }} PiecePosition */
/** @typedef {{ start: number, time: number, path?: Point[] }} Turn */

const SVG = "http://www.w3.org/2000/svg";
const DURATION = 260;
/** Maximum duration of a move, in milliseconds. */
const MAX_DURATION = 1800;
const EASE = "cubic-bezier(0.3, 0.1, 0.25, 1)";

/** Whether the user prefers reduced motion. */
export function prefersReducedMotion() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * The positions of the pieces of a picture, including pieces that still move.
 *
 * @param {SVGSVGElement | null} svg
 * @returns {PiecePosition[]}
 */
export function piecePositions(svg) {
    if (!svg || prefersReducedMotion()) return [];
    const all = pieces(svg).filter((piece) => !piece.classList.contains("leaving"));
    // Of a piece that is being flipped, the last copy shows the new face.
    const inTheAir = new Map(all.filter(flies).map((copy) => [identity(copy), copy]));
    const seen = [...all.filter((piece) => !flies(piece) && !inTheAir.has(identity(piece))), ...inTheAir.values()];
    const toPicture = inTheAir.size > 0 ? screenMatrix(svg).inverse() : null;
    return seen.map((piece) => ({ piece, at: toPicture && flies(piece) ? toPicture.multiply(screenMatrix(piece)) : atRest(piece), ...identify(piece) }));
}

/**
 * Animates the pieces from their positions in the previous picture to the ones in the new picture.
 *
 * @param {PiecePosition[]} before
 * @param {SVGSVGElement} svg
 * @param {GameEvent[]} events
 * @param {((point: Point) => Point | null) | null} plane maps a point of the game's plane to the picture
 * @param {number} tempo factor of the duration
 * @returns {number} the duration in milliseconds
 */
export function fly(before, svg, events, plane, tempo) {
    if (before.length === 0 || prefersReducedMotion()) return 0;
    const { turns, moved, length } = timetable(events, plane);
    const pace = tempo * Math.min(1, MAX_DURATION / Math.max(length, 1));
    const sky = document.createElementNS(SVG, "g");
    sky.setAttribute("aria-hidden", "true");
    sky.setAttribute("class", "sky");
    const after = pieces(svg).map((piece) => ({ piece, ...identify(piece), to: atRest(piece) }));
    svg.append(sky);
    const left = new Set(before);
    /** @type {Animation[]} */
    const flights = [];
    /** @type {Turn} */
    const last = { start: Math.max(0, length - DURATION), time: DURATION };
    for (const { piece, name, kind, place, to } of after) {
        const old = source({ name, kind, place }, left, moved);
        const turn = turns.get(`${kind} ${name}`) ?? turns.get(name) ?? turns.get(`at ${place}`) ?? last;
        const timing = { delay: turn.start * pace, duration: turn.time * pace, easing: EASE, fill: /** @type {const} */ ("backwards") };
        if (!old) {
            flights.push(piece.animate({ opacity: [0, 1] }, timing));
            continue;
        }
        left.delete(old);
        const from = old.at;
        const changed = !looksLike(piece, old.piece);
        if (!changed && near(from, to) && !turn.path) continue;
        flights.push(...flight(sky, piece, old, { from, to, changed, timing, path: turn.path }));
    }
    for (const { piece, at: from, kind, name, place } of left) {
        const turn = turns.get(`${kind} ${name}`) ?? turns.get(name) ?? turns.get(`from ${place}`) ?? { start: 0, time: DURATION };
        const copy = copyOf(piece);
        copy.classList.add("leaving");
        // What moves passes above what it takes.
        sky.prepend(copy);
        const frames = [{ transform: css(from), opacity: 1 }, { transform: css(from.scale(0.6)), opacity: 0 }];
        flights.push(copy.animate(frames, { delay: turn.start * pace, duration: turn.time * pace, fill: "both" }));
    }
    Promise.allSettled(flights.map((each) => each.finished)).then(() => sky.remove());
    return length * pace;
}

/**
 * Animates a copy of one piece. The piece itself is hidden until the end.
 *
 * @param {SVGGElement} sky
 * @param {SVGGraphicsElement} piece
 * @param {PiecePosition} old
 * @param {{ from: DOMMatrix, to: DOMMatrix, changed: boolean, timing: KeyframeAnimationOptions, path?: Point[] }} how
 * @returns {Animation[]}
 */
function flight(sky, piece, old, { from, to, changed, timing, path }) {
    const hidden = { duration: Number(timing.delay) + Number(timing.duration) };
    const hide = piece.animate({ opacity: [0, 0] }, hidden);
    const both = /** @type {KeyframeAnimationOptions} */ ({ ...timing, fill: "both" });
    if (path && path.length > 1) {
        const lengths = path.map((point, i) => (i === 0 ? 0 : Math.hypot(point.x - path[i - 1].x, point.y - path[i - 1].y)));
        const whole = lengths.reduce((sum, each) => sum + each, 0) || 1;
        let so = 0;
        const stops = path.map((point, i) => {
            so += lengths[i];
            return { transform: css(placed(to, point)), opacity: 1, offset: 0.85 * (so / whole) };
        });
        const coin = copyOf(old.piece);
        sky.append(coin);
        const end = placed(to, path[path.length - 1]);
        // The picture rounds positions. A coin that fell is drawn elsewhere.
        const fell = !near(to, end, 30);
        const frames = [...stops, { transform: css(fell ? end.scale(0.3) : end), opacity: fell ? 0 : 1, offset: 1 }];
        return [hide, coin.animate(frames, { ...both, easing: "linear" })];
    }
    if (!changed) {
        const copy = copyOf(piece);
        sky.append(copy);
        return [hide, copy.animate({ transform: [css(from), css(to)] }, both)];
    }
    // A piece that looks different afterwards is flipped on the way.
    const half = between(from, to);
    const edge = half.scale(0.02, 1);
    const [back, face] = [copyOf(old.piece), copyOf(piece)];
    sky.append(back, face);
    const away = [{ transform: css(from), opacity: 1 }, { transform: css(edge), opacity: 1, offset: 0.5 }, { transform: css(edge), opacity: 0, offset: 0.5 }, { transform: css(edge), opacity: 0 }];
    const on = [{ transform: css(edge), opacity: 0 }, { transform: css(edge), opacity: 0, offset: 0.5 }, { transform: css(edge), opacity: 1, offset: 0.5 }, { transform: css(to), opacity: 1 }];
    return [hide, back.animate(away, both), face.animate(on, both)];
}

/**
 * The start and duration of each piece's animation. Consecutive events of one type overlap; the next type waits for them.
 *
 * @param {GameEvent[]} events
 * @param {((point: Point) => Point | null) | null} plane
 */
function timetable(events, plane) {
    /** @type {Map<string, Turn>} */
    const turns = new Map();
    /** @type {Map<string, string>} origins by destination */
    const moved = new Map();
    let start = 0;
    let end = 0;
    events.forEach((event, i) => {
        const kin = events.filter(({ type }) => type === event.type).length;
        if (i > 0) start = events[i - 1].type === event.type ? start + Math.max(12, Math.min(110, 400 / kin)) : end;
        const fields = /** @type {Record<string, any>} */ (event);
        const path = plane && Array.isArray(fields.path) ? line(fields, plane) : undefined;
        const turn = path ? { start, time: 350 + 220 * path.length, path } : { start, time: DURATION };
        const names = Object.entries(fields).filter(([field]) => field !== "type").flatMap(([field, value]) => named(field, value));
        for (const name of names) if (!turns.has(name)) turns.set(name, turn);
        if (names.length > 0) end = Math.max(end, turn.start + turn.time);
        const [from, to] = [placeOf(fields.from), placeOf(fields.to)];
        if (from && to) moved.set(to, from);
    });
    return { turns, moved, length: end || DURATION };
}

/**
 * The names of pieces that a field of an event mentions.
 *
 * @param {string} field
 * @param {any} value
 * @returns {string[]}
 */
function named(field, value) {
    if (Array.isArray(value)) return value.flatMap((each) => named(field.replace(/s$/, ""), each));
    const place = placeOf(value);
    if (!place) return [];
    if (field === "from") return [`from ${place}`];
    if (["to", "cell"].includes(field)) return [`at ${place}`];
    // A tile and a coin can have the same name. Pieces in other fields (`who`) have unique names.
    return ["tile", "coin", "die", "pawn"].includes(field) ? [`${field} ${place}`] : [place];
}

/**
 * @param {any} value a place, or something that lies on a `cell`
 * @returns {string | undefined}
 */
function placeOf(value) {
    if (typeof value === "string" || typeof value === "number") return String(value);
    return typeof value?.cell === "string" ? value.cell : undefined;
}

/**
 * @param {Record<string, any>} fields
 * @param {(point: Point) => Point | null} plane
 */
function line({ path, to }, plane) {
    const points = path.flatMap((/** @type {{ from: Point, to: Point }} */ piece, /** @type {number} */ i) => (i === 0 ? [piece.from, piece.to] : [piece.to]));
    const last = points.at(-1);
    if (to && last && (to.x !== last.x || to.y !== last.y)) points.push(to);
    const seen = points.map(plane);
    return seen.every((/** @type {Point | null} */ point) => point) ? /** @type {Point[]} */ (seen) : undefined;
}

/**
 * The previous position of a piece.
 *
 * @param {{ name: string, kind: string, place: string }} piece
 * @param {Set<PiecePosition>} left
 * @param {Map<string, string>} moved
 */
function source({ name, kind, place }, left, moved) {
    const find = (/** @type {(old: PiecePosition) => boolean} */ fits) => [...left].find((old) => old.kind === kind && fits(old));
    const from = moved.get(place);
    const isOne = /^[SMCA][0-5]$/.test(name);
    return (!isOne && from !== undefined && find((old) => old.place === from))
        || find((old) => old.name === name)
        || (place !== "" && find((old) => old.place === place))
        || undefined;
}

/** @param {SVGSVGElement} svg */
function pieces(svg) {
    return [...svg.querySelectorAll("[data-piece]")].map((piece) => /** @type {SVGGraphicsElement} */ (piece));
}

/** @param {SVGGraphicsElement} piece */
function flies(piece) {
    return piece.closest(".sky") !== null;
}

/**
 * The key that a copy shares with its piece.
 *
 * @param {SVGGraphicsElement} piece
 */
function identity({ dataset: { piece = "", kind = "", at = "" } }) {
    return `${kind} ${piece} ${/^[SMCA][0-5]$/.test(piece) ? "" : at}`;
}

/** @param {SVGGraphicsElement} piece */
function identify(piece) {
    const { piece: name = "", kind = "", at: place = "" } = piece.dataset;
    return { name, kind, place };
}

/**
 * Whether two pieces look the same.
 *
 * @param {SVGGraphicsElement} a
 * @param {SVGGraphicsElement} b
 */
function looksLike(a, b) {
    return a.childNodes.length === b.childNodes.length && [...a.childNodes].every((node, i) => node.isEqualNode(b.childNodes[i]));
}

/** @param {SVGGraphicsElement} piece */
function copyOf(piece) {
    return /** @type {SVGGraphicsElement} */ (piece.cloneNode(true));
}

/**
 * The position of a piece in its picture: each piece has one translation.
 *
 * @param {SVGGraphicsElement} piece
 */
function atRest({ transform: { baseVal } }) {
    return baseVal.numberOfItems > 0 ? DOMMatrix.fromMatrix(baseVal.getItem(0).matrix) : new DOMMatrix();
}

/** @param {SVGGraphicsElement} element */
function screenMatrix(element) {
    return DOMMatrix.fromMatrix(element.getScreenCTM() ?? new DOMMatrix());
}

/**
 * @param {DOMMatrix} a
 * @param {DOMMatrix} b
 * @param {number} [most] maximum distance, in units of the picture
 */
function near(a, b, most = 0.5) {
    return Math.abs(a.e - b.e) < most && Math.abs(a.f - b.f) < most;
}

/**
 * @param {DOMMatrix} a
 * @param {DOMMatrix} b
 */
function between(a, b) {
    return new DOMMatrix([(a.a + b.a) / 2, (a.b + b.b) / 2, (a.c + b.c) / 2, (a.d + b.d) / 2, (a.e + b.e) / 2, (a.f + b.f) / 2]);
}

/**
 * A matrix with its origin moved to a point.
 *
 * @param {DOMMatrix} matrix
 * @param {Point} point
 */
function placed(matrix, { x, y }) {
    return new DOMMatrix([matrix.a, matrix.b, matrix.c, matrix.d, x, y]);
}

/** @param {DOMMatrix} matrix */
function css(matrix) {
    const { a, b, c, d, e, f } = matrix;
    return `matrix(${[a, b, c, d, e, f].map((n) => Number(n.toFixed(4))).join(",")})`;
}

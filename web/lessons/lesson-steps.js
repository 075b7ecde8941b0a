// The steps of a lesson: pictures with captions. The service draws each picture from a position of the lesson's run.

import { h } from "../shared/dom.js";
import * as client from "../api/client.js";
import * as hotseat from "../api/hotseat.js";
import { loadLesson } from "./load-lesson.js";

/** @typedef {import("./load-lesson.js").Lesson} Lesson */
/** @typedef {import("../types").Move} Move */

const SEED = "how-1";
/** The seat whose view of a game for several seats is shown. */
const VIEWER = 1;

/** @type {Map<string, Promise<string>>} pictures by game and number of moves */
const pictures = new Map();

/**
 * The picture of a game after `at` moves of its lesson's run.
 *
 * @param {string} game
 * @param {number} at
 */
function picture(game, at) {
    const key = `${game} ${at}`;
    const known = pictures.get(key);
    if (known) return known;
    const drawn = loadLesson(game).then((lesson) => draw(game, lesson, at));
    pictures.set(key, drawn);
    drawn.catch(() => pictures.delete(key));
    return drawn;
}

/**
 * @param {string} game
 * @param {Lesson} lesson
 * @param {number} at
 */
async function draw(game, { seats, moves = [] }, at) {
    const played = moves.slice(0, at);
    if (seats !== undefined) {
        const { state } = await hotseat.deal(game, { seats, seed: SEED });
        const seatMoves = /** @type {hotseat.SeatMove[]} */ (played);
        return hotseat.picture(played.length > 0 ? (await hotseat.play(state, seatMoves, VIEWER, false)).state : state, VIEWER);
    }
    const { state } = await client.deal(game, { seed: SEED });
    const ownMoves = /** @type {Move[]} */ (played);
    return client.picture(played.length > 0 ? (await client.play(state, ownMoves)).state : state);
}

/**
 * The steps of a lesson, or null if it has none. Each picture appears when it is loaded.
 *
 * @param {string} game
 * @param {Lesson} lesson
 */
export function lessonSteps(game, { steps }) {
    if (!steps) return null;
    return h("ol", { class: "steps" }, steps.map(({ of = game, at, caption }) => {
        const image = h("img", { alt: "", width: 1000, height: 1100 });
        picture(of, at).then(
            (svg) => {
                image.alt = /<title>([^<]*)<\/title>/.exec(svg)?.[1] ?? "";
                image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
            },
            () => image.remove(),
        );
        return h("li", {}, h("figure", {}, image, h("figcaption", {}, caption)));
    }));
}

// The steps of a lesson: pictures with captions. The service draws each picture from a position of the lesson's run.

import { h } from "../shared/dom.js";
import { whenNear } from "../shared/near.js";
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
/** @type {Map<string, Promise<any>>} the first position of each game's lesson */
const deals = new Map();

/**
 * The picture of a game after `at` moves of its lesson's run.
 *
 * @param {string} game
 * @param {number} at
 */
function picture(game, at) {
    return loaded(pictures, `${game} ${at}`, async () => draw(game, await loadLesson(game), at));
}

/**
 * What a map has for a key, loaded when it is first asked for. A failure is not stored.
 *
 * @template T
 * @param {Map<string, Promise<T>>} map
 * @param {string} key
 * @param {() => Promise<T>} load
 */
function loaded(map, key, load) {
    const known = map.get(key);
    if (known) return known;
    const loading = load();
    map.set(key, loading);
    loading.catch(() => map.delete(key));
    return loading;
}

/**
 * @param {string} game
 * @param {Lesson} lesson
 * @param {number} at
 */
async function draw(game, { seats, moves = [] }, at) {
    const played = moves.slice(0, at);
    if (seats !== undefined) {
        const { state } = await loaded(deals, game, () => hotseat.deal(game, { seats, seed: SEED }));
        if (played.length === 0) return hotseat.picture(state, VIEWER);
        return pictureOf(await hotseat.play(state, /** @type {hotseat.SeatMove[]} */ (played), VIEWER, true));
    }
    const dealt = await loaded(deals, game, () => client.deal(game, { seed: SEED }));
    return pictureOf(played.length > 0 ? await client.play(dealt.state, /** @type {Move[]} */ (played)) : dealt);
}

/** @param {{ picture?: string }} position */
function pictureOf({ picture }) {
    if (picture === undefined) throw new Error("no picture in the response");
    return picture;
}

/**
 * The steps of a lesson, or null if it has none. Each picture is loaded when it comes near the window.
 *
 * @param {string} game
 * @param {Lesson} lesson
 */
export function lessonSteps(game, { steps }) {
    if (!steps) return null;
    return h("ol", { class: "steps", lang: "en" }, steps.map(({ of = game, at, caption }) => {
        const image = h("img", { alt: "", width: 1000, height: 1100 });
        whenNear(image, () => picture(of, at).then(
            (svg) => {
                image.alt = /<title>([^<]*)<\/title>/.exec(svg)?.[1] ?? "";
                image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
            },
            () => image.remove(),
        ));
        return h("li", {}, h("figure", {}, image, h("figcaption", {}, caption)));
    }));
}

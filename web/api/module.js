// The rules in this browser: the WebAssembly module, in a worker. Only builds with bundled pages have it. Its answers are equal to those of
// the service, byte for byte.

/** @typedef {{ status: number, body: string }} Answer of the module: an HTTP status, and what the service would send */

/** The address of the worker's script, if this build has the module. Tests without a browser have no document. */
const SCRIPT = globalThis.document?.querySelector('meta[name="module-worker"]')?.getAttribute("content");

/** The worker once it can answer. Null before, and after it failed. */
let worker = /** @type {Worker | null} */ (null);
/** Whether the module can answer, once that is known. Not set after a failure, so that it is loaded again when it is needed. */
let started = /** @type {Promise<boolean> | undefined} */ (undefined);
let asked = 0;
/** @type {Map<number, (answer: Answer | null) => void>} the calls without an answer, by number */
const open = new Map();

/** Whether this build has the module, loaded or not. */
export const hasModule = typeof SCRIPT === "string" && typeof WebAssembly === "object" && typeof Worker === "function";

/**
 * Loads the module, unless it is loaded already.
 *
 * @returns {Promise<boolean>} whether it can answer
 */
export function startModule() {
    started ??= hasModule ? new Promise(load) : Promise.resolve(false);
    return started;
}

/** @param {(ready: boolean) => void} ready */
function load(ready) {
    const loading = new Worker(/** @type {string} */ (SCRIPT), { type: "module" });
    const fail = () => {
        loading.terminate();
        worker = null;
        started = undefined;
        for (const resolve of open.values()) resolve(null);
        open.clear();
        ready(false);
    };
    loading.addEventListener("error", fail);
    loading.addEventListener("message", ({ data }) => {
        if (data === "failed") return fail();
        if (data === "ready") {
            worker = loading;
            return ready(true);
        }
        open.get(data.number)?.(data.answer);
        open.delete(data.number);
    });
}

/**
 * The answer of the module, or null if it is not loaded or failed at this request.
 *
 * @param {string} target such as `slide-jam/play`
 * @param {object} [request]
 * @returns {Promise<Answer | null>}
 */
export async function moduleAnswer(target, request) {
    const asking = worker;
    if (!asking) return null;
    const number = ++asked;
    return new Promise((resolve) => {
        open.set(number, resolve);
        asking.postMessage({ number, target, request });
    });
}

/**
 * The rules of a game as HTML, from the files of this build.
 *
 * @param {string} game
 * @returns {Promise<string>}
 */
export async function bundledRules(game) {
    const rules = await fetch(new URL("rules.json", new URL(SCRIPT ?? "", location.href)));
    return (await rules.json())[game];
}

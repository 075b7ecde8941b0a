// The service worker: stores the pages of one version with all files that they load, so that games on this device work without a network.
// The program puts two constants before this text: FOLDER, the path of the files of its version, and FILES, their paths, relative to the root.
//
// Requests of the API are neither stored nor answered here. Pages come from the network, and without one from the store. Each page names
// the files of its own version, so versions never mix. A new version is stored next to the old one, which is deleted when no tab uses it.

const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
/** The path of everything, with a slash at its end: the pages can be below a path of another site. */
const ROOT = new URL("./", scope.location.href).pathname;

/** @type {string} */
// @ts-ignore: defined by the program.
const build = FOLDER;
const folder = ROOT + build;
/** @type {string[]} */
// @ts-ignore: defined by the program.
const files = FILES.map((/** @type {string} */ file) => ROOT + file);

const PREFIX = "funhouse ";
const STORE = PREFIX + folder;
const PLAY = `${ROOT}play`;
const PAGES = [ROOT, PLAY];
/** How long a page may take to come from the network, in milliseconds. */
const PATIENCE = 4000;

scope.addEventListener("install", (event) => {
    // Where browsers know routes, calls of the API do not wait for this script to start.
    const routed = /** @type {any} */ (event).addRoutes?.({ condition: { urlPattern: `${ROOT}v1/*` }, source: "network" });
    event.waitUntil(Promise.all([routed, store()]));
});

scope.addEventListener("activate", (event) => {
    event.waitUntil(deleteOthers().then(() => scope.clients.claim()));
});

scope.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== scope.location.origin || pathname.startsWith(`${ROOT}v1/`)) return;
    if (request.mode === "navigate") event.respondWith(page(request, pathname));
    else if (pathname.startsWith(folder)) event.respondWith(file(request));
});

/** Stores all files of this version. Fails, and is tried again later, if one of them is of another version. */
async function store() {
    const cache = await caches.open(STORE);
    const put = async (/** @type {string} */ path) => {
        const response = await fetch(path, PAGES.includes(path) ? { cache: "no-cache" } : {});
        // While instances of the service are replaced, one of another version may answer: it redirects to its own files.
        const isOwn = response.ok && !response.redirected && (!PAGES.includes(path) || (await response.clone().text()).includes(build));
        if (!isOwn) throw new Error(`${path} is not of this version`);
        await cache.put(path, response);
    };
    try {
        await Promise.all([...PAGES, ...files].map(put));
    } catch (error) {
        await caches.delete(STORE);
        throw error;
    }
}

async function deleteOthers() {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== STORE).map((name) => caches.delete(name)));
}

/**
 * A page from the network, or else from the store. Any other address shows the page of the games, which says that it needs the network.
 *
 * @param {Request} request
 * @param {string} path
 */
async function page(request, path) {
    const isStored = PAGES.includes(path);
    const stored = await (isStored ? storedAnswer(path) : playAtAnyPath());
    if (!stored) return fetch(request);
    const answer = fetch(request).then((response) => (isStored && response.status >= 500 ? stored : response), () => stored);
    const late = new Promise((resolve) => { setTimeout(resolve, PATIENCE, stored); });
    return isStored ? Promise.race([answer, late]) : answer;
}

/** The page of the games, with paths that are right at any address. */
async function playAtAnyPath() {
    const stored = await storedAnswer(PLAY);
    return stored && new Response((await stored.text()).replaceAll('="./', `="${ROOT}`), stored);
}

/** @param {Request} request */
async function file(request) {
    return (await storedAnswer(request)) ?? fetch(request);
}

/** @param {RequestInfo} request */
async function storedAnswer(request) {
    return (await caches.open(STORE)).match(request, { ignoreVary: true });
}

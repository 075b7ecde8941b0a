// Pictures that are loaded when they come near the window. Browsers load lazy pictures much earlier, which costs each visitor dozens of
// requests.

/** How near to the window a picture is when it is loaded. */
const NEAR = "150px";

/** @type {WeakMap<Element, () => void>} what loads each picture that was not near yet */
const waiting = new WeakMap();
/** @type {IntersectionObserver | undefined} */
let observer;

/**
 * Calls a function once, when an image comes near the window.
 *
 * @param {HTMLImageElement} image
 * @param {() => void} load
 */
export function whenNear(image, load) {
    observer ??= new IntersectionObserver(callNear, { rootMargin: NEAR });
    waiting.set(image, load);
    observer.observe(image);
}

/**
 * @param {IntersectionObserverEntry[]} entries
 * @param {IntersectionObserver} observer
 */
function callNear(entries, observer) {
    for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        waiting.get(target)?.();
    }
}

// Seeds: the module has no random bytes, so they are drawn here.

/**
 * The request as the module takes it: a deal without a seed gets one.
 *
 * @param {string} call
 * @param {any} request
 */
export function prepared(call, request) {
    return call === "deal" && request.seed === undefined ? { ...request, seed: drawnSeed() } : request;
}

/** A seed of 128 random bits. */
export function drawnSeed() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

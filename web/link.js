// A position as a link: game, rules, seed, options and moves, deflated, in the fragment of the address. The service
// never sees it; whoever opens it has the moves replayed.

/** @typedef {import("./types").Move} Move */
/** @typedef {{ game: string, rules: number, seed: string, options: Record<string, string>, moves: Move[] }} Run */

/**
 * @param {Run} run
 * @returns {Promise<string>}
 */
export async function pack({ game, rules, seed, options, moves }) {
    const text = JSON.stringify([game, rules, seed, options, moves]);
    const deflated = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(deflated).arrayBuffer());
    let binary = "";
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * @param {string} packed
 * @returns {Promise<Run>}
 */
export async function unpack(packed) {
    try {
        const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
        const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
        const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
        const [game, rules, seed, options, moves] = JSON.parse(await new Response(inflated).text());
        if (typeof game !== "string" || typeof seed !== "string" || !Array.isArray(moves)) throw new TypeError();
        return { game, rules, seed, options, moves };
    } catch {
        throw new Error("This link is broken: some of it has been lost on the way.");
    }
}

// The WebAssembly module of the package: a file, and the same bytes as text for programs that do not find the file.

import { compiled, compiledFile } from "./module.js";
import { INTEGRITY } from "./hash.js";

const HELP = 'copy funhouse.wasm there, import "funhouse/inline", or pass the module to load()';

/** Loads the text of the module, if the entry has it. */
let fallback = /** @type {(() => Promise<{ default: string }>) | undefined} */ (undefined);

/** @param {() => Promise<{ default: string }>} load */
export function setFallback(load) {
    fallback = load;
}

/**
 * Compiles the module of the package. Bundlers know `new URL` with a constant and `import.meta.url`, and carry the file. The hash refuses a
 * page that a server sends instead, and the file of another version.
 */
export async function compiledPackage() {
    const { href } = new URL("./funhouse.wasm", import.meta.url);
    try {
        return await compiledFile(href, { integrity: INTEGRITY });
    } catch (cause) {
        if (fallback === undefined) throw new Error(`the module could not be loaded from ${href}: ${HELP}`, { cause });
        console.warn(`the module could not be loaded from ${href}, and is replaced by the larger text: ${HELP} (${cause})`);
        return compiledText((await fallback()).default);
    }
}

/**
 * Compiles the module from its text: base64 of gzip.
 *
 * @param {string} text
 */
export async function compiledText(text) {
    const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return compiled(await new Response(unpacked).arrayBuffer());
}

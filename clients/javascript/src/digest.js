// Digests of states: SHA-256 of canonical JSON (RFC 8785). Browsers have SHA-256 only in pages that came over HTTPS, so it is here, too.

const ROUNDS = 64;
const WORDS = 16;
/** The first 32 bits of the fractional part of a root. @param {number} root */
const fraction = (root) => Math.floor((root % 1) * 2 ** 32);
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && !Array.from({ length: n }, (_, d) => d).some((d) => d > 1 && n % d === 0));
const CONSTANTS = PRIMES.slice(0, ROUNDS).map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/**
 * The SHA-256 of a value as canonical JSON. States have only texts, integers, lists and objects.
 *
 * @param {unknown} value
 */
export async function digest(value) {
    const bytes = new TextEncoder().encode(canonical(value));
    return hex(crypto.subtle === undefined ? sha256(bytes) : new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {any} value @returns {string} */
function canonical(value) {
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    const fields = Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
    return `{${fields.join(",")}}`;
}

/**
 * The SHA-256 of bytes, where the browser does not compute it.
 *
 * @param {Uint8Array} bytes
 */
function sha256(bytes) {
    const hash = Int32Array.from(START);
    const blocks = padded(bytes);
    for (let at = 0; at < blocks.byteLength; at += 4 * WORDS) mix(hash, blocks, at);
    const view = new DataView(new ArrayBuffer(hash.byteLength));
    hash.forEach((word, nth) => view.setInt32(4 * nth, word));
    return new Uint8Array(view.buffer);
}

/**
 * The bytes, a single bit, zeros, and the number of bits, in whole blocks.
 *
 * @param {Uint8Array} bytes
 */
function padded(bytes) {
    const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
    return view;
}

/** @param {number} word @param {number} by */
const rotated = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * Mixes a block into the hash.
 *
 * @param {Int32Array} hash
 * @param {DataView} blocks
 * @param {number} at
 */
function mix(hash, blocks, at) {
    const words = schedule(blocks, at);
    let [a, b, c, d, e, f, g, h] = /** @type {[number, number, number, number, number, number, number, number]} */ (Array.from(hash));
    for (let nth = 0; nth < ROUNDS; nth++) {
        const choice = (e & f) ^ (~e & g);
        const first = (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice + CONSTANTS[nth] + words[nth]) | 0;
        const majority = (a & b) ^ (a & c) ^ (b & c);
        const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority) | 0;
        [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    }
    for (const [nth, word] of [a, b, c, d, e, f, g, h].entries()) hash[nth] += word;
}

/**
 * The words of a block, and those computed from them.
 *
 * @param {DataView} blocks
 * @param {number} at
 */
function schedule(blocks, at) {
    const words = new Int32Array(ROUNDS);
    for (let nth = 0; nth < WORDS; nth++) words[nth] = blocks.getInt32(at + 4 * nth);
    for (let nth = WORDS; nth < ROUNDS; nth++) {
        const [far, near] = [words[nth - 15], words[nth - 2]];
        const low = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3);
        const high = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10);
        words[nth] = words[nth - 16] + low + words[nth - 7] + high;
    }
    return words;
}

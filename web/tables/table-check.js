// The check of a table that is over: its seed matches the commitment, and its moves give the claimed result. The browser hashes the seed. It
// replays the moves too if it has the module; otherwise, and on request, the public call `replay` does.

import { announce, button, fill, h } from "../shared/dom.js";
import { recall, remember } from "../shared/storage.js";
import { texts } from "../texts/texts.js";
import { replay, replayHere } from "../api/client.js";
import * as tables from "../api/tables.js";

/** @typedef {import("../api/tables.js").TableData} TableData */

const COMMITMENTS = "funhouse.commitments";
/** Maximum number of stored commitments. */
const MAX_COMMITMENTS = 60;

/**
 * Stores the commitment of a table in progress, for the check after the end.
 *
 * @param {TableData} table
 */
export function noteCommitment({ id, commitment, status, seed }) {
    const noted = notedCommitments();
    if (status === "over" || seed !== undefined || noted.some(([known]) => known === id)) return;
    remember(COMMITMENTS, [[id, commitment], ...noted].slice(0, MAX_COMMITMENTS));
}

/** @returns {[id: string, commitment: string][]} latest first */
function notedCommitments() {
    /** @type {unknown} */
    const noted = recall(COMMITMENTS, null);
    return Array.isArray(noted) ? noted : [];
}

/**
 * The SHA-256 of a text, in lowercase hex.
 *
 * @param {string} text
 */
async function sha256(text) {
    // Browsers hash only on pages from HTTPS or from localhost.
    if (!globalThis.crypto?.subtle) throw new Error(texts.tables.check.httpsOnly);
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The button that checks a table once it is over, with the result.
 *
 * @param {() => TableData} data the latest data
 */
export function checkButton(data) {
    const found = h("div", { class: "checked", role: "group", "aria-label": texts.tables.check.found });
    const check = async (/** @type {boolean} */ byServer) => {
        press.disabled = true;
        fill(found, h("p", { class: "hint" }, texts.tables.check.oneMoment));
        try {
            const table = data();
            const { lines, here, digest } = await checked(table, byServer);
            fill(found,
                table.ending === "set_back" && h("p", { class: "hint" }, texts.tables.check.setBack),
                h("ul", {}, lines.map(({ holds, words, more }) => h("li", { class: holds ? "holds" : "fails" },
                    h("strong", {}, holds ? "✓ " : "✗ "), words, more && h("code", {}, more)))),
                h("p", { class: "hint" }, texts.tables.check[here ? "replayedHere" : "replayedByServer"](h("code", {}, digest))),
                here && button(texts.tables.check.onServer, () => check(true), { class: "tool", "data-key": "check-on-server" }));
            announce(lines.map(({ holds, words }) => texts.tables.check[holds ? "holds" : "fails"](words)).join(" "));
        } catch (error) {
            fill(found, h("p", { class: "problem", role: "alert" }, error instanceof Error ? error.message : String(error)));
        } finally {
            press.disabled = false;
        }
    };
    const press = button(texts.tables.check.button, () => check(false), { class: "tool", "data-key": "check" });
    return h("div", { class: "check" }, press, found);
}

/**
 * @typedef {object} Checked
 * @property {{ holds: boolean, words: string, more?: string }[]} lines
 * @property {boolean} here whether this browser replayed the moves
 * @property {string} digest of the rules
 */

/**
 * @param {TableData} table
 * @param {boolean} byServer whether the server replays the moves, even if this browser can
 * @returns {Promise<Checked>}
 */
async function checked(table, byServer) {
    const { run } = await tables.run(table.id);
    if (!run) throw new Error(texts.tables.check.seedLater);
    const hash = await sha256(run.seed);
    const noted = notedCommitments().find(([id]) => id === table.id)?.[1];
    const committed = noted ?? table.commitment;
    const own = byServer ? null : await replayHere(run).catch(() => null);
    const verdict = own ?? (await replay(run));
    const sentences = texts.tables.check;
    const lines = [
        {
            holds: hash === committed,
            words: hash === committed ? (noted ? sentences.matchesSaved : sentences.matchesReported) : noted ? sentences.differsFromSaved : sentences.differsFromReported,
            more: hash,
        },
        { holds: verdict.legal, words: verdict.legal ? sentences.legal(run.moves.length) : sentences.illegal((verdict.bad_move?.index ?? 0) + 1) },
    ];
    // A game that the service lost moves of has no result.
    if (table.ending !== "set_back") {
        lines.push({ holds: verdict.claim_holds === true, words: !verdict.claim_holds ? sentences.otherResult : verdict.complete ? sentences.sameResult : sentences.sameResultUnfinished });
    }
    return { lines, here: own !== null, digest: verdict.rules_digest };
}

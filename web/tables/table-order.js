// The order of what is known about a table. Responses can arrive late, and the service can lose moves: then the table is set back to an earlier
// move, and its `set_backs` grows. Pure: no page, network or clock.

/** @typedef {import("../api/tables.js").Version} Version */

/**
 * Whether the service lost moves that were known, so that what is known about the table is no longer true.
 *
 * @param {Version} now what the service reports
 * @param {Version} known what was known before it was asked
 */
export function isSetBack(now, known) {
    return (now.set_backs ?? 0) !== (known.set_backs ?? 0) || now.moves < known.moves;
}

/**
 * Whether data of a table is older than other data.
 *
 * @param {Version & { status: string }} data
 * @param {Version & { status: string }} than
 */
export function isOlder(data, than) {
    const setBacks = (data.set_backs ?? 0) - (than.set_backs ?? 0);
    if (setBacks !== 0) return setBacks < 0;
    return data.moves < than.moves || (than.status === "over" && data.status !== "over");
}

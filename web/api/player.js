// The stored half of the service: players, runs, boards and the daily games. The player's token lies in this browser
// and is sent with the calls that need it.

import { recall, remember } from "../shared/storage.js";
import { call, get, post, remove } from "./client.js";

/** @typedef {import("../types").Schemas} Schemas */
/**
 * A player, with the recovery code and its id until they say that they have saved it.
 *
 * @typedef {{ id: string, name: string, token: string, recoveryCode?: string, recoveryCodeId?: string }} Player
 */

const PLAYER = "funhouse.player";
/** Tells when this page changes the player. Other tabs get a `storage` event. */
const changes = new EventTarget();

/** The player whom this browser plays as. */
export function player() {
    return recall(PLAYER, /** @type {Player | null} */ (null));
}

/** @param {Player | undefined} player */
function setPlayer(player) {
    remember(PLAYER, player);
    changes.dispatchEvent(new Event("change"));
}

/**
 * Calls back whenever this browser signs in, signs out or gets another token, in this tab or in another.
 *
 * @param {() => void} changed
 * @returns {() => void} stops it
 */
export function onPlayerChange(changed) {
    const fromTab = (/** @type {StorageEvent} */ { key }) => {
        if (key === PLAYER || key === null) changed();
    };
    changes.addEventListener("change", changed);
    window.addEventListener("storage", fromTab);
    return () => {
        changes.removeEventListener("change", changed);
        window.removeEventListener("storage", fromTab);
    };
}

/** Forgets the player here; the service does not. */
export function signOut() {
    setPlayer(undefined);
}

/**
 * The header that proves who asks, if this browser plays as somebody.
 *
 * @returns {Record<string, string>}
 */
export function proof() {
    const known = player();
    return known ? { Authorization: `Bearer ${known.token}` } : {};
}

/**
 * Takes a name. The request can be repeated with the same key, should its answer be lost.
 *
 * @param {string} name
 * @param {string} key
 * @returns {Promise<Player>}
 */
export async function createPlayer(name, key) {
    return setPlayerFrom(await (await post("/v1/players", { name }, { "Idempotency-Key": key })).json());
}

/**
 * Plays on as a player whose tokens are lost, by their recovery code.
 *
 * @param {string} code
 * @returns {Promise<Player>}
 */
export async function recover(code) {
    return setPlayerFrom(await (await post("/v1/recovery", { recovery_code: code })).json());
}

/**
 * @param {Schemas["PlayerWithToken"]} answer
 * @returns {Player}
 */
function setPlayerFrom({ player: { id, name }, token, recovery_code: recoveryCode, recovery_code_id: recoveryCodeId }) {
    const player = { id, name, token, recoveryCode, recoveryCodeId };
    setPlayer(player);
    return player;
}

/** Forgets the recovery code: the player has saved it, or it no longer works. */
export function forgetRecoveryCode() {
    const known = player();
    if (known) remember(PLAYER, { ...known, recoveryCode: undefined, recoveryCodeId: undefined });
}

/**
 * Forgets the recovery code if another one took its place, as after a recovery on another device.
 *
 * @param {string | undefined} current the id of the code that works
 * @returns {boolean} whether it was forgotten
 */
export function forgetReplacedCode(current) {
    const { recoveryCodeId } = player() ?? {};
    const dead = recoveryCodeId !== undefined && recoveryCodeId !== current;
    if (dead) forgetRecoveryCode();
    return dead;
}

/** Makes another recovery code: the one before it is worth nothing then. */
export async function newRecoveryCode() {
    /** @type {Schemas["NewRecoveryCode"]} */
    const { recovery_code: recoveryCode, recovery_code_id: recoveryCodeId } = await (await post("/v1/players/me/recovery_code", undefined, proof())).json();
    const known = player();
    if (known) remember(PLAYER, { ...known, recoveryCode, recoveryCodeId });
}

/** @returns {Promise<Schemas["PlayersTokens"]>} */
export function tokens() {
    return get("/v1/players/me/tokens", proof());
}

/** @param {string} id of the token */
export async function revoke(id) {
    await remove(`/v1/players/me/tokens/${id}`, proof());
}

/** All that the service stores of the player. */
export async function allData() {
    return (await call("/v1/players/me/export", { headers: proof() })).blob();
}

/** A key that nobody else uses. */
export function newKey() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Plays on as a player whose token was brought here.
 *
 * @param {string} token
 * @returns {Promise<Player>}
 */
export async function signIn(token) {
    /** @type {Schemas["PlayerPage"]} */
    const { player } = await get("/v1/players/me", { Authorization: `Bearer ${token}` });
    const known = { id: player.id, name: player.name, token };
    setPlayer(known);
    return known;
}

/** Deletes the player from the service. */
export async function deletePlayer() {
    await remove("/v1/players/me", proof());
    signOut();
}

/**
 * @param {string} id
 * @returns {Promise<Schemas["PlayerPage"]>}
 */
export function playerPage(id) {
    return get(`/v1/players/${id}`, proof());
}

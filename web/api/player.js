// The player of this browser, and the calls about the account. The token is stored in this browser, and sent with the calls that need it.

import { recall, remember } from "../shared/storage.js";
import { call, get, post, remove } from "./client.js";

/** @typedef {import("../types").Schemas} Schemas */
/**
 * A player, with the recovery code and its id until the player has saved it.
 *
 * @typedef {{ id: string, name: string, token: string, recoveryCode?: string, recoveryCodeId?: string }} Player
 */

const PLAYER = "funhouse.player";
/** Notifies of changes by this page. Other tabs get a `storage` event. */
const changes = new EventTarget();

/** The player of this browser. */
export function player() {
    return recall(PLAYER, /** @type {Player | null} */ (null));
}

/** @param {Player | undefined} player */
function setPlayer(player) {
    remember(PLAYER, player);
    changes.dispatchEvent(new Event("change"));
}

/**
 * Calls back when this browser signs in, signs out or gets another token, in any tab.
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

/** Removes the player from this browser. The service keeps the account. */
export function signOut() {
    setPlayer(undefined);
}

/**
 * The headers that authenticate the player, or none.
 *
 * @returns {Record<string, string>}
 */
export function proof() {
    const known = player();
    return known ? { Authorization: `Bearer ${known.token}` } : {};
}

/**
 * Creates a player. Repeat the request with the same key if the response was lost.
 *
 * @param {string} name
 * @param {string} key
 * @returns {Promise<Player>}
 */
export async function createPlayer(name, key) {
    return setPlayerFrom(await (await post("/v1/players", { name }, { "Idempotency-Key": key })).json());
}

/**
 * Signs in with a recovery code.
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

/** Removes the recovery code from this browser: the player has saved it, or it no longer works. */
export function forgetRecoveryCode() {
    const known = player();
    if (known) remember(PLAYER, { ...known, recoveryCode: undefined, recoveryCodeId: undefined });
}

/**
 * Removes the recovery code if another one replaced it, as after a recovery on another device.
 *
 * @param {string | undefined} current the id of the valid code
 * @returns {boolean} whether it was removed
 */
export function forgetReplacedCode(current) {
    const { recoveryCodeId } = player() ?? {};
    const dead = recoveryCodeId !== undefined && recoveryCodeId !== current;
    if (dead) forgetRecoveryCode();
    return dead;
}

/** Creates a recovery code. The previous one no longer works. */
export async function newRecoveryCode() {
    /** @type {Schemas["ReplacementCode"]} */
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

/** All data that the service stores about the player. */
export async function allData() {
    return (await call("/v1/players/me/export", { headers: proof() })).blob();
}

/**
 * What a link of an app is for.
 *
 * @param {string} code
 * @returns {Promise<Schemas["AppLink"]>}
 */
export async function appLink(code) {
    return (await post("/v1/app_links", { code })).json();
}

/**
 * Takes a player over from an app, and signs in. Repeat the request with the same key if the response was lost.
 *
 * @param {string} code of the link
 * @param {string} key
 * @returns {Promise<Player>}
 */
export async function takeOver(code, key) {
    return setPlayerFrom(await (await post("/v1/app_links/take_over", { code }, { "Idempotency-Key": key })).json());
}

/**
 * Lets an app play for the player.
 *
 * @param {string} code of the link
 */
export async function consentToApp(code) {
    await post("/v1/app_links/consent", { code }, proof());
}

/**
 * The apps that play for the player.
 *
 * @returns {Promise<Schemas["PlayersApps"]["apps"]>}
 */
export async function apps() {
    return (await get("/v1/players/me/apps", proof())).apps;
}

/** @param {string} id of the app that may no longer play for the player */
export async function stopApp(id) {
    await remove(`/v1/players/me/apps/${id}`, proof());
}

/** A random key for a request. */
export function newKey() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Signs in with a token from another browser.
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

// Starts a game at once, with the default options: a random deal, or a shared-screen game of one person against robots.

import { pack } from "../shared/link.js";
import { seatsOf } from "../api/client.js";
import * as service from "../api/client.js";
import * as hotseat from "../api/hotseat.js";
import { draw } from "../api/runs.js";
import { newHotseatGame } from "../hotseat/hotseat-games.js";

/** @type {import("../types").Screen} */
export async function screen(_show, [game]) {
    const fragment = await start(await service.info(game));
    // Replaces this address, so that going back leads to the page before it.
    location.replace(fragment);
}

/**
 * Deals a game, and returns the address of its board. A game on a real table needs its setup: no robot plays there.
 *
 * @param {import("../types").GameInfo} info
 */
async function start(info) {
    if (info.kind === "referee") return `#/new/${info.id}`;
    const seats = seatsOf(info);
    if (seats) {
        const others = Array.from({ length: seats.least - 1 }, () => /** @type {const} */ ("robot"));
        return `#/together/${newHotseatGame(await hotseat.deal(info.id, { seats: seats.least }), ["person", ...others]).id}`;
    }
    const { state } = await draw(info.id, {});
    return `#/at/${await pack({ ...state, options: { ...state.options }, moves: [] })}`;
}

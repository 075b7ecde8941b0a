// A picture of a game's deal, for looking at: shown as an image, so that nothing in it can be pointed at.

import * as service from "./service.js";

const SEED = "funhouse-1";

/**
 * Shows how a game looks when it is dealt. Where that fails, nothing is shown: it is an ornament.
 *
 * @param {HTMLImageElement} image
 * @param {string} game
 */
export async function thumbnail(image, game) {
    try {
        const { state } = await service.deal(game, { seed: SEED });
        image.src = `data:image/svg+xml,${encodeURIComponent(await service.picture(state))}`;
    } catch {
        image.remove();
    }
}

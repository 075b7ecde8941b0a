// A picture of a game's deal, for looking at. The service draws one of each game, which the browser keeps.

/**
 * Where the picture lies: beside this module, whatever the build.
 *
 * @param {string} game
 */
export function look(game) {
    return new URL(`../look-${game}.svg`, import.meta.url).href;
}

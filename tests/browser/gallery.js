// Screenshots of all games at the start, in the middle and at the end, on a desk and on a phone, light and dark.
//
// `npm run gallery` writes them to `target/gallery`, with an `index.html` that shows them. `npm run gallery -- slide-jam queensland` takes only
// these games. They are not compared with anything: look at them after a change of the pictures or of the page.

import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { pack } from "../../web/shared/link.js";
import { PROGRAM, ask, atRest, launch, open, openPosition, runOf, seated, serve, solitaires } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const FOLDER = fileURLToPath(new URL("../../target/gallery", import.meta.url));
const SEED = "gallery-1";
const DEVICES = {
    desk: { viewport: { width: 1280, height: 800 } },
    phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
/** The parts of a game after which it is shown. */
const TIMES = { start: 0, middle: 0.5, end: 1 };
const SCHEMES = /** @type {const} */ (["light", "dark"]);

/**
 * Opens a solitaire after a part of a run.
 *
 * @param {Page} page
 * @param {string} game
 * @param {number} part
 */
async function openSolitaire(page, game, part) {
    const run = await runOf(game, SEED);
    const moves = run.moves.slice(0, Math.floor(run.moves.length * part));
    await page.goto("about:blank");
    await page.goto(`/play#/at/${await pack({ ...run, moves: /** @type {any} */ (moves) })}`);
}

/**
 * Opens a game for several seats after a part of a run of robots. A person has the seat to act.
 *
 * @param {Page} page
 * @param {string} base
 * @param {{ id: string, seats: { least: number, most: number } }} game
 * @param {number} part
 */
async function openSeated(page, base, { id, seats: { least, most } }, part) {
    const seats = Math.min(most, Math.max(least, 4));
    const flags = ["play", id, "--seed", SEED, "--seats", String(seats), "--json"];
    const { stdout } = await promisify(execFile)(PROGRAM, flags, { maxBuffer: 1 << 26 });
    const { moves, seed, options } = JSON.parse(stdout);
    const dealt = await ask(base, `${id}/deal`, { seats, seed, options });
    const played = moves.slice(0, Math.floor(moves.length * part));
    const position = played.length === 0 ? dealt : await ask(base, `${id}/play`, { state: dealt.state, moves: played });
    await openPosition(page, position, seats, position.to_act[0] ?? 1);
}

const wanted = new Set(process.argv.slice(2));
const server = await serve();
const browser = await launch();
await mkdir(FOLDER, { recursive: true });
const all = [...(await solitaires(server.base)).map((game) => ({ ...game, seats: null })), ...await seated(server.base)];
const games = all.filter(({ id }) => wanted.size === 0 || wanted.has(id));
/** @type {string[]} */
const rows = [];
for (const [device, options] of Object.entries(DEVICES)) {
    const { page, close } = await open(browser, server.base, options);
    for (const game of games) {
        /** @type {string[]} */
        const files = [];
        for (const [time, part] of Object.entries(TIMES)) {
            await (game.seats ? openSeated(page, server.base, game, part) : openSolitaire(page, game.id, part));
            await page.locator(".board svg").waitFor();
            for (const colorScheme of SCHEMES) {
                await page.emulateMedia({ colorScheme });
                await atRest(page);
                const file = `${game.id}-${time}-${device}-${colorScheme}.png`;
                await page.screenshot({ path: join(FOLDER, file) });
                files.push(file);
            }
        }
        console.log(`${game.id}, ${device}`);
        rows.push(`<h2>${game.title}, ${device}</h2>${files.map((file) => `<img src="${file}" alt="${file}" loading="lazy" width="${device === "desk" ? 480 : 195}">`).join("\n")}`);
    }
    await close();
}
await writeFile(join(FOLDER, "index.html"), `<!doctype html><meta charset="utf-8"><title>Gallery</title>\n${rows.join("\n")}\n`);
await browser.close();
await server.stop();

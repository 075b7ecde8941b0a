// Builds a small program with the package in each tool, runs it, and compares a game that it plays with the same game in Node.js.
//
//     node bundlers/run.js            all tools, in about ten minutes
//     node bundlers/run.js next bun   these
//     node bundlers/run.js --turn     two, which depend on the commit
//
// Needs `npm run build`, Chromium, and `npm --prefix ../../tests/browser ci`. Each tool is installed in target/bundlers.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { game } from "../src/funhouse.js";
import { closeBrowser, pack, workplace } from "./harness.js";
import { played } from "./programs/play.js";
import { TOOLS } from "./tools.js";

/** How many tools a turn has. */
const TURN = 2;
/** How much of an error is shown. */
const MAX_MESSAGE = 2000;

/** The tools that are due at this commit: as the number of commits grows, all have their turn. */
function turn() {
    const commits = Number(execFileSync("git", ["rev-list", "--count", "HEAD"], { encoding: "utf8" }));
    const names = [...TOOLS.keys()];
    return Array.from({ length: TURN }, (_, nth) => names[(commits * TURN + nth) % names.length] ?? "");
}

/**
 * @param {string} name
 * @param {string} tarball
 * @param {string} expected
 */
async function tested(name, tarball, expected) {
    const { folder, cases } = TOOLS.get(name) ?? assert.fail(`no tool is called ${name}: ${[...TOOLS.keys()].join(", ")}`);
    let failed = 0;
    for (const { name: what, act, text = false } of cases) {
        const label = `${name}: ${what}`;
        const start = performance.now();
        try {
            const { result, isReplaced } = await act(await workplace(name, folder, tarball));
            assert.equal(result, expected, "the game differs");
            assert.equal(isReplaced, text, text ? "it carries the file" : "it does not carry the file");
            console.log(`ok ${label} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
        } catch (error) {
            failed++;
            console.log(`FAILED ${label}: ${String(error instanceof Error ? error.message : error).slice(0, MAX_MESSAGE)}`);
        }
    }
    return { passed: cases.length - failed, failed };
}

const args = process.argv.slice(2);
const names = args[0] === "--turn" ? turn() : args.length > 0 ? args : [...TOOLS.keys()];
const expected = await played(game);
const tarball = await pack();
const total = { passed: 0, failed: 0 };
for (const name of names) {
    const { passed, failed } = await tested(name, tarball, expected);
    total.passed += passed;
    total.failed += failed;
}
await closeBrowser();
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);

// Sentences for the player's own seat, and the events that wait for "Continue".

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { addressed } from "../../web/game/second-person.js";
import { SHOWDOWN_EVENTS, showdownTitle } from "../../web/game/showdowns.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SAMPLES = `${ROOT}crates/laws/sentences/`;

/** Verbs of the sentences that a reader's sentence must not contain right after "you". */
const THIRD_PERSON = /\b[Yy]ou (?:on space \d+ )?[a-z]+(?:s|es)\b/;

/** @returns {Promise<string[]>} samples of the sentences of all games */
async function samples() {
    const files = await readdir(SAMPLES);
    const texts = await Promise.all(files.map((file) => readFile(SAMPLES + file, "utf8")));
    return texts.flatMap((text) => text.trim().split("\n").map((line) => line.slice(line.indexOf(": ") + 2)));
}

test("sentences of all games address the reader", async () => {
    const all = await samples();
    assert.ok(all.length > 300, `${all.length} samples`);
    for (const sentence of all) {
        assert.equal(addressed(sentence, undefined), sentence, "nothing changes for others");
        const seats = new Set([...sentence.matchAll(/seat (\d+)/gi)].map(([, seat]) => Number(seat)));
        for (const you of seats) {
            const words = addressed(sentence, you);
            assert.doesNotMatch(words, new RegExp(`\\bseat ${you}\\b`, "i"), words);
            assert.match(words, /\b[Yy]ou(rs?)?\b/, words);
            assert.doesNotMatch(words, THIRD_PERSON, words);
        }
    }
});

test("verbs and possessions follow the reader", () => {
    /** @type {[sentence: string, you: number, words: string][]} */
    const cases = [
        ["Seat 2 pays 5 chips to the Bank and rolls 5.", 2, "You pay 5 chips to the Bank and roll 5."],
        ["Seat 1 goes bust, and the Kitty returns 5 chips to the Bank.", 1, "You go bust, and the Kitty returns 5 chips to the Bank."],
        ["Seat 3 steals the head of seat 2, a 1, and builds it into their left arm.", 2, "Bob steals your head, a 1, and builds it into their left arm."],
        ["Seat 3 steals the head of seat 2, a 1, and builds it into their left arm.", 3, "You steal the head of seat 2, a 1, and build it into your left arm."],
        ["Seat 1 attacks seat 3 and loses.", 3, "Seat 1 attacks you and loses."],
        ["The seeds are turned up: the 4 of clubs of seat 1 and the 3 of diamonds of seat 3.", 1, "The seeds are turned up: your 4 of clubs and the 3 of diamonds of Bob."],
        ["Spot 6 gets 4 cards of seat 1.", 1, "Spot 6 gets 4 cards of yours."],
        ["The hands are shown: seat 1 has king high and seat 2 has a flush.", 1, "The hands are shown: you have king high and seat 2 has a flush."],
        ["Time was up for seat 1, and the robot moved.", 1, "Time was up for you, and the robot moved."],
        ["Seat 12 carries the 9 of hearts now.", 1, "Seat 12 carries the 9 of hearts now."],
        ["Seat 1 passes.", 1, "You pass."],
        ["round 2, seat 1 shifts spirits or rests", 1, "round 2, you shift spirits or rest"],
        ["seats 1 and 3 are first", 1, "you and Bob are first"],
        ["seats 1, 2 and 3 are first", 1, "seats 1, 2 and 3 are first"],
        ["die 4, the dice of seat 3", 1, "die 4, the dice of Bob"],
        ["die 4, the dice of seat 3", 3, "die 4, your dice"],
        ["the pile of seat 3: empty", 3, "your pile: empty"],
    ];
    for (const [sentence, you, words] of cases) assert.equal(addressed(sentence, you, (seat) => (seat === 3 ? "Bob" : undefined)), words);
});

test("showdowns are events of the games", async () => {
    const { components: { schemas } } = JSON.parse(await readFile(`${ROOT}openapi/openapi.json`, "utf8"));
    const known = new Set(Object.values(schemas).flatMap((/** @type {any} */ { properties = {} }) => {
        const type = properties.type?.const ?? properties.type?.enum?.[0];
        return Object.keys(properties).map((field) => `${type}.${field}`);
    }));
    for (const event of SHOWDOWN_EVENTS) assert.ok(known.has(event), event);
    assert.equal(showdownTitle([{ type: "planted", seat: 1 }, { type: "revealed", seeds: [] }]), "The seeds are turned up");
    assert.equal(showdownTitle([{ type: "revealed", card: "Kh", space: "b2" }]), null, "one card that is turned up is no showdown");
});

test("a series names the game that is over", () => {
    assert.equal(showdownTitle([{ type: "placed", seat: 1 }, { type: "game_over", game: 1, scores: [3, 4] }]), "Game 1 is over");
    assert.equal(showdownTitle([{ type: "game_ended", number: 2 }]), "Game 2 is over");
});

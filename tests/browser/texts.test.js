// The texts of the HTML files: they are those of `texts.page` in English, so that the scripts of the pages can translate them.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { textAt } from "../../web/shared/translate.js";
import * as english from "../../web/texts/en.js";
import { LANGUAGES } from "../../web/texts/texts.js";

const WEB = new URL("../../web/", import.meta.url);
const FILES = ["index.html", "play.html", "not-found.html"];
/** An element with only text, whose key is in `data-text`. */
const ELEMENT = /<(\w+)[^>]* data-text="([^"]*)"[^>]*>([^<]*)<\/\1>/g;
const NAME = "funhouse";

for (const file of FILES) {
    test(`the texts of ${file} are those of texts.page`, async () => {
        const source = await readFile(new URL(file, WEB), "utf8");
        const elements = [...source.matchAll(ELEMENT)];
        assert.equal(elements.length, source.split(" data-text=").length - 1, "every element with `data-text` has only text");
        for (const [, , key, text] of elements) assert.equal(plain(text), textAt(key), key);
        for (const [tag, label] of source.matchAll(/<[^>]* aria-label="([^"]*)"[^>]*>/g)) {
            const key = tag.match(/ data-label="([^"]*)"/)?.[1] ?? "";
            assert.equal(plain(label), textAt(key), `the label of ${tag}`);
        }
    });

    test(`every text of ${file} has a key`, async () => {
        const source = await readFile(new URL(file, WEB), "utf8");
        // Without scripts there is no translation.
        const others = source.replace(/<noscript>.*<\/noscript>/s, "").replace(ELEMENT, "").replace(/<[^>]*>/g, "");
        assert.deepEqual(others.match(/[\p{L}\p{N}]+/gu), [NAME]);
    });
}

test("the page chooses among the languages that have texts", async () => {
    const [, list] = /const LANGUAGES = (\[.*\]);/.exec(await readFile(new URL("appearance.js", WEB), "utf8")) ?? [];
    assert.deepEqual(JSON.parse(list), Object.keys(LANGUAGES));
});

/** What a player reads of each game. A language that lacks one of them is not offered. */
const OF_GAME = ["goal", "rules", "tutorial"];

/**
 * The keys that a language lacks. Every language but English has `games` in addition to the keys of `en.js`.
 *
 * @param {Record<string, any>} language
 * @param {string[]} games
 */
function missing(language, games) {
    const ofGames = games.flatMap((game) => OF_GAME.filter((key) => !language.games?.[game]?.[key]).map((key) => `games.${game}.${key}`));
    return [...missingFrom(english, language, ""), ...ofGames];
}

/**
 * @param {Record<string, any>} whole
 * @param {Record<string, any> | undefined} part
 * @param {string} path
 * @returns {string[]}
 */
function missingFrom(whole, part, path) {
    return Object.entries(whole).flatMap(([key, value]) => {
        if (typeof value !== typeof part?.[key]) return [path + key];
        return typeof value === "object" && value !== null ? missingFrom(value, part?.[key], `${path}${key}.`) : [];
    });
}

test("an incomplete language is recognized", () => {
    const { page, ...others } = english;
    const game = { goal: "Ziel", rules: "Regeln", tutorial: "Anleitung" };
    assert.deepEqual(missing({ ...english, games: { "slide-jam": game } }, ["slide-jam"]), []);
    assert.deepEqual(missing(english, ["slide-jam"]), ["games.slide-jam.goal", "games.slide-jam.rules", "games.slide-jam.tutorial"]);
    assert.deepEqual(missing({ ...others, games: {} }, []), ["page"]);
    assert.deepEqual(missing({ ...english, page: { ...page, nav: {} } }, []), Object.keys(page.nav).map((key) => `page.nav.${key}`));
});

test("every language that is offered is complete", async () => {
    const games = (await readdir(new URL("tutorials/games/", WEB))).map((file) => file.replace(/\.js$/, ""));
    assert.ok(games.length > 30, "each game has a tutorial");
    for (const code of Object.keys(LANGUAGES).filter((code) => code !== "en")) {
        assert.deepEqual(missing(await import(new URL(`texts/${code}.js`, WEB).href), games), [], code);
    }
});

/**
 * The characters of a text of HTML.
 *
 * @param {string} html
 */
function plain(html) {
    return html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", "\"").replaceAll("&amp;", "&");
}

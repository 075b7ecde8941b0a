// The texts of the HTML files: they are those of `texts.page` in English, so that the scripts of the pages can translate them.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { textAt } from "../../web/shared/translate.js";
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

/**
 * The characters of a text of HTML.
 *
 * @param {string} html
 */
function plain(html) {
    return html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", "\"").replaceAll("&amp;", "&");
}

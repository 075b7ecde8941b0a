// No module of the pages has texts of its own: all are in `web/texts/`, one file per language.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const WEB = fileURLToPath(new URL("../../web/", import.meta.url));
/** The texts, and data and documents that are in English only. */
const EXEMPT = /^(texts|docs|embed|lessons\/games|tutorials\/games)\//;
/** Functions that show arguments, with the first and the last of them. */
const SHOWN = new Map([["h", [2, Infinity]], ["fill", [1, Infinity]], ["refill", [1, Infinity]], ["button", [0, 0]], ["announce", [0, 0]]]);
/** Properties and attributes that are shown or read aloud. */
const TEXTS = new Set(["aria-label", "aria-description", "title", "placeholder", "alt", "textContent", "innerText", "ariaLabel"]);
const WORD = /\p{L}{2}/u;
/** At least two words, the first with a capital letter. */
const SENTENCE = /^\p{Lu}\S* \S*\p{L}{2}/u;

/**
 * The literal parts of a string or template, or null for another expression.
 *
 * @param {ts.Node} node
 */
function literal(node) {
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(" ").trim();
    return null;
}

/**
 * Whether an expression is shown as it is: an argument of a function that shows it, or the value of a text property.
 *
 * @param {ts.Node} node
 * @returns {boolean}
 */
function isShown(node) {
    const { parent } = node;
    if (ts.isCallExpression(parent)) {
        const [first, last] = SHOWN.get(parent.expression.getText()) ?? [Infinity, 0];
        const at = parent.arguments.indexOf(/** @type {ts.Expression} */ (node));
        return at >= first && at <= last;
    }
    if (ts.isPropertyAssignment(parent)) return parent.initializer === node && TEXTS.has(/** @type {any} */ (parent.name).text);
    if (ts.isBinaryExpression(parent)) {
        const { operatorToken: { kind }, left, right } = parent;
        if (kind === ts.SyntaxKind.EqualsToken) return right === node && ts.isPropertyAccessExpression(left) && TEXTS.has(left.name.text);
        if (ts.SyntaxKind[kind].endsWith("EqualsToken")) return false;
        return isShown(parent);
    }
    if (ts.isConditionalExpression(parent)) return parent.condition !== node && isShown(parent);
    return (ts.isArrayLiteralExpression(parent) || ts.isParenthesizedExpression(parent) || ts.isSpreadElement(parent)) && isShown(parent);
}

/**
 * The texts that a module has.
 *
 * @param {string} file
 * @param {string} source
 */
function textsOf(file, source) {
    const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
    /** @type {string[]} */
    const found = [];
    const visit = (/** @type {ts.Node} */ node) => {
        const text = literal(node);
        if (text !== null && (SENTENCE.test(text) || (WORD.test(text) && isShown(node)))) {
            found.push(`${file}:${parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${node.getText()}`);
        }
        ts.forEachChild(node, visit);
    };
    visit(parsed);
    return found;
}

test("texts in modules are found", () => {
    const source = `
        h("p", { class: "hint", "aria-label": "Clock" }, "Wait", late && "now", [open ? \`of \${n}\` : "none"]);
        button("Leave", leave); announce("Gone", "en"); element.title = "Seats"; throw new Error("No such table");
        const key = "funhouse.saved"; if (kind === "open") h("p", { id: "left" }, texts.wait, kind === "open");`;
    const quoted = textsOf("m.js", source).map((line) => line.replace(/^\S+ /, ""));
    assert.deepEqual(quoted, ['"Clock"', '"Wait"', '"now"', "`of ${n}`", '"none"', '"Leave"', '"Gone"', '"Seats"', '"No such table"']);
});

test("modules have no texts of their own", async () => {
    const files = (await readdir(WEB, { recursive: true })).filter((file) => file.endsWith(".js") && !EXEMPT.test(file));
    const found = await Promise.all(files.map(async (file) => textsOf(file, await readFile(join(WEB, file), "utf8"))));
    assert.deepEqual(found.flat(), []);
});

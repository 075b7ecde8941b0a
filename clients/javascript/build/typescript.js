// TypeScript types from JSON schemas, as the OpenAPI document has them. An unknown keyword that would change a type is an error.

/** @typedef {Record<string, any>} Schema */

/** Keywords that restrict values in a way that TypeScript cannot express. */
const IGNORED = new Set(
    ["description", "example", "examples", "default", "format", "pattern", "minimum", "maximum", "minItems", "maxItems", "uniqueItems", "maxProperties", "propertyNames", "x-quits"],
);
const PRIMITIVES = new Map([["string", "string"], ["integer", "number"], ["number", "number"], ["boolean", "boolean"]]);

/** The name of the schema that a reference names. @param {string} reference */
const nameOf = (reference) => reference.slice(reference.lastIndexOf("/") + 1);

/**
 * The names of schemas and of all that they refer to.
 *
 * @param {Record<string, Schema>} schemas
 * @param {Iterable<string>} names
 */
export function closure(schemas, names) {
    /** @type {Set<string>} */
    const found = new Set();
    const visit = (/** @type {string} */ name) => {
        if (found.has(name)) return;
        found.add(name);
        for (const [, reference] of JSON.stringify(schemas[name]).matchAll(/"\$ref":"([^"]+)"/g)) visit(nameOf(reference ?? ""));
    };
    for (const name of names) visit(name);
    return found;
}

/**
 * The declaration of a schema.
 *
 * @param {string} name
 * @param {Schema} schema
 */
export function declaration(name, schema) {
    const isInterface = schema.properties !== undefined;
    return `${comment(schema, "")}export ${isInterface ? "interface" : "type"} ${name} ${isInterface ? "" : "= "}${type(schema)}${isInterface ? "" : ";"}\n`;
}

/**
 * @param {Schema} schema
 * @returns {string}
 */
function type({ $ref, const: constant, enum: values, oneOf, type: kind, items, properties, required, additionalProperties: others, ...rest }) {
    const unknown = Object.keys(rest).filter((keyword) => !IGNORED.has(keyword));
    if (unknown.length > 0) throw new Error(`unknown keywords of a schema: ${unknown}`);
    if ($ref !== undefined) return nameOf($ref);
    if (constant !== undefined) return JSON.stringify(constant);
    if (values !== undefined) return values.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(" | ");
    if (oneOf !== undefined) return oneOf.map(type).join(" | ");
    if (kind === undefined) return "unknown";
    if (kind === "array") return `Array<${type(items)}>`;
    if (kind !== "object") return PRIMITIVES.get(kind) ?? fail(kind);
    if (properties === undefined) return `Record<string, ${rest.maxProperties === 0 ? "never" : type(others)}>`;
    const fields = Object.entries(properties).map(([name, field]) => `${comment(field, "    ")}    ${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required?.includes(name) ? "" : "?"}: ${type(field).replaceAll("\n", "\n    ")};\n`);
    return `{\n${fields.join("")}}`;
}

/**
 * @param {string} kind
 * @returns {never}
 */
function fail(kind) {
    throw new Error(`unknown type of a schema: ${kind}`);
}

/**
 * The description of a schema.
 *
 * @param {Schema} schema
 * @param {string} indent
 */
function comment({ description }, indent) {
    return description === undefined ? "" : `${indent}/** ${description.trim().replaceAll("*/", "* /").replaceAll("\n", `\n${indent} * `)} */\n`;
}

// Names of the API, lists and numbers as text.

/** @param {string[]} words */
export function listed(words) {
    return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/**
 * A name of the API as text.
 *
 * @param {string} name
 */
export function humanise(name) {
    return name.replaceAll("_", " ").replaceAll("-", " ");
}

/**
 * The same with a capital letter.
 *
 * @param {string} name
 */
export function title(name) {
    const words = humanise(name);
    return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The singular of a field's name: `tile` for `tiles`, `die` for `dice`.
 *
 * @param {string} field
 */
export function singular(field) {
    if (field === "dice") return "die";
    return field.endsWith("s") ? field.slice(0, -1) : field;
}

/**
 * A number with a noun in singular or plural.
 *
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export function counted(count, one, many = `${one}s`) {
    return `${count} ${count === 1 ? one : many}`;
}

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

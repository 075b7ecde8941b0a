// The texts of the pages, in the language of the document. Each language has one file, with the same keys as `en.js`.

/** @typedef {typeof import("./en.js")} Texts */

/** The names of the languages, by their codes (BCP 47). */
export const LANGUAGES = { en: "English" };

/** @type {Record<keyof typeof LANGUAGES, () => Promise<Texts>>} */
const FILES = {
    en: () => import("./en.js"),
};

/** The current language. The script `appearance.js` has set it, except in tests, which load modules without a document. */
export const language = /** @type {keyof typeof LANGUAGES} */ (globalThis.document?.documentElement.lang || "en");

/** The browser's variant of the language, for dates. */
export const locale = globalThis.navigator?.languages?.find((tag) => tag.split("-")[0] === language) ?? language;

export const texts = await FILES[language]();

// Applies the theme, the size of text and the language that were chosen in this browser. No module, since modules run only after the page has
// been drawn.

{
    const KEY = "funhouse.appearance";
    /** The languages of `texts/`. The first is that of the HTML. */
    const LANGUAGES = ["en"];
    const { documentElement: root, currentScript: script, head } = document;

    /** @returns {{ theme?: string, text?: string, language?: string }} */
    const read = () => {
        try {
            return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
        } catch {
            // Nothing can be stored here.
            return {};
        }
    };

    /** The chosen language, or the first of the system's languages that the page has. */
    const language = () => {
        const wanted = [read().language, ...navigator.languages].map((tag) => String(tag).split("-")[0]);
        return wanted.find((code) => LANGUAGES.includes(code)) ?? LANGUAGES[0];
    };

    const apply = () => {
        const chosen = read();
        const { dataset } = root;
        for (const name of /** @type {const} */ (["theme", "text"])) {
            const value = chosen[name];
            if (value) dataset[name] = value;
            else delete dataset[name];
        }
    };

    apply();
    root.lang = language();
    // The modules load their texts only when they run. This loads them at once.
    if (script instanceof HTMLScriptElement) {
        head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: new URL(`texts/${root.lang}.js`, script.src).href }));
    }
    // Sent to other tabs by the browser, and to this one by the form.
    window.addEventListener("storage", ({ key }) => {
        if (key !== KEY) return;
        if (language() === root.lang) apply();
        else location.reload();
    });
}

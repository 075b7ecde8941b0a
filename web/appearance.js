// Applies the theme and the size of text that were chosen in this browser. No module, since modules run only after the page has been drawn.

{
    const KEY = "funhouse.appearance";

    const apply = () => {
        /** @type {{ theme?: string, text?: string }} */
        let chosen = {};
        try {
            chosen = JSON.parse(localStorage.getItem(KEY) ?? "{}");
        } catch {
            // Nothing can be stored here.
        }
        const { dataset } = document.documentElement;
        for (const name of /** @type {const} */ (["theme", "text"])) {
            const value = chosen[name];
            if (value) dataset[name] = value;
            else delete dataset[name];
        }
    };

    apply();
    // Sent to other tabs by the browser, and to this one by the form.
    window.addEventListener("storage", ({ key }) => { if (key === KEY) apply(); });
}

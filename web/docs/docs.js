// The page of the documentation: Swagger UI, and above it the choice of the document that it shows. Its makers have such a choice, too, in a
// file of 250 KB.

const choice = /** @type {HTMLSelectElement} */ (document.getElementById("document"));
const { SwaggerUIBundle } = /** @type {any} */ (window);

const shown = SwaggerUIBundle({
    dom_id: "#swagger-ui",
    url: choice.value,
    layout: "BaseLayout",
    deepLinking: true,
    tryItOutEnabled: true,
    // The list of all schemas opens on request: each call shows its own.
    defaultModelsExpandDepth: 0,
    // Unless told, the page has the document validated by a host of its makers, wherever it is not served from localhost.
    validatorUrl: "none",
});
choice.addEventListener("change", () => {
    shown.specActions.updateUrl(choice.value);
    shown.specActions.download(choice.value);
});

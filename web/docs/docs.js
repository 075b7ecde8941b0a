// The page of the documentation: Swagger UI with a choice of documents. Swagger UI's own choice needs another file of 250 KB.

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
    // By default, Swagger UI sends the address of the document to an external validator.
    validatorUrl: "none",
});
choice.addEventListener("change", () => {
    shown.specActions.updateUrl(choice.value);
    shown.specActions.download(choice.value);
});

// The page of the documentation: Swagger UI with a choice of documents. Swagger UI's own choice needs another file of 250 KB.

const place = /** @type {HTMLElement} */ (document.getElementById("swagger-ui"));
const choice = /** @type {HTMLSelectElement} */ (document.getElementById("document"));
const { SwaggerUIBundle } = /** @type {any} */ (window);

/** Shows the chosen document, each in an element of its own: one that arrives late must not replace a later choice. */
function show() {
    const domNode = document.createElement("div");
    place.replaceChildren(domNode);
    SwaggerUIBundle({
        domNode,
        url: choice.value,
        layout: "BaseLayout",
        deepLinking: true,
        tryItOutEnabled: true,
        // The list of all schemas opens on request: each call shows its own.
        defaultModelsExpandDepth: 0,
        // By default, Swagger UI sends the address of the document to an external validator.
        validatorUrl: "none",
    });
}

choice.addEventListener("change", show);
show();

// Answers calls of games with the WebAssembly module, in a worker: compiling the module and long calls never delay the page, and only this
// script may compile WebAssembly, not the page.

import { Module, compiled } from "../../clients/javascript/src/module.js";
import { prepared } from "../../clients/javascript/src/seed.js";

const scope = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** @type {Promise<Module>} */
const loaded = compiled(new URL("module/funhouse.wasm", scope.location.href)).then((module) => Module.instantiate(module));
loaded.then(() => scope.postMessage("ready"), () => scope.postMessage("failed"));

scope.addEventListener("message", async ({ data: { number, target, request } }) => {
    scope.postMessage({ number, answer: answered(await loaded, target, request) });
});

/**
 * The answer to a call, or null if the instance trapped. `Module` has replaced it then.
 *
 * @param {Module} module
 * @param {string} target
 * @param {object} [request]
 */
function answered(module, target, request) {
    const call = target.slice(target.indexOf("/") + 1);
    try {
        return module.answer(target, request === undefined ? "" : JSON.stringify(prepared(call, request)));
    } catch {
        return null;
    }
}

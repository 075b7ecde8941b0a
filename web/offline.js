// Use of the pages without a network: a service worker stores them, with the module. Only builds with the module have it.

import { hasModule, startModule } from "./api/module.js";
import { rooted } from "./shared/root.js";

/** The address of the service worker, which is at the root because it serves all pages. */
const SCRIPT = "/service-worker.js";

let prepared = false;

/**
 * Stores the pages in the browser once nothing else is to do, unless the browser saves data. Later calls do nothing.
 *
 * @param {{ module: boolean }} what whether to load the module before, for this page
 */
export function prepareOffline({ module }) {
    const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator);
    if (prepared || !hasModule || connection?.saveData) return;
    prepared = true;
    const idle = globalThis.requestIdleCallback ?? setTimeout;
    idle(async () => {
        if (module) await startModule();
        // Browsers offer it only on pages from HTTPS or from localhost.
        await navigator.serviceWorker?.register(rooted(SCRIPT)).catch(() => {});
    });
}

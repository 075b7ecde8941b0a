// The package with its module as text, too, which is loaded only if the file is not found.
//
// Tools load this entry unless they build for production. Development servers such as those of Vite move scripts but not the files next to
// them, and esbuild does not carry files at all. Builds for production carry the file, or their programs fail with what to do.

import { setFallback } from "./packaged.js";

setFallback(() => import("./bytes.js"));

export * from "./funhouse.js";

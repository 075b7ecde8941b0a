// The package with its module as text in JavaScript, for programs that consist of a single file.

import text from "./bytes.js";
import { setPackaged } from "./local.js";
import { compiledText } from "./packaged.js";

setPackaged(() => compiledText(text));

export * from "./funhouse.js";

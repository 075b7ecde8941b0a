// The script of pages that have nothing but texts.

import { translate } from "./shared/translate.js";

translate(document);

// The front page's only script: a picture of a deal beside the words.

import { thumbnail } from "./thumbnail.js";

const image = document.getElementById("look");
if (image instanceof HTMLImageElement) thumbnail(image, image.dataset.game ?? "");

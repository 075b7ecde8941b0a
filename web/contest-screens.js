// The screens of contests, which no game needs. They import the others, so that a release has only what these add in a file of their own.

import "./other-screens.js";
export { screen } from "./contests/contests-screen.js";

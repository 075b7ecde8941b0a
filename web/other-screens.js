// The screens that no game needs, as far as they share nothing with the screen of a solitaire alone: the bundler would put that into one more
// file. They import the others, so that a release has only what these add in a file of their own.

import "./more-screens.js";
export { screen as leaderboards } from "./leaderboards/leaderboard-screen.js";
export { screen as link } from "./profile/link-screen.js";
export { screen as tutorial } from "./tutorials/tutorial-screen.js";

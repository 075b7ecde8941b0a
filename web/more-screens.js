// The screens that a solitaire does not need. A release has them in a file of their own.

export { screen as daily } from "./daily/daily-screen.js";
export { screen as hotseat } from "./hotseat/hotseat-screen.js";
export { screen as run } from "./leaderboards/run-screen.js";
export { screen as profile } from "./profile/profile-screen.js";
export { screen as tables } from "./tables/lobby-screen.js";
/** Not a screen, but of no use to those without an account either. */
export { watchTurns } from "./tables/turn-watch.js";

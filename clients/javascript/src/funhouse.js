// The rules of board games in this process (`load`, `game`, `games`), and over HTTP with the same interface (`connect`).

export { digest } from "./digest.js";
export { connect } from "./remote.js";
export { game, games, load, verifyContest } from "./local.js";
export { drawnSeed } from "./seed.js";
export { HttpError, Problem, Trapped } from "./problem.js";

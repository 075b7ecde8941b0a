// The rules of board games in this process (`load`, `game`, `games`), and over HTTP with the same interface (`connect`).

export { connect, digest } from "./remote.js";
export { drawnSeed, game, games, load } from "./local.js";
export { Problem, Trapped } from "./problem.js";

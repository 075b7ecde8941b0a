// The rules of board games in this process (`load`, `game`, `games`), and over HTTP with the same interface (`connect`).

export { connect, digest } from "./remote.js";
export { game, games, load } from "./local.js";
export { drawnSeed } from "./seed.js";
export { Problem, Trapped } from "./problem.js";

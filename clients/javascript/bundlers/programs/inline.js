import { game } from "funhouse/inline";
import { played } from "./play.js";

globalThis.result = played(game);

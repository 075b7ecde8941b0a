import { game } from "funhouse/inline";
import { played } from "./play.js";

played(game).then(console.log);

import { game } from "funhouse";
import { played } from "./play.js";

played(game).then(console.log);

import { game } from "funhouse";
import { played } from "./play.js";

played(game).then((result) => postMessage(result), (error) => postMessage(String(error)));

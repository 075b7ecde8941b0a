import { game } from "funhouse";
import { game as slideJam } from "funhouse/slide-jam";
import { played } from "./play.js";

globalThis.result = Promise.all([played(game), played(() => slideJam())]).then(([all, one]) => (all === one ? all : `${all} is not ${one}`));

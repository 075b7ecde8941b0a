// Sounds, if the setting is on: short synthesized tones.

import { settings } from "./settings.js";

/** @type {Record<string, [number, number, number][]>} hertz, when it begins and how long it lasts, in seconds */
const TONES = {
    move: [[330, 0, 0.07]],
    no: [[130, 0, 0.12]],
    end: [[392, 0, 0.12], [494, 0.12, 0.12], [587, 0.24, 0.3]],
};

/** @type {AudioContext | undefined} */
let context;

/** @param {"move" | "no" | "end"} name */
export function sound(name) {
    if (!settings().sound) return;
    context ??= new AudioContext();
    const { currentTime: now, destination } = context;
    for (const [hertz, start, length] of TONES[name]) {
        const tone = new OscillatorNode(context, { type: "triangle", frequency: hertz });
        const volume = new GainNode(context, { gain: 0 });
        volume.gain.setValueAtTime(0.12, now + start);
        volume.gain.exponentialRampToValueAtTime(0.001, now + start + length);
        tone.connect(volume).connect(destination);
        tone.start(now + start);
        tone.stop(now + start + length);
    }
}

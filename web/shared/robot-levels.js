// The names and levels of robots.

import { texts } from "../texts/texts.js";

/**
 * The robots to choose from: one for each level of the game, from the weakest.
 *
 * @param {import("../types").GameInfo} info
 * @returns {[string, string][]} the value and text of each option
 */
export function robotChoices({ levels = [] }) {
    if (levels.length < 2) return [["robot", texts.shared.theRobot]];
    return levels.map(({ level }) => [level === 1 ? "robot" : `robot-${level}`, texts.shared.robotChoice(level)]);
}

/**
 * The robot in lists, such as `Rita (robot, level 2)`.
 *
 * @param {string} name
 * @param {number | null} [level]
 */
export function robotLabel(name, level) {
    const { namedRobot, robot, robotOfLevel } = texts.shared;
    return namedRobot(name, level && level > 1 ? robotOfLevel(level) : robot);
}

/**
 * The level of a chosen robot.
 *
 * @param {string} choice
 */
export function robotLevel(choice) {
    return Number(choice.split("-")[1] ?? 1);
}

// What a side threatens: lines that its next turn can complete, and threes that become open fours.

import { lines, nameOf, rays } from "./geometry.js";

/** @import { Sign, ThreatAnswer } from "shapes" */
/** @import { Position } from "./position.js" */

/** @type {Sign[]} */
const SIGNS = ["X", "O"];

/**
 * The threats of both sides in an unfinished game; none if a line does not win.
 * @param {Position} position
 * @returns {ThreatAnswer[]}
 */
export const threats = (position) =>
  position.finished || position.rules.misere ? [] : [...fours(position), ...threes(position)];

/** @param {Position} position */
function* fours(position) {
  const { rules, cells, to_move, left } = position;
  for (const { cells: line, guards } of lines(rules)) {
    const marks = line.map((at) => cells[at]);
    for (const sign of SIGNS) {
      const placed = marks.filter((mark) => mark === sign).length;
      const missing = marks.filter((mark) => mark === ".").length;
      const most = sign === to_move ? left : rules.stones;
      if (placed + missing !== line.length || missing === 0 || missing > most) continue;
      if (guards.every((at) => cells[at] !== sign)) yield threat("four", sign, position, line);
    }
  }
}

/** @param {Position} position */
function* threes(position) {
  const { rules, cells, left } = position;
  if (rules.stones !== 1 || left !== 1 || rules.k < 3) return;
  for (const sign of SIGNS)
    for (const ray of rays(rules))
      if (ray.filter((at) => cells[at] === sign).length >= rules.k - 2)
        for (const window of openWindows(position, ray, sign))
          yield threat("three", sign, position, window);
}

/**
 * The k + 1 cells in a row whose ends are empty, with one gap among stones between them.
 * @param {Position} position
 * @param {number[]} ray
 * @param {Sign} sign
 */
function* openWindows({ rules, cells }, ray, sign) {
  const wide = rules.k + 1;
  for (let at = 0; at + wide <= ray.length; at++) {
    const window = ray.slice(at, at + wide);
    const marks = window.map((index) => cells[index]);
    const inner = marks.slice(1, -1);
    const gaps = inner.filter((mark) => mark === ".").length;
    const own = inner.filter((mark) => mark === sign).length;
    if (marks[0] !== "." || marks.at(-1) !== "." || gaps !== 1 || own !== inner.length - 1)
      continue;
    const beyond = [ray[at - 1], ray[at + wide]].map((index) => cells[index]);
    if (!rules.exact || !beyond.includes(sign)) yield window;
  }
}

/**
 * @param {ThreatAnswer["kind"]} kind
 * @param {Sign} sign
 * @param {Position} position
 * @param {number[]} line
 * @returns {ThreatAnswer}
 */
function threat(kind, sign, { rules, cells }, line) {
  const named = (/** @type {string} */ mark) =>
    line.filter((at) => cells[at] === mark).map((at) => nameOf(at, rules.cols));
  return { kind, sign, stones: named(sign), gaps: named(".") };
}

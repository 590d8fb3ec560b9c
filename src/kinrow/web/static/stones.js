// What is drawn of a board: its lines and coordinates, and the marks of both sides.

import { s } from "./dom.js";

/** @import { LookAnswer, Sign } from "shapes" */

export const SIZE = 40;
export const EDGE = 22;

/**
 * The middle of a cell along a side.
 * @param {number} at from 0
 */
export const middle = (at) => (at + 0.5) * SIZE;

/**
 * @param {number} row from 0
 * @param {number} col from 0
 */
export const cellName = (row, col) => String.fromCharCode(97 + col) + (row + 1);

/**
 * Where a cell stands in the rows, one after the other.
 * @param {string} name
 * @param {number} cols
 */
export const cellIndex = (name, cols) =>
  (Number(name.slice(1)) - 1) * cols + name.charCodeAt(0) - 97;

/**
 * The middle of a cell on the board.
 * @param {string} name
 * @returns {[number, number]}
 */
export const placeOf = (name) => [
  middle(name.charCodeAt(0) - 97),
  middle(Number(name.slice(1)) - 1),
];

/**
 * A stone, a cross or a ring.
 * @param {Sign} sign
 * @param {LookAnswer} look
 */
export function mark(sign, look) {
  if (look.theme === "goban") {
    const side = sign === look.black ? "black" : "white";
    return s("circle", { class: `stone ${side}`, r: look.stone * SIZE });
  }
  if (sign === "X") return s("path", { class: "x", d: "M-10-10L10 10M10-10L-10 10" });
  return s("circle", { class: "o", r: 11 });
}

/**
 * Letters above the columns, numbers beside the rows.
 * @param {number} rows
 * @param {number} cols
 * @param {(row: number) => number} numberOf
 */
export function coordinates(rows, cols, numberOf) {
  const edge = s("g", { class: "edge", "aria-hidden": "true" });
  for (let col = 0; col < cols; col++)
    edge.append(s("text", { x: middle(col), y: -5 }, cellName(0, col)[0]));
  for (let row = 0; row < rows; row++)
    edge.append(s("text", { x: -EDGE / 2, y: middle(row) + 4 }, String(numberOf(row))));
  return edge;
}

/**
 * The wood, lines and star points of a goban; nothing for cells.
 * @param {number} rows
 * @param {number} cols
 * @param {LookAnswer} look
 */
export function ground(rows, cols, look) {
  if (look.theme !== "goban") return null;
  const [right, bottom] = [middle(cols - 1), middle(rows - 1)];
  const lines = [];
  for (let row = 0; row < rows; row++) lines.push(`M${middle(0)} ${middle(row)}H${right}`);
  for (let col = 0; col < cols; col++) lines.push(`M${middle(col)} ${middle(0)}V${bottom}`);
  const stars = look.stars.map((star) => {
    const [x, y] = placeOf(star);
    return s("circle", { class: "star", cx: x, cy: y, r: look.star * SIZE });
  });
  return s(
    "g",
    { class: "ground", "aria-hidden": "true" },
    s("rect", { class: "wood", width: cols * SIZE, height: rows * SIZE, rx: 3 }),
    s("path", { class: "lines", d: lines.join("") }),
    stars,
  );
}

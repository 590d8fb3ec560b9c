// Cells as files and people write them.

import { MOST_COLS, MOST_ROWS } from "./games.js";
import { say, shown } from "./phrases.js";

/** @import { Rules } from "./games.js" */
/** @typedef {{ row: number, col: number }} Cell */

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * The cell at a point of two letters, as SGF has it, the column first; null if it is on no board.
 * @param {string} point
 * @returns {Cell | null}
 */
export function cellAt(point) {
  if (point.length !== 2) return null;
  const [col, row] = [...point].map((letter) => LETTERS.indexOf(letter));
  return row >= 0 && row < MOST_ROWS && col >= 0 && col < MOST_COLS ? { row, col } : null;
}

/**
 * The cell of a name such as "b3"; null for another text.
 * @param {string} text
 * @returns {Cell | null}
 */
export function cellNamed(text) {
  const match = /^([a-v])([1-9]|[12][0-9])$/i.exec(text.trim());
  return match && { row: Number(match[2]) - 1, col: LETTERS.indexOf(match[1].toLowerCase()) };
}

/** @param {Cell} cell */
export const nameOf = ({ row, col }) => `${LETTERS[col]}${row + 1}`;

/**
 * @param {Cell} cell
 * @param {Rules} rules
 */
export const indexOf = ({ row, col }, { rows, cols }) =>
  row < rows && col < cols ? row * cols + col : -1;

/**
 * A stone as `Growing` takes it, on a cell that was read from a text; by default by its name.
 * @param {string} text
 * @param {Rules} rules
 * @param {Cell | null} cell
 */
export function stoneOn(text, rules, cell = cellNamed(text)) {
  if (cell) return { name: nameOf(cell), index: indexOf(cell, rules) };
  const { rows, cols } = rules;
  const example = nameOf({ row: Math.min(2, rows - 1), col: Math.min(1, cols - 1) });
  const about = { text: shown(text), letter: LETTERS[cols - 1], largest: rows, example };
  return { name: text, index: -1, fault: say("cell.unreadable", about) };
}

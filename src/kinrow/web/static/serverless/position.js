// A position of a line game: it grows from the empty board, or from a checked setup.

import { completed, completes, nameOf, other, symmetries } from "./geometry.js";
import { boardFaults, settled } from "./legality.js";
import { Refused, say, shown, unreadable } from "./phrases.js";

/** @import { Sign } from "shapes" */
/** @import { Rules } from "./games.js" */
/**
 * - `to_move`, `left`: who places the next stone, and how many in this turn.
 * - `finished`, `winner`: whether the game is over, and who won.
 * @typedef {{
 *   rules: Rules, cells: string, to_move: Sign, left: number, finished: boolean, winner: Sign | null,
 * }} Position
 */

/**
 * The empty board.
 * @param {Rules} rules
 * @returns {Position}
 */
export const startOf = (rules) => ({
  rules,
  cells: ".".repeat(rules.rows * rules.cols),
  to_move: rules.begins,
  left: rules.first,
  finished: false,
  winner: null,
});

/** @param {Position} position */
export const stonesOf = ({ cells }) => cells.replaceAll(".", "").length;

/** @param {Position} position */
export const emptiesOf = ({ cells }) => cells.replaceAll(/[XO]/g, "").length;

/**
 * The empty cells; none once the game is over.
 * @param {Position} position
 */
export const legalMoves = ({ cells, finished }) =>
  finished ? [] : [...cells].flatMap((mark, index) => (mark === "." ? [index] : []));

/**
 * The index of a cell by its name; -1 if it is not on this board.
 * @param {string} name
 * @param {Rules} rules
 */
function indexOf(name, { rows, cols }) {
  const [row, col] = [Number(name.slice(1)) - 1, name.charCodeAt(0) - 97];
  return row < rows && col < cols ? row * cols + col : -1;
}

/**
 * The position after one stone.
 * @param {Position} position
 * @param {number} index of an empty cell
 * @returns {Position}
 */
export function play({ rules, cells: before, to_move, left }, index) {
  const cells = before.slice(0, index) + to_move + before.slice(index + 1);
  const made = completes(rules, cells, index);
  const finished = made || !cells.includes(".");
  const winner = made ? (rules.misere ? other(to_move) : to_move) : null;
  return left > 1
    ? { rules, cells, to_move, left: left - 1, finished, winner }
    : { rules, cells, to_move: other(to_move), left: rules.stones, finished, winner };
}

/**
 * The position after the moves of a request. Throws Refused, which names the move by its number.
 * @param {Position} start
 * @param {readonly string[]} moves
 * @returns {Position[]} the start, and the position after each move
 */
export function replay(start, moves) {
  const found = [start];
  for (const [at, move] of moves.entries()) {
    const before = found[at];
    const index = indexOf(move, start.rules);
    if (before.finished || index < 0 || before.cells[index] !== ".") {
      const fault = whyNot(before, move, index);
      throw new Refused(422, "illegal-move", say("move.numbered", { number: at + 1, fault }));
    }
    found.push(play(before, index));
  }
  return found;
}

/**
 * Why a stone cannot be played there.
 * @param {Position} position
 * @param {string} cell
 * @param {number} index -1 off the board
 */
export function whyNot({ rules, cells, finished, winner }, cell, index) {
  if (finished) {
    const result = winner ? say("game.won", { winner }) : say("game.drawn");
    return say("move.over", { cell, result });
  }
  const last = nameOf(rules.rows * rules.cols - 1, rules.cols);
  return index < 0
    ? say("move.off", { cell, last })
    : say("move.taken", { cell, sign: cells[index] });
}

/**
 * The position that a string such as "X../.O./... X" describes. Throws Refused with every fault.
 * @param {Rules} rules
 * @param {string} text
 * @returns {Position}
 */
export function parse(rules, text) {
  const words = [...text.matchAll(/\S+/g)].map((match) => ({
    at: match.index + 1,
    word: match[0],
  }));
  if (words.length && namesAGame(words[0].word)) {
    const { at, word } = words[0];
    words.shift();
    if (word !== rules.spec && word !== rules.title)
      throw unreadable(say("setup.game", { column: at, word: shown(word), due: rules.spec }));
  }
  const form = say("setup.form");
  if (!words.length) throw unreadable(say("setup.empty", { form }));
  if (words.length > 3)
    throw unreadable(
      say("setup.excess", { column: words[3].at, word: shown(words[3].word), form }),
    );
  const to_move = words[1] ? sideOf(words[1]) : null;
  const left = words[2] ? leftOf(words[2]) : null;
  return positionOf(rules, rowsOf(words[0].word), to_move, left);
}

/**
 * The position of a board that was set up; what is null is read off the stones. Throws Refused with every fault.
 * @param {Rules} rules
 * @param {string[]} rows
 * @param {Sign | null} to_move
 * @param {number | null} left
 * @returns {Position}
 */
export function positionOf(rules, rows, to_move, left) {
  const faults = boardFaults(rules, rows, to_move, left);
  if (faults.length)
    throw new Refused(
      422,
      "illegal-position",
      say("position.illegal", { game: rules.title }),
      faults,
    );
  const cells = rows.join("");
  const owner = /** @type {Sign[]} */ (["X", "O"]).find((s) => completed(rules, cells, s).length);
  const winner = owner ? (rules.misere ? other(owner) : owner) : null;
  const finished = Boolean(owner) || !cells.includes(".");
  return { rules, cells, ...settled(rules, cells, to_move, left), finished, winner };
}

/** @param {string} word */
const namesAGame = (word) =>
  !/[/.]/.test(word) &&
  (word.includes(",") || [...word].some((sign) => /\p{L}/u.test(sign) && !"XO".includes(sign)));

/** @param {string} word */
const rowsOf = (word) =>
  word.split("/").map((row) => row.replace(/[1-9][0-9]?/g, (run) => ".".repeat(Number(run))));

/**
 * @param {{ at: number, word: string }} place
 * @returns {Sign}
 */
function sideOf({ at, word }) {
  if (word === "X" || word === "O") return word;
  throw unreadable(say("setup.side", { column: at, word: shown(word) }));
}

/** @param {{ at: number, word: string }} place */
function leftOf({ at, word }) {
  if (/^[1-9][0-9]{0,2}$/.test(word)) return Number(word);
  throw unreadable(say("setup.left", { column: at, word: shown(word) }));
}

/**
 * The legal moves that symmetries of the board make equal, each list under its first.
 * @param {Position} position
 */
export function equalMoves(position) {
  const { rules, cells } = position;
  const kept = symmetries(rules).filter((places) =>
    places.every((place, index) => cells[place] === cells[index]),
  );
  /** @type {Map<number, number[]>} */
  const found = new Map();
  const seen = new Set();
  for (const move of legalMoves(position)) {
    if (seen.has(move)) continue;
    const same = [...new Set(kept.map((places) => places[move]))].sort((a, b) => a - b);
    found.set(move, same);
    for (const each of same) seen.add(each);
  }
  return found;
}

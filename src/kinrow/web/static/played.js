// A move that was played: whose it was, and what is known of it, before it and after it.

import { where } from "./state.js";

/**
 * @import { PositionAnswer, Sign } from "shapes"
 * @import { Analysis, Truth } from "./truth.js"
 * @import { Bounds } from "./values.js"
 */

/**
 * Whose move it was; beyond the position on the board the turns go on by the rules.
 * @param {PositionAnswer} view
 * @param {number} at
 * @returns {Sign}
 */
export function sideAt({ movers, to_move: next, left, rules }, at) {
  if (at < movers.length) return movers[at] === "X" ? "X" : "O";
  const turn =
    at - movers.length < left ? 0 : 1 + Math.floor((at - movers.length - left) / rules.stones);
  return turn % 2 ? (next === "X" ? "O" : "X") : next;
}

/**
 * The analysis of the position before a move. The move is worth what the position after it is: that may be known
 * where a search of all moves has not come so far.
 * @param {PositionAnswer} view
 * @param {Truth} truth
 * @param {string} move
 * @param {number} at
 * @returns {Analysis | null}
 */
export function beforeMove(view, truth, move, at) {
  const [before, after] = [truth.of(where(at)), truth.of(where(at + 1))];
  if (!before || !after || after.lower === null || after.upper === null) return before;
  const same = sideAt(view, at) === sideAt(view, at + 1);
  const [low, high] = same ? [after.lower, after.upper] : [-after.upper, -after.lower];
  const [least, most] = before.moves[move] ?? [low, high];
  /** @type {Bounds} */
  const made = [Math.max(least, low), Math.min(most, high)];
  return { ...before, moves: { ...before.moves, [move]: made } };
}

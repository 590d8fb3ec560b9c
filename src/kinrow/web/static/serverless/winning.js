// The line of a win played out: proved or found moves of the winner; the loser resists.

import { play } from "./position.js";
import { inSeconds } from "./searching.js";

/** @import { Position } from "./position.js" */
/** @import { Asking, Searching } from "./searching.js" */

const LONGEST = 3; // seconds for all of the line
const SEARCH = 1; // seconds for a position of it
const DEPTH = 2; // of the engine that resists

/**
 * A line of play from a position that is won for one side, longer each time, to the win; it ends
 * early if the time does, or if the win is not known any more.
 * @param {Position} position
 * @param {Searching} searching
 * @param {number} seconds
 * @param {Asking} asking
 */
export async function* winningLines(position, searching, seconds, asking) {
  const ends = inSeconds(Math.min(LONGEST, seconds / 2));
  let at = position;
  /** @type {number[]} */
  let line = [];
  let winner = null;
  while (!at.finished && performance.now() < ends) {
    await asking.check();
    const found = await searching.outcome(at, Math.min(ends, inSeconds(SEARCH)));
    const [low, high] = found.value;
    if (low !== high || low === 0) return;
    const side = low > 0 === (at.to_move === "X") ? "X" : "O";
    winner ??= side;
    if (side !== winner || (low > 0 && !found.line.length)) return;
    // What is known without a search may not have turned the core to this game.
    searching.core.turnTo(at.rules);
    const moves = found.line.length
      ? found.line
      : [searching.core.engineMove(at, { depth: DEPTH })];
    for (const move of moves) at = play(at, move);
    line = [...line, ...moves];
    yield line;
  }
}

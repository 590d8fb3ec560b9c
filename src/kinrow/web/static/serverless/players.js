// A player's stone: the players of the server's list, as far as one thread and a few seconds go.

import { decided, outcomeOf } from "./findings.js";
import { Refused, say } from "./phrases.js";
import { legalMoves } from "./position.js";
import { inSeconds } from "./searching.js";

/** @import { Bounds } from "../values.js" */
/** @import { Position } from "./position.js" */
/** @import { Searching } from "./searching.js" */
/** @typedef {(rules: Position["rules"]) => Promise<void>} Prepare gives the engine its weights */

const PATIENCE = 5; // seconds for a stone of the perfect player
const SOLVING = 0.6; // how much of them goes into the exact answer before the engine is asked
const FINER = 0.1; // seconds for how soon, if a winning move is known
const SMALL = 64; // cells
const SPEC = /^(random|perfect|alphabeta:([1-9]|[1-5]s)|mcts:([1-9][0-9]{0,4}|[1-5]s))$/;

const isSmall = (/** @type {Position} */ { cells }) => cells.length <= SMALL;

/**
 * @template T
 * @param {readonly T[]} list
 */
const anyOf = (list) => list[Math.floor(Math.random() * list.length)];

/**
 * The index of the stone that a player chooses. Throws Refused.
 * @param {Position} position
 * @param {string} player
 * @param {Searching} searching
 * @param {Prepare} prepare
 */
export async function choose(position, player, searching, prepare) {
  if (!SPEC.test(player)) {
    const fault = say("request.field", { field: "player", fault: say("shape.player") });
    throw new Refused(422, "malformed", say("request.form"), [fault]);
  }
  if (position.finished) throw new Refused(422, "game-over", say("choose.over"));
  const { core } = searching;
  core.turnTo(position.rules);
  const [kind, strength = ""] = player.split(":");
  const amount = Number.parseInt(strength, 10);
  const seconds = strength.endsWith("s") ? amount : 0;
  if (kind === "random") return anyOf(legalMoves(position));
  if (kind === "mcts")
    return core.mctsMove(position, seconds ? { seconds } : { simulations: amount });
  if (kind === "perfect") return perfect(position, searching, prepare);
  await prepare(position.rules);
  return core.engineMove(position, seconds ? { seconds } : { depth: amount });
}

/**
 * Wins as soon as it can and loses as late as it can; the most promising move if time is too short.
 * @param {Position} position
 * @param {Searching} searching
 * @param {Prepare} prepare
 */
async function perfect(position, searching, prepare) {
  const latest = inSeconds(PATIENCE);
  const known = await searching.knowledge.known(position);
  if (known?.line.length && known.value[0] > 0) {
    if (!isSmall(position)) return known.line[0];
    const finer = bestMoves(position, searching, true, inSeconds(FINER));
    return finer.exact ? anyOf(finer.moves) : known.line[0];
  }
  const ends = inSeconds(PATIENCE * SOLVING);
  const found = bestMoves(position, searching, false, ends, known?.value);
  if (found.exact) {
    const finer = bestMoves(position, searching, true, latest);
    if (finer.exact) return anyOf(finer.moves);
    if (!found.lost) return anyOf(found.moves); // else it resists
  }
  await prepare(position.rules);
  const seconds = Math.max(0.05, (latest - performance.now()) / 1000);
  const move = searching.core.engineMove(position, { seconds });
  return found.moves.includes(move) ? move : anyOf(found.moves);
}

/**
 * The moves that keep the value, if that is settled; else those of the best bounds so far.
 * @param {Position} position
 * @param {Searching} searching
 * @param {boolean} exact
 * @param {number} ends
 * @param {Bounds} [known]
 */
function bestMoves(position, searching, exact, ends, known) {
  const all = legalMoves(position);
  const seen = known && decided(known) && !exact ? known : searching.value(position, exact, ends);
  const value = exact ? seen : outcomeOf(seen);
  if (value[0] !== value[1]) return { exact: false, moves: all };
  const bounds = [...searching.moves(position, exact, ends)].map(
    ([move, each]) => /** @type {[number, Bounds]} */ ([move, exact ? each : outcomeOf(each)]),
  );
  const best = bounds.filter(([, [low]]) => low === value[0]).map(([move]) => move);
  const whole = bounds.every(([, [low, high]]) => low === value[0] || high < value[0]);
  if (best.length && whole) return { exact: true, moves: best, lost: value[0] < 0 };
  return { exact: false, moves: promising(bounds) };
}

/**
 * Those with the best lower bound, and of them those with the best upper bound.
 * @param {[number, Bounds][]} bounds
 */
function promising(bounds) {
  const low = Math.max(...bounds.map(([, each]) => each[0]));
  const first = bounds.filter(([, each]) => each[0] === low);
  const high = Math.max(...first.map(([, each]) => each[1]));
  return first.filter(([, each]) => each[1] === high).map(([move]) => move);
}

// Searches within a time: what is known first, then the core, a call at a time.
//
// Nothing can stop a call of the core, so each gets as many nodes as the time is for, by the speed of those before.

import { decided, Findings, flipped, outcomeOf } from "./findings.js";
import { emptiesOf, equalMoves, play } from "./position.js";

/** @import { Bounds } from "../values.js" */
/** @import { Core } from "./core.js" */
/** @import { Knowledge } from "./knowledge.js" */
/** @import { Position } from "./position.js" */
/**
 * Who asked: `check` lets the worker hear of a stop, and throws if there was one.
 * @typedef {{ check: () => Promise<void> }} Asking
 */

const MOST_NODES = 2 ** 31 - 1;
const LEAST_NODES = 1000;
const LARGE = 64; // cells
const [USUAL_SPEED, SPEED_ON_LARGE] = [300_000, 20_000]; // nodes a second, before any is measured
const BRIEF = 5; // milliseconds of a call that say nothing of the speed; nor do fewer than the least nodes
const AT_ONCE = 0.25; // seconds for the usual case
const [FIRST_ROUND, GROWTH] = [20_000, 6]; // nodes for each move; factor from round to round

/** Seconds until a time. */
const left = (/** @type {number} */ ends) => (ends - performance.now()) / 1000;
export const inSeconds = (/** @type {number} */ seconds) => performance.now() + 1000 * seconds;

export class Searching {
  #speeds = new Map();
  nodes = 0; // of the question at hand

  /**
   * @param {Core} core
   * @param {Knowledge} knowledge
   */
  constructor(core, knowledge) {
    this.core = core;
    this.knowledge = knowledge;
  }

  /**
   * A call of the core that takes no longer than this, as far as its speed is known.
   * @template {{ nodes: number }} Found
   * @param {Position} position
   * @param {number} ends
   * @param {(limit: number) => Found} call
   * @param {number} most nodes
   */
  #measured({ rules }, ends, call, most = MOST_NODES) {
    this.core.turnTo(rules);
    const usual = rules.rows * rules.cols > LARGE ? SPEED_ON_LARGE : USUAL_SPEED;
    const speed = this.#speeds.get(rules.spec) ?? usual;
    const limit = Math.min(most, Math.max(LEAST_NODES, Math.floor(speed * left(ends))));
    const begun = performance.now();
    const found = call(limit);
    const spent = performance.now() - begun;
    if (spent > BRIEF && found.nodes >= LEAST_NODES)
      this.#speeds.set(rules.spec, (speed + (1000 * found.nodes) / spent) / 2);
    this.nodes += found.nodes;
    return found;
  }

  /**
   * Bounds on a position, as far as the time or the nodes go.
   * @param {Position} position
   * @param {boolean} exact
   * @param {number} ends
   * @param {number} [most]
   */
  value(position, exact, ends, most) {
    if (position.finished) return overValue(position, exact);
    const call = (/** @type {number} */ limit) => this.core.value(position, exact, limit);
    return this.#measured(position, ends, call, most).bounds;
  }

  /**
   * The same of every move.
   * @param {Position} position
   * @param {boolean} exact
   * @param {number} ends
   */
  moves(position, exact, ends) {
    return this.#measured(position, ends, (limit) => this.core.moves(position, exact, limit)).moves;
  }

  /**
   * Best play from a position of this value.
   * @param {Position} position
   * @param {boolean} exact
   * @param {Bounds} bounds
   * @param {number} ends
   */
  line(position, exact, bounds, ends) {
    const call = (/** @type {number} */ limit) => this.core.line(position, exact, bounds, limit);
    return this.#measured(position, ends, call).line;
  }

  /**
   * Who wins, with a move or a line that keeps it if one is found; what is known is not searched for.
   * @param {Position} position
   * @param {number} ends
   */
  async outcome(position, ends) {
    const findings = new Findings(position, false);
    findings.after(await this.knowledge.known(position));
    if (decided(findings.value)) return findings;
    findings.learn(outcomeOf(this.value(position, false, ends)), false);
    if (decided(findings.value)) findings.line = this.line(position, false, findings.value, ends);
    return findings;
  }
}

/**
 * @param {Position} position
 * @param {boolean} exact
 * @returns {Bounds}
 */
function overValue(position, exact) {
  const size = exact ? emptiesOf(position) + 1 : 1;
  const { winner, to_move } = position;
  const value = winner === null ? 0 : winner === to_move ? size : -size;
  return [value, value];
}

/**
 * - `news`: bounds that are new, by move; `begun`: the moves that are searched next.
 * @typedef {Asking & { news: (moves: Map<number, Bounds>) => void, begun: (moves: number[]) => void }} Telling
 */

/** Every move's value as it becomes known: all at once if that is quick, else in rounds. */
export class Exploration {
  /**
   * @param {Searching} searching
   * @param {Position} position
   * @param {number} ends
   * @param {Telling} asking
   */
  constructor(searching, position, ends, asking) {
    this.searching = searching;
    this.position = position;
    this.ends = ends;
    this.asking = asking;
    this.findings = new Findings(position, true);
    this.equal = equalMoves(position);
  }

  /** @param {Findings | null} known */
  async run(known) {
    this.findings.after(known).share(this.equal.values());
    this.#allAtOnce();
    this.findings.share(this.equal.values());
    for (const exact of [false, true]) await this.#inRounds(exact);
    const { findings, searching, position } = this;
    if (!findings.complete) return findings;
    // What is known has a best move at most, and no line.
    const line = searching.line(position, true, findings.value, inSeconds(AT_ONCE));
    if (line.length) findings.line = line;
    return findings;
  }

  get #over() {
    return performance.now() >= this.ends;
  }

  #allAtOnce() {
    const { searching, findings, position } = this;
    const open = [...findings.moves].filter(([, [low, high]]) => low < high);
    this.asking.begun(open.map(([move]) => move));
    const ends = Math.min(this.ends, inSeconds(AT_ONCE));
    findings.learn(searching.value(position, true, ends), true);
    const [low, high] = findings.value;
    if (low < high || performance.now() >= ends) return;
    for (const [move, bounds] of searching.moves(position, true, ends))
      findings.learn(bounds, true, [move]);
  }

  /** @param {boolean} exact */
  async #inRounds(exact) {
    for (let nodes = FIRST_ROUND; ; nodes = Math.min(MOST_NODES, nodes * GROWTH)) {
      const { moves } = this.findings;
      const settled = ([low, high] = /** @type {Bounds} */ ([-1, 1])) =>
        low === high || (!exact && decided([low, high]));
      const todo = [...this.equal].filter(([move]) => !settled(moves.get(move)));
      if (!todo.length) return;
      for (const [move, same] of todo) {
        if (this.#over) return;
        await this.asking.check();
        this.#workOn(move, same, exact, nodes);
      }
    }
  }

  /**
   * One move and those equal to it.
   * @param {number} move
   * @param {number[]} same
   * @param {boolean} exact
   * @param {number} nodes
   */
  #workOn(move, same, exact, nodes) {
    this.asking.begun(same);
    const child = play(this.position, move);
    const bounds = this.searching.value(child, exact, this.ends, nodes);
    const value = exact ? bounds : outcomeOf(bounds);
    const before = this.findings.moves;
    const turned = child.to_move !== this.position.to_move;
    this.findings.learn(turned ? flipped(value) : value, exact, same);
    const after = [...this.findings.moves];
    const news = after.filter(([cell, bounds]) => bounds.join() !== before.get(cell)?.join());
    if (news.length) this.asking.news(new Map(news));
  }
}

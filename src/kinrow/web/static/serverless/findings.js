// What has been found out about a position and its moves: bounds that only narrow, all for the side to move.

import { nameOf } from "./geometry.js";
import { emptiesOf, legalMoves } from "./position.js";

/** @import { EvidenceAnswer } from "shapes" */
/** @import { Bounds } from "../values.js" */
/** @import { Position } from "./position.js" */
/** @typedef {EvidenceAnswer["how"]} How */

const STRENGTH = ["computed", "theory", "proved"];

/**
 * How that is known which needs both.
 * @param {How} one
 * @param {How} two
 */
export const weaker = (one, two) => (STRENGTH.indexOf(one) < STRENGTH.indexOf(two) ? one : two);

/**
 * What bounds say of who wins.
 * @param {Bounds} bounds
 * @returns {Bounds}
 */
export const outcomeOf = ([low, high]) => [Math.sign(low), Math.sign(high)];

/** @param {How} one @param {How} two */
export const stronger = (one, two) => (weaker(one, two) === one ? two : one);

/** @param {Bounds} bounds */
export const decided = ([low, high]) => Math.sign(low) === Math.sign(high);

/**
 * The same for the other side.
 * @param {Bounds} bounds
 * @returns {Bounds}
 */
export const flipped = ([low, high]) => [-high || 0, -low || 0];

/** @param {Bounds} a @param {Bounds} b */
const same = (a, b) => a[0] === b[0] && a[1] === b[1];

export class Findings {
  /** @type {number[]} */
  line = [];
  /** @type {EvidenceAnswer | null} */
  source = null;
  /** @type {Bounds | null} */
  #settled = null; // the value by the source alone
  /** @type {Map<number, Bounds>} */
  #moves = new Map();

  /**
   * @param {Position} position
   * @param {boolean} exact whether bounds are scores; else they are outcomes
   */
  constructor(position, exact) {
    this.position = position;
    this.exact = exact;
    this.most = exact ? emptiesOf(position) : 1;
    /** @type {Bounds} */
    this.own = [-this.most, this.most];
    for (const move of legalMoves(position)) this.#moves.set(move, this.own);
  }

  /**
   * Bounds on the position: it is worth as much as its best move.
   * @returns {Bounds}
   */
  get value() {
    let [best, most] = [-this.most, -this.most];
    for (const [low, high] of this.#moves.values())
      [best, most] = [Math.max(best, low), Math.max(most, high)];
    return [Math.max(this.own[0], best), Math.min(this.own[1], most)];
  }

  /**
   * Bounds on every move: none is worth more than the position.
   * @returns {Map<number, Bounds>}
   */
  get moves() {
    const whole = this.value;
    /** @type {Map<number, Bounds>} */
    const found = new Map();
    for (const [move, [low, high]] of this.#moves) found.set(move, [low, Math.min(high, whole[1])]);
    if (this.line.length && whole[0] === whole[1]) found.set(this.line[0], whole);
    return found;
  }

  /** Whether every move's value is known. */
  get complete() {
    return [...this.moves.values()].every(([low, high]) => low === high);
  }

  /**
   * Takes in bounds on these moves, or on the position.
   * @param {Bounds} bounds
   * @param {boolean} exact whether they are scores
   * @param {Iterable<number>} [moves]
   */
  learn(bounds, exact, moves) {
    if (!moves) this.own = this.#met(this.own, bounds, exact);
    else
      for (const move of moves)
        this.#moves.set(move, this.#met(this.#moves.get(move) ?? this.own, bounds, exact));
  }

  /**
   * What two bounds leave together; an outcome bounds scores, too.
   * @param {Bounds} known
   * @param {Bounds} bounds
   * @param {boolean} exact
   * @returns {Bounds}
   */
  #met(known, [low, high], exact) {
    const loose = this.exact && !exact;
    const lower = loose && low < 0 ? -this.most : low;
    const upper = loose && high > 0 ? this.most : high;
    return [Math.max(known[0], lower), Math.min(known[1], upper)];
  }

  /**
   * Takes in all that other findings say of the same position.
   * @param {Findings} other
   */
  learnAll(other) {
    this.learn(other.value, other.exact);
    for (const [move, bounds] of other.moves) this.learn(bounds, other.exact, [move]);
    if (other.line.length) this.line = other.line;
  }

  /**
   * What is known of a move holds for those equal to it.
   * @param {Iterable<number[]>} groups of equal moves
   */
  share(groups) {
    const { moves } = this;
    for (const group of groups)
      for (const move of group.length > 1 ? group : [])
        this.learn(moves.get(move) ?? this.own, this.exact, group);
  }

  /**
   * Notes what the bounds are known from without a search, next to other sources or alone.
   * @param {EvidenceAnswer} source
   * @param {boolean} alone
   */
  knownBy(source, alone = false) {
    const before = alone ? null : this.source;
    const rules = [...new Set([...(before?.rules ?? []), ...source.rules])];
    this.source = before ? { ...before, how: weaker(before.how, source.how), rules } : source;
    this.#settled = this.value;
  }

  /**
   * Begins with what is known without a search.
   * @param {Findings | null} known
   */
  after(known) {
    if (!known?.source) return this;
    this.learnAll(known);
    this.knownBy(known.source);
    return this;
  }

  /**
   * As its source has it, unless a search has found the exact value, or more of who wins.
   * @returns {How}
   */
  get how() {
    if (!this.source || !this.#settled) return "computed";
    const now = this.value;
    const whoWins = now[0] < now[1] && same(outcomeOf(this.#settled), outcomeOf(now));
    return same(this.#settled, now) || whoWins ? this.source.how : "computed";
  }

  /** The source, unless a search has found the value. */
  get remaining() {
    const now = this.value;
    const found = now[0] === now[1] && !(this.#settled && same(now, this.#settled));
    return found ? null : this.source;
  }

  /**
   * Bounds by the names of moves, as they cross to the page.
   * @param {Map<number, Bounds>} moves
   */
  named(moves = this.moves) {
    const { cols } = this.position.rules;
    return Object.fromEntries([...moves].map(([move, bounds]) => [nameOf(move, cols), bounds]));
  }
}

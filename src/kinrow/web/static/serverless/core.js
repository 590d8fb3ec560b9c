// The compiled core: one game at a time, numbers in and out. A call runs until it is done or its limit is reached.

import { Refused, say } from "./phrases.js";
import { start } from "./system.js";

/** @import { Rules } from "./games.js" */
/** @import { Position } from "./position.js" */
/** @import { Bounds } from "../values.js" */

const MEMORY = 48 * 2 ** 20; // bytes of each table
const MOST_CELLS = 484;
const OUT_OF_MEMORY = 1;

/** The core cannot be used any more: whoever holds it has to begin anew. */
export class Broken extends Error {}

/** @param {string} sign */
const number = (sign) => (sign === "X" ? 0 : 1);

export class Core {
  #exports;
  #cells; // where a board's text goes
  #spec = "";
  begun = 0; // games; what was learned is forgotten with each

  /** @param {WebAssembly.Module} module */
  static async of(module) {
    return new Core(await start(module));
  }

  /** @param {WebAssembly.Exports} exports */
  constructor(exports) {
    this.#exports = /** @type {Record<string, (...given: number[]) => number>} */ (exports);
    this.#exports._initialize();
    this.#cells = this.#exports.malloc(MOST_CELLS + 1);
  }

  get #memory() {
    return /** @type {WebAssembly.Memory} */ (/** @type {unknown} */ (this.#exports.memory)).buffer;
  }

  /**
   * @param {string} name
   * @param {number[]} given
   */
  #call(name, ...given) {
    let status;
    try {
      status = this.#exports[name](...given);
    } catch (error) {
      throw new Broken(String(error)); // a trap: the stack or the memory is not what it was
    }
    if (status === OUT_OF_MEMORY) this.#spec = "";
    if (status === OUT_OF_MEMORY) throw new Refused(503, "out-of-memory", say("work.memory"));
    if (status) throw new Broken(name);
    const at = this.#exports.result();
    return new Int32Array(this.#memory, at, this.#exports.result_size()).slice();
  }

  /**
   * Turns to the game, if it is another one; the tables of the last one are given back.
   * @param {Rules} rules
   */
  turnTo({ spec, rows, cols, k, stones, first, begins, exact, misere }) {
    if (spec === this.#spec) return;
    const flags = [exact, misere].map(Number);
    this.#call("begin_game", rows, cols, k, stones, first, number(begins), ...flags, MEMORY);
    this.#spec = spec;
    this.begun += 1;
  }

  /** @param {Position} position @returns {[number, number, number]} */
  #board({ cells, to_move, left }) {
    const bytes = new TextEncoder().encode(`${cells}\0`);
    new Uint8Array(this.#memory).set(bytes, this.#cells);
    return [this.#cells, number(to_move), left];
  }

  /**
   * Bounds for the side to move, on the score or on who wins.
   * @param {Position} position
   * @param {boolean} exact
   * @param {number} limit nodes
   * @returns {{ bounds: Bounds, nodes: number }}
   */
  value(position, exact, limit) {
    const found = this.#call("value", ...this.#board(position), Number(exact), limit);
    return { bounds: [found[0], found[1]], nodes: found[2] };
  }

  /**
   * The same of every move.
   * @param {Position} position
   * @param {boolean} exact
   * @param {number} limit
   */
  moves(position, exact, limit) {
    const found = this.#call("moves", ...this.#board(position), Number(exact), limit);
    /** @type {Map<number, Bounds>} */
    const moves = new Map();
    for (let at = 0; at + 2 < found.length; at += 3)
      moves.set(found[at], [found[at + 1], found[at + 2]]);
    return { moves, nodes: found[found.length - 1] };
  }

  /**
   * Best play from a position of this value.
   * @param {Position} position
   * @param {boolean} exact
   * @param {Bounds} bounds
   * @param {number} limit
   */
  line(position, exact, bounds, limit) {
    const found = this.#call("line", ...this.#board(position), Number(exact), ...bounds, limit);
    return { line: [...found.slice(0, -1)], nodes: found[found.length - 1] };
  }

  /**
   * The engine's move; a limit of 0 is none.
   * @param {Position} position
   * @param {{ depth?: number, seconds?: number }} limits
   */
  engineMove(position, { depth = 0, seconds = 0 }) {
    return this.#call("engine_move", ...this.#board(position), depth, seconds)[0];
  }

  /**
   * The move of a Monte Carlo tree search; a limit of 0 is none.
   * @param {Position} position
   * @param {{ simulations?: number, seconds?: number }} limits
   */
  mctsMove(position, { simulations = 0, seconds = 0 }) {
    const seed = Math.floor(2 ** 31 * Math.random());
    return this.#call("mcts_move", ...this.#board(position), simulations, seconds, seed)[0];
  }

  /** @param {number[]} weights of patterns for the engine, and its correction */
  weigh(weights) {
    const bytes = new Uint8Array(Int16Array.from(weights).buffer);
    this.#lend(bytes, (at) => this.#call("weigh", at, weights.length));
  }

  /** Whether the game is one that strategies are for. */
  get hasStrategies() {
    return Boolean(this.#exports.has_strategies());
  }

  /**
   * Takes the entries of a strategy file for proved.
   * @param {string} winner
   * @param {Uint8Array} entries
   */
  learn(winner, entries) {
    this.#lend(entries, (at) => this.#call("learn", number(winner), at, entries.length));
  }

  /**
   * How the strategy's side wins: its move (-1 if the other is to move); null if no win was found.
   * @param {Position} position
   * @param {string} winner
   * @param {number} limit
   */
  follow(position, winner, limit) {
    const [cells, to_move] = this.#board(position);
    const found = this.#call("follow", cells, to_move, number(winner), limit);
    return found.length ? { move: found[0], bySearch: Boolean(found[1]) } : null;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {(at: number) => unknown} use
   */
  #lend(bytes, use) {
    const at = this.#exports.malloc(bytes.length);
    if (!at) throw new Refused(503, "out-of-memory", say("work.memory"));
    new Uint8Array(this.#memory).set(bytes, at);
    try {
      use(at);
    } finally {
      this.#exports.free(at);
    }
  }
}

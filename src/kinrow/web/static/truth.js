// The truth about positions: asked one at a time, the one on the board first, and kept.

import { Live } from "./live.js";

/**
 * @import { AnalysisAnswer, LivePart } from "shapes"
 * @import { Problem } from "./api.js"
 * @import { News } from "./live.js"
 * @import { Where } from "./state.js"
 * @import { Bounds } from "./values.js"
 */
/** @typedef {AnalysisAnswer["how"]} How */
/**
 * An analysis as far as it is known.
 * - `known`: moves of which something was known without a search: what, and how; `searching`: being searched.
 * - `waiting`: how many are ahead in the queue; `seconds`: the time that it was given.
 * - `lined`: whether the line of a win was asked for.
 * @typedef {Omit<AnalysisAnswer, "how"> & {
 *   how: AnalysisAnswer["how"] | null, done: boolean, waiting: number, seconds: number, lined: boolean,
 *   known: Map<string, { how: How, bounds: Bounds }>, searching: Set<string>, problem?: Problem,
 * }} Analysis
 */

const MOST_KEPT = 1000; // more than a game has positions: else they would be asked for without end
/** @type {Readonly<Analysis>} */
const NOTHING = {
  objective: "score",
  moves: {},
  lower: null,
  upper: null,
  complete: false,
  line: [],
  ended: false,
  nodes: 0,
  how: null,
  source: null,
  done: false,
  waiting: 0,
  lined: false,
  seconds: 0,
  known: new Map(),
  searching: new Set(),
};
const GLANCE = 1; // seconds for each position before the one on the board gets all the time

export class Truth {
  #live = new Live();
  /** @type {Map<string, Analysis>} */
  #kept = new Map();
  /** @type {string | null} */
  #asking = null;

  /**
   * `seconds`: the most that the server spends on one position.
   * @param {() => void} onNews
   * @param {number} seconds
   */
  constructor(onNews, seconds) {
    this.onNews = onNews;
    this.seconds = seconds;
  }

  /** @param {Where} where */
  of(where) {
    return this.#kept.get(JSON.stringify(where)) ?? null;
  }

  /**
   * Each of these is asked for, with a moment of time, then the first one with all that there is.
   * @param {Where[]} list
   * @param {boolean} line whether the line of a win is wanted, of the first one
   */
  want(list, line) {
    const glance = Math.min(GLANCE, this.seconds);
    const open = (/** @type {Where} */ where, /** @type {number} */ seconds) =>
      !this.#isEnough(this.of(where), seconds);
    const short = list.find((where) => open(where, glance));
    const first = list.slice(0, 1);
    const lined = (/** @type {Where} */ where) => !line || this.of(where)?.lined === true;
    const next = short ?? first.find((where) => open(where, this.seconds) || !lined(where));
    const seconds = short ? glance : this.seconds;
    const key = next ? JSON.stringify(next) : null;
    const asking = key && `${line} ${seconds} ${key}`;
    if (asking === this.#asking) return;
    this.#asking = asking;
    if (!next || key === null) return this.#live.cancel();
    const body = { ...next, seconds, line: line && next === list[0] };
    this.#live.ask("analyse", body, (news) => this.#hear(key, news, body));
  }

  /**
   * @param {Analysis | null} known
   * @param {number} seconds
   */
  #isEnough(known, seconds) {
    return Boolean(known && (known.complete || known.problem || known.seconds >= seconds));
  }

  /**
   * @param {string} key
   * @param {News} news
   * @param {{ seconds: number, line: boolean }} asked
   */
  #hear(key, news, asked) {
    const known = this.#kept.get(key) ?? { ...NOTHING, moves: {}, known: new Map() };
    if (news.part) learn(known, news.part);
    known.waiting = news.waiting ?? 0;
    const end = { seconds: asked.seconds, searching: new Set() };
    const line = longer(known.line, news.result);
    if (news.result) Object.assign(known, news.result, end, { line });
    const ended = Boolean(news.result || news.problem);
    known.lined ||= ended && asked.line && asked.seconds === this.seconds;
    if (news.problem) Object.assign(known, end, { problem: news.problem });
    if (ended) known.done = this.#isEnough(known, this.seconds); // a glance is only the beginning
    this.#kept.set(key, known);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    if (ended) this.#asking = null;
    this.onNews();
  }
}

/**
 * @param {Analysis} known
 * @param {LivePart} part
 */
function learn(known, part) {
  known.line = part.line ?? known.line;
  if (known.complete) return; // asked again for the line
  known.done = false;
  for (const [move, [low, high]] of Object.entries(part.moves ?? {})) {
    const [before, after] = known.moves[move] ?? [low, high];
    known.moves[move] = [Math.max(before, low), Math.min(after, high)];
  }
  known.nodes = part.nodes ?? known.nodes;
  const { lower = null, upper = null } = part;
  if (lower !== null) known.lower = Math.max(lower, known.lower ?? lower);
  if (upper !== null) known.upper = Math.min(upper, known.upper ?? upper);
  if (part.searching) known.searching = new Set(part.searching);
  if (part.source) known.source = part.source;
  for (const [move, how] of Object.entries(part.known ?? {}))
    known.known.set(move, { how, bounds: known.moves[move] });
}

/**
 * How the value of a move is known without a search; null: it is not, or a search has found it exactly.
 * @param {Analysis} analysis
 * @param {string} move
 */
export function howKnown({ known, moves }, move) {
  const found = known.get(move);
  const [low, high] = moves[move] ?? [0, 0];
  const isFound = low === high && found?.bounds.join() !== moves[move]?.join();
  return found && !isFound ? found.how : null;
}

/**
 * An exact answer's line counts; else the longer one.
 * @param {string[]} before
 * @param {News["result"]} result
 */
function longer(before, result) {
  const found = result && "line" in result ? result : { line: [], complete: false };
  return found.complete || found.line.length >= before.length ? found.line : before;
}

// The truth about positions: asked one at a time, the one on the board first, and kept.

import { Live } from "./live.js";

/**
 * @import { AnalysisAnswer } from "shapes"
 * @import { Problem } from "./api.js"
 * @import { News } from "./live.js"
 * @import { Where } from "./state.js"
 */
/**
 * An analysis as far as it is known; `waiting`: how many are ahead in the queue.
 * @typedef {Omit<AnalysisAnswer, "how"> & {
 *   how: AnalysisAnswer["how"] | null, done: boolean, waiting: number, problem?: Problem,
 * }} Analysis
 */

const MOST_KEPT = 400;
/** @type {Readonly<Analysis>} */
const NOTHING = {
  objective: "score",
  moves: {},
  lower: null,
  upper: null,
  complete: false,
  line: [],
  nodes: 0,
  how: null,
  source: null,
  done: false,
  waiting: 0,
};

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
   * The first of these that is not known to its end is asked for.
   * @param {Where[]} list
   */
  want(list) {
    const next = list.find((where) => !this.of(where)?.done);
    const key = next ? JSON.stringify(next) : null;
    if (key === this.#asking) return;
    this.#asking = key;
    if (!next || key === null) return this.#live.cancel();
    const seconds = next === list[0] ? this.seconds : Math.min(5, this.seconds);
    this.#live.ask("analyse", { ...next, seconds }, (news) => this.#hear(key, news));
  }

  /**
   * @param {string} key
   * @param {News} news
   */
  #hear(key, news) {
    const known = this.#kept.get(key) ?? { ...NOTHING, moves: {} };
    if (news.part) {
      Object.assign(known.moves, news.part.moves ?? {});
      known.nodes = news.part.nodes ?? known.nodes;
      known.source = news.part.source ?? known.source;
    }
    known.waiting = news.waiting ?? 0;
    if (news.result) Object.assign(known, news.result, { done: true });
    if (news.problem) Object.assign(known, { done: true, problem: news.problem });
    this.#kept.set(key, known);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    if (known.done && this.#asking === key) this.#asking = null;
    this.onNews();
  }
}

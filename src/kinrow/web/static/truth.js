// The truth about positions: asked one at a time, the one on the board first, and kept.

import { Live } from "./live.js";

const MOST_KEPT = 400;

export class Truth {
  #live = new Live();
  #kept = new Map();
  #asking = null;

  // `seconds`: the most that the server spends on one position.
  constructor(onNews, seconds) {
    this.onNews = onNews;
    this.seconds = seconds;
  }

  of(where) {
    return this.#kept.get(JSON.stringify(where)) ?? null;
  }

  // The first of these that is not known to its end is asked for; null entries are passed over.
  want(list) {
    const next = list.find((where) => !this.of(where)?.done);
    const key = next ? JSON.stringify(next) : null;
    if (key === this.#asking) return;
    this.#asking = key;
    if (!next) return this.#live.cancel();
    const seconds = next === list[0] ? this.seconds : Math.min(5, this.seconds);
    this.#live.ask("analyse", { ...next, seconds }, (news) => this.#hear(key, news));
  }

  #hear(key, news) {
    const known = this.#kept.get(key) ?? { moves: {}, done: false, nodes: 0 };
    if (news.part) {
      Object.assign(known.moves, news.part.moves ?? {});
      known.nodes = news.part.nodes ?? known.nodes;
      known.source = news.part.source ?? known.source;
    }
    known.waiting = news.waiting ?? 0;
    if (news.result) Object.assign(known, news.result, { done: true });
    if (news.problem) Object.assign(known, { done: true, problem: news.problem });
    this.#kept.set(key, known);
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value);
    if (known.done && this.#asking === key) this.#asking = null;
    this.onNews();
  }
}

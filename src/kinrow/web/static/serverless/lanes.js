// The workers behind a page without a server: one for views, one for players, one for analyses.
//
// A worker that does not hear of a stop, because the core is at work, is ended, and a new one takes its place.

/**
 * @import { LiveAnswer } from "shapes"
 * @import { Wrong } from "./phrases.js"
 */
/** @typedef {Omit<LiveAnswer, "result" | "problem"> & { result?: any, problem?: Wrong, broken?: boolean }} Answer */
/** @typedef {(answer: Answer) => void} Hear */
/** @typedef {{ id: number, ask: string, body: unknown, hear: Hear }} Question */

const PATIENCE = 150; // milliseconds that a worker has to hear of a stop
/** @type {Record<string, "quick" | "play">} */
const LANES = { games: "quick", position: "quick", choose: "play" };

const AWAY = 1000; // milliseconds until a worker that could not be loaded is loaded again

let asked = 0;
/** @type {Set<Lane>} those that wait for a file */
const away = new Set();

/**
 * Tells the page if the network is away now, and if it is back.
 * @param {Lane} lane
 * @param {boolean} lost
 */
function connection(lane, lost) {
  const before = away.size > 0;
  if (lost) away.add(lane);
  else away.delete(lane);
  if (before !== away.size > 0) dispatchEvent(new CustomEvent("connection", { detail: { lost } }));
}

class Lane {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<number, Question>} */
  #waiting = new Map();
  #timer = 0;

  /** @param {Question} question whose `hear` gets every answer that carries its number */
  ask(question) {
    const { id, ask, body } = question;
    this.#waiting.set(id, question);
    this.#worker ??= this.#start();
    this.#worker.postMessage({ id, ask, body });
  }

  /**
   * Forgets a question; the worker is ended if it works on.
   * @param {number} id
   */
  stop(id) {
    if (!this.#waiting.delete(id)) return;
    this.#worker?.postMessage({ id: ++asked, ask: "cancel" });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), PATIENCE);
  }

  /** Gives up the worker; what others asked is asked again. */
  #end() {
    this.#worker?.terminate();
    this.#worker = null;
    for (const question of this.#waiting.values()) this.ask(question);
  }

  #start() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => this.#hear(data));
    worker.addEventListener("error", ({ message }) => {
      if (message) return; // it is there
      connection(this, true);
      setTimeout(() => this.#end(), AWAY);
    });
    return worker;
  }

  /** @param {Answer & { stopped?: boolean, lost?: boolean }} answer */
  #hear(answer) {
    connection(this, answer.lost ?? false);
    if (answer.stopped) return clearTimeout(this.#timer);
    const { id, broken, ...rest } = answer;
    const question = this.#waiting.get(id ?? 0);
    if (answer.result || answer.problem) this.#waiting.delete(id ?? 0);
    if (broken) this.#end();
    question?.hear({ id, ...rest });
  }
}

/** The worker that analyses, as live.js knows a server: what it sends and hears is the same. */
class Line {
  /** @type {WebSocket["readyState"]} */
  readyState = WebSocket.CONNECTING;
  /** @type {((event: Event) => unknown) | null} */
  onopen = null;
  /** @type {((event: MessageEvent) => unknown) | null} */
  onmessage = null;
  /** @type {((event: CloseEvent) => unknown) | null} */
  onclose = null;
  #lane = new Lane();
  #last = 0;

  constructor() {
    queueMicrotask(() => {
      this.readyState = WebSocket.OPEN;
      this.onopen?.(new Event("open"));
    });
  }

  /** @param {string | ArrayBufferLike | Blob | ArrayBufferView} text */
  send(text) {
    const { id, ask, body } = JSON.parse(String(text));
    this.#lane.stop(this.#last);
    this.#last = ++asked;
    if (ask === "cancel") return;
    const hear = (/** @type {Answer} */ answer) =>
      this.onmessage?.(new MessageEvent("message", { data: JSON.stringify({ ...answer, id }) }));
    this.#lane.ask({ id: this.#last, ask, body, hear });
  }
}

/** @type {Record<string, Lane>} */
const all = { quick: new Lane(), play: new Lane() };

export const lanes = {
  /**
   * @param {string} name of a request of the API
   * @param {unknown} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<Answer>}
   */
  ask: (name, body, signal) =>
    new Promise((done, fail) => {
      const lane = all[LANES[name] ?? "quick"];
      const id = ++asked;
      signal?.addEventListener("abort", () => {
        lane.stop(id);
        fail(signal.reason);
      });
      lane.ask({ id, ask: name, body, hear: done });
    }),
  socket: () => new Line(),
};

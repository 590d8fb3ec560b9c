// One question at a time over a WebSocket, or to a worker; asked again by itself when the connection comes back.

import { lanes, Problem, setLost } from "./api.js";

/** @import { LiveAnswer } from "shapes" */
/** @typedef {Omit<LiveAnswer, "problem"> & { problem?: Problem }} News */
/** @typedef {(news: News) => void} Hear */

export class Live {
  /** @type {Pick<WebSocket, "readyState" | "send" | "onopen" | "onmessage" | "onclose"> | null} */
  #socket = null;
  #number = 0;
  /** @type {{ id: number, ask: string, body: object, hear: Hear, tries: number } | null} */
  #question = null;
  #delay = 0.5;

  /**
   * Calls `hear` with {waiting}, {part} or {result}, or with {problem}; the last question counts.
   * @param {"analyse" | "source" | "count"} kind
   * @param {object} body
   * @param {Hear} hear
   */
  ask(kind, body, hear) {
    this.#number += 1;
    this.#question = { id: this.#number, ask: kind, body, hear, tries: 0 };
    this.#send();
  }

  cancel() {
    if (!this.#question) return;
    this.#question = null;
    this.#number += 1;
    if (this.#socket?.readyState === WebSocket.OPEN)
      this.#socket.send(JSON.stringify({ id: this.#number, ask: "cancel" }));
  }

  #send() {
    if (!this.#socket) return this.#open();
    if (this.#socket.readyState !== WebSocket.OPEN || !this.#question) return;
    const { id, ask, body } = this.#question;
    this.#socket.send(JSON.stringify({ id, ask, body }));
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = lanes?.socket() ?? new WebSocket(`${scheme}://${location.host}/api/live`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#delay = 0.5;
      setLost(false);
      this.#send();
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = () => {
      this.#socket = null;
      if (!this.#question) return;
      setLost(true);
      setTimeout(() => this.#question && !this.#socket && this.#open(), 1000 * this.#delay);
      this.#delay = Math.min(8, 2 * this.#delay);
    };
  }

  /** @param {LiveAnswer} message */
  #hear(message) {
    const question = this.#question;
    if (!question || message.id !== question.id) return;
    const { problem, ...rest } = message;
    if (problem?.type.endsWith("busy") && question.tries++ < 5)
      return void setTimeout(() => question === this.#question && this.#send(), 2000);
    if (problem || message.result) this.#question = null;
    question.hear(problem ? { ...rest, problem: new Problem(problem) } : rest);
  }
}

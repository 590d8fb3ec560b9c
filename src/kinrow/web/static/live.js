// One question at a time over a WebSocket; asked again by itself when the connection comes back.

import { Problem, setLost } from "./api.js";

export class Live {
  #socket = null;
  #number = 0;
  #question = null;
  #delay = 0.5;

  // Calls `hear` with {waiting}, {part} or {result}, or with {problem}; the last question counts.
  ask(kind, body, hear) {
    this.#number += 1;
    this.#question = { id: this.#number, ask: kind, body, hear };
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
    const socket = new WebSocket(`${scheme}://${location.host}/api/live`);
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

  #hear(message) {
    const question = this.#question;
    if (!question || message.id !== question.id) return;
    const { hear } = question;
    if (message.problem) message.problem = new Problem(message.problem);
    if (message.problem || message.result) this.#question = null;
    hear(message);
  }
}

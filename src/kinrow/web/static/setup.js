// Setting up a position: by its notation or by clicks, with all its faults as they arise.

import { post } from "./api.js";
import { $, fill, h } from "./dom.js";
import { faultsOf } from "./faults.js";
import { change, state } from "./state.js";
import { t } from "./texts.js";

const NEXT = { ".": "X", X: "O", O: "." };
const PAUSE = 250;

export class Setup {
  #timer = 0;
  #ticket = 0;
  #text = null; // what is set up; null while the game goes on

  constructor(onChange) {
    this.onChange = onChange;
    $("#setup").addEventListener("toggle", () => this.#toggle());
    $("#notation").addEventListener("input", ({ target }) => this.#set(target.value));
    $("#clear").addEventListener("click", () => this.#set(this.#rows(".").join("/"), true));
    $("#apply").addEventListener("click", () => this.#apply());
  }

  get open() {
    return this.#text !== null;
  }

  // The board as it is set up, as far as the notation can be read.
  cells() {
    const lines = this.#text.trim().split(/\s+/)[0].split("/");
    return this.#rows(".")
      .map((row, at) => [...row].map((_, col) => ("XO".includes(lines[at]?.[col] || "?") ? lines[at][col] : ".")).join(""))
      .join("");
  }

  // The notation is there before it is opened: written then, it might come between a reader's selecting and typing.
  show(view) {
    this.view = view;
    if (!this.open) $("#notation").value = view.notation;
  }

  click(name) {
    const cells = [...this.cells()];
    const { rows, cols } = this.view.rules;
    const at = (Number(name.slice(1)) - 1) * cols + name.charCodeAt(0) - 97;
    cells[at] = NEXT[cells[at]];
    const lines = Array.from({ length: rows }, (_, row) =>
      cells.slice(row * cols, (row + 1) * cols).join(""),
    );
    const rest = this.#text.trim().split(/\s+/).slice(1);
    this.#set([lines.join("/"), ...rest].join(" "), true);
  }

  close() {
    $("#setup").open = false;
  }

  #rows(mark) {
    const { rows, cols } = this.view.rules;
    return Array(rows).fill(mark.repeat(cols));
  }

  #toggle() {
    if ($("#setup").open) return this.open || this.#set($("#notation").value); // typing may come first
    this.#text = null;
    this.show(this.view);
    this.#ticket += 1;
    fill($("#faults"));
    this.onChange();
  }

  #set(text, write = false) {
    this.#text = text;
    if (write) $("#notation").value = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), PAUSE);
    this.onChange();
  }

  async #check() {
    const ticket = ++this.#ticket;
    let faults = [];
    if (this.#text === null) return false;
    try {
      await post("position", { game: state.game, setup: this.#text || " " });
    } catch (problem) {
      faults = faultsOf(problem);
    }
    if (ticket !== this.#ticket) return false;
    $("#notation").setAttribute("aria-invalid", String(faults.length > 0));
    fill(
      $("#faults"),
      faults.length
        ? h("ul", { class: "faults" }, faults.map((fault) => h("li", {}, fault)))
        : h("p", { class: "good" }, t("setup.good")),
    );
    return faults.length === 0;
  }

  async #apply() {
    clearTimeout(this.#timer);
    const text = this.#text;
    if (!(await this.#check())) return;
    this.close();
    change({ setup: text.trim(), moves: [], redo: [] });
  }
}

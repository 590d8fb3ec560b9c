// Setting up a position: by its notation or by clicks, with all its faults as they arise.

import { post } from "./api.js";
import { $, fill, h, the } from "./dom.js";
import { faultList, faultsOf } from "./faults.js";
import { rowsFrom } from "./naming.js";
import { teller } from "./page.js";
import { change, state } from "./state.js";
import { cellIndex } from "./stones.js";
import { t } from "./texts.js";

/** @import { PositionAnswer, RulesAnswer } from "shapes" */

/** @type {Record<string, string>} */
const NEXT = { ".": "X", X: "O", O: "." };
const RUN = /[1-9]\d?/g; // so many empty cells
const PAUSE = 250;

/** @param {{ rows: number, cols: number }} rules */
const emptyRows = ({ rows, cols }) => Array.from({ length: rows }, () => ".".repeat(cols));

export class Setup {
  #timer = 0;
  #ticket = 0;
  /** @type {string | null} */
  #text = null; // what is set up; null while the game goes on
  /** @type {RulesAnswer | null} */
  #rules = null;
  #rowsFrom = "";
  #tell = teller((/** @type {Node | null} */ verdict) => fill($("#faults"), verdict));
  #notation = the("#notation", HTMLInputElement);
  #details = the("#setup", HTMLDetailsElement);

  /** @param {() => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    this.#details.addEventListener("toggle", () => this.#toggle());
    this.#notation.addEventListener("input", () => this.#set(this.#notation.value));
    $("#clear").addEventListener("click", () => this.#clear());
    $("#apply").addEventListener("click", () => this.#apply());
  }

  get open() {
    return this.#text !== null;
  }

  /** The board as it is set up, as far as the notation can be read. */
  cells() {
    if (!this.#rules) return "";
    const expanded = this.#words()[0].replace(RUN, (run) => ".".repeat(Number(run)));
    const lines = expanded.split("/");
    const mark = (/** @type {string | undefined} */ sign) =>
      sign === "X" || sign === "O" ? sign : ".";
    return emptyRows(this.#rules)
      .map((row, at) => [...row].map((_, col) => mark(lines[at]?.[col])).join(""))
      .join("");
  }

  /**
   * The notation is there before it is opened: written then, it might come between a reader's
   * selecting and typing.
   * @param {PositionAnswer} view
   */
  show(view) {
    this.#rules = view.rules;
    const from = rowsFrom(view.rules);
    if (this.#rowsFrom !== from) this.#tell(); // its rows have other numbers now
    this.#rowsFrom = from;
    if (!this.open) this.#notation.value = view.notation;
  }

  /** @param {string} name */
  click(name) {
    if (!this.#rules) return;
    const cells = [...this.cells()];
    const { cols } = this.#rules;
    const at = cellIndex(name, cols);
    cells[at] = NEXT[cells[at]];
    const lines = emptyRows(this.#rules).map((_, row) =>
      cells.slice(row * cols, (row + 1) * cols).join(""),
    );
    this.#write([lines.join("/"), ...this.#words().slice(1)].join(" "));
  }

  close() {
    this.#details.open = false;
  }

  #words() {
    return (this.#text ?? "").trim().split(/\s+/);
  }

  #clear() {
    if (this.#rules) this.#write(emptyRows(this.#rules).join("/"));
  }

  #toggle() {
    if (this.#details.open) {
      if (!this.open) this.#set(this.#notation.value); // typing may come first
      return;
    }
    this.#text = null;
    this.#ticket += 1;
    this.#tell(() => null);
    this.onChange();
  }

  /** @param {string} text */
  #write(text) {
    this.#notation.value = text;
    this.#set(text);
  }

  /** @param {string} text */
  #set(text) {
    this.#text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), PAUSE);
    this.onChange();
  }

  /** Shows what is wrong; whether nothing is. */
  async #check() {
    const ticket = ++this.#ticket;
    if (this.#text === null) return false;
    let good = true;
    /** @type {() => Node} */
    let verdict = () => h("p", { class: "good" }, t("setup.good"));
    try {
      await post("position", { game: state.game, setup: this.#text || " " });
    } catch (problem) {
      good = false;
      verdict = () => faultList(faultsOf(problem));
    }
    if (ticket !== this.#ticket) return false;
    this.#notation.setAttribute("aria-invalid", String(!good));
    this.#tell(verdict);
    return good;
  }

  async #apply() {
    clearTimeout(this.#timer);
    const text = this.#text;
    if (text === null || !(await this.#check())) return;
    this.close();
    change({ setup: text.trim(), moves: [], redo: [] });
  }
}

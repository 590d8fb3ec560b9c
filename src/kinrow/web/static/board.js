// The board: an SVG that is also an ARIA grid; drawn anew only where something changed.

import { put, s, say } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {import("shapes").Sign} Sign */
/**
 * What a cell shows of a value: a class, a short sign, and words for a listener.
 * @typedef {{ kind: string, sign: string, words: string }} Label
 */
/** @typedef {{ number: number, sign: Sign }} Ghost a move of the best line */
/**
 * - `cells`: X, O and dots, row by row; `name`: of the grid.
 * - `labels`, `ghosts`, `last`, `won`: by the names of cells; `playable`: by a person, now.
 * @typedef {{
 *   rules: { rows: number, cols: number }, cells: string, name: string, playable: boolean,
 *   labels?: Record<string, Label>, ghosts?: Record<string, Ghost>,
 *   last?: string[], won?: Set<string>,
 * }} Look
 */
/** @typedef {{ group: SVGGElement, mark: SVGGElement, label: SVGTextElement, name: string }} Cell */

const SIZE = 40;
const EDGE = 18;

/**
 * @param {number} row from 0
 * @param {number} col from 0
 */
export const cellName = (row, col) => String.fromCharCode(97 + col) + (row + 1);

/**
 * Where a cell stands in the rows, one after the other.
 * @param {string} name
 * @param {number} cols
 */
export const cellIndex = (name, cols) =>
  (Number(name.slice(1)) - 1) * cols + name.charCodeAt(0) - 97;

/**
 * @param {number} value
 * @param {number} size
 */
const within = (value, size) => Math.max(0, Math.min(size - 1, value));

const CROSS = () => s("path", { class: "x", d: "M-10-10L10 10M10-10L-10 10" });
const RING = () => s("circle", { class: "o", r: 11 });

export class Board {
  #rows = 0;
  #cols = 0;
  /** @type {Cell[]} */
  #cells = [];
  #focused = 0;
  /** @type {string[]} */
  #drawn = [];

  /**
   * @param {Element} host
   * @param {(cell: string) => void} onPlay
   */
  constructor(host, onPlay) {
    this.onPlay = onPlay;
    this.svg = s("svg", { role: "grid", class: "board" });
    this.svg.addEventListener("click", (event) => {
      const target = event.target instanceof Element ? event.target.closest(".cell") : null;
      const index = this.#cells.findIndex(({ group }) => group === target);
      if (index < 0) return;
      this.#focus(index, false);
      this.onPlay(this.#cells[index].name);
    });
    this.svg.addEventListener("keydown", (event) => this.#key(event));
    host.replaceChildren(this.svg);
  }

  /** @param {Look} look */
  draw(look) {
    const { rows, cols } = look.rules;
    if (this.#rows !== rows || this.#cols !== cols) this.#build(rows, cols);
    put(this.svg, "aria-label", look.name);
    for (const [index, cell] of this.#cells.entries()) this.#drawCell(cell, look, index);
  }

  focus() {
    this.#cells[this.#focused]?.group.focus();
  }

  /**
   * @param {number} rows
   * @param {number} cols
   */
  #build(rows, cols) {
    [this.#rows, this.#cols, this.#focused, this.#cells, this.#drawn] = [rows, cols, 0, [], []];
    const [width, height] = [cols * SIZE + EDGE, rows * SIZE + EDGE];
    put(this.svg, "viewBox", `${-EDGE} ${-EDGE} ${width} ${height}`);
    put(this.svg, "class", `board w${Math.min(20, Math.max(3, cols))}`);
    put(this.svg, "aria-rowcount", rows);
    put(this.svg, "aria-colcount", cols);
    const edge = s("g", { class: "edge", "aria-hidden": "true" });
    for (let col = 0; col < cols; col++)
      edge.append(s("text", { x: (col + 0.5) * SIZE, y: -5 }, cellName(0, col)[0]));
    for (let row = 0; row < rows; row++)
      edge.append(s("text", { x: -EDGE / 2, y: (row + 0.5) * SIZE + 4 }, String(row + 1)));
    const lines = [...Array(rows).keys()].map((row) => this.#line(row, cols));
    this.svg.replaceChildren(edge, ...lines);
  }

  /**
   * @param {number} row
   * @param {number} cols
   */
  #line(row, cols) {
    const line = s("g", { role: "row", "aria-rowindex": row + 1 });
    for (let col = 0; col < cols; col++) {
      const mark = s("g", { class: "mark" });
      const label = s("text", { class: "label", y: 5 });
      const name = cellName(row, col);
      const group = s(
        "g",
        {
          role: "gridcell",
          class: "cell",
          "aria-colindex": col + 1,
          "data-cell": name,
          tabindex: this.#cells.length ? -1 : 0,
          transform: `translate(${(col + 0.5) * SIZE} ${(row + 0.5) * SIZE})`,
        },
        s("rect", { x: -19, y: -19, width: 38, height: 38, rx: 5 }),
        mark,
        label,
      );
      line.append(group);
      this.#cells.push({ group, mark, label, name });
    }
    return line;
  }

  /**
   * @param {Cell} cell
   * @param {Look} look
   * @param {number} index
   */
  #drawCell({ group, mark, label, name }, look, index) {
    const sign = look.cells[index];
    const value = look.labels?.[name];
    const ghost = look.ghosts?.[name];
    const kinds = ["cell"];
    if (value) kinds.push(value.kind);
    if (look.last?.includes(name)) kinds.push("last");
    if (look.won?.has(name)) kinds.push("won");
    if (ghost && sign === ".") kinds.push("ghost");
    if (look.playable && sign === ".") kinds.push("free");
    put(group, "class", kinds.join(" "));
    const shown = sign !== "." ? sign : ghost ? ghost.sign : ".";
    if (this.#drawn[index] !== shown) {
      this.#drawn[index] = shown;
      mark.replaceChildren(...(shown === "." ? [] : [shown === "X" ? CROSS() : RING()]));
    }
    say(label, sign !== "." ? "" : ghost ? String(ghost.number) : (value?.sign ?? ""));
    const spoken = [name, sign === "." ? t("cell.empty") : sign];
    if (sign === "." && value) spoken.push(value.words);
    if (sign === "." && ghost) spoken.push(t("cell.ghost", { n: ghost.number, sign: ghost.sign }));
    put(group, "aria-label", spoken.join(", "));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    /** @type {Record<string, [number, number]>} */
    const moves = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      Home: [0, -this.#cols],
      End: [0, this.#cols],
      PageUp: [-this.#rows, 0],
      PageDown: [this.#rows, 0],
    };
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.onPlay(this.#cells[this.#focused].name);
    } else if (event.key in moves) {
      event.preventDefault();
      const [down, right] = moves[event.key];
      const row = within(Math.floor(this.#focused / this.#cols) + down, this.#rows);
      const col = within((this.#focused % this.#cols) + right, this.#cols);
      this.#focus(row * this.#cols + col, true);
    }
  }

  /**
   * @param {number} index
   * @param {boolean} move
   */
  #focus(index, move) {
    put(this.#cells[this.#focused].group, "tabindex", -1);
    this.#focused = index;
    put(this.#cells[index].group, "tabindex", 0);
    if (move) this.#cells[index].group.focus();
  }
}

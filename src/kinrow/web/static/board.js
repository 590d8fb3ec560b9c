// The board: an SVG that is also an ARIA grid; drawn anew only where something changed.

import { put, s, say } from "./dom.js";
import { rowNumber, rowsFrom, shownCell, sideName } from "./naming.js";
import { pathOf } from "./overlay.js";
import { cellName, coordinates, EDGE, ground, mark, middle, placeOf, SIZE } from "./stones.js";
import { t } from "./texts.js";

/**
 * @import { RulesAnswer, Sign } from "shapes"
 * @import { Stroke } from "./overlay.js"
 */
/**
 * What a cell shows of a value: a class, a short sign, and words for a listener.
 * @typedef {{ kind: string, sign: string, words: string }} Label
 */
/** @typedef {{ number: number, place: number, sign: Sign }} Ghost a move of the best line: what is written on it, and which it is */
/**
 * - `cells`: X, O and dots, row by row; `name`: of the grid.
 * - `labels`, `ghosts`, `last`, `won`: by the names of cells; `playable`: by a person, now.
 * - `numbers`: of stones, by the names of their cells; `threats`: words for empty cells.
 * - `forbidden`: the cells on which the side to move may not play.
 * - `strokes`: lie over the board.
 * @typedef {{
 *   rules: RulesAnswer, cells: string, name: string, playable: boolean,
 *   labels?: Record<string, Label>, ghosts?: Record<string, Ghost>,
 *   numbers?: Record<string, number>, last?: string[], won?: Set<string>,
 *   forbidden?: Set<string>,
 *   strokes?: Stroke[], threats?: Record<string, string>,
 * }} Look
 */
/** @typedef {{ group: SVGGElement, mark: SVGGElement, label: SVGTextElement, name: string }} Cell */

const MASK = { id: "free", maskUnits: "userSpaceOnUse", x: 0, y: 0, width: "100%", height: "100%" };

/**
 * @param {number} value
 * @param {number} size
 */
const within = (value, size) => Math.max(0, Math.min(size - 1, value));

export class Board {
  #rows = 0;
  #cols = 0;
  /** @type {Cell[]} */
  #cells = [];
  #focused = 0;
  /** @type {string[]} */
  #drawn = [];
  #built = "";
  #over = s("g", { class: "over", "aria-hidden": "true" });
  #struck = "";

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
    const { rules } = look;
    const built = [rules.rows, rules.cols, rules.look.theme, rules.look.black, rowsFrom(rules)];
    if (this.#built !== built.join()) this.#rebuild(rules, built.join());
    put(this.svg, "aria-label", look.name);
    for (const [index, cell] of this.#cells.entries()) this.#drawCell(cell, look, index);
    this.#strike(look.strokes ?? [], Object.keys({ ...look.numbers, ...look.ghosts }));
  }

  /**
   * @param {Stroke[]} strokes
   * @param {string[]} numbered cells, whose numbers the strokes leave free
   */
  #strike(strokes, numbered) {
    const struck = JSON.stringify([strokes, strokes.length && numbered]);
    if (struck === this.#struck) return;
    this.#struck = struck;
    const paths = strokes.map((stroke) =>
      s("path", { class: `stroke ${stroke.kind} ${stroke.side}`, d: pathOf(stroke) }),
    );
    const holes = numbered.map((cell) => {
      const [cx, cy] = placeOf(cell);
      return s("circle", { cx, cy, r: 11 });
    });
    const [width, height] = [this.#cols * SIZE, this.#rows * SIZE];
    const mask = s("mask", MASK, s("rect", { width, height, fill: "#fff" }), ...holes);
    this.#over.replaceChildren(mask, s("g", { mask: "url(#free)" }, paths));
  }

  /**
   * @param {RulesAnswer} rules
   * @param {string} built what the board is built for
   */
  #rebuild(rules, built) {
    const had = this.svg.contains(document.activeElement);
    this.#built = built;
    this.#build(rules);
    if (had) this.focus();
  }

  focus() {
    this.#cells[this.#focused]?.group.focus();
  }

  /** @param {RulesAnswer} rules */
  #build(rules) {
    const { rows, cols } = rules;
    if (this.#rows !== rows || this.#cols !== cols) this.#focused = 0;
    [this.#rows, this.#cols, this.#cells, this.#drawn] = [rows, cols, [], []];
    put(this.svg, "viewBox", `${-EDGE} ${-EDGE} ${cols * SIZE + EDGE} ${rows * SIZE + EDGE}`);
    const size = Math.max(rows, cols) < 5 ? "small" : cols < 19 ? "" : "wide";
    put(this.svg, "class", `board ${rules.look.theme} ${size}`.trim());
    this.svg.style.setProperty("--rows", String(rows));
    this.svg.style.setProperty("--side", String(Math.max(rows, cols)));
    put(this.svg, "aria-rowcount", rows);
    put(this.svg, "aria-colcount", cols);
    const lines = [...Array(rows).keys()].map((row) => this.#line(row, rules));
    const under = ground(rows, cols, rules.look);
    const edge = coordinates(rows, cols, (row) => rowNumber(row, rules));
    this.svg.replaceChildren(edge, ...(under ? [under] : []), ...lines, this.#over);
  }

  /**
   * @param {number} row
   * @param {RulesAnswer} rules
   */
  #line(row, { cols, look }) {
    const line = s("g", { role: "row", "aria-rowindex": row + 1 });
    for (let col = 0; col < cols; col++) {
      const stone = s("g", { class: "mark" });
      const label = s("text", { class: "label", y: 5 });
      const name = cellName(row, col);
      const group = s(
        "g",
        {
          role: "gridcell",
          class: "cell",
          "aria-colindex": col + 1,
          "data-cell": name,
          tabindex: this.#cells.length === this.#focused ? 0 : -1,
          transform: `translate(${middle(col)} ${middle(row)})`,
        },
        s("rect", { x: -19, y: -19, width: 38, height: 38, rx: 5 }),
        look.theme === "goban" ? s("circle", { class: "spot", r: look.mark * SIZE }) : null,
        stone,
        label,
      );
      line.append(group);
      this.#cells.push({ group, mark: stone, label, name });
    }
    return line;
  }

  /**
   * @param {Cell} cell
   * @param {Look} look
   * @param {number} index
   */
  #drawCell({ group, mark: stone, label, name }, look, index) {
    const sign = /** @type {Sign | "."} */ (look.cells[index]);
    const ghost = look.ghosts?.[name];
    put(group, "class", kinds(look, name, sign).join(" "));
    const shown = sign !== "." ? sign : ghost ? ghost.sign : ".";
    if (this.#drawn[index] !== shown) {
      this.#drawn[index] = shown;
      stone.replaceChildren(...(shown === "." ? [] : [mark(shown, look.rules.look)]));
    }
    say(label, labelOf(look, name, sign));
    put(group, "aria-label", spoken(look, name, sign).join(t("comma")));
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

/**
 * The classes of a cell.
 * @param {Look} look
 * @param {string} name
 * @param {Sign | "."} sign
 */
function kinds(look, name, sign) {
  const found = ["cell"];
  const value = look.labels?.[name];
  if (sign !== ".") found.push("taken");
  else if (value?.sign && !look.ghosts?.[name]) found.push("labelled", value.kind);
  if (look.last?.includes(name)) found.push("last");
  if (look.won?.has(name)) found.push("won");
  if (look.ghosts?.[name] && sign === ".") found.push("ghost");
  if (look.threats?.[name]) found.push("gap");
  const forbidden = look.forbidden?.has(name);
  if (forbidden) found.push("forbidden");
  if (look.playable && sign === "." && !forbidden) found.push("free");
  return found;
}

/**
 * What is written on a cell: a number of a stone or of the best line, or a value.
 * @param {Look} look
 * @param {string} name
 * @param {Sign | "."} sign
 */
function labelOf(look, name, sign) {
  const number = sign === "." ? look.ghosts?.[name]?.number : look.numbers?.[name];
  if (number !== undefined) return String(number);
  if (look.forbidden?.has(name)) return "×";
  return sign === "." ? (look.labels?.[name]?.sign ?? "") : "";
}

/**
 * What a listener hears of a cell.
 * @param {Look} look
 * @param {string} name
 * @param {Sign | "."} sign
 */
function spoken(look, name, sign) {
  const { rules } = look;
  const parts = [shownCell(name, rules), sign === "." ? t("cell.empty") : sideName(sign, rules)];
  const [value, ghost, number] = [look.labels?.[name], look.ghosts?.[name], look.numbers?.[name]];
  if (sign === "." && value) parts.push(value.words);
  if (sign === "." && ghost)
    parts.push(t("cell.ghost", { n: ghost.place, sign: sideName(ghost.sign, rules) }));
  if (look.forbidden?.has(name)) parts.push(t("cell.forbidden"));
  if (look.threats?.[name]) parts.push(look.threats[name]);
  if (sign !== "." && number) parts.push(t("cell.number", { n: number }));
  return parts;
}

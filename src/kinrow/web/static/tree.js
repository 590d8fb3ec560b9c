// One search in its column: its cost, the node it is at, and the tree around it.

import { fill, h } from "./dom.js";
import { small } from "./small.js";
import { number, t } from "./texts.js";

/**
 * @import { Node, Steps } from "./steps.js"
 */
/** @typedef {"minimax" | "minimax_memo" | "alphabeta" | "alphabeta_memo"} SearchName */

/** @type {SearchName[]} */
export const SEARCHES = ["minimax", "minimax_memo", "alphabeta", "alphabeta_memo"];
const RELATIONS = { lower: "≥ ", upper: "≤ " };

/** @param {number | null} value null: none was found */
const shown = (value) =>
  value === null ? "?" : value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";

/**
 * @param {number | null | undefined} value
 * @param {string} none what stands for an infinite one
 */
const limit = (value, none) => (typeof value === "number" ? shown(value) : none);

/** @param {Node} node */
function value({ value, bound }) {
  const kind = Number(value) > 0 ? "plus" : Number(value) < 0 ? "minus" : "";
  const relation = bound ? RELATIONS[bound] : "";
  return h("span", { class: `value ${kind}` }, relation + shown(value));
}

/**
 * @param {Node} node
 * @param {string[]} moves that were cut
 */
function cut({ cut_by, alpha, beta }, moves) {
  const bound = cut_by === "beta" ? `β = ${limit(beta, "+∞")}` : `α = ${limit(alpha, "−∞")}`;
  return h("span", { class: "cutnode" }, t("learn.cut", { moves: moves.join(" "), bound }));
}

/** @param {Node} node */
function entering(node) {
  const { alpha, beta } = node;
  const whole = alpha === undefined && beta === undefined;
  const window = whole ? "" : ` · α ${limit(alpha, "−∞")}, β ${limit(beta, "+∞")}`;
  const side = t(node.max ? "learn.max" : "learn.min", { side: node.to_move });
  const move = node.move ?? t("learn.root");
  return `${t("learn.enters", { move })} · ${node.finished ? t("truth.over") : side}${window}`;
}

/** @param {Node} node */
function leaving(node) {
  const parts = [
    t("learn.leaves", { move: node.move ?? t("learn.root"), value: shown(node.value) }),
  ];
  if (node.remembered) parts.push(t("learn.remembered"));
  else if (node.cut) parts.push(t("learn.wascut", { n: node.cut.length }));
  return parts.join(" · ");
}

export class Column {
  /**
   * @param {SearchName} name
   * @param {Steps} steps
   * @param {number} cols
   * @param {number} most nodes of any search
   */
  constructor(name, steps, cols, most) {
    this.steps = steps;
    this.cols = cols;
    const { visited, complete } = steps.search;
    this.stage = h("div", { class: "stage" });
    this.box = h("div", {
      class: "treebox",
      tabindex: 0,
      role: "region",
      "aria-label": t(`learn.${name}`),
    });
    const kept = steps.nodes.length;
    const count = complete ? number(visited) : t("learn.over", { n: number(visited) });
    const note = kept < visited ? t("learn.kept", { n: number(kept) }) : t("learn.nodes");
    this.element = h(
      "li",
      { class: "card search", "data-search": name },
      h("h2", {}, t(`learn.${name}`)),
      h("p", { class: "muted path" }, t(`learn.${name}.about`)),
      h("span", { class: "count" }, count),
      h("meter", { min: 0, max: most, value: visited, "aria-label": t("learn.nodes") }),
      h("span", { class: "muted" }, note),
      this.stage,
      this.box,
    );
  }

  /** @param {number} step */
  show(step) {
    const { node, leaving: leaves, index } = this.steps.at(step);
    const board = small(node.cells, this.cols, node.cells, node.last);
    fill(this.stage, board, h("span", {}, leaves ? leaving(node) : entering(node)));
    const nodes = this.steps.shown(step);
    fill(this.box, h("ul", { class: "tree" }, this.#branch(0, step, index, nodes)));
    this.#scroll();
  }

  /**
   * @param {number} index
   * @param {number} step
   * @param {number} current
   * @param {Set<number>} nodes that are shown
   * @returns {HTMLElement}
   */
  #branch(index, step, current, nodes) {
    const node = this.steps.nodes[index];
    const left = node.leaves <= step;
    const below = node.children.filter((child) => nodes.has(child));
    const move = node.move ?? t("learn.root");
    const line = h(
      "span",
      {
        class: `node${node.enters > step ? " later" : ""}`,
        "aria-current": index === current ? "step" : null,
      },
      small(node.cells, this.cols, move, node.last),
      h("span", {}, move),
      left ? value(node) : null,
      left && node.remembered ? h("span", { class: "muted" }, t("learn.memo")) : null,
    );
    const branches = below.map((child) => this.#branch(child, step, current, nodes));
    const note = left && node.cut ? cut(node, node.cut) : null;
    return h("li", {}, line, note, branches.length ? h("ul", {}, branches) : null);
  }

  #scroll() {
    const spot = this.box.querySelector("[aria-current]");
    if (!spot) return;
    const away = spot.getBoundingClientRect().top - this.box.getBoundingClientRect().top;
    this.box.scrollTop += away - this.box.clientHeight / 2;
  }
}

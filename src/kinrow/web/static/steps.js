// A search as a film: nodes are entered and left, one step each; any step can be shown.

import { cellIndex } from "./stones.js";

/** @import { SearchAnswer, TreeNode } from "shapes" */
/**
 * A node of the search, with its board, the index of its last stone (-1: none), its children, and
 * the steps that enter and leave it.
 * @typedef {TreeNode & {
 *   cells: string, last: number, children: number[], enters: number, leaves: number,
 * }} Node
 */

export class Steps {
  /** @type {Node[]} */
  nodes = [];
  /** @type {number[]} */
  events = [];

  /**
   * @param {SearchAnswer} search
   * @param {string} cells the board at the root
   * @param {number} cols
   */
  constructor(search, cells, cols) {
    this.search = search;
    /** @type {number[]} */
    const open = [];
    const leaveTo = (/** @type {number | null} */ parent) => {
      for (let at = open.at(-1); at !== undefined && at !== parent; at = open.at(-1)) {
        this.#leave(at);
        open.pop();
      }
    };
    for (const [index, node] of search.nodes.entries()) {
      leaveTo(node.parent);
      this.#enter(node, index, cells, cols);
      open.push(index);
    }
    leaveTo(null);
  }

  /**
   * @param {TreeNode} node
   * @param {number} index
   * @param {string} cells
   * @param {number} cols
   */
  #enter(node, index, cells, cols) {
    const parent = node.parent === null ? null : this.nodes[node.parent];
    parent?.children.push(index);
    const made = { ...node, cells, last: -1, children: [], leaves: Infinity };
    if (parent && node.move !== null) {
      made.last = cellIndex(node.move, cols);
      const { cells: before, to_move: mover } = parent;
      made.cells = before.slice(0, made.last) + mover + before.slice(made.last + 1);
    }
    this.nodes.push({ ...made, enters: this.events.length });
    this.events.push(index);
  }

  /** @param {number} index */
  #leave(index) {
    const node = this.nodes[index];
    if (node.value === null) return;
    node.leaves = this.events.length;
    this.events.push(index);
  }

  /**
   * The node that a step enters or leaves, and which of them.
   * @param {number} step
   */
  at(step) {
    const event = Math.min(step, this.events.length - 1);
    const node = this.nodes[this.events[event]];
    return { node, leaving: node.leaves === event, index: this.events[event] };
  }

  /**
   * The nodes to show at a step: all of a small tree; else the way to the node, with siblings.
   * @param {number} step
   */
  shown(step, most = 60) {
    if (this.nodes.length <= most) return new Set(this.nodes.keys());
    const found = new Set([0]);
    /** @type {number | null} */
    let at = this.at(step).index;
    for (; at !== null; at = this.nodes[at].parent)
      for (const child of this.nodes[at].children) found.add(child);
    return found;
  }
}

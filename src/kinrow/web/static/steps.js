// A search as a film: nodes are entered and left, one step each; any step can be shown.

export class Steps {
  // `search`: what the server told of one search; `cells`: the board at the root.
  constructor(search, cells, cols) {
    this.search = search;
    this.nodes = search.nodes.map((node) => ({ ...node, children: [], enters: 0, leaves: Infinity }));
    this.events = [];
    const open = [];
    this.nodes.forEach((node, index) => {
      while (open.length && open.at(-1) !== node.parent) this.#leave(open.pop());
      node.enters = this.events.length;
      node.depth = open.length;
      this.events.push(index);
      open.push(index);
      this.#place(node, index, cells, cols);
    });
    while (open.length) this.#leave(open.pop());
  }

  #leave(index) {
    const node = this.nodes[index];
    if (node.value === null) return;
    node.leaves = this.events.length;
    this.events.push(index);
  }

  #place(node, index, cells, cols) {
    const parent = this.nodes[node.parent];
    if (!parent) {
      node.cells = cells;
      node.last = -1;
      return;
    }
    parent.children.push(index);
    node.last = (Number(node.move.slice(1)) - 1) * cols + node.move.charCodeAt(0) - 97;
    node.cells = parent.cells.slice(0, node.last) + parent.to_move + parent.cells.slice(node.last + 1);
  }

  // The node that a step enters or leaves, and which of them.
  at(step) {
    const event = Math.min(step, this.events.length - 1);
    const node = this.nodes[this.events[event]];
    return { node, leaving: node.leaves === event, index: this.events[event] };
  }

  // The nodes to show at a step: all of a small tree; else the way to the node, with siblings.
  shown(step, most = 60) {
    if (this.nodes.length <= most) return new Set(this.nodes.keys());
    const found = new Set([0]);
    for (let at = this.at(step).index; at !== undefined && at !== null; at = this.nodes[at].parent)
      for (const child of this.nodes[at].children) found.add(child);
    return found;
  }
}

// One search in its column: its cost, the node it is at, and the tree around it.

import { fill, h } from "./dom.js";
import { small } from "./small.js";
import { number, t } from "./texts.js";

const told = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");
const limit = (value, none) => (value === undefined ? none : told(value));

function value(node) {
  const kind = node.value > 0 ? "plus" : node.value < 0 ? "minus" : "";
  const relation = { lower: "≥ ", upper: "≤ " }[node.bound] ?? "";
  return h("span", { class: `value ${kind}` }, relation + told(node.value));
}

function cut(node) {
  const bound = node.cut_by === "beta" ? `β = ${limit(node.beta, "+∞")}` : `α = ${limit(node.alpha, "−∞")}`;
  return h("span", { class: "cutnode" }, t("learn.cut", { moves: node.cut.join(" "), bound }));
}

function describe({ node, leaving }) {
  const side = t(node.max ? "learn.max" : "learn.min", { side: node.to_move });
  const move = node.move ?? t("learn.root");
  if (!leaving) {
    const window = node.alpha === undefined && node.beta === undefined ? "" : ` · α ${limit(node.alpha, "−∞")}, β ${limit(node.beta, "+∞")}`;
    return `${t("learn.enters", { move })} · ${node.finished ? t("truth.over") : side}${window}`;
  }
  const how = node.remembered ? t("learn.remembered") : node.cut ? t("learn.wascut", { n: node.cut.length }) : "";
  return [t("learn.leaves", { move, value: told(node.value) }), how].filter(Boolean).join(" · ");
}

export class Column {
  constructor(name, steps, cols, most) {
    Object.assign(this, { name, steps, cols });
    const { visited, complete } = steps.search;
    this.stage = h("div", { class: "stage" });
    this.box = h("div", { class: "treebox", tabindex: 0, role: "region", "aria-label": t(`learn.${name}`) });
    const kept = steps.nodes.length;
    this.element = h(
      "li",
      { class: "card search", "data-search": name },
      h("h2", {}, t(`learn.${name}`)),
      h("p", { class: "muted path" }, t(`learn.${name}.about`)),
      h("span", { class: "count" }, complete ? number(visited) : t("learn.over", { n: number(visited) })),
      h("meter", { min: 0, max: most, value: visited, "aria-label": t("learn.nodes") }),
      h("span", { class: "muted" }, kept < visited ? t("learn.kept", { n: number(kept) }) : t("learn.nodes")),
      this.stage,
      this.box,
    );
  }

  show(step) {
    const at = this.steps.at(step);
    fill(this.stage, small(at.node.cells, this.cols, at.node.cells, at.node.last), h("span", {}, describe(at)));
    this.#tree(step, at.index);
  }

  #tree(step, current) {
    const shown = this.steps.shown(step);
    const build = (index) => {
      const node = this.steps.nodes[index];
      const left = node.leaves <= step;
      const below = node.children.filter((child) => shown.has(child));
      const line = h(
        "span",
        { class: `node${node.enters > step ? " later" : ""}`, "aria-current": index === current ? "step" : null },
        small(node.cells, this.cols, `${node.move ?? t("learn.root")}`, node.last),
        h("span", {}, node.move ?? t("learn.root")),
        left ? value(node) : null,
        left && node.remembered ? h("span", { class: "muted" }, t("learn.memo")) : null,
      );
      return h("li", {}, line, left && node.cut ? cut(node) : null, below.length ? h("ul", {}, below.map(build)) : null);
    };
    fill(this.box, h("ul", { class: "tree" }, build(0)));
    const spot = this.box.querySelector("[aria-current]");
    if (spot) this.box.scrollTop += spot.getBoundingClientRect().top - this.box.getBoundingClientRect().top - this.box.clientHeight / 2;
  }
}


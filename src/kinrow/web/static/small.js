// A small still board, for lists and trees.

import { s } from "./dom.js";

/**
 * @param {string} cells row by row
 * @param {number} cols
 * @param {string} name what a listener hears
 * @param {number} last the index of a cell to point out; -1: none
 */
export function small(cells, cols, name, last = -1) {
  const rows = cells.length / cols;
  const lines = [];
  for (let row = 1; row < rows; row++) lines.push(`M0 ${row * 10}H${cols * 10}`);
  for (let col = 1; col < cols; col++) lines.push(`M${col * 10} 0V${rows * 10}`);
  const marks = { X: "", O: "" };
  for (const [index, mark] of [...cells].entries()) {
    const [x, y] = [(index % cols) * 10 + 5, Math.floor(index / cols) * 10 + 5];
    if (mark === "X") marks.X += `M${x - 2.5} ${y - 2.5}l5 5m0-5l-5 5`;
    if (mark === "O") marks.O += `M${x - 3} ${y}a3 3 0 1 0 6 0a3 3 0 1 0-6 0`;
  }
  const spot = { x: (last % cols) * 10, y: Math.floor(last / cols) * 10, width: 10, height: 10 };
  return s(
    "svg",
    {
      class: "small",
      viewBox: `-1 -1 ${cols * 10 + 2} ${rows * 10 + 2}`,
      role: "img",
      "aria-label": name,
    },
    last < 0 ? null : s("rect", { class: "spot", ...spot }),
    s("rect", { class: "frame", width: cols * 10, height: rows * 10, rx: 1 }),
    s("path", { class: "lines", d: lines.join("") || "M0 0" }),
    s("path", { class: "x", d: marks.X || "M0 0" }),
    s("path", { class: "o", d: marks.O || "M0 0" }),
  );
}

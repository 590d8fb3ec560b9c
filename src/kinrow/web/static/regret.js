// The chart below the board: what each move gave away, with bounds where that is all one knows.

import { $, fill, h, put, s } from "./dom.js";
import { other, sideName } from "./naming.js";
import { lineOfPlay, state, where } from "./state.js";
import { t } from "./texts.js";
import { regretOf } from "./values.js";

/**
 * @import { PositionAnswer, Sign } from "shapes"
 * @import { Truth } from "./truth.js"
 * @import { Bounds } from "./values.js"
 */

const [WIDE, HIGH, UNIT, LEAST] = [12, 32, 14, 24];

let shown = "";

/**
 * @param {PositionAnswer} view
 * @param {Truth} truth
 * @param {(count: number) => void} step goes to the position after so many moves
 */
export function showRegret(view, truth, step) {
  const moves = lineOfPlay();
  const there = state.truth && moves.length > 0;
  put($("#regret"), "hidden", there ? null : "");
  if (!there) return;
  const bounds = moves.map((move, at) => regretOf(beforeMove(view, truth, move, at), move));
  const key = JSON.stringify([bounds, state.moves.length, view.rules.spec, t("regret.title")]);
  if (key === shown) return;
  shown = key;
  const settled = bounds.filter((each) => each && each.low === each.high);
  const lost = settled.filter((each) => each && each.low > 0).length;
  const counts = { n: moves.length, settled: settled.length, lost };
  const wide = Math.max(LEAST, moves.length) * WIDE;
  const picture = s(
    "svg",
    {
      viewBox: `0 0 ${wide} ${2 * HIGH}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": t("regret.name", counts),
    },
    s("path", { class: "axis", d: `M0 ${HIGH}H${wide}` }),
    bounds.map((each, at) => column(each, at, sideAt(view, at) === view.rules.begins, step)),
  );
  const { rules } = view;
  const sides = {
    above: sideName(rules.begins, rules),
    below: sideName(other(rules.begins), rules),
  };
  const about = h("p", { class: "muted" }, t("regret.about", sides));
  fill($("#regret"), h("figcaption", {}, t("regret.title")), picture, about);
}

/**
 * Whose move it was; beyond the position on the board the turns go on by the rules.
 * @param {PositionAnswer} view
 * @param {number} at
 * @returns {Sign}
 */
function sideAt({ movers, to_move: next, left, rules }, at) {
  if (at < movers.length) return movers[at] === "X" ? "X" : "O";
  const turn =
    at - movers.length < left ? 0 : 1 + Math.floor((at - movers.length - left) / rules.stones);
  return turn % 2 ? other(next) : next;
}

/**
 * The position before a move, which is worth what the position after it is.
 * @param {PositionAnswer} view
 * @param {Truth} truth
 * @param {string} move
 * @param {number} at
 */
export function beforeMove(view, truth, move, at) {
  const [before, after] = [truth.of(where(at)), truth.of(where(at + 1))];
  if (!before || !after || after.lower === null || after.upper === null) return before;
  const same = sideAt(view, at) === sideAt(view, at + 1);
  const [low, high] = same ? [after.lower, after.upper] : [-after.upper, -after.lower];
  const [least, most] = before.moves[move] ?? [low, high];
  /** @type {Bounds} */
  const made = [Math.max(least, low), Math.min(most, high)];
  return { ...before, moves: { ...before.moves, [move]: made } };
}

/**
 * A move: solid as far as it certainly gave away, dashed as far as it may have.
 * @param {{ low: number, high: number } | null} bounds in half games; null: not asked yet
 * @param {number} at
 * @param {boolean} up whether it is above the line
 * @param {(count: number) => void} step
 */
function column(bounds, at, up, step) {
  const current = at === state.moves.length - 1;
  const bar = (/** @type {string} */ kind, /** @type {number} */ from, /** @type {number} */ to) =>
    s("rect", {
      class: kind,
      x: at * WIDE + 2,
      y: HIGH + (up ? -to : from) * UNIT,
      width: WIDE - 4,
      height: (to - from) * UNIT,
    });
  return s(
    "g",
    { class: current ? "ply current" : "ply", onclick: () => step(at + 1) },
    s("rect", { class: "hit", x: at * WIDE, width: WIDE, height: 2 * HIGH }),
    bounds && bounds.low > 0 ? bar("sure", 0, bounds.low) : null,
    bounds && bounds.high > bounds.low ? bar("open", bounds.low, bounds.high) : null,
    bounds?.high === 0 ? s("path", { class: "none", d: `M${(at + 0.5) * WIDE} ${HIGH}h0` }) : null,
  );
}

// What lies over the board: strokes through threats, an arrow to the last stone of a line.

import { isPlayedThrough, shownLine } from "./line.js";
import { sideName } from "./naming.js";
import { state } from "./state.js";
import { placeOf } from "./stones.js";
import { t } from "./texts.js";

/**
 * @import { PositionAnswer, RulesAnswer, Sign, ThreatAnswer } from "shapes"
 * @import { Analysis } from "./truth.js"
 */
/**
 * A stroke from cell to cell.
 * @typedef {{ kind: "four" | "three" | "arrow", side: string, from: string, to: string }} Stroke
 */

const HEAD = 9; // of an arrow
const SHORT = 12; // by so much an arrow ends before the middle of its cell

/**
 * How a side's strokes look: by its stones, or by its sign.
 * @param {Sign} sign
 * @param {RulesAnswer} rules
 */
function sideClass(sign, { look }) {
  if (look.theme !== "goban") return sign.toLowerCase();
  return sign === look.black ? "black" : "white";
}

/**
 * @param {PositionAnswer} view
 * @returns {ThreatAnswer[]}
 */
const shownThreats = (view) => (state.threats && !view.finished ? view.threats : []);

/**
 * @param {PositionAnswer} view
 * @param {Analysis | null} analysis
 * @returns {Stroke[]}
 */
export function strokes(view, analysis) {
  const found = shownThreats(view).map(({ kind, sign, stones, gaps }) => {
    const ends = kind === "four" ? [...stones, ...gaps] : stones;
    const [from, to] = farthest(ends);
    return { kind, side: sideClass(sign, view.rules), from, to };
  });
  const line = shownLine(analysis);
  const [from, to] = [line.at(-2) ?? state.moves.at(-1), line.at(-1)];
  if (isPlayedThrough() && from && to) return [...found, { kind: "arrow", side: "", from, to }];
  return found;
}

/**
 * The two cells of a row that are farthest from each other.
 * @param {string[]} cells
 */
function farthest(cells) {
  const key = (/** @type {string} */ cell) => {
    const [x, y] = placeOf(cell);
    return y * 1000 + x;
  };
  const sorted = [...cells].sort((a, b) => key(a) - key(b));
  return [sorted[0], sorted.at(-1) ?? sorted[0]];
}

/**
 * What a listener hears of the empty cells that threats are about.
 * @param {PositionAnswer} view
 */
export function threatWords(view) {
  /** @type {Record<string, string>} */
  const found = {};
  for (const { kind, sign, gaps } of [...shownThreats(view)].reverse())
    for (const cell of gaps)
      found[cell] = t(`threat.${kind}`, { side: sideName(sign, view.rules) });
  return found;
}

/**
 * The path of a stroke; an arrow has a head and stops short of its cell's middle.
 * @param {Stroke} stroke
 */
export function pathOf({ kind, from, to }) {
  const [[x1, y1], [x2, y2]] = [placeOf(from), placeOf(to)];
  if (kind !== "arrow") return `M${x1} ${y1}L${x2} ${y2}`;
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const [x, y] = [x2 - SHORT * Math.cos(angle), y2 - SHORT * Math.sin(angle)];
  const wing = (/** @type {number} */ turn) =>
    `${(x - HEAD * Math.cos(angle + turn)).toFixed(1)} ${(y - HEAD * Math.sin(angle + turn)).toFixed(1)}`;
  const tip = `${x.toFixed(1)} ${y.toFixed(1)}`;
  return `M${x1} ${y1}L${tip}M${wing(0.5)}L${tip}L${wing(-0.5)}`;
}

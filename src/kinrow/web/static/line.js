// Playing through the line of a win, or of best play: how much of it is shown, and by which buttons.

import { $, put, say, the } from "./dom.js";
import { state, where } from "./state.js";
import { t } from "./texts.js";

/** @import { Analysis } from "./truth.js" */

/** @type {number | null} */
let shown = null; // stones of the line; null: all
let of = "";

/**
 * The part of the line that is shown.
 * @param {Analysis | null} analysis
 */
export function shownLine(analysis) {
  if (!state.line) return [];
  const line = analysis?.line ?? [];
  return shown === null ? line : line.slice(0, shown);
}

/** Whether the line is played through stone by stone. */
export const isPlayedThrough = () => shown !== null;

/**
 * @param {number} by one stone more or less
 * @param {Analysis | null} analysis
 */
export function stepLine(by, analysis) {
  const { length } = analysis?.line ?? [];
  if (!state.line || !length) return;
  const from = shown ?? (by > 0 ? 0 : length);
  shown = Math.max(0, Math.min(length, from + by));
}

/** Whether the time ended before the line of a win did. @param {Analysis | null} analysis */
const isCut = (analysis) =>
  analysis?.done && !analysis.ended && (Number(analysis.lower) > 0 || Number(analysis.upper) < 0);

/**
 * The buttons and the count; of another position the whole line is shown again.
 * @param {Analysis | null} analysis
 */
export function showLineBar(analysis) {
  const { length } = analysis?.line ?? [];
  if (of !== JSON.stringify(where())) shown = null;
  of = JSON.stringify(where());
  put($("#linebar"), "hidden", state.line && length ? null : "");
  const count = t("line.count", { n: shown ?? length, of: length });
  say($("#linecount"), isCut(analysis) ? `${count} · ${t("line.cut")}` : count);
  the("#lineback", HTMLButtonElement).disabled = shown === 0;
  the("#lineforward", HTMLButtonElement).disabled = shown === length;
}

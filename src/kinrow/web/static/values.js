// What a value looks like: a short sign on a cell, words for a listener, a class for its colour.

import { t } from "./texts.js";

/** @import { AnalysisAnswer } from "shapes" */
/** @typedef {[number, number]} Bounds lower and upper, as scores or margins for the side to move */
/** @typedef {"win" | "loss" | "draw" | "notloss" | "notwin" | "open"} Kind */

/**
 * @param {Bounds} bounds
 * @returns {Kind}
 */
export function sort([low, high]) {
  if (low > 0) return "win";
  if (high < 0) return "loss";
  if (low === 0 && high === 0) return "draw";
  return low === 0 ? "notloss" : high === 0 ? "notwin" : "open";
}

/**
 * Stones until the end, for an exact score with so many empty cells before the move.
 * @param {number} score
 * @param {number} empties
 */
const distance = (score, empties) => empties - Math.abs(score) + 1;

/** @type {Record<Kind, string>} */
export const SIGNS = { win: "+", draw: "=", loss: "−", notloss: "≥", notwin: "≤", open: "?" };

/**
 * @param {Bounds} bounds
 * @param {AnalysisAnswer["objective"]} objective
 * @param {number} empties
 */
export function sign(bounds, objective, empties) {
  const kind = sort(bounds);
  const exact = bounds[0] === bounds[1] && kind !== "draw";
  if (!exact) return SIGNS[kind];
  const size = objective === "score" ? distance(bounds[0], empties) : Math.abs(bounds[0]);
  return SIGNS[kind] + size;
}

/**
 * @param {Bounds} bounds
 * @param {AnalysisAnswer["objective"]} objective
 * @param {number} empties
 */
export function words(bounds, objective, empties) {
  const kind = sort(bounds);
  if (bounds[0] !== bounds[1] || (kind !== "win" && kind !== "loss")) return t(`value.${kind}`);
  if (objective !== "score") return t(`value.${kind}.by`, { n: Math.abs(bounds[0]) });
  return t(`value.${kind}.in`, { n: distance(bounds[0], empties) });
}

export const isOutcome = (/** @type {Kind} */ kind) =>
  kind === "win" || kind === "draw" || kind === "loss";

/**
 * @param {readonly number[] | undefined} bounds
 * @returns {[number, number]} on the outcome, from -1 to 1
 */
const outcomes = (bounds) => (bounds ? [Math.sign(bounds[0]), Math.sign(bounds[1])] : [-1, 1]);

/**
 * How much a move gave away, at least and at most, in half games; null: nobody has asked yet.
 * @param {Pick<AnalysisAnswer, "moves" | "lower" | "upper"> | null} analysis
 * @param {string} move
 */
export function regretOf(analysis, move) {
  if (!analysis) return null;
  const { lower, upper, moves } = analysis;
  const known = lower === null || upper === null ? undefined : [lower, upper];
  const [best, made] = [outcomes(known), outcomes(moves[move])];
  return { low: Math.max(0, best[0] - made[1]), high: Math.max(0, best[1] - made[0]) };
}

/**
 * What a move gave away: null where nothing is known, "" where nothing was lost.
 * @param {Pick<AnalysisAnswer, "objective" | "moves" | "lower" | "upper">} analysis
 * @param {string} move
 * @param {number} empties
 */
export function givenAway({ objective, moves, lower, upper }, move, empties) {
  const made = moves[move];
  if (!made || lower === null || upper === null) return null;
  /** @type {Bounds} */
  const whole = [lower, upper];
  const [best, got] = [sort(whole), sort(made)];
  if (whole[0] === made[0] && whole[1] === made[1] && whole[0] === whole[1]) return "";
  if (isOutcome(best) && isOutcome(got) && best !== got)
    return { grave: true, text: `${t(`value.${best}`)} → ${t(`value.${got}`)}` };
  if (whole[0] === whole[1] && made[0] === made[1]) {
    const show = (/** @type {Bounds} */ bounds) => sign(bounds, objective, empties);
    return { grave: false, text: `${show(whole)} → ${show(made)}` };
  }
  return isOutcome(best) && best === got ? "" : null;
}

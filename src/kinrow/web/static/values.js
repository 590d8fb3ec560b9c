// What a value looks like: a short sign on a cell, words for a listener, a class for its colour.

import { t } from "./texts.js";

// Bounds are [lower, upper], as scores or margins for the side to move.
export function sort([low, high]) {
  if (low > 0) return "win";
  if (high < 0) return "loss";
  if (low === 0 && high === 0) return "draw";
  return low === 0 ? "notloss" : high === 0 ? "notwin" : "open";
}

// Stones until the end, for an exact score with so many empty cells before the move.
export const distance = (score, empties) => empties - Math.abs(score) + 1;

const SIGNS = { win: "+", loss: "−", draw: "=", notloss: "≥", notwin: "≤", open: "?" };

export function sign(bounds, objective, empties) {
  const kind = sort(bounds);
  const exact = bounds[0] === bounds[1] && kind !== "draw";
  if (!exact) return SIGNS[kind];
  const size = objective === "score" ? distance(bounds[0], empties) : Math.abs(bounds[0]);
  return SIGNS[kind] + size;
}

export function words(bounds, objective, empties) {
  const kind = sort(bounds);
  const exact = bounds[0] === bounds[1] && kind !== "draw";
  if (!exact) return t(`value.${kind}`);
  if (objective !== "score") return t(`value.${kind}.by`, { n: Math.abs(bounds[0]) });
  return t(`value.${kind}.in`, { n: distance(bounds[0], empties) });
}

// What a move gave away: null where nothing is known, "" where nothing was lost.
export function givenAway(analysis, move, empties) {
  const made = analysis?.moves[move];
  if (!made) return null;
  const whole = [analysis.lower, analysis.upper];
  const [best, got] = [sort(whole), sort(made)];
  const known = (kind) => kind === "win" || kind === "draw" || kind === "loss";
  if (whole[0] === made[0] && whole[1] === made[1] && whole[0] === whole[1]) return "";
  if (known(best) && known(got) && best !== got)
    return { grave: true, text: `${t(`value.${best}`)} → ${t(`value.${got}`)}` };
  if (whole[0] === whole[1] && made[0] === made[1]) {
    const show = (bounds) => sign(bounds, analysis.objective, empties);
    return { grave: false, text: `${show(whole)} → ${show(made)}` };
  }
  return known(best) && best === got ? "" : null;
}

// How positions and nodes grow with the ply and the board, from `kinrow count` and `kinrow solve`.

import { post } from "./api.js";
import { bars, curves } from "./charts.js";
import { $, fill, h } from "./dom.js";
import { inEveryLanguage } from "./page.js";
import { number, t } from "./texts.js";
import { SEARCHES } from "./tree.js";

/**
 * @import { CountAnswer } from "shapes"
 * @import { Key } from "./texts.js"
 */
/** @typedef {CountAnswer & { spec: string }} Counted */

const GAMES = ["2,2,2", "3,3,3", "3,4,3", "3,5,3", "4,4,3", "4,4,4"];

/** @type {Key[]} */
const SIZES = ["learn.games", "learn.positions", "learn.classes", "learn.solve"];

/** @type {Counted[]} */
const counted = [];

const short = (/** @type {string} */ spec) => `(${spec})`;

/**
 * What SIZES name.
 * @param {Counted} of
 */
const sizesOf = ({ counts, solution }) => [
  counts.games,
  counts.reachable,
  counts.canonical,
  solution.nodes,
];

/** @returns {[string, (number | null)[]][]} */
const perPly = (/** @type {Counted[]} */ done) =>
  done.map(({ spec, counts }) => [short(spec), counts.per_ply.map((ply) => ply.positions)]);

/** @returns {[string, number[]][]} */
const perSize = (/** @type {Counted[]} */ done) =>
  done.map((each) => [short(each.spec), sizesOf(each)]);

/** @returns {[string, (number | null)[]][]} */
const perSearch = (/** @type {Counted} */ { searches }) =>
  SEARCHES.map((name) => [t(`learn.${name}.short`), searches[name]]);

function show() {
  const done = counted.filter(({ counts }) => counts.complete);
  if (!done.length) return fill($("#charts"), h("p", { class: "muted" }, t("learn.counting")));
  const small = done.find(({ spec }) => spec === "3,3,3");
  const legend = SIZES.map((key) => t(key));
  fill(
    $("#charts"),
    curves(t("learn.perply"), t("learn.ply"), perPly(done)),
    bars(t("learn.persize"), t("learn.boards"), perSize(done), legend),
    small ? curves(t("learn.pernodes"), t("learn.played"), perSearch(small)) : null,
  );
  table(done);
}

/** @param {Counted[]} done */
function table(done) {
  /** @type {Key[]} */
  const keys = ["learn.game", ...SIZES, "learn.value"];
  const heads = keys.map((key) => h("th", { scope: "col" }, t(key)));
  const rows = done.map((each) => {
    const { outcome } = each.solution;
    const sizes = sizesOf(each).map((value) => h("td", {}, number(value)));
    const value = outcome ? t(`value.${outcome}`) : "?";
    return h("tr", {}, h("td", {}, short(each.spec)), sizes, h("td", {}, value));
  });
  fill($("#table"), h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows)));
}

export async function showGrowth() {
  inEveryLanguage(show);
  for (const spec of GAMES) {
    try {
      counted.push({ spec, ...(await post("count", { game: spec, seconds: 10 })) });
      show();
    } catch {
      // busy: the chart does without this board
    }
  }
}

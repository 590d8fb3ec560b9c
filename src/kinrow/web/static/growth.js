// How positions and nodes grow with the ply and the board, from `kinrow count` and `kinrow solve`.

import { post } from "./api.js";
import { bars, curves } from "./charts.js";
import { $, fill, h } from "./dom.js";
import { inEveryLanguage } from "./page.js";
import { number, t } from "./texts.js";

const GAMES = ["2,2,2", "3,3,3", "3,4,3", "3,5,3", "4,4,3", "4,4,4"];
const SEARCHES = ["minimax", "minimax_memo", "alphabeta", "alphabeta_memo"];

const counted = [];

const short = (spec) => `(${spec})`;

function show() {
  const done = counted.filter(({ counts }) => counts.complete);
  if (!done.length) return fill($("#charts"), h("p", { class: "muted" }, t("learn.counting")));
  const perPly = done.map(({ spec, counts }) => [short(spec), counts.per_ply.map((ply) => ply.positions)]);
  const sizes = done.map(({ spec, counts, solution }) => [
    short(spec),
    [counts.games, counts.reachable, counts.canonical, solution.nodes],
  ]);
  const small = done.find(({ spec }) => spec === "3,3,3");
  fill(
    $("#charts"),
    curves(t("learn.perply"), t("learn.ply"), perPly),
    bars(t("learn.persize"), t("learn.boards"), sizes, ["games", "positions", "classes", "solve"].map((key) => t(`learn.${key}`))),
    small
      ? curves(t("learn.pernodes"), t("learn.played"), SEARCHES.map((name) => [t(`learn.${name}.short`), small.searches[name]]))
      : null,
  );
  table(done);
}

function table(done) {
  const heads = ["game", "games", "positions", "classes", "solve", "value"].map((key) => h("th", { scope: "col" }, t(`learn.${key}`)));
  const rows = done.map(({ spec, counts, solution }) =>
    h(
      "tr",
      {},
      h("td", {}, short(spec)),
      [counts.games, counts.reachable, counts.canonical, solution.nodes].map((value) => h("td", {}, number(value))),
      h("td", {}, solution.outcome ? t(`value.${solution.outcome}`) : "?"),
    ),
  );
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

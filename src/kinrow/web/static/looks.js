// What is said of a position: the board's labels and ghosts, the status, the values, the legend.

import { isServerless } from "./api.js";
import { playerName } from "./chooser.js";
import { $, fill, h, put } from "./dom.js";
import { faultLine } from "./faults.js";
import { shownLine } from "./line.js";
import { gameName, other, sideName } from "./naming.js";
import { strokes, threatWords } from "./overlay.js";
import { HUMAN, state } from "./state.js";
import { cellName } from "./stones.js";
import { number, t } from "./texts.js";
import { howKnown } from "./truth.js";
import { isOutcome, SIGNS, sign, sort, words } from "./values.js";

/**
 * @import { PositionAnswer } from "shapes"
 * @import { Ghost, Label, Look } from "./board.js"
 * @import { Setup } from "./setup.js"
 * @import { Analysis } from "./truth.js"
 * @import { Bounds, Kind } from "./values.js"
 */

/** @type {Bounds} */
const UNKNOWN = [-1e3, 1e3];
/** @type {Kind[]} */
const KINDS = ["win", "draw", "loss", "notloss", "notwin", "open"];
/** @type {("proved" | "known" | "searching")[]} */
const MARKS = ["proved", "known", "searching"];

const empties = (/** @type {PositionAnswer} */ view) => view.cells.length - view.plies;

/**
 * @param {PositionAnswer} view
 * @param {Analysis | null} analysis
 */
function labels(view, analysis) {
  const found = valued(view, analysis);
  if (!isOneValue(view, analysis)) return found;
  for (const label of Object.values(found)) Object.assign(label, { sign: "", kind: "" });
  return found;
}

/**
 * Whether all moves on a goban are worth the same, as far as its marks say: one sentence says more.
 * @param {PositionAnswer} view
 * @param {Analysis | null} analysis
 */
function isOneValue(view, analysis) {
  if (!analysis || view.rules.look.theme !== "goban") return false;
  const found = Object.values(analysis.moves);
  const signs = new Set(found.map((bounds) => sign(bounds, analysis.objective, empties(view))));
  const all = found.length === empties(view) - view.forbidden.length && signs.size === 1;
  return all && isOutcome(sort(found[0]));
}

/**
 * The value of every move.
 * @param {PositionAnswer} view
 * @param {Analysis | null} analysis
 */
function valued(view, analysis) {
  /** @type {Record<string, Label>} */
  const found = {};
  if (!state.truth || view.finished) return found;
  const { cols } = view.rules;
  const objective = analysis?.objective ?? (view.rules.objective === "line" ? "score" : "margin");
  for (const [index, mark] of [...view.cells].entries()) {
    if (mark !== ".") continue;
    const name = cellName(Math.floor(index / cols), index % cols);
    if (view.forbidden.includes(name)) continue;
    const bounds = analysis?.moves[name] ?? UNKNOWN;
    const best = analysis && bounds.every((bound) => bound === analysis.lower);
    const kinds = [`v-${sort(bounds)}`];
    const said = [words(bounds, objective, empties(view))];
    if (best && analysis.lower === analysis.upper) kinds.push("best");
    const how = analysis && howKnown(analysis, name);
    if (how) {
      kinds.push("known", how);
      said.push(t(`known.${how}`));
    } else if (analysis?.searching.has(name)) {
      kinds.push("searching");
      said.push(t("known.searching"));
    }
    const shown = sign(bounds, objective, empties(view));
    found[name] = { sign: shown, words: said.join(t("comma")), kind: kinds.join(" ") };
  }
  return found;
}

/**
 * @param {PositionAnswer} view
 * @param {Analysis | null} analysis
 */
function ghosts(view, analysis) {
  /** @type {Record<string, Ghost>} */
  const found = {};
  if (!state.line || view.finished) return found;
  let { to_move: side, left } = view;
  const before = state.numbers ? view.plies : 0; // so that no number is there twice
  for (const [at, cell] of shownLine(analysis).entries()) {
    found[cell] = { number: before + at + 1, place: at + 1, sign: side };
    left -= 1;
    if (left === 0) [side, left] = [other(side), view.rules.stones];
  }
  return found;
}

/**
 * The stones of the last turn, as far as they were played here.
 * @param {PositionAnswer} view
 */
function lastTurn({ movers }) {
  const side = movers.at(-1);
  let first = movers.length;
  while (first > 0 && movers[first - 1] === side) first -= 1;
  return state.moves.slice(first);
}

/**
 * The number of each stone that was played here.
 * @param {PositionAnswer} view
 */
function numbers(view) {
  const before = view.plies - view.movers.length;
  /** @type {Record<string, number>} */
  const found = {};
  if (state.numbers) for (const [at, cell] of state.moves.entries()) found[cell] = before + at + 1;
  return found;
}

/**
 * What the board shows of a position, or of a setup.
 * @param {PositionAnswer} view
 * @param {Analysis | null} analysis
 * @param {Setup} setup
 * @param {boolean} still whether no machine is thinking
 * @returns {Look}
 */
export function look(view, analysis, setup, still) {
  const name = t("board.name", { game: gameName(view.rules.title) });
  if (setup.open) return { rules: view.rules, cells: setup.cells(), name, playable: true };
  const won = view.finished ? [...view.lines.X, ...view.lines.O].flat() : [];
  return {
    rules: view.rules,
    cells: view.finished ? view.filled : view.cells,
    name,
    won: new Set(won),
    last: lastTurn(view),
    labels: labels(view, analysis),
    ghosts: ghosts(view, analysis),
    numbers: numbers(view),
    strokes: strokes(view, analysis),
    threats: threatWords(view),
    forbidden: new Set(view.forbidden),
    playable: still && !view.finished && state[view.to_move] === HUMAN,
  };
}

/**
 * @param {PositionAnswer} view
 * @param {string} player
 * @param {boolean} thinking
 * @param {boolean} paused
 */
export function status(view, player, thinking, paused) {
  if (view.finished) {
    const end = view.winner
      ? t("status.won", { side: sideName(view.winner, view.rules) })
      : t("status.draw");
    const counts = { x: view.lines.X.length, o: view.lines.O.length };
    return view.rules.objective === "majority" ? `${end} · ${t("status.lines", counts)}` : end;
  }
  const parts = [t("status.turn", { side: sideName(view.to_move, view.rules) })];
  const { first, stones } = view.rules;
  if (Math.max(view.left, view.plies < first ? first : stones) > 1)
    parts.push(t(view.left === 1 ? "status.one" : "status.left", { n: view.left }));
  return [...parts, ...machineWords(player, thinking, paused)].join(" · ");
}

/**
 * What a machine does; nothing of a person.
 * @param {string} player
 * @param {boolean} thinking
 * @param {boolean} paused
 */
export function machineWords(player, thinking, paused) {
  const key = thinking ? "status.thinks" : paused ? "status.paused" : "status.waits";
  return player === HUMAN ? [] : [t(key, { player: playerName(player) })];
}

/** The rules of theory by name. @param {readonly string[]} names */
const rulesOf = (names) => names.map((name) => t(`rule.${name}`)).join(" + ");

/**
 * How a value is known without a search, and from what; nothing if a search found it.
 * @param {Analysis | null} analysis
 */
function sourceOf(analysis) {
  const source = analysis?.source;
  if (!source || (analysis.how === "computed" && source.how !== "computed")) return [];
  const place = source.kind === "theory" ? rulesOf(source.rules) : source.game;
  const digest = source.sha256 ? [`sha256 ${source.sha256.slice(0, 12)}`] : [];
  const said = [place, ...digest].join(t("comma"));
  return [t(`truth.${analysis.how ?? source.how}`, { place: said })];
}

/**
 * What is known while the search goes on.
 * @param {PositionAnswer} view
 * @param {Analysis | null} analysis
 */
function soFar(view, analysis) {
  const n = number(analysis?.nodes ?? 0);
  const { lower, upper } = analysis ?? {};
  if (lower === undefined || upper === undefined || lower === null || upper === null)
    return [t("truth.working", { n })];
  const value = words([lower, upper], analysis?.objective ?? "score", empties(view));
  const side = sideName(view.to_move, view.rules);
  const same = isOneValue(view, analysis) ? [t("truth.same")] : [];
  return [t("truth.sofar", { side, value }), ...same, t("truth.further", { n })];
}

/**
 * The way from a proved value to its certificate.
 * @param {PositionAnswer} view
 * @param {Analysis | null} analysis
 */
export function showBadge(view, analysis) {
  const source = analysis?.source;
  const proved = (analysis?.how ?? source?.how) === "proved" && source?.sha256;
  const there = proved && !view.finished && (state.truth || state.line);
  const badge = $("#badge");
  put(badge, "hidden", there ? null : "");
  if (there) put(badge, "href", `${badge.getAttribute("data-page")}#${source.game}`);
}

/**
 * @param {PositionAnswer} view
 * @param {Analysis | null} analysis
 */
export function truthLine(view, analysis) {
  if (!state.truth && !state.line) return t("truth.off");
  if (view.finished) return t("truth.over");
  if (analysis?.problem) return faultLine(analysis.problem);
  if (analysis?.waiting) return t("truth.queue", { n: analysis.waiting });
  if (!analysis?.done || analysis.lower === null || analysis.upper === null)
    return [...soFar(view, analysis), ...sourceOf(analysis)].join(" · ");
  const { lower, upper, objective, moves, nodes } = analysis;
  const value = words([lower, upper], objective, empties(view));
  const kind = sort([lower, upper]);
  const known = isOutcome(kind) ? "truth.exact" : "truth.bounds";
  const key = kind === "open" ? "truth.unknown" : known;
  const parts = [t(key, { side: sideName(view.to_move, view.rules), value, n: number(nodes) })];
  const open = Object.values(moves).filter((bounds) => !isOutcome(sort(bounds))).length;
  if (open) parts.push(t("truth.open", { n: open }));
  if (isOneValue(view, analysis)) parts.push(t("truth.same"));
  return [...parts, ...sourceOf(analysis)].join(" · ");
}

/** @param {PositionAnswer} view */
export function legend(view) {
  const list = $("#legend");
  put(list, "hidden", state.truth ? null : "");
  const unit = t(view.rules.objective === "line" ? "legend.stones" : "legend.lines");
  fill(
    list,
    KINDS.map((kind) =>
      h("li", {}, h("b", { class: `v-${kind}` }, SIGNS[kind]), ` ${t(`value.${kind}`)}`),
    ),
    h("li", {}, unit),
    MARKS.map((mark) =>
      h("li", {}, h("i", { class: `swatch ${mark}` }), ` ${t(`legend.${mark}`)}`),
    ),
  );
}

/**
 * Threats are of a line that wins.
 * @param {PositionAnswer} view
 */
export function showThreats({ rules }) {
  const none = rules.objective !== "line" || rules.misere;
  put($("#threats"), "aria-pressed", state.threats);
  put($("#threats"), "disabled", none ? "" : null);
  put($("#threats"), "title", none ? t("threat.none") : null);
}

const MOST_EMPTIES = 12; // beyond that the trees are cut off before they say anything

/**
 * The way to the search trees of the position on the board, where they are small enough.
 * @param {PositionAnswer} view
 */
export function showTree(view) {
  if (isServerless) return;
  const open = empties(view);
  put($("#more"), "hidden", open > 0 && open <= MOST_EMPTIES && !view.finished ? null : "");
  const asked = new URLSearchParams({ g: view.rules.spec, s: view.notation });
  put($("#tree"), "href", `/learn#${asked}`);
}

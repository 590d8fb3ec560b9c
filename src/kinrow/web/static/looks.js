// How a position is told: the board's labels and ghosts, the status, the values, the moves.

import { playerName } from "./chooser.js";
import { $, fill, h, put } from "./dom.js";
import { faultsOf } from "./faults.js";
import { HUMAN, state, where } from "./state.js";
import { number, t } from "./texts.js";
import { givenAway, sign, sort, words } from "./values.js";

const empties = (view) => view.cells.length - view.plies;

function labels(view, analysis) {
  if (!state.truth || view.finished) return {};
  const found = {};
  view.cells.split("").forEach((mark, index) => {
    if (mark !== ".") return;
    const name = String.fromCharCode(97 + (index % view.rules.cols)) + (Math.floor(index / view.rules.cols) + 1);
    const bounds = analysis?.moves[name] ?? [-1e3, 1e3];
    const objective = analysis?.objective ?? (view.rules.objective === "line" ? "score" : "margin");
    const best = analysis?.lower === analysis?.upper && analysis?.lower === bounds[0] && bounds[0] === bounds[1];
    found[name] = {
      sign: sign(bounds, objective, empties(view)),
      words: words(bounds, objective, empties(view)),
      kind: `v-${sort(bounds)}${best ? " best" : ""}`,
    };
  });
  return found;
}

function ghosts(view, analysis) {
  if (!state.line || view.finished) return {};
  const found = {};
  let [side, left] = [view.to_move, view.left];
  (analysis?.line ?? []).forEach((cell, at) => {
    found[cell] = { number: at + 1, sign: side };
    left -= 1;
    if (left === 0) [side, left] = [side === "X" ? "O" : "X", view.rules.stones];
  });
  return found;
}

// What the board shows of a position, or of a setup.
export function look(view, analysis, setup, still) {
  const name = t("board.name", { game: view.rules.title });
  if (setup.open) return { rules: view.rules, cells: setup.cells(), name, playable: true };
  const won = new Set([...view.lines.X, ...view.lines.O].flat());
  const side = view.movers.at(-1);
  let first = view.movers.length;
  while (first > 0 && view.movers[first - 1] === side && view.movers.length - first < view.rules.stones) first -= 1;
  return {
    rules: view.rules,
    cells: view.finished ? view.filled : view.cells,
    name,
    won: view.finished ? won : new Set(),
    last: state.moves.slice(first),
    labels: labels(view, analysis),
    ghosts: ghosts(view, analysis),
    playable: still && !view.finished && state[view.to_move] === HUMAN,
  };
}

export function status(view, player, thinking, paused) {
  if (view.finished) {
    const end = view.winner ? t("status.won", { side: view.winner }) : t("status.draw");
    const counts = { x: view.lines.X.length, o: view.lines.O.length };
    return view.rules.objective === "majority" ? `${end} · ${t("status.lines", counts)}` : end;
  }
  const parts = [t("status.turn", { side: view.to_move })];
  if (Math.max(view.rules.stones, view.rules.first) > 1)
    parts.push(t(view.left === 1 ? "status.one" : "status.left", { n: view.left }));
  if (player !== HUMAN)
    parts.push(t(thinking ? "status.thinks" : paused ? "status.paused" : "status.waits", { player: playerName(player) }));
  return parts.join(" · ");
}

// How a value is known without a search, and from what; empty if a search found it.
function sourceOf(analysis) {
  const source = analysis?.source;
  if (!source) return "";
  const place = source.kind === "theory" ? source.rules.join(" + ") : source.game;
  const digest = source.sha256 ? `, sha256 ${source.sha256.slice(0, 12)}` : "";
  return t(`truth.${analysis.how ?? source.how}`, { place: place + digest });
}

export function truthLine(view, analysis) {
  if (!state.truth && !state.line) return t("truth.off");
  if (view.finished) return t("truth.over");
  if (analysis?.problem) return faultsOf(analysis.problem).join("; ");
  if (analysis?.waiting) return t("truth.queue", { n: analysis.waiting });
  if (!analysis?.done)
    return [sourceOf(analysis), t("truth.working", { n: number(analysis?.nodes ?? 0) })].filter(Boolean).join(" · ");
  const bounds = [analysis.lower, analysis.upper];
  const value = words(bounds, analysis.objective, empties(view));
  const exact = analysis.lower === analysis.upper;
  const text = t(exact ? "truth.exact" : "truth.bounds", { side: view.to_move, value, n: number(analysis.nodes) });
  const open = Object.values(analysis.moves).filter(([low, high]) => low < high).length;
  return [text, open ? t("truth.open", { n: open }) : "", sourceOf(analysis)].filter(Boolean).join(" · ");
}

export function showMoves(view, truth, step) {
  const before = view.plies - view.movers.length;
  const all = [...state.moves, ...[...state.redo].reverse()];
  const items = all.map((move, at) => {
    const done = at < state.moves.length;
    const known = done && state.truth ? truth.of(where(at)) : null;
    const lost = known ? givenAway(known, move, view.cells.length - before - at) : null;
    return h(
      "li",
      { class: done ? "" : "undone" },
      h(
        "button",
        { class: "move", "aria-current": at === state.moves.length - 1 ? "step" : null, onclick: () => step(at + 1) },
        h("span", { class: `sign ${(view.movers[at] ?? "").toLowerCase()}` }, view.movers[at] ?? ""),
        ` ${move}`,
      ),
      lost ? h("span", { class: lost.grave ? "grave" : "slow" }, lost.text) : null,
      lost === "" ? h("span", { class: "kept" }, "✓") : null,
    );
  });
  const list = $("#moves");
  const key = items.map((item) => item.outerHTML).join("");
  if (list.key === key) return;
  const focused = list.contains(document.activeElement) ? [...list.querySelectorAll("button")].indexOf(document.activeElement) : -1;
  list.key = key;
  fill(list, items.length ? items : h("li", { class: "muted" }, t("moves.none")));
  if (focused >= 0) list.querySelectorAll("button")[focused]?.focus();
  else list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

export function legend(view) {
  const list = $("#legend");
  put(list, "hidden", state.truth ? null : "");
  const kinds = ["win", "draw", "loss", "notloss", "notwin", "open"];
  const signs = { win: "+", draw: "=", loss: "−", notloss: "≥", notwin: "≤", open: "?" };
  const unit = t(view.rules.objective === "line" ? "legend.stones" : "legend.lines");
  fill(
    list,
    kinds.map((kind) =>
      h("li", {}, h("b", { class: `v-${kind}` }, signs[kind]), ` ${t(`value.${kind}`)}`),
    ),
    h("li", {}, unit),
  );
}

const MOST_EMPTIES = 12; // beyond that the trees are cut off before they say anything

// The way to the search trees of the position on the board, where they are small enough.
export function showTree(view) {
  const open = empties(view);
  put($("#more"), "hidden", open > 0 && open <= MOST_EMPTIES && !view.finished ? null : "");
  const asked = new URLSearchParams({ g: view.rules.spec, s: view.notation });
  put($("#tree"), "href", `/learn#${asked}`);
}

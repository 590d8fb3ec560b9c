// An opening that both sides settle: who is asked, and what becomes of the answer.

import { isServerless } from "./api.js";
import { playerName } from "./chooser.js";
import { $, put, say, the } from "./dom.js";
import { other, sideName } from "./naming.js";
import { change, HUMAN, state } from "./state.js";
import { t } from "./texts.js";

/**
 * @import { PositionAnswer, RulesAnswer, Sign } from "shapes"
 * @import { State } from "./state.js"
 */
/**
 * Whose player is asked, how many stones it places now, whether it takes a side, or may add stones.
 * @typedef {{ side: Sign, place: number, takes: boolean, adds: boolean }} Question
 */

/** @type {Record<string, number>} */
const STONES = { swap1: 1, swap: 3, swap2: 3 };
const ADDED = 2;
const ADDING = "adding";
const DONE = "done";
const SWAPPED = "swapped"; // done, too, and the players have each other's side

/** @param {RulesAnswer} rules */
const fits = (rules) =>
  !isServerless && rules.objective === "line" && rules.stones === 1 && rules.first === 1;

const adding = () => state.settled.startsWith(ADDING);
const swapped = () => state.settled.endsWith(SWAPPED);
const taken = () => state.settled.endsWith(DONE) || swapped();

/** The stones of the opening, as far as it is settled; 0: there is none. */
function stonesDue() {
  const due = state.setup === null && STONES[state.opening];
  return due ? due + (adding() ? ADDED : 0) : 0;
}

/**
 * Who placed a stone: the player of its colour, but in an opening whoever was asked.
 * @param {PositionAnswer} view
 * @param {number} at
 */
export function placedBy({ rules, movers }, at) {
  if (!fits(rules) || at >= stonesDue()) return state[movers[at] === "X" ? "X" : "O"];
  const side = at < STONES[state.opening] ? rules.begins : other(rules.begins);
  return state[swapped() ? other(side) : side];
}

/**
 * What becomes of the opening where stones are taken back into it: it is asked again.
 * @param {number} count of the stones that stay
 * @returns {Partial<State>}
 */
export function reopened(count) {
  if (count >= stonesDue()) return {};
  const players = swapped() ? { X: state.O, O: state.X } : {};
  const settled = adding() && count > STONES[state.opening] ? ADDING : "";
  return { ...players, settled };
}

/**
 * What is asked now; null once the opening is settled, and if there is none.
 * @param {PositionAnswer} view
 * @returns {Question | null}
 */
export function question({ rules, finished }) {
  const due = STONES[state.opening];
  if (!due || state.setup !== null || finished || !fits(rules)) return null;
  const placed = state.moves.length;
  const [opener, chooser] = [rules.begins, other(rules.begins)];
  if (placed < due) return { side: opener, place: due - placed, takes: false, adds: false };
  if (taken()) return null;
  if (!adding()) {
    const adds = state.opening === "swap2";
    return { side: chooser, place: 0, takes: true, adds };
  }
  const more = due + ADDED - placed;
  return more > 0
    ? { side: chooser, place: more, takes: false, adds: false }
    : { side: opener, place: 0, takes: true, adds: false };
}

/**
 * Whoever is asked takes a side; the other player has the other one.
 * @param {Question} asked
 * @param {Sign} side
 */
function take(asked, side) {
  const stays = side === asked.side;
  const [X, O] = stays ? [state.X, state.O] : [state.O, state.X];
  const settled = [...(adding() ? [ADDING] : []), stays ? DONE : SWAPPED].join(".");
  change({ X, O, settled });
}

/**
 * A machine's answer.
 * @param {Question} asked
 * @param {{ stones: string[], side: Sign | null }} answer
 */
export function answered(asked, { stones, side }) {
  if (side) take(asked, side);
  else if (asked.takes) change({ settled: ADDING });
  if (stones.length) change({ moves: [...state.moves, ...stones], redo: [] });
}

/**
 * What a person is asked in words, and the buttons for the answer.
 * @param {PositionAnswer} view
 */
export function showQuestion(view) {
  const asked = question(view);
  const bar = $("#swapbar");
  const mine = asked?.takes && state[asked.side] === HUMAN;
  put(bar, "hidden", mine ? null : "");
  for (const side of /** @type {Sign[]} */ (["X", "O"]))
    say($(`#take${side}`), t("swap.take", { side: sideName(side, view.rules) }));
  put($("#addstones"), "hidden", asked?.adds ? null : "");
}

/**
 * @param {PositionAnswer} view
 * @param {Question} asked
 */
export function askedWords({ rules, to_move }, asked) {
  if (asked.takes) return t("swap.choose");
  return t("swap.place", { n: asked.place, side: sideName(to_move, rules) });
}

/**
 * Which side a machine has taken, until the next stone: its answer shows in nothing else at once.
 * @param {PositionAnswer} view
 */
export function takenWords({ rules }) {
  const due = stonesDue();
  if (!due || state.moves.length !== due || !taken() || !fits(rules)) return [];
  const asked = adding() ? rules.begins : other(rules.begins);
  const side = swapped() ? other(asked) : asked;
  if (state[side] === HUMAN) return [];
  return [t("swap.taken", { player: playerName(state[side]), side: sideName(side, rules) })];
}

/**
 * The rules that a game can be opened by.
 * @param {RulesAnswer} rules
 */
export function showOpenings(rules) {
  put($("#openings"), "hidden", fits(rules) ? null : "");
  the("#opening", HTMLSelectElement).value = state.opening in STONES ? state.opening : "";
}

/** @param {() => PositionAnswer | null} now the position on the board */
export function listenToOpenings(now) {
  const select = the("#opening", HTMLSelectElement);
  select.addEventListener("change", () =>
    change({ opening: select.value, settled: "", moves: [], redo: [], tree: "", setup: null }),
  );
  for (const side of /** @type {Sign[]} */ (["X", "O"]))
    $(`#take${side}`).addEventListener("click", () => {
      const view = now();
      const asked = view && question(view);
      if (asked) take(asked, side);
    });
  $("#addstones").addEventListener("click", () => change({ settled: ADDING }));
}

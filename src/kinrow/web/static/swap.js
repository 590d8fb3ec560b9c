// An opening that both sides settle: who is asked, and what becomes of the answer.

import { isServerless } from "./api.js";
import { $, put, say, the } from "./dom.js";
import { sideName } from "./naming.js";
import { change, HUMAN, state } from "./state.js";
import { t } from "./texts.js";

/**
 * @import { PositionAnswer, RulesAnswer, Sign } from "shapes"
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

/** @param {Sign} side @returns {Sign} */
const other = (side) => (side === "X" ? "O" : "X");

/** @param {RulesAnswer} rules */
const fits = (rules) =>
  !isServerless && rules.objective === "line" && rules.stones === 1 && rules.first === 1;

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
  if (state.settled === DONE) return null;
  if (state.settled !== ADDING) {
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
  const [X, O] = side === asked.side ? [state.X, state.O] : [state.O, state.X];
  change({ X, O, settled: DONE });
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
 * The rules that a game can be opened by.
 * @param {RulesAnswer} rules
 */
export function showOpenings(rules) {
  put($("#openings"), "hidden", fits(rules) ? null : "");
  the("#opening", HTMLSelectElement).value = state.opening;
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

// All that a visitor has chosen, in one place, and in the link: a reload or a friend sees the same.

import { withLine } from "./variations.js";

export const HUMAN = "human";

/**
 * - `setup`: notation of the first position, null for the empty board.
 * - `redo`: moves taken back, the next one last.
 * - `tree`: all lines of play as text, if there are several; "" if there is only this one.
 * - `X`, `O`: who plays that side.
 * - `opening`: the rule by which both sides settle it, "" for none; `settled`: how far they are.
 * - `threats`: whether they are shown; `numbers`: whether stones carry them; `rows`: where row 1 is, "" for where it usually is.
 * @typedef {{
 *   game: string, setup: string | null, moves: string[], redo: string[], tree: string,
 *   X: string, O: string, opening: string, settled: string, truth: boolean, line: boolean, threats: boolean, numbers: boolean, rows: string,
 * }} State
 */
/** @typedef {(now: State, before: State) => void} Listener */
/**
 * A position of a game, as the server is asked about it.
 * @typedef {{ game: string, setup?: string, moves: string[] }} Where
 */

/** @type {Readonly<State>} */
const START = {
  game: "tictactoe",
  setup: null,
  moves: [],
  redo: [],
  tree: "",
  X: HUMAN,
  O: HUMAN,
  opening: "",
  settled: "",
  truth: false,
  line: false,
  threats: false,
  numbers: false,
  rows: "",
};
/** @type {[keyof State, string][]} */
const SHORT = [
  ["game", "g"],
  ["setup", "s"],
  ["moves", "m"],
  ["redo", "r"],
  ["tree", "v"],
  ["X", "x"],
  ["O", "o"],
  ["opening", "q"],
  ["settled", "w"],
  ["truth", "t"],
  ["line", "l"],
  ["threats", "h"],
  ["numbers", "n"],
  ["rows", "c"],
];

export const state = { ...START };
/** @type {Listener[]} */
const listeners = [];

export const onChange = (/** @type {Listener} */ listener) => listeners.push(listener);

/** @param {Partial<State>} part */
export function change(part) {
  const before = { ...state };
  Object.assign(state, part);
  state.tree = treeAfter(part, before);
  const hash = link();
  if (hash !== location.hash) history.replaceState(null, "", hash || location.pathname);
  for (const listener of listeners) listener(state, before);
}

/** The moves to the position on the board, and those that were taken back. */
export const lineOfPlay = (of = state) => [...of.moves, ...[...of.redo].reverse()];

/**
 * The lines of play so far with the one on the board; of another game, that game's own.
 * @param {Partial<State>} part
 * @param {State} before
 */
function treeAfter(part, before) {
  const another = [part.game, part.setup, part.tree].some((each) => each !== undefined);
  const known = another ? (part.tree ?? "") : withLine(before.tree, lineOfPlay(before));
  const tree = withLine(known, lineOfPlay());
  return tree.includes("(") ? tree : "";
}

/**
 * The position after so many moves of the line of play; where the board is, if not said.
 * @returns {Where}
 */
export const where = (count = state.moves.length) => ({
  game: state.game,
  ...(state.setup === null ? {} : { setup: state.setup }),
  moves: lineOfPlay().slice(0, count),
});

function link() {
  const query = new URLSearchParams();
  for (const [name, short] of SHORT) {
    const value = state[name];
    if (JSON.stringify(value) === JSON.stringify(START[name])) continue;
    if (Array.isArray(value)) query.set(short, value.join("."));
    else query.set(short, value === true ? "1" : String(value));
  }
  const text = query.toString().replace(/%(2C|2F|28|29)/g, decodeURIComponent);
  return text && `#${text}`;
}

/** @returns {State} */
export function readLink() {
  const query = new URLSearchParams(location.hash.slice(1));
  const read = { ...START };
  for (const [name, short] of SHORT) {
    const text = query.get(short);
    if (text === null) continue;
    if (Array.isArray(START[name]))
      Object.assign(read, { [name]: text.split(".").filter(Boolean) });
    else Object.assign(read, { [name]: typeof START[name] === "boolean" ? text === "1" : text });
  }
  return read;
}

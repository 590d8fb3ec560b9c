// Which boards can arise with which side to move; what cannot is named, every fault of it.

import { completed, other, rays } from "./geometry.js";
import { joined, say, shown, shownValue, some } from "./phrases.js";

/** @import { Phrase, Sign } from "shapes" */
/** @import { Rules } from "./games.js" */
/** @typedef {{ to_move: Sign, left: number }} Turn */

const BUDGET = 2000; // steps of the search for an order of play
const MOST_PLACES = 3;
/** @type {Sign[]} */
const SIGNS = ["X", "O"];

const count = (/** @type {string} */ cells, /** @type {string} */ mark) =>
  cells.split(mark).length - 1;

/**
 * Who places the next stone after so many, and how many are left in that turn.
 * @param {Rules} rules
 * @param {number} plies
 * @returns {Turn}
 */
export function turnAt({ begins, first, stones }, plies) {
  if (plies < first) return { to_move: begins, left: first - plies };
  const turn = Math.floor((plies - first) / stones);
  const placed = (plies - first) % stones;
  return { to_move: turn % 2 ? begins : other(begins), left: stones - placed };
}

/**
 * How many X and how many O stand on the board after so many stones of play.
 * @param {Rules} rules
 * @param {number} plies
 * @returns {[number, number]}
 */
export function countsAt({ begins, first, stones }, plies) {
  const opened = Math.min(plies, first);
  const turn = Math.floor((plies - opened) / stones);
  const placed = (plies - opened) % stones;
  const beginner = opened + Math.floor(turn / 2) * stones + (turn % 2 ? placed : 0);
  return begins === "X" ? [beginner, plies - beginner] : [plies - beginner, beginner];
}

/**
 * The turn as the counts say it; null if play does not reach them.
 * @param {Rules} rules
 * @param {string} cells
 */
export function regularTurn(rules, cells) {
  const [x, o] = [count(cells, "X"), count(cells, "O")];
  const due = countsAt(rules, x + o);
  return x === due[0] && o === due[1] ? turnAt(rules, x + o) : null;
}

/**
 * Side to move and stones left on a board whose turn has no faults.
 * @param {Rules} rules
 * @param {string} cells
 * @param {Sign | null} to_move
 * @param {number | null} left
 * @returns {Turn}
 */
export function settled(rules, cells, to_move, left) {
  const regular = regularTurn(rules, cells);
  if (regular && agrees(regular, to_move, left)) return regular;
  return { to_move: to_move ?? rules.begins, left: left ?? rules.stones };
}

/**
 * @param {Turn} regular
 * @param {Sign | null} to_move
 * @param {number | null} left
 */
const agrees = (regular, to_move, left) =>
  (to_move === null || to_move === regular.to_move) && (left === null || left === regular.left);

/**
 * Everything that is wrong with a board and its turn.
 * @param {Rules} rules
 * @param {string[]} rows
 * @param {Sign | null} to_move
 * @param {number | null} left
 * @returns {Phrase[]}
 */
export function boardFaults(rules, rows, to_move, left) {
  const cells = rows.join("");
  const shape = [...shapeFaults(rules, rows)];
  const mostLeft = Math.max(rules.stones, rules.first);
  if (shape.length) {
    const turn = turnFaults(to_move, left, null, mostLeft);
    return [...shape, ...turn, ...faultsDespiteShape(rules, rows)];
  }
  const given = to_move !== null;
  const counts = given ? [] : countFaults(rules, cells);
  const regular = regularTurn(rules, cells);
  const turn = turnFaults(to_move, left, regular, given ? rules.stones : mostLeft);
  const faults = [...counts, ...turn];
  const mover = faults.length
    ? null
    : lastMover(rules, cells, settled(rules, cells, to_move, left));
  return [...faults, ...lineFaults(rules, cells, mover)];
}

/**
 * @param {Rules} rules
 * @param {string[]} rows
 * @returns {Generator<Phrase>}
 */
function* shapeFaults(rules, rows) {
  if (rows.length !== rules.rows)
    yield say("board.rows", { rows: some(rows.length, "row"), due: rules.rows });
  for (const [at, text] of rows.slice(0, rules.rows).entries()) {
    const row = [...text];
    if (row.length !== rules.cols)
      yield say("board.cells", { row: at + 1, cells: some(row.length, "cell"), due: rules.cols });
    for (const [col, mark] of row.slice(0, rules.cols).entries())
      if (!"XO.".includes(mark))
        yield say("board.mark", { row: at + 1, col: col + 1, mark: shown(mark) });
  }
}

/**
 * Numbers of X and O that play from the empty board does not reach.
 * @param {Rules} rules
 * @param {string} cells
 */
function countFaults(rules, cells) {
  const [x, o] = [count(cells, "X"), count(cells, "O")];
  const [x_due, o_due] = countsAt(rules, x + o);
  if (x === x_due && o === o_due) return [];
  return [say("board.counts", { x, o, stones: some(x + o, "stone"), x_due, o_due })];
}

/**
 * What is wrong with the turn as given, by whatever a file has; `regular` is the turn that the counts say.
 * @param {Sign | null} to_move
 * @param {number | null} left
 * @param {Turn | null} regular
 * @param {number} mostLeft
 */
function turnFaults(to_move, left, regular, mostLeft) {
  if (regular && agrees(regular, to_move, left)) return [];
  const isSide = to_move === null || SIGNS.includes(to_move);
  const side = isSide ? [] : [say("turn.side", { value: shownValue(to_move) })];
  if (left !== null && !(Number.isInteger(left) && left >= 1 && left <= mostLeft)) {
    const value = shownValue(left);
    if (mostLeft === 1) return [...side, say("turn.left.one", { value })];
    return [...side, say("turn.left", { value, most: mostLeft })];
  }
  if (!regular || to_move !== null || left === null || left === regular.left) return side;
  return [say("turn.left.due", { value: left, due: regular.left })];
}

/**
 * Who placed the last stone; null if there is none.
 * @param {Rules} rules
 * @param {string} cells
 * @param {Turn} turn
 */
function lastMover(rules, cells, turn) {
  const plies = rules.rows * rules.cols - count(cells, ".");
  if (!plies) return null;
  const regular = regularTurn(rules, cells);
  if (regular && agrees(regular, turn.to_move, turn.left)) return turnAt(rules, plies - 1).to_move;
  return turn.left < rules.stones ? turn.to_move : other(turn.to_move);
}

/**
 * Lines of both signs, which no reading of the unreadable cells can mend.
 * @param {Rules} rules
 * @param {string[]} rows
 */
function faultsDespiteShape(rules, rows) {
  const sized = rows.length === rules.rows && rows.every((row) => [...row].length === rules.cols);
  const cells = rows.map((row) => [...row].map((mark) => (mark.length > 1 ? "?" : mark)).join(""));
  return sized && !rules.exact ? lineFaults(rules, cells.join(""), null) : [];
}

/**
 * Lines that play cannot have left on the board; `mover` placed the last stone, if known.
 * @param {Rules} rules
 * @param {string} cells
 * @param {Sign | null} mover
 * @returns {Phrase[]}
 */
function lineFaults(rules, cells, mover) {
  const [x, o] = SIGNS.map((sign) => completed(rules, cells, sign));
  if (!rules.exact && !x.length && !o.length) return [];
  const run = say(rules.exact ? "run.exact" : "run.any", { k: rules.k });
  if (x.length && o.length)
    return [say("line.both", { x: placesOf(rules, x), o: placesOf(rules, o), run })];
  return SIGNS.flatMap((sign, at) => signFaults(rules, cells, sign, [x, o][at], mover, run));
}

/**
 * @param {Rules} rules
 * @param {string} cells
 * @param {Sign} sign
 * @param {number[][]} made its lines
 * @param {Sign | null} mover
 * @param {Phrase} run
 */
function signFaults(rules, cells, sign, made, mover, run) {
  if (!made.length)
    return rules.exact && !buildable(rules, cells, sign) ? [say("line.order", { sign, run })] : [];
  const place = placesOf(rules, made);
  const faults = [];
  if (mover !== null && mover !== sign)
    faults.push(say("line.last", { sign, run, place, other: other(sign) }));
  const without = (/** @type {number} */ cell) =>
    `${cells.slice(0, cell)}.${cells.slice(cell + 1)}`;
  if (!made[0].some((cell) => buildable(rules, without(cell), sign)))
    faults.push(say("line.way", { sign, run, place }));
  return faults;
}

/**
 * Whether one sign's stones can come in some order without completing a line on the way.
 * @param {Rules} rules
 * @param {string} cells
 * @param {Sign} sign
 */
function buildable(rules, cells, sign) {
  if (!rules.exact) return !completed(rules, cells, sign).length;
  const stones = [...cells].flatMap((mark, index) => (mark === sign ? [index] : []));
  if (rules.k === 1) return !stones.length;
  const seen = new Set();
  const branches = [[stones]];
  for (let step = 0; step < BUDGET; step++) {
    const state = branches.at(-1)?.shift();
    if (!state) {
      branches.pop();
      if (!branches.length) return false;
      continue;
    }
    const key = state.join();
    if (seen.has(key)) continue;
    seen.add(key);
    const runs = runsOf(rules, new Set(state));
    if (!runs.length) return true;
    if (runs.every((run) => run.length > rules.k)) branches.push(oneLess(state, runs));
  }
  return true;
}

/**
 * The stones without one of those in the runs, those in most runs first.
 * @param {number[]} stones
 * @param {number[][]} runs
 */
function oneLess(stones, runs) {
  /** @type {Map<number, number>} */
  const shared = new Map();
  for (const cell of runs.flat()) shared.set(cell, (shared.get(cell) ?? 0) + 1);
  const order = [...shared].sort((a, b) => b[1] - a[1]);
  return order.map(([cell]) => stones.filter((stone) => stone !== cell));
}

/**
 * Maximal runs of k stones or more.
 * @param {Rules} rules
 * @param {Set<number>} stones
 */
function runsOf(rules, stones) {
  /** @type {number[][]} */
  const found = [];
  for (const ray of rays(rules)) {
    let start = 0;
    for (let at = 0; at <= ray.length; at++) {
      if (at < ray.length && stones.has(ray[at])) continue;
      if (at - start >= rules.k) found.push(ray.slice(start, at));
      start = at + 1;
    }
  }
  return found;
}

/**
 * @param {Rules} rules
 * @param {number[][]} lines
 */
function placesOf(rules, lines) {
  const named = lines.slice(0, MOST_PLACES).map((line) => placeOf(rules, line));
  if (lines.length > MOST_PLACES)
    named.push(say("place.more", { more: lines.length - MOST_PLACES }));
  return joined(named);
}

/**
 * Where a line stands.
 * @param {Rules} rules
 * @param {number[]} line
 */
function placeOf({ rows, cols }, line) {
  const place = (/** @type {number | undefined} */ at = 0) => [
    Math.floor(at / cols) + 1,
    (at % cols) + 1,
  ];
  const [row, col] = place(line[0]);
  const [last_row, last_col] = place(line.at(-1));
  if (line.length === 1) return say("place.cell", { row, col });
  if (row === last_row)
    return line.length === cols
      ? say("place.row", { row })
      : say("place.columns", { row, col, last_col });
  if (col === last_col)
    return line.length === rows
      ? say("place.column", { col })
      : say("place.rows", { col, row, last_row });
  return say("place.diagonal", { row, col, last_row, last_col });
}

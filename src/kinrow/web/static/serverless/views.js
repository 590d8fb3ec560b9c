// A position as the pages see it: the answer that the server gives, made here.

import { game } from "./games.js";
import { completed, nameOf } from "./geometry.js";
import { countsAt, turnAt } from "./legality.js";
import { Refused, say } from "./phrases.js";
import { emptiesOf, parse, replay, startOf, stonesOf } from "./position.js";
import { threats } from "./threats.js";

/** @import { PositionAnswer, PositionRequest, Sign } from "shapes" */
/** @import { Position } from "./position.js" */

const CELL = /^[a-v]([1-9]|[12][0-9])$/;
const MOST_GAME = 120;
const MOST_SETUP = 1000;

/**
 * The positions of a request: the first one, then those after each of its moves. Throws Refused.
 * @param {PositionRequest} asked
 * @returns {Position[]}
 */
export function positionsOf({ game: spec, setup, moves = [] }) {
  const faults = [
    ...lengthFaults("game", spec, MOST_GAME),
    ...(typeof setup === "string" ? lengthFaults("setup", setup, MOST_SETUP) : []),
    ...moves.flatMap((move, at) =>
      CELL.test(move) ? [] : [field(`moves[${at}]`, say("shape.cell"))],
    ),
  ];
  if (faults.length) throw malformed(faults);
  const rules = game(spec);
  return replay(typeof setup === "string" ? parse(rules, setup) : startOf(rules), moves);
}

/** @param {ReturnType<typeof say>[]} faults of the fields of a request */
export const malformed = (faults) => new Refused(422, "malformed", say("request.form"), faults);

/**
 * @param {string} name
 * @param {string} text
 * @param {number} most
 */
export function lengthFaults(name, text, most) {
  const { length } = [...text];
  if (!length) return [field(name, say("shape.string_too_short", { min_length: 1 }))];
  return length > most ? [field(name, say("shape.string_too_long", { max_length: most }))] : [];
}

/**
 * @param {string} name
 * @param {ReturnType<typeof say>} fault
 */
const field = (name, fault) => say("request.field", { field: name, fault });

/**
 * Rows joined by "/", then the turn if the counts do not say it.
 * @param {Position} position
 */
export function notation({ rules, cells, to_move, left }) {
  const rows = cells.match(new RegExp(`.{${rules.cols}}`, "g")) ?? [];
  const board = rows.map((row) => row.replace(/\.{6,}/g, (run) => String(run.length))).join("/");
  const [x, o] = ["X", "O"].map((sign) => cells.split(sign).length - 1);
  const due = countsAt(rules, x + o);
  const regular = due[0] === x && due[1] === o;
  const turn = turnAt(rules, x + o);
  if (regular && turn.to_move === to_move && turn.left === left) return board;
  const usual = regular && turn.to_move === to_move ? turn.left : rules.stones;
  return left === usual ? `${board} ${to_move}` : `${board} ${to_move} ${left}`;
}

/** @param {Position} position */
function scoreOf(position) {
  if (!position.finished) return null;
  if (position.winner === null) return 0;
  const size = emptiesOf(position) + 1;
  return position.winner === position.to_move ? size : -size;
}

/**
 * @param {Position} position
 * @param {Sign} sign
 */
const linesOf = ({ rules, cells, finished }, sign) =>
  finished
    ? completed(rules, cells, sign).map((line) => line.map((at) => nameOf(at, rules.cols)))
    : [];

/**
 * @param {PositionRequest} asked
 * @returns {PositionAnswer}
 */
export function viewOf(asked) {
  const positions = positionsOf(asked);
  const position = /** @type {Position} */ (positions.at(-1));
  const first = notation(positions[0]);
  const { rules, cells, to_move, left, finished, winner } = position;
  return {
    rules,
    cells,
    filled: cells,
    notation: notation(position),
    start: first === notation(startOf(rules)) ? null : first,
    movers: positions
      .slice(0, -1)
      .map((each) => each.to_move)
      .join(""),
    to_move,
    left,
    plies: stonesOf(position),
    finished,
    winner,
    score: scoreOf(position),
    margin: null,
    lines: { X: linesOf(position, "X"), O: linesOf(position, "O") },
    threats: threats(position),
    forbidden: [],
  };
}

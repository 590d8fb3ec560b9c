// Which game a file is about: the one that it names, or the one on the board; and in which line something is wrong.

import { checkSize, game } from "./games.js";
import { joined, Refused, say, shown, unreadable } from "./phrases.js";

/** @import { Phrase } from "shapes" */
/** @import { Rules } from "./games.js" */
/** @typedef {[number, number]} Size rows and columns */

/** A file does not say which game it records. */
export class UnknownGame extends Refused {
  /** @param {Phrase} phrase */
  constructor(phrase) {
    super(422, "unreadable", phrase);
  }
}

/**
 * The error with an example that can be given. Throws Refused if no game has such a board.
 * @param {Phrase} why
 * @param {Size | null} size
 */
function unknown(why, size) {
  if (size) checkSize(size);
  return new UnknownGame(say("record.game", { why, how: exampleOf(size) }));
}

/**
 * How a request names a game on a board of that size.
 * @param {Size | null} size
 */
export function exampleOf(size, option = "") {
  const [rows, cols] = size ?? [15, 15];
  return say("record.field", { example: `${rows},${cols},${Math.min(5, rows, cols)}${option}` });
}

/**
 * The same fault with its place in front.
 * @param {number} line of a file
 * @param {Phrase} fault
 */
export const placed = (line, fault) =>
  say("record.place", { place: say("record.line", { number: line }), fault });

/**
 * What is wrong in a line of a file.
 * @param {number} line
 * @param {Phrase} fault
 */
export const misread = (line, fault) => unreadable(placed(line, fault));

const MOST_REASONS = 5;

/** @param {Refused} error */
const reasonOf = ({ kind, phrase, faults }) =>
  kind === "illegal-position"
    ? say("record.place", { place: phrase, fault: joined(faults.slice(0, MOST_REASONS)) })
    : phrase;

/**
 * Says in which line of a file something was refused.
 * @template T
 * @param {number} line
 * @param {() => T} read
 */
export const inLine = (line, read) => inPlace(say("record.line", { number: line }), read);

/**
 * Says where something was refused.
 * @template T
 * @param {Phrase} place
 * @param {() => T} read
 */
export function inPlace(place, read) {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const fault = say("record.place", { place, fault: reasonOf(error) });
    throw error instanceof UnknownGame ? new UnknownGame(fault) : unreadable(fault);
  }
}

/**
 * The rules of a game in a file. Throws Refused; UnknownGame if neither says which one it is.
 * @param {Rules | null} named counts first
 * @param {string | null} said by the file: a name or spec
 * @param {Size | null} size if the file gives it; rules of another board are refused
 */
export function whichGame(named, said, size) {
  const rules = named ?? (said === null ? null : gameSaid(said, size));
  if (!rules) throw unknown(say("record.silent"), size);
  if (size && (size[0] !== rules.rows || size[1] !== rules.cols)) {
    const own = { own_rows: rules.rows, own_cols: rules.cols };
    const board = { rows: size[0], cols: size[1], game: rules.title, ...own };
    throw unreadable(say("record.board", board));
  }
  return rules;
}

/**
 * @param {string} said
 * @param {Size | null} size
 */
function gameSaid(said, size) {
  try {
    return game(said);
  } catch (error) {
    if (!(error instanceof Refused) || error.phrase.code === "game.serverless") throw error;
    throw unknown(say("record.unknown", { name: shown(said) }), size);
  }
}

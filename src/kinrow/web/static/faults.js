// What is wrong, in the reader's language: a fault is a code and parameters, the catalogue has the words.

import { Problem } from "./api.js";
import { h } from "./dom.js";
import { faultText, t } from "./texts.js";

/**
 * @import { Phrase } from "shapes"
 * @import { Key } from "./texts.js"
 */

/** How a page calls cells, rows, sides and games, unless as the notation does. */
export const calls = {
  cell: (/** @type {string} */ name) => name,
  row: (/** @type {number} */ number) => number,
  side: (/** @type {string} */ sign) => sign,
  game: (/** @type {string} */ name) => name,
};

/**
 * @param {string} name
 * @param {number | string | Phrase | Phrase[]} value
 * @returns {number | string}
 */
function parameter(name, value) {
  if ((name === "row" || name === "last_row") && typeof value === "number") return calls.row(value);
  if (name === "cell" && typeof value === "string") return calls.cell(value);
  if (name === "game" && typeof value === "string") return calls.game(value);
  return value === "X" || value === "O" ? calls.side(value) : worded(value);
}

/** @type {Record<string, Key>} */
const FIELDS = {
  game: "game.label",
  setup: "setup.notation",
  moves: "moves.title",
  input: "sources.input",
  player: "player.label",
};

/**
 * The number of the move that a phrase is about, if it is about one.
 * @param {Phrase} phrase
 */
function moveNumber({ code, params }) {
  if (code === "move.numbered") return Number(params.number);
  const at = code === "request.field" && /^moves\[(\d+)\]$/.exec(String(params.field))?.[1];
  return at ? Number(at) + 1 : null;
}

/**
 * The same phrase with the parts of a request as a reader knows them.
 * @param {Phrase} phrase
 * @returns {Phrase}
 */
function forPeople(phrase) {
  const { code, params } = phrase;
  if (code !== "request.field") return phrase;
  const number = moveNumber(phrase);
  if (number) return { code: "move.numbered", params: { number, fault: params.fault } };
  const field = String(params.field);
  return { code, params: { ...params, field: field in FIELDS ? t(FIELDS[field]) : field } };
}

/**
 * A parameter in words.
 * @param {number | string | Phrase | Phrase[]} value
 * @returns {string}
 */
export function worded(value) {
  if (Array.isArray(value)) return together(value.map(worded));
  if (typeof value !== "object") return String(value);
  const { code, params } = forPeople(value);
  const [room] = code.split(".");
  const all = Object.entries(params).map(([name, each]) => {
    const field = /** @type {Key} */ (`game.${each}`); // on the form of a game
    if (room === "field" && t(field) !== field) return [name, t(field)];
    return [name, room === "board" ? worded(each) : parameter(name, each)];
  });
  return faultText(code, Object.fromEntries(all));
}

/**
 * All faults of a problem, or what else went wrong.
 * @param {unknown} error
 */
export const faultsOf = (error) =>
  error instanceof Problem ? error.phrase.faults.map(worded) : [String(error)];

/** The same in one sentence. @param {unknown} error */
export const faultLine = (error) => together(faultsOf(error));

/** Several sentences as one. @param {readonly string[]} sentences */
export const together = (sentences) => sentences.join(faultText("list.mark"));

/**
 * How many moves a fault lets stand.
 * @param {Phrase} phrase
 */
function goodMoves(phrase) {
  const { field, fault } = phrase.params;
  const excess = field === "moves" && typeof fault === "object" && "params" in fault;
  return excess ? Number(fault.params.max_length) : (moveNumber(phrase) ?? 1) - 1;
}

/**
 * How many moves come before the first one that is wrong; none, if something else is.
 * @param {unknown} error
 */
export function movesBefore(error) {
  return error instanceof Problem ? Math.min(...error.phrase.faults.map(goodMoves)) : 0;
}

/** @param {readonly string[]} faults */
export const faultList = (faults) =>
  h(
    "ul",
    { class: "faults" },
    faults.map((fault) => h("li", {}, fault)),
  );

// Games by name or by spec, as the server reads them; only those that a page without a server plays.

import { nameOf } from "./geometry.js";
import { impossible, joined, say, shown, shownValue, unreadable } from "./phrases.js";

/** @import { GameAnswer, Phrase, RulesAnswer, Sign } from "shapes" */
/**
 * Line games only; `spec`, `title` and `name` as the server has them.
 * @typedef {RulesAnswer & { exact: boolean, misere: boolean }} Rules
 */
/**
 * @typedef {{
 *   rows: number, cols: number, k: number, stones: number, first: number, begins: Sign,
 *   exact: boolean, misere: boolean,
 * }} Fields
 */

export const MOST_SIDE = 15;
export const MOST_ROWS = 29;
export const MOST_COLS = 22;
const MOST_CELLS = 484;
const WHOLE = /^[0-9]{1,6}$/;
const FORMS = "exact, misere, renju, caro, majority, threshold=N, turns=N, fill=X|O, begins=X|O";
/** @type {Fields} */
const USUAL = {
  rows: 0,
  cols: 0,
  k: 0,
  stones: 1,
  first: 1,
  begins: "X",
  exact: false,
  misere: false,
};

/** @type {Map<string, GameAnswer>} */
const named = new Map();
/** @type {Set<string>} */
const elsewhere = new Set();

/**
 * The games that have names, and the names of those that need a server.
 * @param {GameAnswer[]} games
 * @param {string[]} others
 */
export function setNamed(games, others = []) {
  for (const name of others) elsewhere.add(key(name));
  for (const game of games)
    for (const name of [game.name ?? "", game.words["zh-Hans"].title, game.words["zh-Hant"].title])
      named.set(key(name), game);
}

const key = (/** @type {string} */ name) => name.toLowerCase().replace(/[-_ ]/g, "");

/**
 * The rules that a string names. Throws Refused.
 * @param {string} text
 * @returns {Rules}
 */
export function game(text) {
  const [base, ...rest] = text.trim().split(":");
  const fields = numbers(base) ?? fieldsOf(base);
  if (rest.length) Object.assign(fields, options(rest.join(":")));
  checkRange(fields);
  if (Math.max(fields.rows, fields.cols) > MOST_SIDE)
    throw impossible(say("game.serverless", { most: MOST_SIDE }));
  return rulesOf(fields);
}

/**
 * Throws Refused if no game has a board of so many rows and columns.
 * @param {[number, number]} size
 */
export const checkSize = ([rows, cols]) => checkRange({ ...USUAL, rows, cols, k: 1 });

/** @param {Fields} fields */
function checkRange(fields) {
  const faults = [...rangeFaults(fields)];
  if (faults.length) throw impossible(joined(faults));
}

/**
 * @param {string} name
 * @returns {Fields}
 */
function fieldsOf(name) {
  const found = named.get(key(name));
  if (elsewhere.has(key(name))) throw impossible(say("game.serverless", { most: MOST_SIDE }));
  if (!found)
    throw unreadable(
      say("game.unknown", { name: shown(name), expected: say("game.forms.serverless") }),
    );
  const { rows, cols, k, stones, first, begins, exact = false, misere = false } = found;
  return { rows, cols, k, stones, first, begins, exact, misere };
}

/**
 * The fields that "m,n,k" or "m,n,k,p,q" sets; null if the text is not a list of numbers.
 * @param {string} text
 * @returns {Fields | null}
 */
function numbers(text) {
  const bare = text.trim().replace(/^\((.*)\)$/, "$1");
  const parts = bare.split(",").map((part) => part.trim());
  if (!parts.every((part) => /^[0-9]+$/.test(part))) return null;
  if (!parts.every((part) => WHOLE.test(part)))
    throw unreadable(say("game.large", { text: shown(text) }));
  if (parts.length !== 3 && parts.length !== 5) {
    const count = say(parts.length === 1 ? "count.number" : "count.numbers", {
      number: parts.length,
    });
    throw unreadable(say("game.numbers", { text: shown(text), numbers: count }));
  }
  const [rows, cols, k, stones = 1, first = 1] = parts.map(Number);
  return { ...USUAL, rows, cols, k, stones, first };
}

/**
 * The fields that options such as "misere,begins=O" set.
 * @param {string} text
 * @returns {Partial<Fields>}
 */
function options(text) {
  /** @type {Partial<Fields>} */
  const found = {};
  for (const [at, part] of text.split(",").entries()) {
    const [name, value] = option(part.trim(), at + 1);
    if (name in found) throw unreadable(say("option.twice", { number: at + 1, name }));
    Object.assign(found, { [name]: value });
  }
  return found;
}

/**
 * @param {string} text
 * @param {number} number
 * @returns {[string, boolean | Sign]}
 */
function option(text, number) {
  const [name, value] = text.split("=").map((part) => part.trim());
  if ((name === "exact" || name === "misere") && value === undefined) return [name, true];
  if (name === "begins" && (value === "X" || value === "O")) return [name, value];
  if (name === "begins" && value !== undefined)
    throw unreadable(say("option.sign", { number, name, value: shown(value) }));
  if (["majority", "threshold", "turns", "fill", "renju", "caro"].includes(name))
    throw impossible(say("game.serverless", { most: MOST_SIDE }));
  throw unreadable(say("option.unknown", { number, text: shown(text), forms: FORMS, hint: "" }));
}

const NEEDED = ["rows", "cols", "k"];
const LINE_ONLY = ["exact", "misere", "renju", "caro"];
const MAJORITY_ONLY = ["turns", "fill", "threshold"];
const KNOWN = [...NEEDED, "stones", "first", "begins", "objective", ...LINE_ONLY, ...MAJORITY_ONLY];

/**
 * The rules of a JSON record. Throws Refused.
 * @param {Record<string, any>} data
 * @returns {Rules}
 */
export function rulesFrom(data) {
  const known = KNOWN.join(", ");
  const faults = [
    ...NEEDED.filter((name) => !(name in data)).map((name) => say("rules.missing", { name })),
    ...Object.keys(data)
      .filter((name) => !KNOWN.includes(name))
      .map((name) => say("rules.unknown", { name: shown(name), known })),
  ];
  if (faults.length) throw impossible(joined(faults));
  const { stones = 1, objective = "line", ...given } = data;
  const fields = { ...USUAL, ...given, stones, first: given.first ?? stones };
  if (objective === "majority" || given.renju === true || given.caro === true)
    throw impossible(say("game.serverless", { most: MOST_SIDE }));
  const wrong = [...rangeFaults(fields), ...valueFaults(fields, objective)];
  if (wrong.length) throw impossible(joined(wrong));
  return rulesOf(fields);
}

/**
 * @param {Record<string, any>} fields
 * @param {unknown} objective
 * @returns {Generator<Phrase>}
 */
function* valueFaults(fields, objective) {
  const { begins } = fields;
  if (begins !== "X" && begins !== "O")
    yield say("field.sign", { name: "begins", value: shownValue(begins) });
  for (const name of LINE_ONLY)
    if (![true, false, undefined].includes(fields[name]))
      yield say("field.flag", { name, value: shownValue(fields[name]) });
  if (objective !== "line") yield say("field.objective", { value: shownValue(objective) });
  else
    for (const name of MAJORITY_ONLY)
      if ((fields[name] ?? null) !== null) yield say("field.majority", { name });
}

/**
 * @param {Fields} fields
 * @returns {Generator<Phrase>}
 */
function* rangeFaults({ rows, cols, k, stones, first }) {
  const sides = [...whole("rows", rows, MOST_ROWS), ...whole("cols", cols, MOST_COLS)];
  yield* sides;
  yield* turned(rows, cols);
  if (!sides.length && rows * cols > MOST_CELLS)
    yield say("rules.size", { size: rows * cols, most: MOST_CELLS });
  yield* whole("k", k, MOST_COLS);
  yield* whole("stones", stones, MOST_CELLS);
  yield* whole("first", first, MOST_CELLS);
}

/**
 * Of a board with too many columns: what it is called, if rows may be as many.
 * @param {number} rows
 * @param {number} cols
 */
function turned(rows, cols) {
  const faults = [...whole("rows", rows, MOST_COLS), ...whole("cols", cols, MOST_ROWS)];
  if (faults.length || cols <= MOST_COLS || rows * cols > MOST_CELLS) return [];
  return [say("rules.turned", { rows: cols, cols: rows })];
}

/**
 * @param {string} name
 * @param {number} value
 * @param {number} high
 */
const whole = (name, value, high) =>
  Number.isInteger(value) && value >= 1 && value <= high
    ? []
    : [say("field.whole", { name, value: shownValue(value), low: 1, high })];

/**
 * @param {Fields} fields
 * @returns {Rules}
 */
function rulesOf(fields) {
  const { rows, cols, k, stones, first, begins, exact, misere } = fields;
  const plain = stones === 1 && first === 1;
  const list = [rows, cols, k, ...(plain ? [] : [stones, first])].join();
  const words = [exact && "exact", misere && "misere", begins === "O" && "begins=O"];
  const text = words.filter(Boolean).join();
  const spec = text ? `${list}:${text}` : list;
  const name = [...named.values()].find((each) => each.spec === spec)?.name ?? null;
  const title = name ?? `(${list}) ${text}`.trim();
  const bans = { renju: false, caro: false }; // those games need a server
  return { spec, name, title, ...fields, ...bans, objective: "line", look: lookOf(fields) };
}

const GOBAN_K = 5; // five in a row and its larger kin

/**
 * The look of a game's board: a goban from five in a row on, cells for all other games.
 * @param {Fields} fields
 * @returns {RulesAnswer["look"]}
 */
function lookOf({ rows, cols, k, begins }) {
  const goban = k >= GOBAN_K;
  const sizes = { stone: 0.46, star: 0.085, mark: 0.42 };
  const theme = goban ? "goban" : "cells";
  return { theme, black: begins, stars: goban ? stars(rows, cols) : [], ...sizes };
}

/**
 * @param {number} rows
 * @param {number} cols
 */
function stars(rows, cols) {
  const off = (/** @type {number} */ size) => {
    const edge = size >= 13 ? 3 : 2;
    return size >= 7 ? [edge, size - 1 - edge] : [];
  };
  const [downs, rights] = [off(rows), off(cols)];
  const [row, col] = [Math.floor(rows / 2), Math.floor(cols / 2)];
  const found = new Set(downs.flatMap((down) => rights.map((right) => down * cols + right)));
  if (rows % 2 && cols % 2) found.add(row * cols + col);
  return [...found].sort((a, b) => a - b).map((index) => nameOf(index, cols));
}

// JSON records: plain data, read as the server reads it.

import { stoneOn } from "./cells.js";
import { rulesFrom } from "./games.js";
import { Growing } from "./growing.js";
import { ABOUT, aboutFrom, clean, isNumber, openingOf, resultFrom } from "./keeping.js";
import { impossible, Refused, repr, say, shown, shownValue, unreadable } from "./phrases.js";
import { positionOf } from "./position.js";
import { inPlace, whichGame } from "./which-game.js";

/** @import { Opened, Place } from "./growing.js" */
/** @import { Rules } from "./games.js" */
/** @typedef {Record<string, unknown>} Fields */

const FIELDS = ["start", "moves", "players", "result", "comment", "about", "opening"];
const HALF = /\p{Surrogate}/u; // of a character
const MOST_SECONDS = 1e9;

/**
 * The games of a list, or the single one. Throws Refused, which names the game by its number.
 * @param {string} text
 * @param {Rules | null} named the game, if the file does not say
 * @returns {Opened[]}
 */
export function readJson(text, named) {
  const data = parsed(text);
  return (Array.isArray(data) ? data : [data]).map((each, at) =>
    inPlace(say("record.nth", { number: at + 1 }), () => read(each, named)),
  );
}

/**
 * @param {string} text
 * @returns {unknown}
 */
function parsed(text) {
  try {
    return JSON.parse(text, (_, value) => {
      if (typeof value !== "string" || !HALF.test(value)) return value;
      throw unreadable(say("record.unicode", { text: shown(value) }));
    });
  } catch (error) {
    if (error instanceof Refused) throw error;
    const [, line, column] = /line (\d+) column (\d+)/.exec(String(error)) ?? [];
    const place = { line: Number(line), column: Number(column) };
    throw unreadable(line ? say("json.place", place) : say("json.none"));
  }
}

/**
 * @param {unknown} value
 * @returns {value is Fields}
 */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} data @param {Rules | null} named */
function read(data, named) {
  if (!isObject(data))
    throw unreadable(say("json.game", { game: data === null ? "null" : shownValue(data) }));
  checkKeys("", data, FIELDS, (field, known) => unreadable(say("json.field", { field, known })));
  const { start = {}, moves = [], comment = "", opening = 0 } = data;
  const growing = new Growing(startFrom(start, named));
  if (!Array.isArray(moves)) throw unreadable(say("json.moves", { moves: shownValue(moves) }));
  grow(growing, moves);
  if (typeof comment !== "string")
    throw unreadable(say("json.comment", { comment: shownValue(comment) }));
  const { X = "", O = "" } = textsOf(data, "players", ["X", "O"]);
  if (isObject(data.result)) checkKeys("result", data.result, ["winner", "ending", "score"]);
  const result = data.result === undefined || data.result === null ? null : resultFrom(data.result);
  if (result === undefined)
    throw unreadable(say("json.result", { result: shownValue(data.result) }));
  const facts = textsOf(data, "about");
  const known = { result, comment: clean(comment), opening: openingOf(repr(opening)) };
  checkKeys("about", facts, ABOUT, (value, known) =>
    impossible(say("argument.choice", { name: "about", value, known })),
  );
  return growing.opened({ X, O }, { ...known, about: aboutFrom((name) => facts[name] ?? "") });
}

/** @param {unknown} data @param {Rules | null} named */
function startFrom(data, named) {
  if (!isObject(data)) throw unreadable(say("json.start", { start: shownValue(data) }));
  checkKeys("start", data, ["rules", "rows", "to_move", "left"]);
  const said = isObject(data.rules) ? rulesFrom(data.rules).spec : (data.rules ?? null);
  if (said !== null && typeof said !== "string")
    throw unreadable(say("rules.type", { rules: shownValue(said) }));
  const rules = whichGame(named, said, null);
  const empty = Array(rules.rows).fill(".".repeat(rules.cols));
  const { rows = empty, to_move = null, left = null } = data;
  if (!Array.isArray(rows) || !rows.every((row) => typeof row === "string"))
    throw unreadable(say("rows.type", { rows: shownValue(rows) }));
  const [side, rest] = /** @type {[any, any]} */ ([to_move, left]);
  return positionOf(rules, rows, side, rest);
}

/**
 * Adds the stones; those that follow an illegal one are left out.
 * @param {Growing} growing
 * @param {unknown[]} moves
 */
function grow(growing, moves) {
  const { rules } = growing.root.position;
  /** @type {(Place | null)[]} after so many stones of the data */
  const places = [growing.root];
  const path = [0]; // the numbers of the stones from the start to the last one
  for (const [at, each] of moves.entries()) {
    const number = at + 1;
    const stone = isObject(each) ? each : { move: each };
    checkKeys(`moves[${at}]`, stone, ["move", "seconds", "note", "after"]);
    const { move, note = "", after = at, seconds = null } = stone;
    if (typeof move !== "string" || typeof note !== "string")
      throw unreadable(say("json.move", { number, move: shownValue(each) }));
    if (!isNumber(after) || !Number.isInteger(after) || after < 0 || after > at)
      throw unreadable(say("json.after", { number, after: shownValue(after), most: at }));
    while (path.length && path.at(-1) !== after) path.pop();
    if (!path.length) throw unreadable(say("stone.order", { stone: number, parent: after }));
    path.push(number);
    if (seconds !== null && !isNumber(seconds))
      throw unreadable(say("json.seconds", { number, seconds: shownValue(seconds) }));
    const before = places[after];
    const said = { ...stoneOn(move, rules), line: 0, written: move, note };
    const time = seconds === null ? null : Number(seconds.toFixed(6));
    const next = before && growing.add(before, { ...said, seconds: time });
    if (next && time !== null && !(time >= 0 && time < MOST_SECONDS))
      throw impossible(say("stone.seconds", { seconds: shownValue(seconds) }));
    places.push(next);
  }
}

/**
 * @param {Fields} data
 * @param {string} name of a field
 * @param {string[] | null} keys all that it may have
 * @returns {Record<string, string>}
 */
function textsOf(data, name, keys = null) {
  const found = data[name] ?? (data[name] === null ? null : {});
  if (!isObject(found) || !Object.values(found).every((each) => typeof each === "string"))
    throw unreadable(say("json.texts", { name, value: shownValue(found) }));
  if (keys) checkKeys(name, found, keys);
  return /** @type {Record<string, string>} */ (found);
}

/**
 * Refuses any other key: what it says would be lost.
 * @param {string} name
 * @param {Fields} data
 * @param {string[]} keys
 * @param {(value: string, known: string) => Refused} refused
 */
function checkKeys(
  name,
  data,
  keys,
  refused = (value, known) => unreadable(say("json.name", { name, value, known })),
) {
  const odd = Object.keys(data).find((key) => !keys.includes(key));
  if (odd !== undefined) throw refused(shown(odd), keys.join(", "));
}

// What a file says of a game besides its moves: kept while the game is open, and written when it is saved.

import { say, shown, unreadable } from "./phrases.js";

/** @import { Sign } from "shapes" */
/**
 * A stone of a file; `after`: how many stones are before the one that it follows, with it, if that is not the last one.
 * @typedef {{ move: string, seconds: number | null, note: string, after: number | null }} Stone
 */
/** @typedef {{ winner: Sign | null, ending: string, score: number | null }} Result */
/**
 * A JSON record without its start.
 * @typedef {{
 *   moves: (string | Partial<Stone>)[], players?: Partial<Record<Sign, string>>, result?: Result | null,
 *   comment?: string, about?: Record<string, string>, opening?: number,
 * }} Known
 */

/** The facts about a game that SGF has properties for. */
export const ABOUT = "AN BR BT CP DT EV GN ON OT PC RO SO TM US WR WT".split(" ");

/** @param {string} text */
export const oneLine = (text) => text.trim().replaceAll(/\s+/g, " ");
/** @param {(name: string) => string} said what a file says of each fact */
export const aboutFrom = (said) =>
  Object.fromEntries(ABOUT.map((name) => [name, oneLine(said(name))]).filter(([, fact]) => fact));
/** @param {string} text of several lines */
export const clean = (text) => text.replaceAll(/\r\n?/g, "\n").trim();
/** @param {string} text as Python splits it */
export const linesOf = (text) => text.split(/\r\n|[\n\r\v\f\x85\u2028\u2029]/);
/** @param {string[]} texts one below the other */
export const paragraphs = (texts) => texts.filter(Boolean).join("\n");
/** @param {Sign | null} winner @returns {Result} */
export const onBoard = (winner) => ({ winner, ending: "board", score: null });

const MOST_SCORE = 1e6;
const ENDINGS = ["board", "resignation", "time", "forfeit", "void"];
/** @param {unknown} value @returns {value is number} */
export const isNumber = (value) => typeof value === "number";

/**
 * A result that a file has; undefined if it is none.
 * @param {any} data
 * @returns {Result | undefined}
 */
export function resultFrom(data) {
  const isPlain = typeof data !== "object" || Array.isArray(data);
  const { winner = null, ending = "board", ...rest } = isPlain ? { ending: data } : data;
  const given = rest.score ?? null;
  const score = isNumber(given) ? Number(given.toFixed(6)) : given;
  const isWon = winner === "X" || winner === "O";
  const isScore =
    score === null ||
    (isNumber(score) && isWon && ending === "board" && score >= 0 && score < MOST_SCORE);
  const isEnd = isWon ? ending !== "void" : ending === "board" || ending === "void";
  if (!(isWon || winner === null) || !ENDINGS.includes(ending) || !isScore || !isEnd)
    return undefined;
  return { winner, ending, score };
}

/**
 * How many stones are the opening's, as a file says it. Throws Refused.
 * @param {string} text
 */
export function openingOf(text) {
  if (/^[0-9]{1,3}$/.test(text)) return Number(text);
  throw unreadable(say("record.opening", { opening: shown(text) }));
}

/**
 * @param {Stone[]} stones
 * @param {Omit<Known, "moves">} known
 * @returns {{ [name: string]: unknown }} as JSON records have it
 */
export function recordOf(stones, known) {
  const moves = stones.map(({ move, ...more }) => {
    const said = Object.entries(more).filter(([, value]) => value !== null && value !== "");
    return said.length ? { move, ...Object.fromEntries(said) } : move;
  });
  const isSaid = (/** @type {unknown} */ value) =>
    value !== null && typeof value === "object" ? Object.keys(value).length > 0 : Boolean(value);
  const all = Object.entries(known).filter(([, value]) => isSaid(value));
  return { moves, ...Object.fromEntries(all) };
}

/** @typedef {{ next: Map<string, Fact>, seconds: number | null, note: string }} Fact of a stone, and of those after it */

/** @param {Partial<Stone>} [stone] @returns {Fact} */
export const factOf = ({ seconds = null, note = "" } = {}) => ({ next: new Map(), seconds, note });

/**
 * The times and notes of a record, stone by stone as they followed each other.
 * @param {Known["moves"]} moves
 */
export function factsOf(moves) {
  const all = [factOf()];
  for (const each of moves) {
    const stone = typeof each === "string" ? { move: each } : each;
    const { next } = all[stone.after ?? all.length - 1];
    const move = stone.move ?? "";
    const fact = next.get(move) ?? factOf(stone);
    fact.seconds ??= stone.seconds ?? null;
    fact.note ||= stone.note ?? "";
    next.set(move, fact);
    all.push(fact);
  }
  return all[0];
}

/**
 * The moves of the main line of a record.
 * @param {Known["moves"]} moves
 */
function mainMoves(moves) {
  const branched = moves.findIndex((each) => typeof each !== "string" && each.after !== undefined);
  const main = branched < 0 ? moves : moves.slice(0, branched);
  return main.map((each) => (typeof each === "string" ? each : (each.move ?? "")));
}

/**
 * What is known of a game whose main line is this one; its result only if it ended so.
 * @param {Known} known
 * @param {readonly string[]} moves
 * @returns {Omit<Known, "moves">}
 */
export function keptOf({ moves: played, result, opening = 0, ...known }, moves) {
  const main = mainMoves(played);
  const isOpening = main.slice(0, opening).join() === moves.slice(0, opening).join();
  return {
    ...known,
    ...(main.join() === moves.join() && result ? { result } : {}),
    opening: isOpening ? opening : 0,
  };
}

// PSQ, the files of Piskvork, Gomocup's manager: a head, "x,y,milliseconds" lines, names, a code, the game.

import { MOST_COLS, MOST_ROWS } from "./games.js";
import { other } from "./geometry.js";
import { Growing } from "./growing.js";
import { factOf, factsOf, keptOf, linesOf } from "./keeping.js";
import { say, shown, unreadable } from "./phrases.js";
import { startOf } from "./position.js";
import { notation } from "./views.js";
import { misread, whichGame } from "./which-game.js";

/** @import { Opened } from "./growing.js" */
/** @import { Rules } from "./games.js" */
/** @import { Known } from "./keeping.js" */
/** @import { Position } from "./position.js" */

const HEAD = /^Piskvorky\s+(\d{1,3})\s*x\s*(\d{1,3})\b(?:\D+\d+\D+\d+\D+([01]))?.*$/i;
const STONE = /^\s*(-?\d{1,5})\s*,\s*(-?\d{1,5})\s*,\s*(-?\d{1,12})\s*$/;
const ODD_STONE = /^\s*-?\d+\s*,\s*-?\d+\s*(,.*)?$/; // a stone, but for its time
const CODE = /^-?\d{1,3}$/;
const GAME = /^kinrow\s+(\S.*?)\s*$/;
const OPENING = /^opening\s+(\d{1,3})$/;
const BY_HAND = 11; // Piskvork's number for a time limit that was set by hand
const [TIMEOUT, ON_THE_BOARD, UNKNOWN] = ["15", "0", "-1"];

/**
 * The one game of a file. Throws Refused.
 * @param {string} text
 * @param {Rules | null} named the game, if the file does not say
 * @returns {Opened[]}
 */
export function readPsq(text, named) {
  const lines = linesOf(text);
  const head = HEAD.exec(lines[0].trim());
  if (!head) throw misread(1, say("psq.head"));
  const stones = stonesOf(lines);
  const after = lines.slice(stones.at(-1)?.line ?? 1).map((line) => line.trim());
  if (after.at(-1) === "") after.pop(); // after the last line break
  const said = after.slice(2).map((line) => GAME.exec(line)?.[1]);
  const rules = whichGame(named, said.find(Boolean) ?? null, [Number(head[2]), Number(head[1])]);
  const openings = after.slice(2).map((line) => OPENING.exec(line)?.[1]);
  const opening = Number(openings.find(Boolean) ?? 0);
  const { growing, last } = grown(rules, stones, opening);
  const alone = after.length === 2 && !after.some((line) => CODE.test(line));
  const names = after.length > 2 || alone ? after.slice(0, 2) : ["", ""];
  if (head[3] === "1") names.reverse();
  const players = { [rules.begins]: names[0], [other(rules.begins)]: names[1] };
  const timed = after[2] === TIMEOUT && !last.finished && !growing.faults.length;
  const result = timed ? { winner: other(last.to_move), ending: "time", score: null } : null;
  return [growing.opened(players, { result, opening })];
}

/**
 * The stones below the head; of a file of kinrow's, no name that looks like one. Throws Refused for a line that can
 * only be meant as a stone.
 * @param {string[]} lines
 */
function stonesOf(lines) {
  const isOurs = (/** @type {string} */ line, /** @type {number} */ at) =>
    at > 0 && GAME.test(line.trim()) && CODE.test(lines[at - 1].trim());
  const ours = lines.findLastIndex(isOurs);
  const end = ours < 0 ? lines.length : Math.max(ours - 3, 0); // before two names and the code
  const found = [];
  for (const [at, text] of lines.slice(0, end).entries()) {
    if (!at) continue;
    if (STONE.test(text)) found.push({ line: at + 1, text });
    else if (ODD_STONE.test(text)) throw misread(at + 1, say("psq.stone", { text: shown(text) }));
    else if (text.trim()) {
      if (ours < 0) checkRest(lines, at);
      break;
    }
  }
  return found;
}

/**
 * Nothing may follow a line that looks like a stone or a second game. Throws Refused.
 * @param {string[]} lines
 * @param {number} at
 */
function checkRest(lines, at) {
  const rest = lines.slice(at + 1);
  const heads = rest.flatMap((line, number) => (HEAD.test(line) ? [at + 2 + number] : []));
  if (heads.length) throw misread(heads[0], say("psq.one", { count: 1 + heads.length }));
  if (rest.some((line) => STONE.test(line)))
    throw misread(at + 1, say("psq.stone", { text: shown(lines[at]) }));
}

/**
 * @param {Rules} rules
 * @param {{ line: number, text: string }[]} stones
 * @param {number} given how many of them are the opening's
 */
function grown(rules, stones, given) {
  const growing = new Growing(startOf(rules));
  let at = growing.root;
  for (const { line, text } of stones) {
    const [x, y, time] = text.split(",").map(Number);
    const isOn = x > 0 && y > 0 && x <= rules.cols && y <= rules.rows;
    const index = isOn ? (y - 1) * rules.cols + x - 1 : -1;
    const isTimed = time > 0 || (time === 0 && growing.stones.length >= given);
    const seconds = isTimed ? time / 1000 : null;
    const next = growing.add(at, { name: nameOf(x, y), index, line, seconds });
    if (!next) break;
    at = next;
  }
  return { growing, last: at.position };
}

/**
 * A cell as kinrow names it, or by its numbers if no board has it.
 * @param {number} x
 * @param {number} y
 */
const nameOf = (x, y) =>
  x > 0 && x <= MOST_COLS && y > 0 && y <= MOST_ROWS
    ? `${String.fromCharCode(96 + x)}${y}`
    : `row ${y}, column ${x}`;

/**
 * A file of one game. Throws Refused for a game that begins from a set-up position.
 * @param {Position[]} positions
 * @param {readonly string[]} moves
 * @param {Known} known what an opened file said of the game
 */
export function writePsq(positions, moves, known) {
  const [{ rules }, end] = [positions[0], /** @type {Position} */ (positions.at(-1))];
  if (notation(positions[0]) !== notation(startOf(rules))) throw unreadable(say("psq.start"));
  const { players, result, opening } = keptOf(known, moves);
  let fact = factsOf(known.moves);
  const stones = moves.map((move, at) => {
    fact = fact.next.get(move) ?? factOf();
    const { seconds } = fact;
    const time = seconds === null ? (at < (opening ?? 0) ? 0 : -1) : toEven(1000 * seconds); // -1: nobody knows
    return `${move.charCodeAt(0) - 96},${move.slice(1)},${time}`;
  });
  const head = `Piskvorky ${rules.cols}x${rules.rows}, ${BY_HAND}:${BY_HAND}, 0`;
  const names = [rules.begins, other(rules.begins)].map((sign) => players?.[sign] ?? "");
  const lines = [head, ...stones, ...names, codeOf(end, result), `kinrow ${rules.spec}`];
  return [...lines, ...(opening ? [`opening ${opening}`] : [])].join("\n");
}

/**
 * To the nearest whole number; of two as near, the even one.
 * @param {number} number
 */
function toEven(number) {
  const whole = Math.round(number);
  return whole - number === 0.5 && whole % 2 ? whole - 1 : whole;
}

/** @param {Position} end @param {Known["result"]} result */
function codeOf(end, result) {
  if (result?.ending === "void") return UNKNOWN;
  if (result?.ending === "time" && result.winner === other(end.to_move)) return TIMEOUT;
  return end.finished ? ON_THE_BOARD : UNKNOWN;
}

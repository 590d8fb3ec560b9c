// Recorded games in and out: what the page opens and saves, as the server answers it.

import { treeOf } from "../variations.js";
import { game } from "./games.js";
import { other } from "./geometry.js";
import { ABOUT, factOf, factsOf, keptOf, onBoard } from "./keeping.js";
import { Refused, say, unreadable } from "./phrases.js";
import { readJson } from "./plain.js";
import { replay, startOf } from "./position.js";
import { readPsq, writePsq } from "./psq.js";
import { readSgf, TIME } from "./sgf.js";
import { readText } from "./text.js";
import { lengthFaults, malformed, notation, positionsOf } from "./views.js";
import { UnknownGame } from "./which-game.js";

/** @import { ExportedFile, ExportRequest, OpenRequest } from "shapes" */
/** @import { Branch } from "../variations.js" */
/** @import { Opened } from "./growing.js" */
/** @import { Fact, Known, Result } from "./keeping.js" */
/** @import { Position } from "./position.js" */

const MOST_TEXT = 2 ** 20;
const MOST_FAULTS = 20;
const MOST_FAULTS_OF_A_FILE = 1000;
const READERS = { sgf: readSgf, psq: readPsq, json: readJson, text: readText };

/**
 * The games of a file; if it does not say which, they are read as the game on the board. Throws Refused.
 * @param {OpenRequest} asked
 * @returns {{ games: Opened[], assumed: boolean }}
 */
export function openFile({ format, text, game: spec }) {
  const faults = text ? lengthFaults("text", text, MOST_TEXT) : [];
  if (faults.length) throw malformed(faults);
  const read = READERS[format];
  const whole = withoutEnd(text);
  try {
    return opened(read(whole, null), false);
  } catch (error) {
    if (!(error instanceof UnknownGame) || !spec) throw error;
  }
  const assumed = game(spec);
  try {
    return opened(read(whole, assumed), true);
  } catch (error) {
    if (!(error instanceof Refused) || error.phrase.code === "record.empty") throw error;
    throw unreadable(say("record.assumed", { fault: error.phrase }));
  }
}

/**
 * The text without the mark of DOS for the end of a text.
 * @param {string} text
 */
function withoutEnd(text) {
  let end = text.length;
  while (end && "\0\u001a".includes(text[end - 1])) end -= 1;
  return text.slice(0, end);
}

/** @param {Opened[]} games @param {boolean} assumed */
function opened(games, assumed) {
  if (!games.length) throw unreadable(say("record.empty"));
  let left = MOST_FAULTS_OF_A_FILE;
  for (const one of games) {
    const most = Math.min(MOST_FAULTS, left);
    const more = one.faults.length - most;
    left -= Math.min(most, one.faults.length);
    if (more > 0) one.faults = [...one.faults.slice(0, most), say("list.more", { more })];
  }
  return { games, assumed };
}

/**
 * A game as a file. Throws Refused.
 * @param {ExportRequest} asked
 * @returns {ExportedFile}
 */
export function exported(asked) {
  const positions = positionsOf(asked);
  const moves = asked.moves ?? [];
  const known = /** @type {Known} */ (/** @type {unknown} */ (asked.record ?? { moves: [] }));
  if (asked.format === "psq") {
    const text = `${writePsq(positions, moves, known)}\n`;
    return { name: "kinrow.psq", type: "text/plain", text };
  }
  const root = treeOf([moves, ...(asked.variations ?? [])]);
  const text = `${writeSgf(positions, root, keptOf(known, moves), factsOf(known.moves))}\n`;
  return { name: "kinrow.sgf", type: "application/x-go-sgf", text };
}

/**
 * @param {Position[]} positions of the main line
 * @param {Branch} root
 * @param {Omit<Known, "moves">} known what an opened file said of the game
 * @param {Fact} facts
 */
function writeSgf(positions, root, { players, about, opening, comment, ...known }, facts) {
  const [start, end] = [positions[0], /** @type {Position} */ (positions.at(-1))];
  const { rows, cols, spec, begins } = start.rules;
  const size = rows === cols ? `${cols}` : `${cols}:${rows}`;
  const result = known.result ?? (end.finished ? onBoard(end.winner) : null);
  const head = [
    ["FF", "4"],
    ["GM", "4"],
    ["CA", "UTF-8"],
    ["AP", "kinrow"],
    ["SZ", size],
    ["RU", spec],
    ["PB", players?.[begins]],
    ["PW", players?.[other(begins)]],
    ...ABOUT.map((name) => [name, about?.[name]]),
    ["OPENING", opening ? `${opening}` : ""],
    ["RE", result ? resultOf(result, start) : ""],
    ["GC", comment],
  ];
  const all = head.filter(([, value]) => value);
  const fields = all.map(([name, value]) => `${name}[${escaped(value ?? "")}]`).join("");
  const first = notation(start) === notation(startOf(start.rules)) ? "" : setUp(start);
  return `(;${fields}${first}${written(start, root, facts)})`;
}

/** @param {string} text as a value of SGF */
const escaped = (text) => text.replaceAll(/[\\\]]/g, "\\$&");

/** @param {Result} result @param {Position} start */
function resultOf({ winner, ending, score }, start) {
  if (!winner) return ending === "void" ? "Void" : "0";
  const points = score === null ? "" : `${Number(score.toFixed(6))}`;
  const how = ending === "board" ? points : ending[0].toUpperCase();
  return `${sideOf(start, winner)}+${how}`;
}

/**
 * B or W.
 * @param {Position} position
 * @param {string} sign
 */
const sideOf = ({ rules }, sign) => (sign === rules.begins ? "B" : "W");

/** @param {Position} start */
function setUp(start) {
  const { cells, rules, to_move, left } = start;
  const sides = Object.entries({ AB: rules.begins, AW: other(rules.begins) });
  const stones = sides.map(([name, sign]) => {
    const points = [...cells].map((mark, at) =>
      mark === sign ? `[${pointAt(at, rules.cols)}]` : "",
    );
    return cells.includes(sign) ? name + points.join("") : "";
  });
  const several = rules.stones > 1 || rules.first > 1;
  return `${stones.join("")}PL[${sideOf(start, to_move)}]${several ? `LEFT[${left}]` : ""}`;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyzABC";
/** @param {number} index @param {number} cols */
const pointAt = (index, cols) => LETTERS[index % cols] + LETTERS[Math.floor(index / cols)];

/**
 * What follows a position, to the ends of all lines.
 * @param {Position} before
 * @param {Branch} from
 * @param {Fact} facts
 * @returns {string}
 */
function written(before, from, facts) {
  let text = "";
  let [position, at, fact] = [before, from, facts];
  while (at.next.length === 1) {
    at = at.next[0];
    fact = fact.next.get(at.move) ?? factOf();
    text += `\n${node(position, at.move, fact)}`;
    [, position] = replay(position, [at.move]);
  }
  const branches = at.next.map((each) => {
    const [, after] = replay(position, [each.move]);
    const known = fact.next.get(each.move) ?? factOf();
    return `\n(${node(position, each.move, known)}${written(after, each, known)})`;
  });
  return text + branches.join("");
}

/**
 * @param {Position} before
 * @param {string} move
 * @param {Fact} fact
 */
function node(before, move, fact) {
  const words = commentOf(fact);
  const comment = words ? `C[${escaped(words)}]` : "";
  return `;${sideOf(before, before.to_move)}[${move[0]}${LETTERS[Number(move.slice(1)) - 1]}]${comment}`;
}

/**
 * The time and the note; "; " before a note that would be read as a time.
 * @param {Fact} fact
 */
function commentOf({ seconds, note }) {
  if (seconds === null) return TIME.test(note) ? `; ${note}` : note;
  const [whole, part] = seconds.toFixed(6).split(".");
  const time = `${whole}.${part.slice(0, 3)}${part.slice(3).replace(/0+$/, "")} s`;
  return note ? `${time}; ${note}` : time;
}

// Recorded games in and out: what the page opens and saves, as the server answers it.

import { treeOf } from "../variations.js";
import { game } from "./games.js";
import { Refused, say, unreadable } from "./phrases.js";
import { replay, startOf } from "./position.js";
import { readPsq, writePsq } from "./psq.js";
import { readSgf } from "./sgf.js";
import { lengthFaults, malformed, notation, positionsOf } from "./views.js";
import { UnknownGame } from "./which-game.js";

/** @import { ExportedFile, ExportRequest, OpenedFile, OpenRequest } from "shapes" */
/** @import { Branch } from "../variations.js" */
/** @import { Position } from "./position.js" */

const MOST_TEXT = 1_000_000;
const READERS = { sgf: readSgf, psq: readPsq };

/**
 * The games of a file; if it does not say which, they are read as the game on the board. Throws Refused.
 * @param {OpenRequest} asked
 * @param {Record<string, { en: string }>} texts words/faults.json
 * @returns {OpenedFile}
 */
export function openFile({ format, text, game: spec }, texts) {
  const faults = text ? lengthFaults("text", text, MOST_TEXT) : [];
  if (faults.length) throw malformed(faults);
  const read = READERS[format];
  try {
    return opened(read(text, null, texts));
  } catch (error) {
    if (!(error instanceof UnknownGame) || !spec) throw error;
  }
  const assumed = game(spec);
  try {
    return opened(read(text, assumed, texts));
  } catch (error) {
    if (!(error instanceof Refused) || error.phrase.code === "record.empty") throw error;
    throw unreadable(say("record.assumed", { fault: error.phrase }));
  }
}

/** @param {OpenedFile["games"]} games */
function opened(games) {
  if (!games.length) throw unreadable(say("record.empty"));
  return { games };
}

/**
 * A game as a file. Throws Refused.
 * @param {ExportRequest} asked
 * @returns {ExportedFile}
 */
export function exported(asked) {
  const positions = positionsOf(asked);
  const moves = asked.moves ?? [];
  if (asked.format === "psq")
    return { name: "kinrow.psq", type: "text/plain", text: `${writePsq(positions, moves)}\n` };
  const root = treeOf([moves, ...(asked.variations ?? [])]);
  const text = `${writeSgf(positions, root)}\n`;
  return { name: "kinrow.sgf", type: "application/x-go-sgf", text };
}

/**
 * @param {Position[]} positions of the main line
 * @param {Branch} root
 */
function writeSgf(positions, root) {
  const [start, end] = [positions[0], /** @type {Position} */ (positions.at(-1))];
  const { rows, cols, spec, begins } = start.rules;
  const size = rows === cols ? `${cols}` : `${cols}:${rows}`;
  const result = end.winner ? `${sideOf(start, end.winner)}+` : "0";
  const head = { FF: "4", GM: "4", CA: "UTF-8", AP: "kinrow", SZ: size, RU: spec };
  const all = Object.entries(end.finished ? { ...head, RE: result } : head);
  const fields = all.map(([name, value]) => `${name}[${value}]`).join("");
  const first = notation(start) === notation(startOf(start.rules)) ? "" : setUp(start, begins);
  return `(;${fields}${first}${written(start, root)})`;
}

/**
 * B or W.
 * @param {Position} position
 * @param {string} sign
 */
const sideOf = ({ rules }, sign) => (sign === rules.begins ? "B" : "W");

/**
 * @param {Position} start
 * @param {string} black
 */
function setUp(start, black) {
  const { cells, rules, to_move, left } = start;
  const points = (/** @type {(mark: string) => boolean} */ takes) =>
    [...cells].flatMap((mark, index) => (takes(mark) ? [`[${pointAt(index, rules.cols)}]`] : []));
  const blacks = points((mark) => mark === black);
  const whites = points((mark) => mark !== black && mark !== ".");
  const stones = [
    blacks.length ? `AB${blacks.join("")}` : "",
    whites.length ? `AW${whites.join("")}` : "",
  ];
  const several = rules.stones > 1 || rules.first > 1;
  return `${stones.join("")}PL[${sideOf(start, to_move)}]${several ? `LEFT[${left}]` : ""}`;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyzABC";
/**
 * @param {number} index
 * @param {number} cols
 */
const pointAt = (index, cols) => LETTERS[index % cols] + LETTERS[Math.floor(index / cols)];

/**
 * What follows a position, to the ends of all lines.
 * @param {Position} before
 * @param {Branch} from
 * @returns {string}
 */
function written(before, from) {
  let text = "";
  let [position, at] = [before, from];
  while (at.next.length === 1) {
    text += `\n${node(position, at.next[0].move)}`;
    [, position] = replay(position, [at.next[0].move]);
    at = at.next[0];
  }
  const branches = at.next.map((each) => {
    const [, after] = replay(position, [each.move]);
    return `\n(${node(position, each.move)}${written(after, each)})`;
  });
  return text + branches.join("");
}

/**
 * @param {Position} before
 * @param {string} move
 */
const node = (before, move) =>
  `;${sideOf(before, before.to_move)}[${move[0]}${LETTERS[Number(move.slice(1)) - 1]}]`;

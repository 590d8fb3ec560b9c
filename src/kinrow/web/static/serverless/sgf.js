// SGF to the games that the page shows: variations, stones that were set up, names, times, results and comments.

import { cellAt, cellNamed, indexOf, nameOf, stoneOn } from "./cells.js";
import { other } from "./geometry.js";
import { Growing } from "./growing.js";
import { aboutFrom, clean, onBoard, openingOf, paragraphs } from "./keeping.js";
import { say, unreadable } from "./phrases.js";
import { positionOf, startOf } from "./position.js";
import { first, nodesOf, values } from "./sgf-grammar.js";
import { exampleOf, inLine, misread, UnknownGame, whichGame } from "./which-game.js";

/** @import { Sign } from "shapes" */
/** @import { Cell } from "./cells.js" */
/** @import { Rules } from "./games.js" */
/** @import { Opened, Place } from "./growing.js" */
/** @import { Result } from "./keeping.js" */
/** @import { Node } from "./sgf-grammar.js" */
/** @import { Size } from "./which-game.js" */

/** The rules of five in a row as other programs write them. @type {Record<string, string>} */
const FIVE_IN_A_ROW = {
  0: "",
  1: ":exact",
  4: ":renju",
  8: ":caro",
  renju: ":renju",
  caro: ":caro",
};
const OURS = "4"; // Gomoku and Renju in GM
/** @type {Record<string, string>} */
const OTHERS = { 1: "sgf.go", 2: "sgf.othello", 3: "sgf.chess" };
const SETUP = ["AB", "AW", "AE", "PL", "LEFT"];
const SIZE = /^([0-9]{1,3})(?::([0-9]{1,3}))?$/;
const RESULT = /^([BW])\+(R|Resign|T|Time|F|Forfeit|[0-9]{1,6}(?:\.[0-9]{1,6})?)?$/;
/** @type {Record<string, string>} */
const ENDINGS = { R: "resignation", T: "time", F: "forfeit" };
/** The time that a stone took; or what stands before a note that looks like one. */
export const TIME =
  /^(?:(?:([0-9]{1,9}(?:\.[0-9]+)?) ?s|([0-9]{1,12}) ?ms)(?:; ?|\n|\s*$)|; (?=(?:; )*(?:[0-9]{1,9}(?:\.[0-9]+)? ?s|[0-9]{1,12} ?ms)(?:; ?|\n|\s*$)))/;

/**
 * The games of a collection. Throws Refused, which names the line.
 * @param {string} text
 * @param {Rules | null} named the game, if the file does not say
 * @returns {Opened[]}
 */
export function readSgf(text, named) {
  const games = [];
  for (const nodes of nodesOf(text)) if (nodes.length) games.push(new Game(nodes, named).opened());
  return games;
}

class Game {
  /** What is said at the head of an alternative, before its stone. @type {Map<number | null, string[]>} */
  waiting = new Map();

  /** @param {Node[]} nodes @param {Rules | null} named */
  constructor(nodes, named) {
    this.nodes = nodes;
    this.root = nodes[0];
    this.rules = inLine(this.root.line, () => rulesOf(this.root, named));
    const black = this.rules.begins;
    /** @type {Record<string, Sign>} */
    this.signs = { B: black, W: other(black) };
    const heads = nodes.filter((node, at) => !isNext(node, at));
    this.branched = new Set(heads.map(({ parent }) => parent));
    this.before = this.#beforePlay();
    this.growing = new Growing(this.#start());
    /** After each node; null: its line has ended. @type {Map<number | null, Place | null>} */
    this.places = new Map([[null, this.growing.root]]);
    this.comments = values(this.root, "GC");
  }

  opened() {
    for (const [at, node] of this.nodes.entries()) this.places.set(at, this.#follow(node, at));
    for (const [at, texts] of this.waiting)
      this.#keep(this.places.get(at) ?? this.growing.root, texts);
    const { B, W } = this.signs;
    const players = { [B]: first(this.root, "PB"), [W]: first(this.root, "PW") };
    const [result, words] = this.#result();
    const comment = clean(paragraphs([...this.comments, words]));
    const about = aboutFrom((name) => first(this.root, name));
    const given = first(this.root, "OPENING") || "0";
    const opening = inLine(this.root.line, () => openingOf(given));
    return this.growing.opened(players, { result, comment, about, opening });
  }

  /**
   * The place after a node: adds its stones, its comment to the last one, and what waits for the first.
   * @param {Node} node
   * @param {number} at
   */
  #follow(node, at) {
    const { line, parent } = node;
    let place = this.places.get(parent);
    if (!place) return null;
    let texts = this.waiting.get(parent) ?? [];
    this.waiting.delete(parent);
    const isLate = setsUp(node) && at >= this.before.length; // as a stone on no cell
    const stones = isLate ? [["", ""]] : stonesOf(node);
    const comment = paragraphs(values(node, "C"));
    for (const [number, [side, point]] of stones.entries()) {
      const stone = stoneOn(point, this.rules, cellAt(point) ?? undefined);
      if (passes(point, this.rules)) stone.fault = say(isLate ? "sgf.setup" : "sgf.pass");
      const { seconds, note } = timeAndNote(number === stones.length - 1 ? comment : "");
      const said = { sign: this.signs[side], seconds, note: paragraphs([...texts, note]) };
      const after = this.growing.add(place, { ...stone, line, ...said });
      if (!after) {
        this.#keep(place, texts);
        return null;
      }
      [place, texts] = [after, []];
    }
    if (stones.length) return place;
    texts.push(comment);
    if (this.branched.has(parent)) {
      this.branched.add(at);
      this.waiting.set(at, texts);
    } else this.#keep(place, texts);
    return place;
  }

  /**
   * Adds texts to the note of the stone before a place, or else to the comment on the game.
   * @param {Place} place
   * @param {string[]} texts
   */
  #keep(place, texts) {
    const text = paragraphs(texts);
    if (place.number) this.growing.append(place, text);
    else this.comments.push(text);
  }

  /** @returns {[Result | null, string]} what RE says, null if nobody knows; words that are not SGF's own */
  #result() {
    const text = first(this.root, "RE");
    if (["0", "Draw"].includes(text)) return [onBoard(null), ""];
    if (text === "Void") return [{ ...onBoard(null), ending: "void" }, ""];
    const match = RESULT.exec(text);
    if (!match) return [null, ["", "?"].includes(text) ? "" : `RE: ${text}`];
    const how = match[2] ?? "";
    const ending = ENDINGS[how[0]] ?? "board";
    const score = /^[0-9]/.test(how) ? Number(how) : null;
    return [{ winner: this.signs[match[1]], ending, score }, ""];
  }

  /** The nodes before the first stone and before any variation: they make the start. */
  #beforePlay() {
    const { nodes } = this;
    const count = nodes.findIndex((node, at) => !isNext(node, at) || stonesOf(node).length);
    const most = count < 0 ? nodes.length : count;
    // A node with alternatives is the last one.
    return nodes.slice(0, Math.min(most, ...[...this.branched].map((at) => (at ?? most) + 1)));
  }

  /** The start position: what is set up before the first stone. */
  #start() {
    const setups = this.before.filter(setsUp);
    if (!setups.length) return startOf(this.rules);
    const { rows, cols } = this.rules;
    const marks = Array(rows * cols).fill(".");
    /** @type {Sign | null} */
    let to_move = null;
    /** @type {number | null} */
    let left = null;
    for (const node of setups) {
      for (const [index, mark] of this.#marks(node)) marks[index] = mark;
      if (values(node, "PL").length) to_move = this.#player(node);
      if (values(node, "LEFT").length) left = leftOf(node);
    }
    const lines = Array.from({ length: rows }, (_, row) =>
      marks.slice(row * cols, (row + 1) * cols).join(""),
    );
    const mover = to_move ?? this.#firstPlayer();
    return inLine(this.root.line, () => positionOf(this.rules, lines, mover, left));
  }

  /**
   * The cells that a node sets, and to what; no cell to the stones of both sides.
   * @param {Node} node
   */
  #marks(node) {
    /** @type {Map<number, string>} */
    const found = new Map();
    const marks = { AB: this.signs.B, AW: this.signs.W, AE: "." };
    for (const [name, mark] of Object.entries(marks))
      for (const points of values(node, name))
        for (const cell of cellsIn(points, node.line, this.rules)) {
          const index = indexOf(cell, this.rules);
          if (mark !== "." && (found.get(index) ?? mark) !== mark)
            throw misread(node.line, say("sgf.twice", { cell: nameOf(cell) }));
          found.set(index, mark);
        }
    return found;
  }

  /** Whose stone is the first one: without PL, it says who is to move. */
  #firstPlayer() {
    const [stone] = this.nodes.flatMap(stonesOf);
    return stone ? this.signs[stone[0]] : null;
  }

  /** @param {Node} node */
  #player(node) {
    const text = first(node, "PL");
    const sign = this.signs[text.trim().slice(0, 1).toUpperCase()];
    if (!sign) throw misread(node.line, say("sgf.player", { text: text.slice(0, 10) }));
    return sign;
  }
}

/** @param {Node} root @param {Rules | null} named */
function rulesOf(root, named) {
  const size = sizeOf(root);
  const said = first(root, "RU");
  const name = said.toLowerCase();
  const five = first(root, "GM") === OURS && Object.hasOwn(FIVE_IN_A_ROW, name);
  if (five && !size && !named && /\d/.test(said)) {
    const how = exampleOf(null, FIVE_IN_A_ROW[name]);
    throw new UnknownGame(say("record.game", { why: say("record.size"), how }));
  }
  const spec = five && size ? `${size[0]},${size[1]},5${FIVE_IN_A_ROW[name]}` : said;
  try {
    return whichGame(named, spec || null, size);
  } catch (error) {
    const number = first(root, "GM").trim();
    if (!(error instanceof UnknownGame) || number === OURS || !/^[0-9]+$/.test(number)) throw error;
    const played = say(OTHERS[number] ?? "sgf.other");
    const words = { other: played, number: number.slice(0, 10), how: exampleOf(size) };
    throw new UnknownGame(say("record.other", words));
  }
}

/**
 * @param {Node} root
 * @returns {Size | null}
 */
function sizeOf(root) {
  const text = first(root, "SZ");
  if (!text) return null;
  const match = SIZE.exec(text.trim());
  if (!match) throw unreadable(say("sgf.size", { text: text.slice(0, 20) }));
  return [Number(match[2] ?? match[1]), Number(match[1])];
}

/** Else another alternative begins. @param {Node} node @param {number} at */
const isNext = ({ parent }, at) => parent === (at ? at - 1 : null);

/** @param {Node} node */
const setsUp = ({ written }) => written.some(([name]) => SETUP.includes(name));

/**
 * The side and the point of each stone of a node.
 * @param {Node} node
 * @returns {[string, string][]}
 */
const stonesOf = ({ written }) =>
  written
    .filter(([name]) => name === "B" || name === "W")
    .map(([name, point]) => [name, point.trim()]);

/**
 * Whether this is a pass: nothing, or tt as FF[3] has it on boards up to 19 x 19.
 * @param {string} point
 * @param {Rules} rules
 */
const passes = (point, rules) =>
  !point || (point === "tt" && Math.max(rules.rows, rules.cols) <= 19);

/**
 * The cell of a point, or all cells of a rectangle "aa:cc".
 * @param {string} text
 * @param {number} line
 * @param {Rules} rules
 * @returns {Cell[]}
 */
function cellsIn(text, line, rules) {
  const ends = text.split(":").map((part) => cellAt(part.trim()) ?? cellNamed(part));
  const [from, to = from] = ends;
  const start = [...text].slice(0, 10).join("");
  if (!from || !to || ends.length > 2) throw misread(line, say("sgf.cell", { text: start }));
  const rows = span(from.row, to.row);
  const cols = span(from.col, to.col);
  if (Math.max(...rows) >= rules.rows || Math.max(...cols) >= rules.cols)
    throw misread(line, say("sgf.off", { text: start, game: rules.title }));
  return rows.flatMap((row) => cols.map((col) => ({ row, col })));
}

/**
 * Every number from one to the other.
 * @param {number} a
 * @param {number} b
 */
const span = (a, b) => Array.from({ length: Math.abs(a - b) + 1 }, (_, at) => Math.min(a, b) + at);

/** @param {Node} node */
function leftOf(node) {
  const text = first(node, "LEFT");
  if (!/^[0-9]{1,3}$/.test(text))
    throw misread(node.line, say("sgf.left", { text: text.slice(0, 10) }));
  return Number(text);
}

/**
 * A comment begins with the time that the stone took, "1.250 s; " or "800ms", if it has one.
 * @param {string} comment
 * @returns {{ seconds: number | null, note: string }}
 */
function timeAndNote(comment) {
  const match = TIME.exec(comment);
  if (!match) return { seconds: null, note: comment };
  const [all, seconds, thousandths] = match;
  const time = seconds ? Number(Number(seconds).toFixed(6)) : Number(thousandths) / 1000;
  return { seconds: seconds || thousandths ? time : null, note: comment.slice(all.length) };
}

// A game as a few lines of text, which people can type: `game`, `start`, `x`, `o`, `result`, `opening`, `moves`.

import { stoneOn } from "./cells.js";
import { Growing } from "./growing.js";
import { linesOf, openingOf, resultFrom } from "./keeping.js";
import { say, shown, unreadable } from "./phrases.js";
import { parse, startOf } from "./position.js";
import { inLine, misread, whichGame } from "./which-game.js";

/** @import { Opened, Place } from "./growing.js" */
/** @import { Rules } from "./games.js" */
/** @import { Result } from "./keeping.js" */
/** @typedef {{ line: number, rest: string }} Line of the file, without its first word */
/** @typedef {Map<string, Line>} Lines by their first words */

const WORDS = ["game", "start", "x", "o", "result", "opening", "moves"];
const NONE = "# no games";

/**
 * The games of a file, if any. Throws Refused, which names the line.
 * @param {string} text
 * @param {Rules | null} named the game, if the file does not say
 * @returns {Opened[]}
 */
export function readText(text, named) {
  /** @type {Lines[]} */
  const games = [];
  for (const [at, whole] of linesOf(text).entries()) {
    const [, first = "", rest = ""] = /^\s*(\S+)\s*(.*)$/s.exec(whole) ?? [];
    const word = first.toLowerCase();
    if (!word || word.startsWith("#")) continue;
    if (word === "game" || (!games.length && named && WORDS.includes(word))) games.push(new Map());
    const lines = games.at(-1);
    if (!WORDS.includes(word) || !lines || lines.has(word)) {
      const words = WORDS.slice(1).join(", ");
      throw misread(at + 1, say("record.part", { text: shown(whole.trim()), words }));
    }
    lines.set(word, { line: at + 1, rest: rest.trim() });
  }
  if (!games.length && !text.includes(NONE)) throw unreadable(say("record.text"));
  return games.map((lines) => read(lines, named));
}

/** @param {Lines} lines @param {Rules | null} named */
function read(lines, named) {
  const rest = (/** @type {string} */ word) => lines.get(word)?.rest ?? "";
  const top = Math.min(...[...lines.values()].map(({ line }) => line));
  const rules = inLine(top, () => whichGame(named, rest("game") || null, null));
  const start = lines.get("start");
  const growing = new Growing(
    start ? inLine(start.line, () => parse(rules, start.rest)) : startOf(rules),
  );
  const [moves, end, opening] = ["moves", "result", "opening"].map((word) => lines.get(word));
  if (moves) grow(growing, moves);
  const result = end ? resultOf(end) : null;
  const given = opening ? inLine(opening.line, () => openingOf(opening.rest)) : 0;
  return growing.opened({ X: rest("x"), O: rest("o") }, { result, opening: given });
}

/** @param {Growing} growing @param {Line} line */
function grow(growing, { line, rest }) {
  const { rules } = growing.root.position;
  let place = growing.root;
  /** @type {Place[]} */
  const opened = [];
  /** @type {number | null} */
  let skipped = null; // how many brackets were open when an illegal stone cut off the rest
  let before = "";
  for (const [part] of rest.matchAll(/[()]|[^\s,()]+/g)) {
    if (part !== "(" && before === (part === ")" ? "(" : ")"))
      throw misread(line, say("record.after", { text: shown(part), before }));
    before = part;
    if (part === "(") opened.push(place);
    else if (part === ")") {
      if (skipped === opened.length) skipped = null;
      const before = opened.pop();
      if (!before) throw misread(line, say("record.bracket"));
      place = before;
    } else if (skipped === null) {
      const next = growing.add(place, { line, ...stoneOn(part, rules) });
      if (next) place = next;
      else skipped = opened.length;
    }
  }
  if (opened.length) throw misread(line, say("record.open"));
}

/**
 * @param {Line} line
 * @returns {Result}
 */
function resultOf({ line, rest }) {
  if (rest === "draw" || rest === "void")
    return { winner: null, ending: rest === "void" ? rest : "board", score: null };
  const [winner] = rest.split(" ", 1);
  const how = rest.slice(winner.length + 1);
  const isScore = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(how);
  const data = isScore ? { winner, score: Number(how) } : { winner, ending: how || "board" };
  const found = resultFrom(data);
  if (found?.winner) return found;
  const endings = "resignation, time, forfeit";
  throw unreadable(say("text.result", { line, result: shown(rest), endings }));
}

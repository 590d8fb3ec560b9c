// A recorded game that grows stone by stone from a file; a stone that cannot be played ends its line.

import { mainLine, writeTree } from "../variations.js";
import { nameOf } from "./geometry.js";
import { clean, onBoard, oneLine, paragraphs, recordOf } from "./keeping.js";
import { say } from "./phrases.js";
import { play, startOf, whyNot } from "./position.js";
import { notation } from "./views.js";
import { placed } from "./which-game.js";

/** @import { OpenedGame, Phrase, Sign } from "shapes" */
/** @import { Known, Stone } from "./keeping.js" */
/** @import { Branch } from "../variations.js" */
/** @import { Position } from "./position.js" */
/**
 * A stone as a file has it: the cell's name, its index (-1 off the board), its line, and whose it is, if the file says
 * so; `fault` if it is no cell at all; `written`: the cell as a file without lines (0) has it; `seconds` and `note`, if
 * known.
 * @typedef {{
 *   name: string, index: number, line: number, written?: string, sign?: Sign, fault?: Phrase,
 *   seconds?: number | null, note?: string
 * }} Written
 */
/** @typedef {Omit<OpenedGame, "faults"> & { faults: Phrase[] }} Opened a game as the server has it, in no language */
/** @typedef {{ position: Position, branch: Branch, number: number }} Place after so many stones of the file, if not the start */

export class Growing {
  /** @type {Phrase[]} */
  faults = [];
  /** @type {Set<Branch>} */
  #ended = new Set();
  /** @type {Stone[]} */
  stones = [];

  /** @param {Position} start */
  constructor(start) {
    /** @type {Place} */
    this.root = { position: start, branch: { move: "", next: [] }, number: 0 };
  }

  /**
   * The place after one more stone; null if the rules do not allow it. If the first continuation of a stone is
   * illegal, its alternatives are left out: none of them was played.
   * @param {Place} before
   * @param {Written} stone
   * @returns {Place | null}
   */
  add(before, stone) {
    if (this.#ended.has(before.branch)) return null;
    const fault = faultOf(before.position, stone);
    if (fault) {
      const { line, written = "" } = stone;
      this.faults.push(line ? placed(line, fault) : say("record.place", { place: written, fault }));
      if (!before.branch.next.length) this.#ended.add(before.branch);
      return null;
    }
    const { rules } = before.position;
    const branch = { move: nameOf(stone.index, rules.cols), next: [] };
    before.branch.next.push(branch);
    const { seconds = null, note = "" } = stone;
    const after = before.number === this.stones.length ? null : before.number;
    this.stones.push({ move: branch.move, seconds, note: clean(note), after });
    const number = this.stones.length;
    return { position: play(before.position, stone.index), branch, number };
  }

  /** The position at the end of the main line. */
  get end() {
    let { position } = this.root;
    for (let at = this.root.branch.next[0]; at; at = at.next[0])
      position = play(position, indexIn(position, at.move));
    return position;
  }

  /**
   * Adds a paragraph to the note of the stone before a place.
   * @param {Place} place
   * @param {string} text
   */
  append({ number }, text) {
    const stone = this.stones[number - 1];
    stone.note = clean(paragraphs([stone.note, text]));
  }

  /**
   * The game as the page shows it.
   * @param {Record<string, string>} players
   * @param {Omit<Known, "moves" | "players">} known what else the file says; `result` null if it has none
   * @returns {Opened}
   */
  opened(players, known) {
    const { position, branch } = this.root;
    const { rules } = position;
    const { end } = this;
    const setup = notation(position);
    const named = Object.entries(players).map(([sign, name]) => [sign, oneLine(name)]);
    const names = Object.fromEntries(named.filter(([, name]) => name));
    const ended = end.finished ? onBoard(end.winner) : null;
    const result = known.result ?? ended;
    const opening = Math.min(known.opening ?? 0, mainLine(branch).length);
    return {
      game: rules.name ?? rules.spec,
      setup: setup === notation(startOf(rules)) ? null : setup,
      tree: writeTree(branch),
      players: names,
      over: Boolean(result),
      winner: result?.winner ?? null,
      faults: this.faults,
      record: recordOf(this.stones, { ...known, players: names, result, opening }),
    };
  }
}

/**
 * @param {Position} position
 * @param {Written} stone
 * @returns {Phrase | null} why the stone cannot be played
 */
function faultOf(position, { name, index, sign, fault }) {
  const { to_move, finished, cells } = position;
  if (sign && sign !== to_move && !finished) return say("record.mover", { sign, mover: to_move });
  if (fault) return fault;
  return finished || cells[index] !== "." ? whyNot(position, name, index) : null;
}

/**
 * @param {Position} position
 * @param {string} name
 */
const indexIn = ({ rules }, name) =>
  (Number(name.slice(1)) - 1) * rules.cols + name.charCodeAt(0) - 97;

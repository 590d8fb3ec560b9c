// What is known of a position without a search: from the settled games, and from strategies.

import { Findings, stronger, weaker } from "./findings.js";
import { symmetries } from "./geometry.js";
import { regularTurn } from "./legality.js";
import { equalMoves, stonesOf } from "./position.js";

/** @import { EvidenceAnswer } from "shapes" */
/** @import { Bounds } from "../values.js" */
/** @import { How } from "./findings.js" */
/** @import { Position } from "./position.js" */
/** @import { Strategies } from "./strategies.js" */
/**
 * What is known of an empty board: its value for the side that begins, a first move that keeps it
 * (by its index, null: none is known), and the evidence.
 * @typedef {{ value: Bounds, move: number | null, evidence: EvidenceAnswer }} Row
 */

export class Knowledge {
  /**
   * @param {Record<string, Row>} rows by the spec of the game that X begins
   * @param {Strategies} strategies
   */
  constructor(rows, strategies) {
    this.rows = rows;
    this.strategies = strategies;
  }

  /**
   * Who wins, as far as it is known; null if nothing is.
   * @param {Position} position
   */
  async known(position) {
    /** @type {Findings[]} */
    const found = [];
    for await (const answer of this.answers(position)) found.push(answer);
    return joined(position, found);
  }

  /**
   * What each source says of who wins, until a best move is known; the quick one first.
   * @param {Position} position
   */
  async *answers(position) {
    if (position.finished) return;
    const row = this.settled(position);
    if (row) yield row;
    const win = row?.line.length ? null : await this.strategies.known(position);
    if (win) yield win;
  }

  /**
   * What follows from the settled games alone, which is there at once. No first move is worth more
   * to the player who begins than its row says; the row's own is worth just as much; after it no
   * reply is worth more to the other side.
   * @param {Position} position
   */
  settled(position) {
    if (position.finished) return null;
    const { rules, cells, to_move, left } = position;
    const turn = regularTurn(rules, cells);
    const row = this.rows[rules.spec.replace(/[:,]begins=O/, "")];
    const first = [...cells].filter((mark) => mark === rules.begins).length;
    if (!row || first > rules.first || turn?.to_move !== to_move || turn.left !== left) return null;
    const begins = to_move === rules.begins;
    const best = row.move === null ? [] : imagesOf(rules, row.move);
    if (!stonesOf(position)) return answer(position, row, row.value, row.evidence.how, best);
    const kept = rules.first === 1 && best.includes(cells.indexOf(rules.begins));
    const { move_how } = row.evidence;
    const how = kept && move_how ? weaker(row.evidence.how, move_how) : row.evidence.how;
    const [low, high] = begins ? row.value : /** @type {Bounds} */ ([-row.value[1], -row.value[0]]);
    if (first === stonesOf(position)) {
      if (kept && low === high && low < 1) return answer(position, row, [low, high], how);
      return answer(position, row, begins ? [-1, high] : [low, 1], row.evidence.how);
    }
    return kept ? answer(position, row, begins ? [low, 1] : [-1, high], how) : null;
  }
}

/**
 * @param {Position} position
 * @param {Row} row
 * @param {Bounds} bounds
 * @param {EvidenceAnswer["how"]} how
 * @param {number[]} best
 */
function answer(position, row, bounds, how, best = []) {
  if (bounds[1] - bounds[0] === 2) return null;
  const findings = new Findings(position, false);
  findings.learn(bounds, false);
  if (best.length) {
    findings.learn(bounds, false, best);
    findings.line = best.slice(0, 1);
  }
  findings.knownBy({ ...row.evidence, how });
  return findings;
}

/**
 * Answers together; the source of a later one counts only if it says more about the value, and is enough if that
 * answer alone says as much as all.
 * @param {Position} position
 * @param {Findings[]} answers
 */
export function joined(position, answers) {
  const all = new Findings(position, false);
  for (const answer of answers) {
    const before = all.value.join();
    all.learnAll(answer);
    const now = all.value.join();
    if (answer.source && now !== before) all.knownBy(answer.source, answer.value.join() === now);
  }
  return answers.length ? all : null;
}

/**
 * What answers say of the moves together, and how that is known; what is said of one holds for those equal to it.
 * @param {Position} position
 * @param {Findings[]} answers
 * @returns {{ same: number[], bounds: Bounds, how: How }[]}
 */
export function knownMoves(position, answers) {
  const found = [];
  const all = answers.map((answer) => ({ answer, moves: answer.moves }));
  for (const same of equalMoves(position).values()) {
    const said = all.flatMap(({ answer, moves }) =>
      same.map((move) => ({ bounds: moves.get(move) ?? answer.own, answer })),
    );
    const low = Math.max(-1, ...said.map(({ bounds }) => bounds[0]));
    const high = Math.min(1, ...said.map(({ bounds }) => bounds[1]));
    const alone = said.filter(({ bounds }) => bounds[0] === low && bounds[1] === high);
    const needed = said.filter(({ bounds }) => bounds[1] - bounds[0] < 2);
    if (low === -1 && high === 1) continue;
    const how = alone.length ? alone.map(howOf).reduce(stronger) : needed.map(howOf).reduce(weaker);
    found.push({ same, bounds: /** @type {Bounds} */ ([low, high]), how });
  }
  return found;
}

/**
 * How an answer knows the value of a move; that a row's first move keeps the value may be known in another way.
 * @param {{ bounds: Bounds, answer: Findings }} said
 * @returns {How}
 */
function howOf({ bounds, answer: { position, source } }) {
  const { how = "computed", move_how } = source ?? {};
  return move_how && !stonesOf(position) && bounds[0] > -1 ? weaker(how, move_how) : how;
}

/**
 * A move in every symmetry of the board.
 * @param {{ rows: number, cols: number, k: number }} rules
 * @param {number} move
 */
const imagesOf = (rules, move) =>
  [...new Set(symmetries(rules).map((places) => places[move]))].sort((a, b) => a - b);

// Perfect play from strategy files: fetched when their game is played, checked, and given to the core.

import { Findings } from "./findings.js";

/** @import { Core } from "./core.js" */
/** @import { Position } from "./position.js" */
/**
 * A strategy of the folder, for its game or the board turned by a quarter: where its entries are, and what the file says.
 * - `sha256`: of the fetched file; `proof`: of the certificate.
 * @typedef {{ file: string, game: string, sha256: string, winner: "X" | "O", budget: number, proof: string }} Listed
 */

/** @param {ArrayBuffer} data */
async function digestOf(data) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {ArrayBuffer} data */
async function unpacked(data) {
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export class Strategies {
  #learned = 0; // the number of the core's game that has its entries
  /** @type {Map<string, Promise<Uint8Array | null>>} */
  #files = new Map();

  /**
   * @param {Core} core
   * @param {Record<string, Listed>} listed by the spec of their game
   * @param {(file: string) => Promise<ArrayBuffer>} load
   */
  constructor(core, listed, load) {
    this.core = core;
    this.listed = listed;
    this.load = load;
  }

  /**
   * A win for one side, and its move if it is to move; null if no win is found.
   * @param {Position} position
   */
  async known(position) {
    const { spec } = position.rules;
    const listed = this.listed[spec];
    if (!listed || !(await this.#learn(position.rules, listed))) return null;
    const win = this.core.follow(position, listed.winner, listed.budget);
    return win && found(position, win, listed);
  }

  /**
   * Gets ready for a game while nobody waits.
   * @param {Position["rules"]} rules
   */
  async prepare(rules) {
    const listed = this.listed[rules.spec];
    if (listed) await this.#learn(rules, listed);
  }

  /**
   * Gives the core the entries of a game, if it has not got them; whether it has.
   * @param {Position["rules"]} rules
   * @param {Listed} listed
   */
  async #learn(rules, listed) {
    this.core.turnTo(rules);
    if (this.#learned === this.core.begun) return true;
    const file = this.#files.get(listed.file) ?? this.#read(listed);
    this.#files.set(listed.file, file);
    const entries = await file;
    this.core.turnTo(rules); // another game may have been asked about while the file came
    if (!entries || !this.core.hasStrategies) return false;
    if (this.#learned !== this.core.begun) this.core.learn(listed.winner, entries);
    this.#learned = this.core.begun;
    return true;
  }

  /**
   * The entries of a file; null if it is damaged, or cannot be checked.
   * @param {Listed} listed
   */
  async #read({ file, sha256 }) {
    try {
      const data = await this.load(file);
      if ((await digestOf(data)) === sha256) return await unpacked(data);
      throw new Error(`it is damaged, expected the SHA-256 ${sha256}`);
    } catch (error) {
      console.warn(`left out: ${file}: ${error}`);
      return null;
    }
  }
}

/**
 * @param {Position} position
 * @param {{ move: number, bySearch: boolean }} win
 * @param {Listed} listed
 */
function found(position, { move, bySearch }, { game, proof }) {
  const findings = new Findings(position, false);
  const value = move < 0 ? -1 : 1;
  findings.learn([value, value], false);
  if (move >= 0) {
    findings.learn([1, 1], false, [move]);
    findings.line = [move];
  }
  const how = bySearch ? "computed" : "proved";
  const none = { rules: [], move: null, move_how: null, first: null };
  findings.knownBy({ kind: "strategy", how, game, sha256: proof, ...none });
  return findings;
}

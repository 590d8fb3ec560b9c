// Perfect play from strategy files: fetched when their game is played, checked, and given to the core.

import { Findings } from "./findings.js";

/** @import { Core } from "./core.js" */
/** @import { Position } from "./position.js" */
/**
 * A strategy of the folder: where its entries are, and what the file that they are from says.
 * - `sha256`: of the fetched file; `proof`: of the certificate.
 * @typedef {{ file: string, sha256: string, winner: "X" | "O", budget: number, proof: string }} Listed
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
  #spec = ""; // of the game whose entries the core has learned
  #damaged = new Set();

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
    if (!listed || this.#damaged.has(spec)) return null;
    await this.#learn(position, listed);
    const win = this.#damaged.has(spec)
      ? null
      : this.core.follow(position, listed.winner, listed.budget);
    return win && found(position, win, { spec, proof: listed.proof });
  }

  /**
   * @param {Position} position
   * @param {Listed} listed
   */
  async #learn({ rules }, { file, sha256, winner }) {
    const another = this.core.turnTo(rules);
    if (!another && this.#spec === rules.spec) return;
    const data = await this.load(file);
    if ((await digestOf(data)) !== sha256 || !this.core.hasStrategies) {
      this.#damaged.add(rules.spec);
      console.warn(`left out: ${file} is damaged, expected the SHA-256 ${sha256}`);
      return;
    }
    this.core.learn(winner, await unpacked(data));
    this.#spec = rules.spec;
  }
}

/**
 * @param {Position} position
 * @param {{ move: number, bySearch: boolean }} win
 * @param {{ spec: string, proof: string }} of
 */
function found(position, { move, bySearch }, { spec, proof }) {
  const findings = new Findings(position, false);
  const value = move < 0 ? -1 : 1;
  findings.learn([value, value], false);
  if (move >= 0) {
    findings.learn([1, 1], false, [move]);
    findings.line = [move];
  }
  const how = bySearch ? "computed" : "proved";
  const none = { rules: [], move: null, move_how: null, first: null };
  findings.knownBy({ kind: "strategy", how, game: spec, sha256: proof, ...none });
  return findings;
}

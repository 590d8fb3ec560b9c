// The grammar of SGF: a text as nodes of properties, each with its line and the node before it.

import { say, shown } from "./phrases.js";
import { misread } from "./which-game.js";

/**
 * A node: its line from 1, the index of the node that it follows, and its values in the order of the text, each with
 * the name of its property.
 * @typedef {{ line: number, parent: number | null, written: [string, string][] }} Node
 */

const BEGINNING = /\(\s*[(;]/; // of a collection; what stands before it is no part of it
const TOKEN = /\s*(?:([();])|([A-Za-z]+)|(\[(?:\\.|[^\]\\])*\]))/suy;

/** @param {Node} node @param {string} name */
export const values = ({ written }, name) =>
  written.filter(([each]) => each === name).map(([, value]) => value);

/** @param {Node} node @param {string} name */
export const first = (node, name) => values(node, name)[0] ?? "";

/**
 * The nodes of each game of a collection, as soon as it is read. Throws Refused, which names the line.
 * @param {string} text
 * @returns {Generator<Node[]>}
 */
export function* nodesOf(text) {
  const reading = new Reading();
  let line = 1;
  for (const [at, token] of tokens(text.replaceAll(/\r\n?|\n\r/g, "\n"))) {
    line = at;
    reading.take(line, token);
    if (reading.open.length) continue;
    yield reading.nodes;
    reading.nodes = [];
  }
  if (reading.open.length) throw misread(line, say("sgf.ends"));
}

class Reading {
  /** @type {Node[]} */
  nodes = [];
  /** @type {(number | null)[]} */
  open = []; // the node before each open bracket
  /** @type {number | null} */
  parent = null;
  name = "";

  /** @param {number} line @param {string} token */
  take(line, token) {
    if (!this.open.length && token !== "(")
      throw misread(line, say("sgf.outside", { text: shown(token, 20) }));
    if (token === "(" || token === ";") this.name = "";
    if (token === "(") this.open.push(this.parent);
    else if (token === ")") this.parent = this.open.pop() ?? null;
    else if (token === ";")
      this.parent = this.nodes.push({ line, parent: this.parent, written: [] }) - 1;
    else if (token[0] !== "[") this.name = token.replaceAll(/[a-z]/g, "") || token.toUpperCase();
    else if (this.parent === null || !this.name)
      throw misread(line, say("sgf.value", { text: shown(token, 20) }));
    else this.nodes[this.parent].written.push([this.name, unescaped(token.slice(1, -1))]);
  }
}

const lines = (/** @type {string} */ text) => text.split("\n").length - 1;

/**
 * @param {string} text
 * @returns {Generator<[number, string]>} with the line
 */
function* tokens(text) {
  const end = text.trimEnd().length;
  let at = Math.max(text.search(BEGINNING), 0);
  let line = 1 + lines(text.slice(0, at));
  while (at < end) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    const space = text.slice(at).search(/\S/);
    line += lines(text.slice(at, at + space));
    if (!match) {
      const rest = [...text.slice(at + space, end)].slice(0, 10).join("");
      throw misread(line, say("sgf.text", { text: shown(rest) }));
    }
    const token = match[1] ?? match[2] ?? match[3];
    yield [line, token];
    line += lines(token);
    at = TOKEN.lastIndex;
  }
}

/**
 * What a value says: a backslash keeps what follows it, and joins two lines.
 * @param {string} text
 */
const unescaped = (text) =>
  text.replaceAll(/\\(.)/gsu, (_, /** @type {string} */ kept) => (kept === "\n" ? "" : kept));

// The tree of all lines of play: as text in the link, as nodes where it is walked.

/** @typedef {{ move: string, next: Branch[] }} Branch a move, and what followed it, the main one first */

/**
 * Reads a tree such as "b2(a1.c1)(c3)": after a move its continuations, in brackets if several.
 * @param {string} text
 * @returns {Branch} the start, which is no move
 */
export function readTree(text) {
  /** @type {Branch} */
  const root = { move: "", next: [] };
  let at = root;
  /** @type {Branch[]} */
  const open = [];
  for (const [part] of text.matchAll(/[a-z]\d+|[()]/g)) {
    if (part === "(") open.push(at);
    else if (part === ")") at = open.pop() ?? root;
    else at = step(at, part);
  }
  return root;
}

/**
 * The node after a move, made if it is not there.
 * @param {Branch} from
 * @param {string} move
 */
function step(from, move) {
  const known = from.next.find((branch) => branch.move === move);
  if (known) return known;
  /** @type {Branch} */
  const made = { move, next: [] };
  from.next.push(made);
  return made;
}

/**
 * The other way round.
 * @param {Branch} root
 * @returns {string}
 */
export function writeTree(root) {
  let text = "";
  for (let at = root; ; at = at.next[0]) {
    text += text && at.move ? `.${at.move}` : at.move;
    if (at.next.length > 1) return text + at.next.map((each) => `(${writeTree(each)})`).join("");
    if (!at.next.length) return text;
  }
}

/**
 * The node after these moves; null if the tree does not have them.
 * @param {Branch} root
 * @param {readonly string[]} moves
 */
export function nodeAt(root, moves) {
  /** @type {Branch | null} */
  let at = root;
  for (const move of moves) at = at?.next.find((branch) => branch.move === move) ?? null;
  return at;
}

/**
 * The main continuation of a node, to its end.
 * @param {Branch} from
 */
export function mainLine(from) {
  const moves = [];
  for (let at = from.next[0]; at; at = at.next[0]) moves.push(at.move);
  return moves;
}

/**
 * Every line of play to its end.
 * @param {Branch} from
 * @returns {string[][]}
 */
export function linesOf(from) {
  const own = from.move ? [from.move] : [];
  if (!from.next.length) return [own];
  return from.next.flatMap((each) => linesOf(each).map((line) => [...own, ...line]));
}

/**
 * The tree of several lines of play, the main one first.
 * @param {readonly (readonly string[])[]} lines
 */
export function treeOf(lines) {
  /** @type {Branch} */
  const root = { move: "", next: [] };
  for (const moves of lines) moves.reduce(step, root);
  return root;
}

/**
 * The tree with one more line of play.
 * @param {string} text
 * @param {readonly string[]} moves
 */
export function withLine(text, moves) {
  const root = readTree(text);
  moves.reduce(step, root);
  return writeTree(root);
}

// The lines of play of a link, besides the one on the board: what cannot be played is left out.

import { isRefused, post } from "./api.js";
import { movesBefore } from "./faults.js";
import { change, lineOfPlay, state, where } from "./state.js";
import { t } from "./texts.js";
import { linesOf, nodeAt, readTree, treeOf, writeTree } from "./variations.js";

/**
 * The same lines, each up to what cannot be played; all are asked about at once, then by halves.
 * @param {string[][]} lines
 * @returns {Promise<string[][]>}
 */
async function playable(lines) {
  const start = where(0);
  try {
    if (lines.length === 1) await post("position", { ...start, moves: lines[0] });
    else await post("export", { ...start, variations: lines, format: "sgf" });
    return lines;
  } catch (problem) {
    if (!isRefused(problem)) return lines;
    if (lines.length === 1) return [lines[0].slice(0, movesBefore(problem))];
  }
  const half = lines.length >> 1;
  return [...(await playable(lines.slice(0, half))), ...(await playable(lines.slice(half)))];
}

const asked = () => JSON.stringify([where(), state.tree, state.redo]);

/** @param {(words: () => string) => void} notice says what is wrong */
export async function checkLines(notice) {
  const { tree, redo } = state;
  if (!tree && !redo.length) return;
  const line = lineOfPlay();
  const then = asked();
  const lines = tree ? linesOf(readTree(tree)) : [line];
  const good = await playable(lines);
  if (asked() !== then) return checkLines(notice);
  if (good.flat().length === lines.flat().length) return;
  const root = treeOf(good);
  let count = state.moves.length;
  while (count < line.length && nodeAt(root, line.slice(0, count + 1))) count += 1;
  change({ tree: writeTree(root), redo: line.slice(state.moves.length, count).reverse() });
  notice(() => t("link.dropped"));
}

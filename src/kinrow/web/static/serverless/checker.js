// The compiled checker of certificates in a worker: a file in, how far it is, and a verdict out.

import { Ended, start } from "./system.js";

/**
 * - `bytes`, `positions`: how far the check is, or how much there was.
 * - `accepted`: the verdict, at the end; `header` and `sha256` of an accepted file; `offset` and `reason` of another, with
 *   the `code` of the reason's text.
 * - `by_ply`: for each claim of an accepted file the ply by which a win is complete, null if there is none.
 * - `none`: the check has ended without a verdict.
 * @typedef {{
 *   bytes?: number, positions?: number, accepted?: boolean, header?: Header, by_ply?: (number | null)[],
 *   sha256?: string, offset?: number, reason?: string, code?: string, none?: boolean,
 * }} Said
 */
/**
 * @typedef {{
 *   rules: { rows: number, cols: number, k: number, stones: number, first: number, exact: boolean, misere: boolean },
 *   position: { cells: string, to_move: "X" | "O", left: number }, claims: string[], larger?: string[],
 * }} Header
 */

const BLOCK = 2 ** 20; // bytes of the file that are read at once

/**
 * Reads a file block by block.
 * @param {Blob} file
 */
function reader(file) {
  // @ts-expect-error a worker's own: https://developer.mozilla.org/docs/Web/API/FileReaderSync
  const sync = new FileReaderSync();
  let at = 0;
  let block = new Uint8Array();
  return (/** @type {number} */ most) => {
    if (!block.length) {
      block = new Uint8Array(sync.readAsArrayBuffer(file.slice(at, at + BLOCK)));
      at += block.length;
    }
    const part = block.subarray(0, most);
    block = block.subarray(part.length);
    return part;
  };
}

/**
 * Passes on what the checker says, a JSON text a line.
 * @param {Record<string, string>} texts words/en/faults.json, which has its reasons
 */
function teller(texts) {
  const codes = new Map(Object.entries(texts).map(([code, text]) => [text, code]));
  let line = "";
  return (/** @type {string} */ text) => {
    const lines = (line + text).split("\n");
    line = lines.pop() ?? "";
    for (const said of lines.map((each) => JSON.parse(each)))
      postMessage({ ...said, code: codes.get(said.reason) });
  };
}

/** The files that the folder has next to the pages. @param {string} name */
const at = (name) => new URL(`../../${name}`, import.meta.url);

/** @param {Blob} file */
async function check(file) {
  const [module, words] = await Promise.all([
    WebAssembly.compileStreaming(fetch(at("check.wasm"))),
    fetch(at("words/en/faults.json")),
  ]);
  const args = ["kinrow-check", "--json", "-"];
  const write = teller(await words.json());
  const exports = await start(module, { args, read: reader(file), write });
  try {
    /** @type {() => void} */ (exports._start)();
  } catch (error) {
    const status = error instanceof Ended ? error.status : 2;
    if (status === 2) postMessage({ none: true });
  }
}

addEventListener("message", ({ data }) => check(data));

// What is wrong, in the reader's language: a fault is a code and parameters, the catalogue has the words.

import { Problem } from "./api.js";
import { h } from "./dom.js";
import { faultText } from "./texts.js";

/** @import { Phrase } from "shapes" */

/** How a page calls cells and sides: as the notation does, unless the page has names of its own. */
export const calls = {
  cell: (/** @type {string} */ name) => name,
  side: (/** @type {string} */ sign) => sign,
};

/**
 * @param {string} name
 * @param {number | string | Phrase | Phrase[]} value
 */
function parameter(name, value) {
  if (name === "cell" && typeof value === "string") return calls.cell(value);
  return value === "X" || value === "O" ? calls.side(value) : worded(value);
}

/**
 * A parameter is a number, a string, a phrase of its own, or a list of phrases.
 * @param {number | string | Phrase | Phrase[]} value
 * @returns {string}
 */
export function worded(value) {
  if (Array.isArray(value)) return value.map(worded).join(faultText("list.mark"));
  if (typeof value !== "object") return String(value);
  const params = Object.entries(value.params).map(([name, each]) => [name, parameter(name, each)]);
  return faultText(value.code, Object.fromEntries(params));
}

/**
 * All faults of a problem, or what else went wrong.
 * @param {unknown} error
 */
export const faultsOf = (error) =>
  error instanceof Problem ? error.phrase.faults.map(worded) : [String(error)];

/** @param {readonly string[]} faults */
export const faultList = (faults) =>
  h(
    "ul",
    { class: "faults" },
    faults.map((fault) => h("li", {}, fault)),
  );

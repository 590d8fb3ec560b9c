// What the rules say is wrong, in the reader's language: the catalogue's English texts are patterns.

import { english, language, t } from "./texts.js";

const patterns = [];

function prepare() {
  for (const [key, text] of english("fault.", "place.")) {
    const names = [];
    const source = text
      .replace(/[.*+?^$()|[\]\\]/g, "\\$&")
      .replace(/\{(\w)\}/g, (_, name) => (names.push(name), "(.+?)"));
    patterns.push({ key, names, pattern: new RegExp(`^${source}$`) });
  }
}

export function inWords(fault) {
  if (language() === "en") return fault;
  if (!patterns.length) prepare();
  for (const { key, names, pattern } of patterns) {
    const found = pattern.exec(fault);
    if (!found) continue;
    const values = names.map((name, at) => [name, inWords(found[at + 1])]);
    return t(key, Object.fromEntries(values));
  }
  return fault;
}

// All faults of a problem, or what else went wrong.
export const faultsOf = (problem) => (problem.faults ?? [String(problem)]).map(inWords);

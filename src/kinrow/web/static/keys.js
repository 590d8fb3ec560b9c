// One key for each thing that can be done; none of them while somebody writes.

import { $, fill, h } from "./dom.js";
import { inEveryLanguage } from "./page.js";
import { t } from "./texts.js";

/** @typedef {"truth" | "line" | "threats" | "lineback" | "lineforward" | "numbers" | "rows" | "undo" | "redo" | "new" | "pause" | "setup" | "board" | "keys"} Action */

/** @type {Record<string, Action>} */
const KEYS = {
  t: "truth",
  l: "line",
  h: "threats",
  ",": "lineback",
  ".": "lineforward",
  m: "numbers",
  c: "rows",
  u: "undo",
  r: "redo",
  n: "new",
  p: "pause",
  s: "setup",
  b: "board",
  "?": "keys",
};
/** @type {("arrows" | "enter" | "escape")[]} */
const FIXED = ["arrows", "enter", "escape"];

/** @param {Record<Action, () => void>} actions */
export function listenToKeys(actions) {
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    const writes = target instanceof Element && target.closest("input, select, textarea, dialog");
    if (writes || event.ctrlKey || event.altKey || event.metaKey) return;
    const name = KEYS[event.key.toLowerCase()];
    if (!name) return;
    event.preventDefault();
    actions[name]();
  });
  inEveryLanguage(() =>
    fill(
      $("#keylist"),
      FIXED.map((name) => [h("dt", {}, t(`keys.${name}.key`)), h("dd", {}, t(`keys.${name}`))]),
      Object.entries(KEYS).map(([key, name]) => [
        h("dt", {}, h("kbd", {}, key.toUpperCase())),
        h("dd", {}, t(`keys.${name}`)),
      ]),
    ),
  );
}

// The first visit: three lines, a game against a proof, and the value of the position on the board.

import { $, keep, kept, put } from "./dom.js";
import { change, HUMAN, onChange } from "./state.js";

/** @import { State } from "./state.js" */

const SEEN = "introduced";
const PROVED = "gomoku"; // won for the side that begins, by a strategy that comes with kinrow

/** @param {boolean} open */
function show(open) {
  put($("#introduction"), "hidden", open ? null : "");
  if (!open) keep(SEEN, "1");
}

/**
 * Whether another game is on the board: chosen, opened from a file, or set up.
 * @param {State} now
 * @param {State} before
 */
const isAnother = (now, before) =>
  now.game !== before.game ||
  now.setup !== before.setup ||
  now.moves.length > before.moves.length + 1;

export function introduce() {
  const plain = !location.hash; // a link leads to something else
  show(plain && !kept(SEEN));
  $("#reopen").addEventListener("click", () => {
    show(true);
    $("#against").focus();
  });
  $("#close").addEventListener("click", () => show(false));
  $("#worth").addEventListener("click", () => {
    show(false);
    change({ truth: true });
  });
  $("#against").addEventListener("click", () => {
    show(false);
    change({
      game: PROVED,
      setup: null,
      moves: [],
      redo: [],
      X: "perfect",
      O: HUMAN,
      opening: "",
      settled: "",
      truth: false,
    });
  });
  onChange((now, before) => {
    if (isAnother(now, before)) show(false);
  });
}

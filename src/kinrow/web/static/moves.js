// The list of moves, each with what it gave away, as far as that is known.

import { $, fill, h } from "./dom.js";
import { shownCell, sideMark } from "./naming.js";
import { beforeMove } from "./regret.js";
import { lineOfPlay, state } from "./state.js";
import { t } from "./texts.js";
import { givenAway } from "./values.js";
import { nodeAt, readTree } from "./variations.js";

/**
 * @import { PositionAnswer, RulesAnswer, Sign } from "shapes"
 * @import { Truth } from "./truth.js"
 */

let shown = "";

/**
 * @param {PositionAnswer} view
 * @param {Truth} truth
 * @param {(count: number) => void} step goes to the position after so many moves
 * @param {(moves: string[]) => void} go goes to the position after these moves
 */
export function showMoves(view, truth, step, go) {
  const before = view.plies - view.movers.length;
  const all = lineOfPlay();
  const others = otherMoves(all);
  const items = all.map((move, at) => {
    const done = at < state.moves.length;
    const known = state.truth ? beforeMove(view, truth, move, at) : null;
    const lost = known ? givenAway(known, move, view.cells.length - before - at) : null;
    const side = /** @type {Sign | undefined} */ (view.movers[at]);
    const current = at === state.moves.length - 1 ? "step" : null;
    return h(
      "li",
      { class: done ? "" : "undone" },
      h(
        "button",
        { class: "move", "aria-current": current, onclick: () => step(at + 1) },
        side ? sideMark(side, view.rules) : null,
        ` ${shownCell(move, view.rules)}`,
      ),
      lost ? h("span", { class: lost.grave ? "grave" : "slow" }, lost.text) : null,
      lost === "" ? h("span", { class: "kept" }, "✓") : null,
      others[at].map((other) => variation([...all.slice(0, at), other], view.rules, go)),
    );
  });
  lay(items.length ? items : [h("li", { class: "muted" }, t("moves.none"))]);
}

/**
 * For each move the others that were tried in its place.
 * @param {readonly string[]} all
 * @returns {string[][]}
 */
function otherMoves(all) {
  const root = readTree(state.tree);
  return all.map((move, at) =>
    (nodeAt(root, all.slice(0, at))?.next ?? [])
      .map((branch) => branch.move)
      .filter((other) => other !== move),
  );
}

/**
 * @param {string[]} moves to the end of which the button leads
 * @param {RulesAnswer} rules
 * @param {(moves: string[]) => void} go
 */
function variation(moves, rules, go) {
  const move = shownCell(moves.at(-1) ?? "", rules);
  const name = t("moves.variation", { move });
  return h("button", { class: "other", "aria-label": name, onclick: () => go(moves) }, `(${move})`);
}

/**
 * Only where something changed, and with the focus where it was.
 * @param {HTMLElement[]} items
 */
function lay(items) {
  const list = $("#moves");
  const key = items.map((item) => item.outerHTML).join("");
  if (shown === key) return;
  shown = key;
  const buttons = () => [...list.querySelectorAll("button")];
  const focused = buttons().findIndex((button) => button.matches(":focus"));
  fill(list, items);
  if (focused >= 0) buttons()[focused]?.focus();
  else reveal(list, list.querySelector("[aria-current]"));
}

/**
 * Scrolls the list alone, not the page.
 * @param {Element} list
 * @param {Element | null} item
 */
function reveal(list, item) {
  if (!item) return;
  const [frame, place] = [list, item].map((each) => each.getBoundingClientRect());
  list.scrollTop += Math.min(0, place.top - frame.top) + Math.max(0, place.bottom - frame.bottom);
}

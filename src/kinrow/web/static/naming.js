// What cells and sides are called on the page: by the game's look and the reader's choice.

import { h } from "./dom.js";
import { state } from "./state.js";
import { language, t } from "./texts.js";

/** @import { GameAnswer, RulesAnswer, Sign } from "shapes" */

/** @type {GameAnswer[]} */
let known = [];

/** @param {GameAnswer[]} games */
export function knowGames(games) {
  known = games;
}

/**
 * A game in the reader's language, if it has a name there.
 * @param {string} name
 */
export const gameName = (name) =>
  known.find((game) => game.name === name)?.words[language()].title ?? name;

const isGoban = (/** @type {RulesAnswer} */ rules) => rules.look.theme === "goban";

/**
 * Where row 1 is: as chosen, else at the bottom of a goban, as players of gomoku have it.
 * @param {RulesAnswer} rules
 * @returns {"top" | "bottom"}
 */
export function rowsFrom(rules) {
  if (state.rows === "top" || state.rows === "bottom") return state.rows;
  return isGoban(rules) ? "bottom" : "top";
}

/**
 * The number beside a row, which is counted from 0 at the top.
 * @param {number} row
 * @param {RulesAnswer} rules
 */
export const rowNumber = (row, rules) => (rowsFrom(rules) === "top" ? row + 1 : rules.rows - row);

/**
 * What a cell is called here; in links and in the notation its number is from the top.
 * @param {string} cell
 * @param {RulesAnswer} rules
 */
export const shownCell = (cell, rules) => cell[0] + rowNumber(Number(cell.slice(1)) - 1, rules);

/**
 * The same for a string that may be no cell of this board, which is left as it is.
 * @param {string} text
 * @param {RulesAnswer} rules
 */
export function shownText(text, rules) {
  const row = /^[a-v]([1-9]\d?)$/.exec(text)?.[1];
  return row && Number(row) <= rules.rows ? shownCell(text, rules) : text;
}

/** @param {Sign} sign @returns {Sign} */
export const other = (sign) => (sign === "X" ? "O" : "X");

/**
 * @param {Sign} sign
 * @param {RulesAnswer} rules
 */
export function sideName(sign, rules) {
  if (!isGoban(rules)) return sign;
  return t(sign === rules.look.black ? "side.black" : "side.white");
}

/**
 * A side at a glance: its sign, or a small stone.
 * @param {Sign} sign
 * @param {RulesAnswer} rules
 */
export function sideMark(sign, rules) {
  if (!isGoban(rules)) return h("span", { class: `sign ${sign.toLowerCase()}` }, sign);
  const kind = sign === rules.look.black ? "black" : "white";
  return h("span", { class: `chip ${kind}`, role: "img", "aria-label": sideName(sign, rules) });
}

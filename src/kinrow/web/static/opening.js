// Opening a file of recorded games: dropped on the board, or chosen with the button.

import { post } from "./api.js";
import { textOf } from "./decoding.js";
import { $, fill, h, put, say, the } from "./dom.js";
import { faultLine, together, worded } from "./faults.js";
import { sideName } from "./naming.js";
import { change, HUMAN, lineOfPlay, onChange, state } from "./state.js";
import { t } from "./texts.js";
import { mainLine, nodeAt, readTree, withLine } from "./variations.js";

/** @import { OpenedGame, RulesAnswer } from "shapes" */

/** @type {Record<string, string>} */
const FORMATS = { sgf: "sgf", psq: "psq", json: "json", txt: "text" };
/** @param {string} name of a file */
const endOfName = (name) => name.toLowerCase().split(".").at(-1) ?? "";
/** Whether a file has recorded games. @param {string} name */
export const hasGames = (name) => Object.hasOwn(FORMATS, endOfName(name));

const MOST_KEPT = 1e6; // characters

/** What a reload finds again. @returns {[OpenedGame[], number]} */
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem("opened") ?? "[[],0]");
  } catch {
    return [[], 0];
  }
}

let [games, shown] = kept();

/** Keeps the file's games for a reload, or at least the one on the board, if there is room for it. */
function keep() {
  try {
    sessionStorage.removeItem("opened");
    const texts = [
      [games, shown],
      [[games[shown]], 0],
    ].map((each) => JSON.stringify(each));
    const text = games.length && texts.find(({ length }) => length < MOST_KEPT);
    if (text) sessionStorage.setItem("opened", text);
  } catch {
    // a reload will do without
  }
}

/**
 * @param {(words: () => string) => void} notice says what is wrong
 * @returns what takes a file that is dropped
 */
export function listenToFiles(notice) {
  const input = the("#file", HTMLInputElement);
  const take = (/** @type {File} */ file) => {
    notice(() => t("open.reading", { name: file.name }));
    open(file).then(notice, (problem) => notice(() => faultLine(problem)));
  };
  $("#open").addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) take(file);
    input.value = "";
  });
  the("#which", HTMLSelectElement).addEventListener("change", (event) => {
    const { target } = event;
    if (target instanceof HTMLSelectElement) notice(load(Number(target.value)));
  });
  onChange((now) => {
    const { game, setup, tree = "" } = games[shown] ?? {};
    const lines = readTree(withLine(now.tree, lineOfPlay(now)));
    const played = nodeAt(lines, mainLine(readTree(tree)));
    if (!games.length || (now.game === game && now.setup === setup && played)) return;
    games = [];
    keep();
  });
  return take;
}

/** What the file says of the game on the board, if it is of one. */
export const openedRecord = () => games[shown]?.record;

/**
 * Shows the first game of a file.
 * @param {File} file
 * @returns {Promise<() => string>} what was assumed of it or is wrong with it
 */
async function open(file) {
  const format = FORMATS[endOfName(file.name)];
  if (!hasGames(file.name)) return () => t("open.kinds", { name: file.name });
  const text = await textOf(file, format);
  if (typeof text !== "string") return () => worded(text);
  const opened = await post("open", { format, text, game: state.game });
  games = opened.games;
  const faults = load(0);
  return () => together([opened.assumed ? t("open.assumed") : "", faults()].filter(Boolean));
}

/**
 * Puts a game on the board, at its end, with the truth about its moves.
 * @param {number} number
 */
function load(number) {
  shown = number;
  const { game, setup, tree, faults } = games[number];
  const moves = mainLine(readTree(tree));
  const people = { X: HUMAN, O: HUMAN, opening: "", settled: "" };
  change({ game, setup, tree, moves, redo: [], ...people, truth: true });
  keep();
  return () => together(faults.map(worded));
}

/**
 * Which game of the file is on the board, who played it, and how it ended, unless it is played on.
 * @param {RulesAnswer} rules
 */
export function showOpened(rules) {
  const select = the("#which", HTMLSelectElement);
  put($("#record"), "hidden", games.length ? null : "");
  put(select, "hidden", games.length > 1 ? null : "");
  if (!games.length) return;
  const [X, O] = [sideName("X", rules), sideName("O", rules)];
  const all = games.map(({ players }) => `${players.X ?? X} – ${players.O ?? O}`);
  const names = all.map((name, at) => `${at + 1}. ${name}`);
  if (select.textContent !== names.join("")) {
    const options = names.map((name, at) => h("option", { value: at }, name));
    fill(select, options);
  }
  select.value = String(shown);
  const further = lineOfPlay().length > mainLine(readTree(games[shown].tree)).length;
  say($("#names"), further ? all[shown] : `${all[shown]} · ${endOf(games[shown], rules)}`);
}

/**
 * @param {OpenedGame} game
 * @param {RulesAnswer} rules
 */
function endOf({ over, winner }, rules) {
  if (!over) return t("open.unfinished");
  return winner ? t("status.won", { side: sideName(winner, rules) }) : t("status.draw");
}

// Files that are dropped before anyone listens wait.
const main = document.querySelector("main");
/** @type {File[]} */
const early = [];
/** @type {((file: File) => void) | null} */
let take = null;

main?.addEventListener("dragover", (event) => {
  event.preventDefault();
  main.classList.add("dropping");
});
main?.addEventListener("dragleave", () => main.classList.remove("dropping"));
main?.addEventListener("drop", (event) => {
  event.preventDefault();
  main.classList.remove("dropping");
  const file = event.dataTransfer?.files[0];
  if (file && take) take(file);
  else if (file) early.push(file);
});

/** @param {(file: File) => void} taker gets every file from now on, and the last one before */
export function onFile(taker) {
  take = taker;
  const file = early.pop();
  if (file) take(file);
}

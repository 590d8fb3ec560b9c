// Which game, and who plays which side.

import { isServerless, post } from "./api.js";
import { $, fill, h, put, say, the } from "./dom.js";
import { faultLine } from "./faults.js";
import { sideMark, sideName } from "./naming.js";
import { change, HUMAN, state } from "./state.js";
import { language, t } from "./texts.js";

/**
 * @import { GameAnswer, RulesAnswer, Sign } from "shapes"
 * @import { Key } from "./texts.js"
 */

const MOST_SIDE = isServerless ? 15 : 29; // rows, and columns
const MOST_COLS = Math.min(22, MOST_SIDE); // and stones in a row
const MOST_CELLS = MOST_COLS ** 2;
const PLAYERS = [
  HUMAN,
  "random",
  "alphabeta:2",
  "alphabeta:4",
  "alphabeta:2s",
  "mcts:100",
  "mcts:1000",
  "mcts:10000",
  "mcts:2s",
  "perfect",
];
/** @type {Record<string, Key>} */
const KINDS = {
  human: "player.human",
  random: "player.random",
  alphabeta: "player.alphabeta",
  mcts: "player.mcts",
  perfect: "player.perfect",
};
/** @type {["rows" | "cols" | "k" | "stones" | "first" | "threshold" | "turns", number][]} */
const NUMBERS = [
  ["rows", MOST_SIDE],
  ["cols", MOST_COLS],
  ["k", MOST_COLS],
  ["stones", MOST_CELLS],
  ["first", MOST_CELLS],
  ["threshold", MOST_COLS],
  ["turns", MOST_CELLS],
];
/** Only a majority game has them. */
const MAJORITY = ["threshold", "turns", "fill"];
/** @typedef {"exact" | "misere" | "begins" | "renju" | "caro" | "majority" | "fill"} Option */
/** @type {Option[]} */
const SERVERLESS = ["exact", "misere", "begins"];
/** @type {Option[]} */
const OPTIONS = isServerless ? SERVERLESS : [...SERVERLESS, "renju", "caro", "majority", "fill"];
/** @type {Sign[]} */
const SIDES = ["X", "O"];
const OWN = "own";

/**
 * @param {Option} name
 * @param {RulesAnswer} rules
 */
function has(name, rules) {
  if (name === "begins" || name === "fill") return rules[name] === "O";
  return name === "majority" ? rules.objective === name : (rules[name] ?? false);
}

/** @param {string} spec */
export function playerName(spec) {
  const [kind, strength] = spec.split(":");
  return kind in KINDS ? t(KINDS[kind], { n: strength ?? "" }) : spec;
}

const play = (/** @type {string} */ game) =>
  change({ game, setup: null, moves: [], redo: [], settled: "" });

/**
 * Of a game that a line wins, all its lines whole and a full board.
 * @param {RulesAnswer} rules
 */
function numbersOf({ rows, cols, k, stones, first, threshold, turns }) {
  const all = 1 + Math.floor((rows * cols - first) / stones);
  return { rows, cols, k, stones, first, threshold: threshold ?? k, turns: turns ?? all };
}

/** @param {string} name @param {string} [kind] */
const more = (name, kind = "") => (MAJORITY.includes(name) ? `${kind} more` : kind);

export class Chooser {
  #own = false;
  #game = the("#game", HTMLSelectElement);
  #form = the("#own", HTMLFormElement);
  /** @type {Record<string, HTMLInputElement>} */
  #inputs = {};
  /** @type {RulesAnswer | null} */
  #rules = null;

  /**
   * @param {GameAnswer[]} games
   * @param {(words: () => string) => void} notice says what is wrong
   */
  constructor(games, notice) {
    this.games = games;
    this.notice = notice;
    this.#game.addEventListener("change", () => this.#pick(this.#game.value));
    for (const side of SIDES) {
      const player = the(`#${side}`, HTMLSelectElement);
      player.addEventListener("change", () => change({ [side]: player.value }));
    }
    $("#swap").addEventListener("click", () => change({ X: state.O, O: state.X }));
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#playOwn(this.#spec());
    });
  }

  /**
   * The game on the board goes on unless this one is a game.
   * @param {string} game
   */
  async #playOwn(game) {
    try {
      await post("position", { game, moves: [] });
    } catch (problem) {
      return this.notice(() => faultLine(problem));
    }
    this.notice(() => "");
    play(game);
  }

  /** @param {string} name */
  #pick(name) {
    this.#own = name === OWN;
    if (!this.#own) play(name);
    else if (this.#rules) this.show(this.#rules);
  }

  #spec() {
    const values = NUMBERS.map(([name]) => this.#inputs[name].value || "1");
    const ticked = OPTIONS.filter((name) => this.#inputs[name].checked);
    /** @type {string[]} */
    const options = ticked.filter((name) => name !== "begins" && name !== "fill");
    if (ticked.includes("begins")) options.push("begins=O");
    if (ticked.includes("majority")) {
      const fill = ticked.includes("fill") ? "O" : "X";
      options.push(`threshold=${values[5]},turns=${values[6]},fill=${fill}`);
    }
    const plain = values.slice(0, values[3] === "1" && values[4] === "1" ? 3 : 5);
    return plain.join(",") + (options.length ? `:${options.join(",")}` : "");
  }

  /**
   * Draws everything for the rules of the position on the board.
   * @param {RulesAnswer} rules
   */
  show(rules) {
    this.#rules = rules;
    const found = this.games.find((game) => game.spec === rules.spec);
    const named = this.#own ? undefined : found;
    const options = this.games.map((game) =>
      h("option", { value: game.name }, game.words[language()].title),
    );
    fill(this.#game, options, h("option", { value: OWN }, t("game.own")));
    this.#game.value = named?.name ?? OWN;
    say($("#sentence"), named?.words[language()].sentence ?? t("game.spec", { spec: rules.spec }));
    put(this.#form, "hidden", named ? "" : null);
    if (!named) this.#numbers(rules);
    for (const side of SIDES) this.#players(side, rules);
  }

  /** @param {RulesAnswer} rules */
  #numbers(rules) {
    const form = this.#form;
    if (form.contains(document.activeElement) && form.lang === language()) return;
    form.lang = language();
    const given = numbersOf(rules);
    const numbers = NUMBERS.map(([name, max]) => {
      const value = given[name];
      const input = h("input", { name, type: "number", min: 1, max, required: true, value });
      this.#inputs[name] = input;
      return h("label", { class: more(name) }, h("span", {}, t(`game.${name}`)), input);
    });
    const options = OPTIONS.map((name) => {
      const input = h("input", { name, type: "checkbox", checked: has(name, rules) });
      this.#inputs[name] = input;
      return h("label", { class: more(name, "tick") }, input, h("span", {}, t(`game.${name}`)));
    });
    fill(
      form,
      numbers.slice(0, 5),
      options,
      numbers.slice(5),
      h("button", { class: "main" }, t("game.play")),
    );
  }

  /**
   * @param {Sign} side
   * @param {RulesAnswer} rules
   */
  #players(side, rules) {
    fill($(`#sign${side}`), sideMark(side, rules));
    const line = rules.objective === "line"; // all that alpha-beta plays
    const able = PLAYERS.filter((spec) => line || !spec.startsWith("alphabeta"));
    const known = able.includes(state[side]) ? able : [...able, state[side]];
    const select = the(`#${side}`, HTMLSelectElement);
    const options = known.map((spec) => h("option", { value: spec }, playerName(spec)));
    fill(select, options);
    put(select, "aria-label", t("side.who", { side: sideName(side, rules) }));
    select.value = state[side];
  }
}

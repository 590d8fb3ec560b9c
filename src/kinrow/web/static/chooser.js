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
/** @type {["rows" | "cols" | "k" | "stones" | "first", number][]} */
const NUMBERS = [
  ["rows", MOST_SIDE],
  ["cols", MOST_COLS],
  ["k", MOST_COLS],
  ["stones", MOST_CELLS],
  ["first", MOST_CELLS],
];
/** @typedef {"exact" | "misere" | "begins" | "renju" | "caro" | "majority"} Option */
/** @type {Option[]} */
const SERVERLESS = ["exact", "misere", "begins"];
/** @type {Option[]} */
const OPTIONS = isServerless ? SERVERLESS : [...SERVERLESS, "renju", "caro", "majority"];
/** @type {Sign[]} */
const SIDES = ["X", "O"];
const OWN = "own";

/**
 * @param {Option} name
 * @param {RulesAnswer} rules
 */
function has(name, rules) {
  if (name === "begins") return rules.begins === "O";
  return name === "majority" ? rules.objective === name : (rules[name] ?? false);
}

/** @param {string} spec */
export function playerName(spec) {
  const [kind, strength] = spec.split(":");
  return kind in KINDS ? t(KINDS[kind], { n: strength ?? "" }) : spec;
}

const play = (/** @type {string} */ game) =>
  change({ game, setup: null, moves: [], redo: [], settled: "" });

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
    const options = ticked.map((name) => (name === "begins" ? "begins=O" : name));
    const filling = this.#rules?.fill; // kept: the form does not ask who fills the rest
    if (filling && ticked.includes("majority")) options.push(`fill=${filling}`);
    const plain = values[3] === "1" && values[4] === "1" ? values.slice(0, 3) : values;
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
    const numbers = NUMBERS.map(([name, max]) => {
      const value = rules[name];
      const input = h("input", { name, type: "number", min: 1, max, required: true, value });
      this.#inputs[name] = input;
      return h("label", {}, h("span", {}, t(`game.${name}`)), input);
    });
    const options = OPTIONS.map((name) => {
      const input = h("input", { name, type: "checkbox", checked: has(name, rules) });
      this.#inputs[name] = input;
      return h("label", { class: "tick" }, input, h("span", {}, t(`game.${name}`)));
    });
    fill(form, numbers, options, h("button", { class: "main" }, t("game.play")));
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

// Which game, and who plays which side.

import { $, fill, h, put, say } from "./dom.js";
import { change, HUMAN, state } from "./state.js";
import { language, t } from "./texts.js";

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
const NUMBERS = [
  ["rows", 29],
  ["cols", 20],
  ["k", 20],
  ["stones", 9],
  ["first", 9],
];
const OWN = "own";

export function playerName(spec) {
  const [kind, strength] = spec.split(":");
  return t(`player.${kind}`, { n: strength ?? "" });
}

export class Chooser {
  constructor(games) {
    this.games = games;
    this.own = false;
    $("#game").addEventListener("change", ({ target }) => this.#pick(target.value));
    for (const side of ["X", "O"])
      $(`#${side}`).addEventListener("change", ({ target }) => change({ [side]: target.value }));
    $("#swap").addEventListener("click", () => change({ X: state.O, O: state.X }));
    $("#numbers").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#play(this.#spec());
    });
  }

  #play(game) {
    change({ game, setup: null, moves: [], redo: [] });
  }

  #pick(name) {
    this.own = name === OWN;
    if (this.own) this.show(this.rules);
    else this.#play(name);
  }

  #spec() {
    const form = $("#numbers");
    const values = NUMBERS.map(([name]) => form.elements[name].value || "1");
    const options = ["exact", "misere"].filter((name) => form.elements[name].checked);
    const plain = values[3] === "1" && values[4] === "1" ? values.slice(0, 3) : values;
    return plain.join(",") + (options.length ? `:${options.join(",")}` : "");
  }

  // Draws everything for the rules of the position on the board.
  show(rules) {
    this.rules = rules;
    const named = this.games.find((game) => game.spec === rules.spec);
    const options = this.games.map((game) =>
      h("option", { value: game.name }, game.words[language()].title),
    );
    fill($("#game"), options, h("option", { value: OWN }, t("game.own")));
    const own = this.own || !named;
    $("#game").value = own ? OWN : named.name;
    say($("#sentence"), own ? t("game.spec", { spec: rules.spec }) : named.words[language()].sentence);
    put($("#numbers"), "hidden", own ? null : "");
    if (own) this.#numbers(rules);
    for (const side of ["X", "O"]) this.#sides(side);
  }

  #numbers(rules) {
    const form = $("#numbers");
    if (form.contains(document.activeElement) && form.lang === language()) return;
    form.lang = language();
    fill(
      form,
      NUMBERS.map(([name, max]) =>
        h(
          "label",
          {},
          h("span", {}, t(`game.${name}`)),
          h("input", { name, type: "number", min: 1, max, required: true, value: rules[name] }),
        ),
      ),
      ["exact", "misere"].map((name) =>
        h(
          "label",
          { class: "tick" },
          h("input", { name, type: "checkbox", checked: rules[name] }),
          h("span", {}, t(`game.${name}`)),
        ),
      ),
      h("button", { class: "main" }, t("game.play")),
    );
  }

  #sides(side) {
    const line = this.rules.objective === "line"; // all that alpha-beta plays
    const able = PLAYERS.filter((spec) => line || !spec.startsWith("alphabeta"));
    const known = able.includes(state[side]) ? able : [...able, state[side]];
    fill(
      $(`#${side}`),
      known.map((spec) => h("option", { value: spec }, playerName(spec))),
    );
    $(`#${side}`).value = state[side];
  }
}

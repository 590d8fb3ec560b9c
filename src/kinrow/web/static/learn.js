// The lessons: four searches of one position side by side, and how their work grows.

import { post } from "./api.js";
import { $, fill, h, the } from "./dom.js";
import { faultList, faultsOf } from "./faults.js";
import { showGrowth } from "./growth.js";
import { begin, inEveryLanguage, ready, teller } from "./page.js";
import { Steps } from "./steps.js";
import { t } from "./texts.js";
import { Column, SEARCHES } from "./tree.js";

/** @import { TreeAnswer } from "shapes" */
/** @typedef {{ game: string, setup: string, objective: string }} Lesson */

/** The second and the third source task, and smaller ones. */
const EXAMPLES = {
  "ttt-end": { game: "tictactoe", setup: "XO./OX./X.O", objective: "outcome" },
  "ttt-csp": { game: "tictactoe", setup: "XOX/OXO/...", objective: "score" },
  "ttt-corner": { game: "tictactoe", setup: "X../.O./..X", objective: "outcome" },
  "ttt-all": { game: "tictactoe", setup: ".../.../...", objective: "outcome" },
  jing4: { game: "jing4", setup: "XOOOO/XXXXO/X.XOO/XO.../OO...", objective: "margin" },
  line: { game: "1,5,3", setup: ".....", objective: "outcome" },
  two: { game: "3,3,3,2,1", setup: ".../.X./...", objective: "score" },
};
/** @type {"own"} a lesson that is not an example */
const OWN = "own";
/** @typedef {keyof typeof EXAMPLES} Example */
const NAMES = /** @type {Example[]} */ (Object.keys(EXAMPLES));
/** @type {("outcome" | "score" | "margin")[]} */
const OBJECTIVES = ["outcome", "score", "margin"];

const example = the("#example", HTMLSelectElement);
const game = the("#game", HTMLInputElement);
const setup = the("#setup", HTMLInputElement);
const objective = the("#objective", HTMLSelectElement);
const slider = the("#step", HTMLInputElement);
const tell = teller((/** @type {Node | null} */ wrong) => fill($("#faults"), wrong));
const searches = the("#searches", HTMLElement);
const button = (/** @type {string} */ name) => the(`#${name}`, HTMLButtonElement);

/** @type {TreeAnswer | null} */
let answer = null;
/** @type {Column[]} */
let columns = [];
let step = 0;
let most = 0;
let ticket = 0;

await begin();
inEveryLanguage(() => {
  const [chosen, asked] = [example.value || NAMES[0], objective.value || "outcome"];
  const examples = [...NAMES, OWN].map((name) =>
    h("option", { value: name, disabled: name === OWN }, t(`learn.example.${name}`)),
  );
  const objectives = OBJECTIVES.map((name) => h("option", { value: name }, t(`learn.${name}`)));
  fill(example, examples);
  fill(objective, objectives);
  [example.value, objective.value] = [chosen, asked];
  if (answer) lay(answer);
});

ready();

/** @param {Lesson} lesson */
function nameOf(lesson) {
  const text = Object.values(lesson).join();
  return NAMES.find((name) => Object.values(EXAMPLES[name]).join() === text) ?? OWN;
}

/** @param {Lesson} lesson */
function choose(lesson) {
  [game.value, setup.value, objective.value] = [lesson.game, lesson.setup, lesson.objective];
  search();
}

async function search() {
  const rows = setup.value.trim();
  const asked = { game: game.value, objective: objective.value, ...(rows ? { setup: rows } : {}) };
  const query = new URLSearchParams({ g: asked.game, s: rows, a: asked.objective });
  const link = query.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
  history.replaceState(null, "", `#${link}`);
  example.value = nameOf({ game: asked.game, setup: rows, objective: asked.objective });
  const mine = ++ticket;
  tell(() => null);
  searches.ariaBusy = "true"; // the old trees are faint
  try {
    const found = await post("tree", asked);
    if (mine !== ticket) return;
    answer = found;
    step = 0;
    lay(found);
  } catch (problem) {
    if (mine !== ticket) return;
    answer = null;
    columns = [];
    most = 0;
    fill(searches, null);
    go(0);
    tell(() => faultList(faultsOf(problem)));
  }
  searches.ariaBusy = null;
}

/** @param {TreeAnswer} found */
function lay(found) {
  const { cells, rules } = found.position;
  const largest = Math.max(...SEARCHES.map((name) => found.searches[name].visited));
  columns = SEARCHES.map((name) => {
    const steps = new Steps(found.searches[name], cells, rules.cols);
    return new Column(name, steps, rules.cols, largest);
  });
  most = Math.max(...columns.map(({ steps }) => steps.events.length)) - 1;
  const elements = columns.map(({ element }) => element);
  fill(searches, elements);
  go(step);
}

/** @param {number} to */
function go(to) {
  step = Math.max(0, Math.min(most, to));
  slider.max = String(most);
  slider.value = String(step);
  slider.disabled = !columns.length;
  $("#where").textContent = columns.length ? t("learn.step", { n: step + 1, of: most + 1 }) : "";
  for (const name of ["first", "back"]) button(name).disabled = step === 0;
  for (const name of ["last", "forward"]) button(name).disabled = step === most;
  for (const column of columns) column.show(step);
}

$("#form").addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});
example.addEventListener("change", () => {
  const name = NAMES.find((known) => known === example.value);
  if (name) choose(EXAMPLES[name]);
});
slider.addEventListener("input", () => go(Number(slider.value)));
button("first").addEventListener("click", () => go(0));
button("back").addEventListener("click", () => go(step - 1));
button("forward").addEventListener("click", () => go(step + 1));
button("last").addEventListener("click", () => go(most));

/** Shows the lesson of the link, else the first example. */
function follow() {
  const read = new URLSearchParams(location.hash.slice(1));
  const asked = read.get("g");
  if (asked === null) return choose(EXAMPLES[NAMES[0]]);
  choose({ game: asked, setup: read.get("s") ?? "", objective: read.get("a") ?? "outcome" });
}

addEventListener("hashchange", follow);
follow();
showGrowth();

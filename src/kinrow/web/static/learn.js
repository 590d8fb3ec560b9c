// The lessons: four searches of one position side by side, and how their work grows.

import { post } from "./api.js";
import { $, fill, h } from "./dom.js";
import { faultsOf } from "./faults.js";
import { showGrowth } from "./growth.js";
import { begin, inEveryLanguage } from "./page.js";
import { Steps } from "./steps.js";
import { t } from "./texts.js";
import { Column } from "./tree.js";

// The second and the third source task, and smaller ones.
const EXAMPLES = [
  ["ttt-end", "tictactoe", "XO./OX./X.O", "outcome"],
  ["ttt-csp", "tictactoe", "XOX/OXO/...", "score"],
  ["ttt-corner", "tictactoe", "X../.O./..X", "outcome"],
  ["ttt-all", "tictactoe", ".../.../...", "outcome"],
  ["jing4", "jing4", "XOOOO/XXXXO/X.XOO/XO.../OO...", "margin"],
  ["line", "1,5,3", ".....", "outcome"],
  ["two", "3,3,3,2,1", ".../.X./...", "score"],
];

let answer = null;
let columns = [];
let step = 0;
let most = 0;
let ticket = 0;

await begin();
const read = new URLSearchParams(location.hash.slice(1));
inEveryLanguage(() => {
  const [example, objective] = [$("#example").value, $("#objective").value];
  fill($("#example"), EXAMPLES.map(([name]) => h("option", { value: name }, t(`learn.example.${name}`))));
  fill($("#objective"), ["outcome", "score", "margin"].map((name) => h("option", { value: name }, t(`learn.${name}`))));
  $("#example").value = example || EXAMPLES[0][0];
  $("#objective").value = objective || "outcome";
  if (answer) lay();
});

function choose(game, setup, objective) {
  [$("#game").value, $("#setup").value, $("#objective").value] = [game, setup, objective];
  search();
}

async function search() {
  const [game, setup, objective] = [$("#game").value, $("#setup").value.trim(), $("#objective").value];
  const query = new URLSearchParams({ g: game, s: setup, a: objective });
  history.replaceState(null, "", `#${query.toString().replaceAll("%2C", ",").replaceAll("%2F", "/")}`);
  const mine = ++ticket;
  fill($("#faults"));
  try {
    const told = await post("tree", { game, objective, ...(setup ? { setup } : {}) });
    if (mine !== ticket) return;
    answer = told;
    step = 0;
    lay();
  } catch (problem) {
    fill($("#faults"), h("ul", { class: "faults" }, faultsOf(problem).map((fault) => h("li", {}, fault))));
  }
}

function lay() {
  const { cells, rules } = answer.position;
  const searches = Object.entries(answer.searches);
  const largest = Math.max(...searches.map(([, search]) => search.visited));
  columns = searches.map(([name, search]) => new Column(name, new Steps(search, cells, rules.cols), rules.cols, largest));
  most = Math.max(...columns.map(({ steps }) => steps.events.length)) - 1;
  $("#step").max = most;
  fill($("#searches"), columns.map(({ element }) => element));
  go(step);
}

function go(to) {
  step = Math.max(0, Math.min(most, to));
  $("#step").value = step;
  $("#where").textContent = t("learn.step", { n: step + 1, of: most + 1 });
  for (const name of ["first", "back"]) $(`#${name}`).disabled = step === 0;
  for (const name of ["last", "forward"]) $(`#${name}`).disabled = step === most;
  columns.forEach((column) => column.show(step));
}

$("#form").addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});
$("#example").addEventListener("change", ({ target }) => {
  const [, ...chosen] = EXAMPLES.find(([name]) => name === target.value);
  choose(...chosen);
});
$("#step").addEventListener("input", ({ target }) => go(Number(target.value)));
$("#first").addEventListener("click", () => go(0));
$("#back").addEventListener("click", () => go(step - 1));
$("#forward").addEventListener("click", () => go(step + 1));
$("#last").addEventListener("click", () => go(most));

if (read.has("g")) choose(read.get("g"), read.get("s") ?? "", read.get("a") ?? "outcome");
else choose(...EXAMPLES[0].slice(1));
showGrowth();

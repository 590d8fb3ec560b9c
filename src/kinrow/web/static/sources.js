// The source tasks: an input goes in, the output comes out, with a board for each case.

import { $, fill, h, the } from "./dom.js";
import { faultList, faultsOf, worded } from "./faults.js";
import { Live } from "./live.js";
import { begin, inEveryLanguage, ready } from "./page.js";
import { small } from "./small.js";
import { t } from "./texts.js";

/** @import { SourceCase } from "shapes" */

const SAMPLES = {
  "csp201803-4": "3\n1 2 1\n2 1 2\n0 0 0\n2 1 1\n0 2 1\n0 0 2\n0 0 0\n0 0 0\n0 0 0\n",
  jing4:
    "4\nOXX..\nXOOX.\nOXOOO\nOXOOX\nOXOXX\nXX.O.\nXX.OO\nXXXOO\nXX.XO\n.OOOO\nXOOOO\nXXXXO\nX.XOO\nXO...\nOOX.X\nXOOOO\nXXXXO\nX.XOO\nXO...\nOO...\n",
};
/** @typedef {keyof typeof SAMPLES} Task */
/** @type {Record<Task, string>} */
const GAMES = { "csp201803-4": "tictactoe", jing4: "jing4" };
const TASKS = /** @type {Task[]} */ (Object.keys(SAMPLES));

const chooser = the("#task", HTMLSelectElement);
const input = the("#input", HTMLTextAreaElement);
const output = the("#output", HTMLTextAreaElement);

await begin();
const live = new Live();
/** @type {(SourceCase & { task: Task })[]} */
let cases = [];
let state = () => "";
let wrong = () => /** @type {Node | null} */ (null);

const chosen = () => TASKS.find((task) => task === chooser.value) ?? TASKS[0];

inEveryLanguage(() => {
  const task = chosen();
  const options = TASKS.map((name) => h("option", { value: name }, t(`sources.${name}`)));
  fill(chooser, options);
  chooser.value = task;
  $("#about").textContent = t(`sources.${task}.about`);
  show();
});

ready();

chooser.addEventListener("change", () => {
  $("#about").textContent = t(`sources.${chosen()}.about`);
  input.value = "";
});
$("#sample").addEventListener("click", () => {
  input.value = SAMPLES[chosen()];
});
$("#form").addEventListener("submit", (event) => {
  event.preventDefault();
  judge(chosen(), input.value);
});

/**
 * @param {Task} task
 * @param {string} text
 */
function judge(task, text) {
  cases = [];
  wrong = () => null;
  state = () => t("sources.working");
  live.ask("source", { task, input: text }, ({ waiting, part, result, problem }) => {
    if (waiting) state = () => t("truth.queue", { n: waiting });
    if (part?.case) {
      // By its number: after a lost connection they come again from the first one on.
      cases[(part.number ?? cases.length + 1) - 1] = { task, ...part.case };
      state = () => t("sources.progress", { n: cases.length, of: part.of ?? "?" });
    }
    if (result) state = () => t("sources.done", { n: cases.length });
    if (problem) {
      state = () => t("sources.refused");
      wrong = () => faultList([...new Set([worded(problem.phrase), ...faultsOf(problem)])]);
    }
    show();
  });
  show();
}

function show() {
  $("#state").textContent = state();
  fill($("#faults"), wrong());
  output.value = cases.map((each) => `${each.output ?? t("sources.unknown")}\n`).join("");
  const cards = cases.map(card);
  fill($("#cases"), cards);
}

/**
 * @param {SourceCase & { task: Task }} of
 * @param {number} at
 */
function card({ task, rows, notation, to_move: side, output: said }, at) {
  const setup = encodeURI(notation.replaceAll(" ", "+"));
  return h(
    "li",
    { class: "card case" },
    h("b", {}, t("sources.case", { n: at + 1 })),
    small(rows.join(""), rows[0].length, `${t("sources.case", { n: at + 1 })}: ${notation}`),
    h("span", { class: "muted" }, side ? t("status.turn", { side }) : t("truth.over")),
    h("output", {}, said ?? t("sources.unknown")),
    h("a", { href: `/#g=${GAMES[task]}&s=${setup}&t=1` }, t("sources.open")),
  );
}

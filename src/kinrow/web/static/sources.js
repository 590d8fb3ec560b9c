// The source tasks: an input goes in, the output comes out, with a board for each case.

import { Live } from "./live.js";
import { $, fill, h } from "./dom.js";
import { faultsOf, worded } from "./faults.js";
import { begin, inEveryLanguage } from "./page.js";
import { small } from "./small.js";
import { t } from "./texts.js";

const SAMPLES = {
  "csp201803-4": "3\n1 2 1\n2 1 2\n0 0 0\n2 1 1\n0 2 1\n0 0 2\n0 0 0\n0 0 0\n0 0 0\n",
  jing4: "4\nOXX..\nXOOX.\nOXOOO\nOXOOX\nOXOXX\nXX.O.\nXX.OO\nXXXOO\nXX.XO\n.OOOO\nXOOOO\nXXXXO\nX.XOO\nXO...\nOOX.X\nXOOOO\nXXXXO\nX.XOO\nXO...\nOO...\n",
};
const GAMES = { "csp201803-4": "tictactoe", jing4: "jing4" };

await begin();
const live = new Live();
let cases = [];
let state = () => "";

inEveryLanguage(() => {
  const chosen = $("#task").value || "csp201803-4";
  fill(
    $("#task"),
    Object.keys(SAMPLES).map((task) => h("option", { value: task }, t(`sources.${task}`))),
  );
  $("#task").value = chosen;
  $("#about").textContent = t(`sources.${chosen}.about`);
  show();
});

$("#task").addEventListener("change", () => {
  $("#about").textContent = t(`sources.${$("#task").value}.about`);
  $("#input").value = "";
});
$("#sample").addEventListener("click", () => ($("#input").value = SAMPLES[$("#task").value]));
$("#form").addEventListener("submit", (event) => {
  event.preventDefault();
  judge($("#task").value, $("#input").value);
});

function judge(task, input) {
  cases = [];
  fill($("#faults"));
  state = () => t("sources.working");
  live.ask("source", { task, input }, (news) => {
    if (news.waiting) state = () => t("truth.queue", { n: news.waiting });
    if (news.part?.case) {
      cases.push({ task, ...news.part.case });
      state = () => t("sources.progress", { n: cases.length, of: news.part.of });
    }
    if (news.result) state = () => t("sources.done", { n: cases.length });
    if (news.problem) {
      state = () => t("sources.refused");
      const faults = [...new Set([worded(news.problem.phrase), ...faultsOf(news.problem)])];
      fill($("#faults"), h("ul", { class: "faults" }, faults.map((fault) => h("li", {}, fault))));
    }
    show();
  });
  show();
}

function show() {
  $("#state").textContent = state();
  $("#output").value = cases.map(({ output }) => `${output ?? t("sources.unknown")}\n`).join("");
  fill($("#cases"), cases.map(card));
}

function card({ task, rows, notation, to_move: side, output }, at) {
  const setup = encodeURI(notation.replaceAll(" ", "+"));
  return h(
    "li",
    { class: "card case" },
    h("b", {}, t("sources.case", { n: at + 1 })),
    small(rows.join(""), rows[0].length, `${t("sources.case", { n: at + 1 })}: ${notation}`),
    h("span", { class: "muted" }, side ? t("status.turn", { side }) : t("truth.over")),
    h("output", {}, output ?? t("sources.unknown")),
    h("a", { href: `/#g=${GAMES[task]}&s=${setup}&t=1` }, t("sources.open")),
  );
}

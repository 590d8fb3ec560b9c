// The board page: what the visitor does changes the state; the state is drawn; machines answer.

import { get, isAborted, isRefused, isServerless, post } from "./api.js";
import { Board } from "./board.js";
import { checkLines } from "./checking.js";
import { Chooser } from "./chooser.js";
import { $, put, say, the } from "./dom.js";
import { calls, faultLine, movesBefore } from "./faults.js";
import { introduce } from "./introduction.js";
import { listenToKeys } from "./keys.js";
import { showLineBar, stepLine } from "./line.js";
import {
  legend,
  look,
  machineWords,
  showBadge,
  showThreats,
  showTree,
  status,
  truthLine,
} from "./looks.js";
import { showMoves } from "./moves.js";
import {
  gameName,
  knowGames,
  rowNumber,
  rowsFrom,
  shownCell,
  shownText,
  sideName,
} from "./naming.js";
import { hasGames, listenToFiles, onFile, showOpened } from "./opening.js";
import { begin, calmly, inEveryLanguage, ready, teller } from "./page.js";
import { showRegret } from "./regret.js";
import { Setup } from "./setup.js";
import { copyLink, exportAs } from "./share.js";
import { change, HUMAN, lineOfPlay, onChange, readLink, state, where } from "./state.js";
import { cellIndex } from "./stones.js";
import {
  answered,
  askedWords,
  listenToOpenings,
  placedBy,
  question,
  reopened,
  showOpenings,
  showQuestion,
  takenWords,
} from "./swap.js";
import { t } from "./texts.js";
import { Truth } from "./truth.js";
import { mainLine, nodeAt, readTree } from "./variations.js";

/**
 * @import { PositionAnswer, Sign } from "shapes"
 * @import { State, Where } from "./state.js"
 */
/** @typedef {PositionAnswer & { ticket: number }} View the position that the server answered */

const PACE = 450; // milliseconds that a machine's stone takes at least

/** @type {View | null} */
let view = null;
let asked = 0;
let paused = false;
/** @type {AbortController | null} */
let thinking = null;
let choiceShown = "";
const notice = teller((/** @type {string} */ wrong) => {
  say($("#notice"), wrong);
  put($("#notice"), "hidden", wrong ? null : "");
});
/** @type {string[]} */
let early = []; // stones placed before the last one was answered

await begin();
const { games, seconds } = await get("games");
knowGames(games);
const chooser = new Chooser(games, notice);
const truth = new Truth(calmly(draw), seconds);
const setup = new Setup(() => {
  draw();
  if (view && asked === view.ticket && thinking === null) machine(view); // it waits for the setup's end
});
const board = new Board($("#board"), (cell) => (setup.open ? setup.click(cell) : play(cell)));

/**
 * @param {State} a
 * @param {State} b
 */
const sameGame = (a, b) =>
  a.game === b.game && a.setup === b.setup && a.moves.join() === b.moves.join();

/**
 * Whether a person places the next stone.
 * @param {View} at
 */
function mayPlace(at) {
  const open = question(at);
  return open ? open.place > 0 && state[open.side] === HUMAN : state[at.to_move] === HUMAN;
}

/** @param {string} cell */
function play(cell) {
  if (view && asked !== view.ticket) early.push(cell);
  if (!view || view.finished || !mayPlace(view) || asked !== view.ticket) return;
  const index = cellIndex(cell, view.rules.cols);
  if (view.cells[index] !== ".") return;
  if (view.forbidden.includes(cell)) return explain(cell);
  view = {
    ...view,
    cells: view.cells.slice(0, index) + view.to_move + view.cells.slice(index + 1),
  };
  notice(() => "");
  change({ moves: [...state.moves, cell], redo: [] });
  draw();
}

/**
 * Why a cell is forbidden: the rules say it of a move.
 * @param {string} cell
 */
async function explain(cell) {
  try {
    await post("position", { ...where(), moves: [...state.moves, cell] });
  } catch (problem) {
    notice(() => faultLine(problem));
  }
}

const withHuman = () => [state.X, state.O].includes(HUMAN);

/**
 * How many stones Undo leaves: those before the last one of a person, and where machines play by themselves all but one.
 * @param {View} at
 */
function leftByUndo(at) {
  let left = state.moves.length - 1;
  if (withHuman()) while (left >= 0 && placedBy(at, left) !== HUMAN) left -= 1;
  return left;
}

function undo() {
  if (!view) return;
  const left = leftByUndo(view);
  if (!withHuman()) paused = true; // else they would place it again
  if (left >= 0) step(left);
}

/** @param {number} left */
function step(left) {
  const all = lineOfPlay();
  change({ moves: all.slice(0, left), redo: all.slice(left).reverse(), ...reopened(left) });
}

/**
 * To the end of these moves of a variation, with what followed there to be redone.
 * @param {string[]} moves
 */
function go(moves) {
  const node = nodeAt(readTree(state.tree), moves);
  const redo = node ? mainLine(node).reverse() : [];
  change({ moves, redo, ...reopened(moves.length) });
}

function redo() {
  if (!view || question(view)?.takes) return;
  if (!withHuman()) paused = true;
  if (state.redo.length) step(state.moves.length + 1);
}

async function refresh() {
  const ticket = ++asked;
  thinking?.abort();
  thinking = null;
  try {
    const answer = await post("position", where());
    if (ticket !== asked) return;
    view = { ...answer, ticket };
    showChoice(view);
  } catch (problem) {
    if (ticket !== asked) return;
    return refused(problem);
  }
  draw();
  machine(view);
  const waiting = early;
  early = [];
  for (const cell of waiting) play(cell); // after one that is placed, the others wait again
}

/**
 * A link, or a stone, that the rules do not allow: say why, and keep what was right.
 * @param {unknown} problem
 */
function refused(problem) {
  const count = isRefused(problem) ? movesBefore(problem) : state.moves.length - 1;
  const moves = state.moves.slice(0, Math.max(0, count));
  if (moves.length < state.moves.length) change({ moves, redo: [], tree: "" });
  else if (state.setup !== null) change({ setup: null, redo: [] });
  else if (state.game !== "tictactoe") change({ game: "tictactoe", redo: [] });
  notice(() => faultLine(problem));
}

/**
 * A machine's stone, if it is a machine's turn.
 * @param {View} at
 * @param {boolean} again whether it places a stone again that was taken back
 */
async function machine(at, again = true) {
  const { ticket, finished } = at;
  const open = question(at);
  const side = open?.side ?? at.to_move;
  if (finished || paused || setup.open || state[side] === HUMAN) return;
  const replays = again && state.redo.length && withHuman() && !open?.takes;
  if (replays) return step(state.moves.length + 1);
  thinking = new AbortController();
  draw();
  const body = { ...where(), player: state[side] };
  const pause = new Promise((done) => setTimeout(done, PACE));
  try {
    if (open) {
      const rule = state.opening;
      const settling = post("settle", { ...body, rule }, thinking.signal);
      const [answer] = await Promise.all([settling, pause]);
      if (ticket !== asked || paused) return;
      thinking = null;
      answered(open, answer);
      return;
    }
    const [{ move }] = await Promise.all([post("choose", body, thinking.signal), pause]);
    if (ticket !== asked || paused) return;
    thinking = null;
    change({ moves: [...state.moves, move], redo: [] });
  } catch (problem) {
    if (isAborted(problem) || ticket !== asked) return;
    thinking = null;
    notice(() => faultLine(problem));
    if (isRefused(problem)) change({ [side]: HUMAN });
    draw();
  }
}

/** @param {View} at */
function showChoice({ rules }, always = false) {
  const key = [rules.spec, state.X, state.O, state.opening].join();
  if (always || key !== choiceShown) {
    chooser.show(rules);
    showOpenings(rules);
  }
  choiceShown = key;
}

function draw() {
  if (!view) return;
  notice(); // it names cells and sides as this board does
  const analysis = truth.of(where());
  const open = setup.open ? null : question(view);
  const shown = look(view, analysis, setup, thinking === null);
  if (open) shown.playable = thinking === null && mayPlace(view);
  board.draw(shown);
  showQuestion(view);
  const player = state[open?.side ?? view.to_move];
  put($("#status"), "class", null);
  const words = open
    ? [askedWords(view, open), ...machineWords(player, thinking !== null, paused)]
    : [status(view, player, thinking !== null, paused), ...takenWords(view)];
  say($("#status"), setup.open ? t("setup.open") : words.join(" · "));
  say($("#truthline"), truthLine(view, analysis));
  showBadge(view, analysis);
  showMoves(view, truth, step, go);
  showRegret(view, truth, step);
  showOpened(view.rules);
  showLineBar(analysis);
  legend(view);
  showTree(view);
  put($("#undo"), "disabled", leftByUndo(view) >= 0 ? null : "");
  put($("#redo"), "disabled", state.redo.length && !open?.takes ? null : "");
  put($("#pause"), "disabled", state.X === HUMAN && state.O === HUMAN ? "" : null);
  put($("#truth"), "aria-pressed", state.truth);
  put($("#line"), "aria-pressed", state.line);
  showThreats(view);
  put($("#numbers"), "aria-pressed", state.numbers);
  put($("#pause"), "aria-pressed", paused);
  setup.show(view);
  say($("#said"), lastSaid(view));
  wantTruth(view);
}

/**
 * The last stone, for a listener.
 * @param {View} at
 */
function lastSaid({ movers, rules }) {
  const move = state.moves.at(-1);
  const side = /** @type {Sign | undefined} */ (movers.at(-1));
  if (!move || !side) return "";
  return t("said.move", { move: shownCell(move, rules), side: sideName(side, rules) });
}

/** @param {View} at */
function wantTruth({ ticket, finished }) {
  /** @type {Where[]} */
  const list = [];
  if ((state.truth || state.line) && !setup.open && asked === ticket) {
    if (!finished) list.push(where());
    if (state.truth)
      for (let count = lineOfPlay().length - 1; count >= 0; count--) list.push(where(count));
  }
  truth.want(list, state.line);
}

/** @param {number} by one stone of the line more or less */
function playLine(by) {
  stepLine(by, truth.of(where()));
  draw();
}

function pause() {
  paused = !paused;
  draw();
  if (view && !paused) machine({ ...view, ticket: asked });
  else thinking?.abort();
  if (paused) thinking = null;
  draw();
}

const details = the("#setup", HTMLDetailsElement);
const actions = {
  undo,
  redo,
  new: () => {
    early = [];
    notice(() => "");
    change({ moves: [], redo: [], tree: "", settled: "" });
  },
  pause,
  truth: () => change({ truth: !state.truth }),
  line: () => change({ line: !state.line }),
  threats: () => change({ threats: !state.threats }),
  lineback: () => playLine(-1),
  lineforward: () => playLine(1),
  numbers: () => change({ numbers: !state.numbers }),
  rows: () => view && change({ rows: rowsFrom(view.rules) === "top" ? "bottom" : "top" }),
  keys: () => the("#help", HTMLDialogElement).showModal(),
  setup: () => {
    details.open = !details.open;
  },
  board: () => board.focus(),
};

for (const [name, act] of Object.entries(actions))
  document.querySelector(`button#${name}`)?.addEventListener("click", act);
$("#link").addEventListener("click", copyLink);
for (const button of document.querySelectorAll("[data-export]"))
  button.addEventListener(
    "click",
    () => view && exportAs(button.getAttribute("data-export") ?? "", rowsFrom(view.rules)),
  );
listenToKeys(actions);
const takeGames = listenToFiles(notice);
listenToOpenings(() => view);
Object.assign(calls, {
  cell: (/** @type {string} */ name) => (view ? shownText(name, view.rules) : name),
  row: (/** @type {number} */ row) => (view ? rowNumber(row - 1, view.rules) : row),
  side: (/** @type {Sign} */ sign) => (view ? sideName(sign, view.rules) : sign),
  game: gameName,
});
introduce();
const proofs = isServerless ? await import("./serverless/certificate.js") : null;
const takeProof = proofs?.listenToProofs(games) ?? null;

onChange((now, before) => {
  const goesOn = now.game === before.game && now.setup === before.setup;
  if (!goesOn || !now.moves.join().startsWith(before.moves.join())) early = [];
  if (now.game !== before.game) setup.close();
  if (now.game !== before.game || now.moves.length < before.moves.length) notice(() => "");
  if (!sameGame(now, before)) return refresh();
  const players = now.X !== before.X || now.O !== before.O;
  if (view && (players || now.settled !== before.settled)) {
    thinking?.abort();
    thinking = null;
    paused = false;
    showChoice(view);
    machine({ ...view, ticket: asked }, false); // what was taken back may be another's stone
  }
  draw();
});

const read = readLink();
if (read.X !== HUMAN && read.O !== HUMAN) paused = true;
addEventListener("hashchange", () => {
  change(readLink());
  checkLines(notice);
});
change(read);
await refresh();
ready();
checkLines(notice);
onFile((file) => (takeProof && !hasGames(file.name) ? takeProof : takeGames)(file));
inEveryLanguage(() => {
  if (!view) return;
  showChoice(view, true);
  draw();
});

// Answers what the server answers, in a worker: the same requests, parts and answers, one question at a time.
//
// A message is a request of the API by its name, or what goes over the server's WebSocket; its answers carry its id. A
// fault in them is a code and parameters: the page has the words.

import { Broken, Core } from "./core.js";
import { Findings } from "./findings.js";
import { setNamed } from "./games.js";
import { nameOf } from "./geometry.js";
import { joined, Knowledge, knownMoves } from "./knowledge.js";
import { Refused, say } from "./phrases.js";
import { choose } from "./players.js";
import { play } from "./position.js";
import { Exploration, inSeconds, Searching } from "./searching.js";
import { Strategies } from "./strategies.js";
import { positionsOf, viewOf } from "./views.js";
import { winningLines } from "./winning.js";

/**
 * @import {
 *   AnalyseRequest, AnalysisAnswer, ChooseRequest, ExportRequest, GamesAnswer, LiveAnswer, LivePart, OpenRequest,
 *   PositionRequest
 * } from "shapes"
 * @import { Wrong } from "./phrases.js"
 * @import { Position } from "./position.js"
 */
/** @typedef {{ id: number, ask: string, body?: any }} Question */

/** The files that the folder has next to the pages. @param {string} name */
const at = (name) => new URL(`../../${name}`, import.meta.url);
/** @param {string} name */
const json = async (name) => (await fetched(name)).json();

const PAUSE = 50; // milliseconds between two looks for a stop
const AWAY = 1000; // milliseconds between two tries to get a file
const SECONDS = 5; // for an analysis that brings none

class Stopped extends Error {}

/**
 * A file, waited for while the network is away.
 * @param {string} name
 */
async function fetched(name) {
  for (;;) {
    try {
      return await fetch(at(name));
    } catch {
      post({ lost: true });
      await new Promise((done) => setTimeout(done, AWAY));
    }
  }
}

let asked = 0; // the number of the question that counts

/** Everything that searches, once it is first needed. */
const tools = once(async () => {
  const [wasm, rows, listed] = await Promise.all([
    WebAssembly.compileStreaming(fetched("kinrow.wasm")),
    json("known.json"),
    json("strategies.json"),
  ]);
  const core = await Core.of(wasm);
  const load = async (/** @type {string} */ file) => (await fetched(file)).arrayBuffer();
  const knowledge = new Knowledge(rows, new Strategies(core, listed, load));
  return new Searching(core, knowledge);
});
const games = once(async () => {
  const { others, ...found } = /** @type {GamesAnswer & { others: string[] }} */ (
    await json("games.json")
  );
  setNamed(found.games, others);
  return found;
});
const records = once(() => import("./records.js"));
const weights = once(() => json("weights.json"));
let weighed = 0; // the number of the core's game that has its weights

/**
 * The same, made when it is first needed; if that fails, it is tried again.
 * @template T
 * @param {() => Promise<T>} make
 */
function once(make) {
  /** @type {Promise<T> | undefined} */
  let made;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/**
 * The engine's weights for such lines, learned or set by hand.
 * @param {Position["rules"]} rules
 */
async function prepare(rules) {
  const found = (await weights())[rules.exact ? `line-${rules.k}-exact` : `line-${rules.k}`];
  const { core } = await tools();
  core.turnTo(rules);
  if (found && weighed !== core.begun) core.weigh(found);
  weighed = core.begun;
}

/** @param {PositionRequest} body */
const positionOf = (body) => /** @type {Position} */ (positionsOf(body).at(-1));

/** @type {Record<string, (body: any, question: Question) => Promise<unknown>>} */
const ANSWERS = {
  games,
  position: async (/** @type {PositionRequest} */ body) => viewOf(body),
  choose: async (/** @type {ChooseRequest} */ body) => {
    const position = positionOf(body);
    const searching = await tools();
    const move = await choose(position, body.player, searching, prepare);
    const { strategies } = searching.knowledge;
    if (body.player === "perfect") setTimeout(() => strategies.prepare(position.rules));
    return { move: nameOf(move, position.rules.cols) };
  },
  analyse,
  open: async (/** @type {OpenRequest} */ body) => (await records()).openFile(body),
  export: async (/** @type {ExportRequest} */ body) => (await records()).exported(body),
};

/**
 * Bounds on every move, told as they become known, and a line of best play.
 * @param {AnalyseRequest} body
 * @param {Question} question
 * @returns {Promise<AnalysisAnswer>}
 */
async function analyse(body, { id }) {
  const position = positionOf(body);
  const { cols } = position.rules;
  const searching = await tools();
  const seconds = body.seconds ?? SECONDS;
  const ends = inSeconds(seconds);
  const asking = { check: stopCheck(id) };
  const tell = (/** @type {LivePart} */ part) => post({ id, part });
  const named = (/** @type {number[]} */ line) => line.map((move) => nameOf(move, cols));
  searching.nodes = 0;
  /** @type {Findings[]} */
  const answers = [];
  for await (const answer of searching.knowledge.answers(position)) {
    answers.push(answer);
    tellKnown(position, answers, tell); // before a strategy is loaded
  }
  const known = joined(position, answers);
  /** @type {number[]} */
  let line = [];
  if (body.line)
    for await (line of winningLines(position, searching, seconds, asking))
      tell({ line: named(line) });
  const exploration = new Exploration(searching, position, ends, {
    ...asking,
    news: (moves) => tell({ moves: found.named(moves), nodes: searching.nodes }),
    begun: (moves) => tell({ searching: named(moves) }),
  });
  const found = exploration.findings;
  if (!position.finished) await exploration.run(known);
  return answerOf(found, line, searching.nodes);
}

/**
 * What is known without a search.
 * @param {Position} position
 * @param {Findings[]} answers
 * @param {(part: LivePart) => void} tell
 */
function tellKnown(position, answers, tell) {
  const findings = new Findings(position, true).after(joined(position, answers));
  /** @type {NonNullable<LivePart["known"]>} */
  const known = {};
  for (const { same, bounds, how } of knownMoves(position, answers)) {
    findings.learn(bounds, false, same);
    for (const move of same) known[nameOf(move, position.rules.cols)] = how;
  }
  const [lower, upper] = findings.value;
  tell({ moves: findings.named(), known, source: findings.source, lower, upper, nodes: 0 });
}

/**
 * @param {Findings} found
 * @param {number[]} line
 * @param {number} nodes
 * @returns {AnalysisAnswer}
 */
function answerOf(found, line, nodes) {
  const [lower, upper] = found.value;
  const { complete, position } = found;
  const longest = complete || found.line.length >= line.length ? found.line : line;
  return {
    objective: "score",
    moves: found.named(),
    lower,
    upper,
    complete,
    line: longest.map((move) => nameOf(move, position.rules.cols)),
    ended: longest.reduce(play, position).finished,
    nodes,
    how: found.how,
    source: found.remaining,
  };
}

/**
 * Lets the worker hear of another question now and then; throws once there is one.
 * @param {number} id
 */
function stopCheck(id) {
  let last = performance.now();
  return async () => {
    if (performance.now() - last > PAUSE) {
      await new Promise((done) => setTimeout(done));
      last = performance.now();
    }
    if (asked !== id) throw new Stopped();
  };
}

/** @param {Partial<Omit<LiveAnswer, "problem">> & { problem?: Wrong, stopped?: boolean, broken?: boolean, lost?: boolean }} message */
const post = (message) => postMessage(message);

/** @param {Question} question */
async function answer(question) {
  const { id, ask, body } = question;
  try {
    if (!(ask in ANSWERS)) throw new Refused(404, "not-found", say("request.nowhere"));
    await games();
    post({ id, result: /** @type {any} */ (await ANSWERS[ask](body, question)) });
  } catch (error) {
    if (error instanceof Stopped) return;
    const broken = error instanceof Broken;
    if (!(error instanceof Refused)) console.error(error);
    const refused =
      error instanceof Refused ? error : new Refused(500, "failure", say("work.failed"));
    post({ id, problem: refused.document, broken });
  }
}

addEventListener("message", ({ data }) => {
  asked = data.id;
  if (data.ask === "cancel") post({ id: data.id, stopped: true });
  else answer(data);
});

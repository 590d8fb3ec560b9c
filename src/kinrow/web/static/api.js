// Asks the server, or the worker of a page without one; a problem is thrown with all its faults.
//
// A lost connection is waited for.

/**
 * @import {
 *   CountAnswer, ChosenMove, ExportedFile, GamesAnswer, PositionAnswer, OpenedFile, SettledChoice, TreeAnswer
 * } from "shapes"
 * @import { Wrong } from "./serverless/phrases.js"
 */
/**
 * The answers of the endpoints.
 * @typedef {{
 *   games: GamesAnswer, position: PositionAnswer, choose: ChosenMove, settle: SettledChoice, tree: TreeAnswer,
 *   count: CountAnswer, open: OpenedFile, export: ExportedFile,
 * }} Answers
 */

export class Problem extends Error {
  /** @param {Wrong} document */
  constructor(document) {
    super(document.code);
    this.phrase = document;
  }
}

/** Whether a worker answers, because the page is a file of a folder. */
export const isServerless = document.documentElement.dataset.answers === "worker";
/** The worker's lanes; null: a server answers. */
export const lanes = isServerless ? (await import("./serverless/lanes.js")).lanes : null;

const SMALLEST = new URL("icon.svg", import.meta.url); // file of a server, or of a folder
let lost = false;
/** @type {(() => void)[]} */
const waiting = [];
const pause = (/** @type {number} */ seconds) =>
  new Promise((done) => setTimeout(done, 1000 * seconds));

/**
 * Tells the page once that the connection is lost, and once that it is back.
 * @param {boolean} now
 */
export function setLost(now) {
  if (now === lost) return;
  lost = now;
  dispatchEvent(new CustomEvent("connection", { detail: { lost } }));
  if (lost) knock();
  else for (const go of waiting.splice(0)) go();
}

async function knock() {
  while (lost) {
    await pause(1);
    try {
      if ((await fetch(SMALLEST, { cache: "no-store" })).ok) setLost(false);
    } catch {
      // still away
    }
  }
}

/** @returns {Promise<void>} */
const back = () => (lost ? new Promise((go) => waiting.push(go)) : Promise.resolve());

/** Whether the same request would be refused again. @param {unknown} error */
export const isRefused = (error) => error instanceof Problem && error.phrase.status === 422;

/** Whether a request was given up by the page itself. */
export const isAborted = (/** @type {unknown} */ error) =>
  error instanceof Error && error.name === "AbortError";

/**
 * @param {string | URL} path
 * @param {RequestInit} options
 */
async function attempt(path, options) {
  for (;;) {
    await back();
    try {
      return await fetch(path, options);
    } catch (error) {
      if (isAborted(error)) throw error;
      setLost(true);
    }
  }
}

/**
 * What a server says as JSON. Throws Problem.
 * @param {string | URL} path
 * @param {RequestInit} options
 */
export async function ask(path, options) {
  for (let tries = 0; ; tries++) {
    const answer = await attempt(path, options);
    if (answer.ok) return answer.json();
    const busy = answer.status === 503 && answer.headers.has("Retry-After") && tries < 5;
    if (!busy) throw new Problem(await answer.json());
    await pause(Number(answer.headers.get("Retry-After")) * (tries + 1));
  }
}

/**
 * @param {keyof Answers} name
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
async function askWorker(name, body, signal) {
  const { problem, result } = (await lanes?.ask(name, body, signal)) ?? {};
  if (problem) throw new Problem(problem);
  return result;
}

/**
 * @template {keyof Answers} K
 * @param {K} name
 * @returns {Promise<Answers[K]>}
 */
export const get = (name) => (lanes ? askWorker(name, {}) : ask(`/api/${name}`, {}));

/**
 * @template {keyof Answers} K
 * @param {K} name
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answers[K]>}
 */
export const post = (name, body, signal) =>
  lanes
    ? askWorker(name, body, signal)
    : ask(`/api/${name}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
        ...(signal ? { signal } : {}),
      });

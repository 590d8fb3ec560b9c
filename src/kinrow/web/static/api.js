// Asks the server; a lost connection is waited for, a problem is thrown with all its faults.

export class Problem extends Error {
  constructor(document) {
    super(document.detail);
    this.phrase = document;
    this.faults = document.faults;
  }
}

let lost = false;
const waiting = [];
const pause = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

// Tells the page once that the connection is lost, and once that it is back.
export function setLost(now) {
  if (now === lost) return;
  lost = now;
  dispatchEvent(new CustomEvent("connection", { detail: { lost } }));
  if (lost) knock();
  else waiting.splice(0).forEach((go) => go());
}

async function knock() {
  while (lost) {
    await pause(1);
    try {
      if ((await fetch("/api/games", { cache: "no-store" })).ok) setLost(false);
    } catch {
      // still away
    }
  }
}

const back = () => (lost ? new Promise((go) => waiting.push(go)) : Promise.resolve());

async function attempt(path, options) {
  for (;;) {
    await back();
    try {
      return await fetch(path, options);
    } catch (error) {
      if (error.name === "AbortError") throw error;
      setLost(true);
    }
  }
}

async function ask(path, options) {
  for (let tries = 0; ; tries++) {
    const answer = await attempt(path, options);
    if (answer.ok) return answer.json();
    const busy = answer.status === 503 && answer.headers.has("Retry-After") && tries < 5;
    if (!busy) throw new Problem(await answer.json());
    await pause(Number(answer.headers.get("Retry-After")) * (tries + 1));
  }
}

export const get = (name) => ask(`/api/${name}`, {});

export const post = (name, body, signal) =>
  ask(`/api/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });

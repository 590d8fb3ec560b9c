// All that a visitor has chosen, in one place, and in the link: a reload or a friend sees the same.

export const HUMAN = "human";

const START = {
  game: "tictactoe",
  setup: null, // notation of the first position, null for the empty board
  moves: [],
  redo: [], // moves taken back, the next one last
  X: HUMAN,
  O: HUMAN,
  truth: false,
  line: false,
};
const SHORT = { game: "g", setup: "s", moves: "m", redo: "r", X: "x", O: "o", truth: "t", line: "l" };

export const state = { ...START };
const listeners = [];

export const onChange = (listener) => listeners.push(listener);

export function change(part) {
  const before = { ...state };
  Object.assign(state, part);
  const hash = link();
  if (hash !== location.hash) history.replaceState(null, "", hash || location.pathname);
  listeners.forEach((listener) => listener(state, before));
}

export const where = (count = state.moves.length) => ({
  game: state.game,
  ...(state.setup === null ? {} : { setup: state.setup }),
  moves: state.moves.slice(0, count),
});

function link() {
  const query = new URLSearchParams();
  for (const [name, short] of Object.entries(SHORT)) {
    const value = state[name];
    if (JSON.stringify(value) === JSON.stringify(START[name])) continue;
    query.set(short, Array.isArray(value) ? value.join(".") : value === true ? "1" : value);
  }
  const text = query.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
  return text && `#${text}`;
}

export function readLink() {
  const query = new URLSearchParams(location.hash.slice(1));
  const read = { ...START };
  for (const [name, short] of Object.entries(SHORT)) {
    const text = query.get(short);
    if (text === null) continue;
    if (Array.isArray(START[name])) read[name] = text.split(".").filter(Boolean);
    else read[name] = typeof START[name] === "boolean" ? text === "1" : text;
  }
  return read;
}

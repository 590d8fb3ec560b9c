// The board as numbers: cell index row * cols + col, lines as lists of them, symmetries.

/** @import { Sign } from "shapes" */
/** @typedef {{ cells: number[], guards: number[] }} Line its guards must not be of its sign */
/** @typedef {{ rows: number, cols: number, k: number, exact?: boolean }} Shape what the lines of a game depend on */

/** @param {Sign} sign @returns {Sign} */
export const other = (sign) => (sign === "X" ? "O" : "X");

/**
 * The name of a cell.
 * @param {number} index
 * @param {number} cols
 */
export const nameOf = (index, cols) =>
  String.fromCharCode(97 + (index % cols)) + (Math.floor(index / cols) + 1);

/**
 * @template T
 * @param {(shape: Shape) => T} make
 * @returns {(shape: Shape) => T} the same, made once for the last shape that it was asked for
 */
function kept(make) {
  let key = "";
  /** @type {T} */
  let made;
  return (shape) => {
    const asked = [shape.rows, shape.cols, shape.k, shape.exact].join();
    if (asked !== key) [key, made] = [asked, make(shape)];
    return made;
  };
}

/** Every whole row, column, falling and rising diagonal, in this order. */
export const rays = kept(({ rows, cols }) => {
  const cells = Array.from({ length: rows * cols }, (_, i) => [Math.floor(i / cols), i % cols]);
  /** @type {number[][]} */
  const found = [];
  /** Those on which this sum is one of these keys, in their order. */
  const group = (
    /** @type {number[]} */ keys,
    /** @type {(row: number, col: number) => number} */ sum,
  ) => {
    for (const key of keys)
      found.push(cells.flatMap(([row, col], at) => (sum(row, col) === key ? [at] : [])));
  };
  const upTo = (/** @type {number} */ count) => Array.from({ length: count }, (_, i) => i);
  group(upTo(rows), (row) => row);
  group(upTo(cols), (_, col) => col);
  group(
    upTo(rows + cols - 1).map((i) => cols - 1 - i),
    (row, col) => col - row,
  );
  group(upTo(rows + cols - 1), (row, col) => row + col);
  return found;
});

/**
 * All lines; with k = 1 a cell is one line, not one in each direction.
 * @type {(shape: Shape) => Line[]}
 */
export const lines = kept((shape) => {
  const { k, exact } = shape;
  /** @type {Map<string, Line>} */
  const found = new Map();
  for (const ray of rays(shape))
    for (let at = 0; at + k <= ray.length; at++) {
      const guards = exact ? [at - 1, at + k].filter((i) => i in ray).map((i) => ray[i]) : [];
      const cells = ray.slice(at, at + k);
      const key = `${cells}|${guards}`;
      if (!found.has(key)) found.set(key, { cells, guards });
    }
  return [...found.values()];
});

/** The lines through each cell. */
const through = kept((shape) => {
  /** @type {Line[][]} */
  const found = Array.from({ length: shape.rows * shape.cols }, () => []);
  for (const line of lines(shape)) for (const cell of line.cells) found[cell].push(line);
  return found;
});

/**
 * Whether a sign has a line complete.
 * @param {Line} line
 * @param {string} cells
 * @param {string} sign
 */
const complete = (line, cells, sign) =>
  line.cells.every((cell) => cells[cell] === sign) &&
  line.guards.every((cell) => cells[cell] !== sign);

/**
 * All complete lines of a sign.
 * @param {Shape} shape
 * @param {string} cells
 * @param {string} sign
 */
export const completed = (shape, cells, sign) =>
  lines(shape)
    .filter((line) => complete(line, cells, sign))
    .map((line) => line.cells);

/**
 * Whether the stone that was just put on a cell has completed a line.
 * @param {Shape} shape
 * @param {string} cells
 * @param {number} index
 */
export const completes = (shape, cells, index) =>
  through(shape)[index].some((line) => complete(line, cells, cells[index]));

/** The board's distinct symmetries: where each cell goes. */
export const symmetries = kept(({ rows, cols }) => {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  for (const turned of rows === cols ? [false, true] : [false])
    for (const upside of [false, true])
      for (const mirrored of [false, true]) {
        const places = Array.from({ length: rows * cols }, (_, index) => {
          const [row, col] = [Math.floor(index / cols), index % cols];
          const [down, right] = [upside ? rows - 1 - row : row, mirrored ? cols - 1 - col : col];
          return turned ? right * cols + down : down * cols + right;
        });
        found.set(places.join(), places);
      }
  return [...found.values()];
});

// What a compiled module asks of a system: a clock, bytes to read, a place for its output. Nothing else is there.

const STANDARD_OUT = 1;
const BAD = 8; // WASI's EBADF

/** The module has ended by itself, with this status. */
export class Ended extends Error {
  /** @param {number} status */
  constructor(status) {
    super(`ended with status ${status}`);
    this.status = status;
  }
}

/**
 * - `args`: of the command line, its name first.
 * - `read`: up to so many bytes of standard input; none at its end.
 * - `write`: text for standard output.
 * @typedef {{ args?: string[], read?: (most: number) => Uint8Array, write?: (text: string) => void }} Streams
 */

/**
 * Compiled code at work.
 * @param {WebAssembly.Module} module
 * @param {Streams} streams
 */
export async function start(module, streams = {}) {
  /** @type {WebAssembly.Memory | undefined} */
  let memory;
  const view = () => new DataView(/** @type {WebAssembly.Memory} */ (memory).buffer);
  const asked = { ...clock(view), ...files(view, streams) };
  /** @type {Record<string, Record<string, () => unknown>>} */
  const imports = {};
  for (const { module: room, name } of WebAssembly.Module.imports(module))
    imports[room] = { ...imports[room], [name]: asked[name] ?? (() => BAD) };
  const instance = await WebAssembly.instantiate(module, imports);
  memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
  return instance.exports;
}

/**
 * @param {() => DataView} view
 * @returns {Record<string, (...given: any[]) => unknown>}
 */
const clock = (view) => ({
  clock_time_get: (_clock, _precision, at) => {
    view().setBigUint64(at, BigInt(Math.round(1e6 * performance.now())), true);
    return 0;
  },
  proc_exit: (status) => {
    throw new Ended(status);
  },
  emscripten_notify_memory_growth: () => {},
  getpid: () => 1,
});

/**
 * @param {() => DataView} view
 * @param {Streams} streams
 * @returns {Record<string, (...given: any[]) => unknown>}
 */
function files(view, { args = [], read, write }) {
  const decoder = new TextDecoder();
  /** @param {number} at of a list of places in the memory @param {number} count */
  const places = (at, count) =>
    Array.from({ length: count }, (_, i) => ({
      from: view().getUint32(at + 8 * i, true),
      size: view().getUint32(at + 8 * i + 4, true),
    }));
  return {
    fd_read: (file, at, count, total) => {
      if (file !== 0 || !read) return BAD;
      let done = 0;
      for (const { from, size } of places(at, count)) {
        const bytes = size ? read(size) : new Uint8Array();
        new Uint8Array(view().buffer).set(bytes, from);
        done += bytes.length;
        if (bytes.length < size) break;
      }
      view().setUint32(total, done, true);
      return 0;
    },
    fd_write: (file, at, count, total) => {
      let done = 0;
      for (const { from, size } of places(at, count)) {
        const text = decoder.decode(new Uint8Array(view().buffer, from, size), { stream: true });
        if (file === STANDARD_OUT) write?.(text);
        done += size;
      }
      view().setUint32(total, done, true);
      return 0;
    },
    fd_close: () => 0,
    fd_fdstat_get: () => 0,
    ...list("environ", [], view),
    ...list("args", args, view),
  };
}

/**
 * A list of texts, as a module asks for it: how long it is, then the texts.
 * @param {"args" | "environ"} name
 * @param {string[]} texts
 * @param {() => DataView} view
 * @returns {Record<string, (...given: any[]) => unknown>}
 */
function list(name, texts, view) {
  const bytes = texts.map((text) => new TextEncoder().encode(`${text}\0`));
  return {
    [`${name}_sizes_get`]: (count, size) => {
      view().setUint32(count, bytes.length, true);
      view().setUint32(
        size,
        bytes.reduce((sum, each) => sum + each.length, 0),
        true,
      );
      return 0;
    },
    [`${name}_get`]: (places, at) => {
      let next = at;
      for (const [number, each] of bytes.entries()) {
        view().setUint32(places + 4 * number, next, true);
        new Uint8Array(view().buffer).set(each, next);
        next += each.length;
      }
      return 0;
    },
  };
}

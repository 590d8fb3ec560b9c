// What the core may take of the machine, in Node.js; prints one JSON text. Usage: node bounds.mjs FOLDER
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const at = (path) => pathToFileURL(resolve(process.argv[2], path));
const { Core } = await import(at("static/serverless/core.js"));
const { start } = await import(at("static/serverless/system.js"));
const module = await WebAssembly.compile(await readFile(at("kinrow.wasm")));
const exports = await start(module);
const core = new Core(exports);
const look = { exact: false, misere: false };
const rules = {
  spec: "15,15,5",
  rows: 15,
  cols: 15,
  k: 5,
  stones: 1,
  first: 1,
  begins: "X",
  ...look,
};
const position = { rules, cells: ".".repeat(225), to_move: "X", left: 1 };
const MIB = 2 ** 20;

/** The code of what is refused. */
function refusal(work) {
  try {
    work();
  } catch (error) {
    return error.phrase?.code ?? error.constructor.name;
  }
}

core.turnTo(rules);
const tooMuch = refusal(() => core.learn("X", new Uint8Array(400 * MIB)));
core.value(position, false, 2000);
core.engineMove(position, { depth: 2 });
core.mctsMove(position, { simulations: 200 });
core.follow(position, "X", 100);
const used = exports.memory.buffer.byteLength / MIB;
const page = 65536;
const beyond = refusal(() => exports.memory.grow((384 * MIB) / page));
const damaged = refusal(() => core.learn("X", new Uint8Array(5)));
console.log(JSON.stringify({ tooMuch, used, beyond, damaged }));
